// SPDX-License-Identifier: MIT OR Apache-2.0
//! A played game as the log has it: one line of JSON, from which everything else (standings, reports, PGN,
//! the games still to be played) can be derived.

use crate::types::Color;
use serde::{Deserialize, Serialize};

/// A played game. The columns `moves`, `scores`, `depths`, `nodes` and `ms` have one entry per move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LoggedGame {
    /// The game's number in the schedule, from 0.
    pub game: usize,
    /// The number of its pair: two games of the same engines from the same opening with colours swapped.
    pub pair: usize,
    /// The name of the engine that played Red.
    pub red: String,
    /// The name of the engine that played Black.
    pub black: String,
    /// The position before the opening.
    pub fen: String,
    /// The moves of the opening, played before the engines were asked.
    pub opening: Vec<String>,
    /// The name of the opening, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_name: Option<String>,
    /// The limit on the search: `100 ms`, `8+0.08 s`, `1000 nodes`, `depth 6`.
    pub limit: String,
    /// The limits of Red and Black, if one of them has a limit of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<[String; 2]>,
    /// The rules of repetition.
    pub rules: String,
    /// The moves of the engines, like `h2e2`.
    pub moves: Vec<String>,
    /// The scores reported by the engines, in centipawns from the mover's perspective; a mate in n plies is
    /// ±(10 000 - n).
    pub scores: Vec<Option<i32>>,
    /// The depths reported by the engines.
    pub depths: Vec<Option<u32>>,
    /// The nodes searched, as reported by the engines.
    pub nodes: Vec<Option<u64>>,
    /// Milliseconds used, by the referee's clock.
    pub ms: Vec<f64>,
    /// `1-0` (Red won), `0-1` or `1/2-1/2`.
    pub result: String,
    /// The termination, in a word or two: `checkmate`, `perpetual check`, `time`, `crash`, `resignation` …
    pub reason: String,
    /// The engine that lost by a fault of its own (crash, illegal move, time …).
    pub blame: Option<String>,
    /// Details of the fault.
    pub detail: Option<String>,
    /// The final position.
    #[serde(rename = "final")]
    pub last_fen: String,
}

/// A move of a game with the evaluation reported by its engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LoggedMove<'a> {
    /// The move.
    pub mv: &'a str,
    /// The score, as in [`LoggedGame::scores`].
    pub score: Option<i32>,
    /// The depth.
    pub depth: Option<u32>,
    /// The nodes searched.
    pub nodes: Option<u64>,
    /// Milliseconds used.
    pub ms: f64,
}

impl LoggedGame {
    /// Returns the engines' moves with their evaluations.
    pub fn played(&self) -> impl Iterator<Item = LoggedMove<'_>> {
        self.moves.iter().enumerate().map(|(i, mv)| LoggedMove {
            mv,
            score: self.scores.get(i).copied().flatten(),
            depth: self.depths.get(i).copied().flatten(),
            nodes: self.nodes.get(i).copied().flatten(),
            ms: self.ms.get(i).copied().unwrap_or_default(),
        })
    }

    /// Returns the side that made the first move after the opening.
    pub fn first_mover(&self) -> Color {
        let beginner =
            if self.fen.split_whitespace().nth(1) == Some("b") { Color::Black } else { Color::Red };
        if self.opening.len().is_multiple_of(2) { beginner } else { !beginner }
    }

    /// Returns the limit of a side.
    pub fn limit_of(&self, side: Color) -> &str {
        self.limits.as_ref().map_or(&self.limit, |limits| &limits[side])
    }

    /// Returns the winner; `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match self.result.as_str() {
            "1-0" => Some(Color::Red),
            "0-1" => Some(Color::Black),
            _ => None,
        }
    }

    /// Returns the half points of an engine: 2 for a win, 1 for a draw, 0 for a loss; `None` if it did not
    /// play.
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
