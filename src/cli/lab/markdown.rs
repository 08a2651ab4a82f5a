// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tables that are readable as text and as Markdown, printed row by row.

use crate::cli::failure::Failure;
use std::io::{self, Write};

/// A column: its heading and its minimum width. The first is aligned to the left, numbers to the right.
pub type Column<'a> = (&'a str, usize);

/// Prints the heading of the table.
pub fn print_head(columns: &[Column<'_>]) -> Result<(), Failure> {
    print_row(columns, &columns.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>())?;
    let mut out = io::stdout().lock();
    for (index, (name, width)) in columns.iter().enumerate() {
        let dashes = "-".repeat(name.len().max(*width) + 1);
        write!(out, "|{dashes}{}", if index == 0 { '-' } else { ':' })?;
    }
    writeln!(out, "|")?;
    Ok(())
}

/// Prints a row.
pub fn print_row(columns: &[Column<'_>], cells: &[String]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for (index, ((name, width), cell)) in columns.iter().zip(cells).enumerate() {
        let width = name.len().max(*width);
        if index == 0 { write!(out, "| {cell:<width$} ")? } else { write!(out, "| {cell:>width$} ")? }
    }
    writeln!(out, "|")?;
    out.flush()?;
    Ok(())
}
