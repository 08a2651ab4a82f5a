// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files of test positions, read with errors that name file and line.

use super::files;
use crate::notation::read_epd;
use crate::position::Position;
use anyhow::Context;
use std::path::Path;

/// One line of a file.
pub struct Record {
    /// Where it stands, for messages: `FILE: line N`.
    pub place: String,
    pub position: Position,
    /// The texts between the semicolons, trimmed; none is empty.
    pub operations: Vec<String>,
}

/// All records of a file, of which there must be some.
pub fn read(path: &Path) -> anyhow::Result<Vec<Record>> {
    let name = path.display();
    let records = read_epd(&files::read(path)?).with_context(|| name.to_string())?;
    anyhow::ensure!(!records.is_empty(), "{name}: no positions in it");
    let records = records.into_iter().map(|record| Record {
        place: format!("{name}: line {}", record.line),
        position: record.position,
        operations: record.operations,
    });
    Ok(records.collect())
}
