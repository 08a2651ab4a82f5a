// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the games of a file that is sent, in any format of game files.

use super::message::{Both, Branch, BranchMove, both};
use crate::notation::{ReadRecordError, Record, Records, Variation};
use crate::types::Language;
use serde::Serialize;

/// Most games that are read from one file.
const MAX_GAMES: usize = 500;

/// The games of a file, and what could not be read.
#[derive(Serialize)]
pub struct Games {
    games: Vec<SentGame>,
    errors: Vec<Both>,
}

#[derive(Serialize)]
struct SentGame {
    tags: Vec<(String, String)>,
    fen: String,
    result: String,
    line: Branch,
}

impl From<Variation> for Branch {
    fn from(line: Variation) -> Self {
        let moves = line.moves.into_iter().map(|recorded| BranchMove {
            mv: recorded.mv.to_string(),
            comment: recorded.comment,
            glyphs: recorded.glyphs,
            variations: recorded.variations.into_iter().map(Self::from).collect(),
        });
        Self { moves: moves.collect(), comment: line.comment }
    }
}

impl From<Record> for SentGame {
    fn from(record: Record) -> Self {
        Self {
            fen: record.start.to_fen(),
            result: record.result.to_string(),
            tags: record.tags,
            line: record.line.into(),
        }
    }
}

/// Reads the games. A game that breaks off is returned as far as it goes.
pub fn read(bytes: &[u8]) -> Games {
    let mut found = Games { games: Vec::new(), errors: Vec::new() };
    for record in Records::new(bytes).take(MAX_GAMES) {
        match record {
            Ok(record) => found.games.push(record.into()),
            Err(mut error) => {
                found.errors.push(both(|language: Language| error.text(language)));
                let ReadRecordError::Game(game) = &mut error else { break };
                found.games.extend(game.beginning.take().map(|record| (*record).into()));
            }
        }
    }
    found
}
