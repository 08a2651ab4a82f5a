// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is kept of a game: one line of JSON in the log, from which everything else (standings, reports, PGN, what is
//! still to be played) can be made again.

use crate::types::Color;
use serde::{Deserialize, Serialize};

/// A game that was played. The columns `moves`, `scores`, `depths`, `nodes` and `ms` have an entry for each move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LoggedGame {
    /// Its number in the schedule, from 0.
    pub game: usize,
    /// The pair it belongs to: two games of the same engines from the same opening with colours swapped.
    pub pair: usize,
    /// The name of the engine that played Red.
    pub red: String,
    /// The name of the engine that played Black.
    pub black: String,
    /// Where the opening begins.
    pub fen: String,
    /// The moves of the opening, played before the engines were asked.
    pub opening: Vec<String>,
    /// What the opening is called, if it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_name: Option<String>,
    /// How long the engines might think: `100 ms`, `8+0.08 s`, `1000 nodes`, `depth 6`.
    pub limit: String,
    /// The rules the game was judged by.
    pub rules: String,
    /// The moves of the engines, like `h2e2`.
    pub moves: Vec<String>,
    /// What the mover thought of its position, in centipawns from its own side; mates in n plies are ±(10 000 - n).
    pub scores: Vec<Option<i32>>,
    /// How deep it said it had searched.
    pub depths: Vec<Option<u32>>,
    /// How many positions it said it had searched.
    pub nodes: Vec<Option<u64>>,
    /// Milliseconds it took by the referee's clock.
    pub ms: Vec<f64>,
    /// `1-0` (Red won), `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why the game ended, in a word or two: `checkmate`, `perpetual check`, `time`, `crash`, `resignation` …
    pub reason: String,
    /// The engine that lost by a fault of its own (crash, illegal move, time …).
    pub blame: Option<String>,
    /// What the fault was, in detail.
    pub detail: Option<String>,
    /// The position at the end.
    #[serde(rename = "final")]
    pub last_fen: String,
}

/// One move of a game with what its mover told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LoggedMove<'a> {
    /// The move.
    pub mv: &'a str,
    /// The mover's score, as in [`LoggedGame::scores`].
    pub score: Option<i32>,
    /// The depth searched.
    pub depth: Option<u32>,
    /// The positions searched.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub ms: f64,
}

impl LoggedGame {
    /// The moves of the engines with what they told.
    pub fn played(&self) -> impl Iterator<Item = LoggedMove<'_>> {
        self.moves.iter().enumerate().map(|(i, mv)| LoggedMove {
            mv,
            score: self.scores.get(i).copied().flatten(),
            depth: self.depths.get(i).copied().flatten(),
            nodes: self.nodes.get(i).copied().flatten(),
            ms: self.ms.get(i).copied().unwrap_or_default(),
        })
    }

    /// Who made the first of the engines' moves.
    pub fn first_mover(&self) -> Color {
        let beginner =
            if self.fen.split_whitespace().nth(1) == Some("b") { Color::Black } else { Color::Red };
        if self.opening.len().is_multiple_of(2) { beginner } else { !beginner }
    }

    /// Who won; `None`: a draw.
    pub fn winner(&self) -> Option<Color> {
        match self.result.as_str() {
            "1-0" => Some(Color::Red),
            "0-1" => Some(Color::Black),
            _ => None,
        }
    }

    /// Points of the engine of that name in half points: 2, 1 or 0; `None` if it did not play.
    pub fn half_points(&self, name: &str) -> Option<u8> {
        let color = if self.red == name {
            Color::Red
        } else if self.black == name {
            Color::Black
        } else {
            return None;
        };
        Some(match self.winner() {
            Some(winner) => 2 * u8::from(winner == color),
            None => 1,
        })
    }
}
