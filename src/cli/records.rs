// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads files of test positions; errors name the file and the line.

use super::files;
use crate::notation::read_epd;
use crate::position::Position;
use anyhow::Context;
use std::path::Path;

/// One line of a file.
pub struct TestPosition {
    /// Location for messages: `FILE: line N`.
    pub location: String,
    pub position: Position,
    /// The texts between the semicolons, trimmed, without the empty ones.
    pub operations: Vec<String>,
}

/// Reads all positions of a file; an error if there are none.
pub fn read(path: &Path) -> anyhow::Result<Vec<TestPosition>> {
    let name = path.display();
    let records = read_epd(&files::read(path)?).with_context(|| name.to_string())?;
    anyhow::ensure!(!records.is_empty(), "{name}: the file contains no positions");
    let records = records.into_iter().map(|record| TestPosition {
        location: format!("{name}: line {}", record.line),
        position: record.position,
        operations: record.operations,
    });
    Ok(records.collect())
}
