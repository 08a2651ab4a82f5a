// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book info`: prints the format and size of a book.

use super::open::open;
use crate::cli::failure::CommandResult;
use crate::types::Language;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

pub fn run(file: &Path, language: Language) -> CommandResult {
    let book = open(file)?;
    let mut out = io::stdout().lock();
    let [format, positions, moves, bytes] =
        language.pick(["format", "positions", "moves", "bytes"], ["格式", "局面", "着法", "字节"]);
    writeln!(out, "{format} {}", book.format())?;
    writeln!(out, "{positions} {}", book.positions())?;
    writeln!(out, "{moves} {}", book.moves())?;
    writeln!(out, "{bytes} {}", book.size())?;
    Ok(ExitCode::SUCCESS)
}
