// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files of test positions.

use super::failure::Place;
use super::files;
use std::path::Path;
use xiangqi::notation::read_epd;
use xiangqi::position::Position;
use xiangqi::types::{Bilingual, bilingual};

/// One line of a file.
#[derive(Clone)]
pub struct TestPosition {
    /// Location for messages: `FILE: line N`.
    pub location: Bilingual,
    pub position: Position,
    /// The texts between the semicolons, trimmed, without the empty ones.
    pub operations: Vec<String>,
}

/// Reads all positions of a file; an error if there are none.
pub fn read_positions(path: &Path) -> Result<Vec<TestPosition>, Bilingual> {
    let name = path.display();
    let records = read_epd(&files::read(path)?).at(&name)?;
    if records.is_empty() {
        return Err(bilingual!("the file contains no positions", "文件中没有局面").at(name));
    }
    let records = records.into_iter().map(|record| TestPosition {
        location: bilingual!("{name}: line {line}", "{name}：第{line}行", line = record.line),
        position: record.position,
        operations: record.operations,
    });
    Ok(records.collect())
}
