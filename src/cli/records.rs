// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files of test positions, a line each: a FEN and, behind semicolons, operations, as in EPD. Blank lines and lines that
//! begin with `#` are comments.

use super::files;
use crate::position::Position;
use anyhow::Context;
use std::path::Path;

/// One line of a file.
pub(super) struct Record {
    /// Where it stands, for messages: `FILE line N`.
    pub(super) place: String,
    pub(super) position: Position,
    /// The texts between the semicolons, trimmed; none is empty.
    pub(super) operations: Vec<String>,
}

/// All records of a file, of which there must be some.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Record>> {
    let text = files::read(path)?;
    let records = text
        .trim_start_matches('\u{feff}')
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| record(format!("{} line {number}", path.display()), line))
        .collect::<anyhow::Result<Vec<_>>>()?;
    anyhow::ensure!(!records.is_empty(), "{}: no positions in it", path.display());
    Ok(records)
}

fn record(place: String, line: &str) -> anyhow::Result<Record> {
    let mut fields = split(line).into_iter();
    let fen = fields.next().unwrap_or_default();
    let position = Position::from_fen(fen).with_context(|| format!("{place}: '{fen}'"))?;
    let operations = fields.filter(|field| !field.is_empty()).map(str::to_owned).collect();
    Ok(Record { place, position, operations })
}

/// Splits at the semicolons outside double quotes.
fn split(line: &str) -> Vec<&str> {
    let mut quoted = false;
    let at_end = |c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    };
    line.split(at_end).map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semicolons_in_quotes_do_not_split() {
        assert_eq!(split("fen w ; bm h2e2;id \"a; b\" ;"), ["fen w", "bm h2e2", "id \"a; b\"", ""]);
    }
}
