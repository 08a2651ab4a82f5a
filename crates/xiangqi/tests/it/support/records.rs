// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files of `positions/notation`, and their games with error messages.

use std::fs;
use std::path::Path;
use xiangqi::notation::{ReadRecordError, Record, Records, Variation};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../positions/notation");

pub(crate) fn file(name: &str) -> Vec<u8> {
    fs::read(Path::new(FOLDER).join(name)).unwrap()
}

/// The games of all samples, as far as they can be read.
pub(crate) fn all_samples() -> Vec<Record> {
    let mut records = Vec::new();
    for folder in ["records", "found", "pgn"] {
        for entry in fs::read_dir(Path::new(FOLDER).join(folder)).unwrap() {
            let bytes = fs::read(entry.unwrap().path()).unwrap();
            records.extend(Records::new(&bytes[..]).filter_map(|game| match game {
                Ok(record) => Some(record),
                Err(ReadRecordError::Game(error)) => error.beginning.map(|record| *record),
                Err(_) => None,
            }));
        }
    }
    records
}

pub(crate) fn read(bytes: &[u8]) -> Vec<Result<Record, String>> {
    Records::new(bytes).map(|game| game.map_err(|error| error.to_string())).collect()
}

/// The moves of the main line.
pub(crate) fn moves(record: &Record) -> String {
    moves_of(&record.line)
}

/// The moves of a line, without its variations.
pub(crate) fn moves_of(line: &Variation) -> String {
    line.moves.iter().map(|recorded| recorded.mv.to_string()).collect::<Vec<_>>().join(" ")
}
