// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shared by the tests of the search: positions with their history, engines with settings, and a listener
//! that keeps all reports.

use chuhe::search::{Listener, SearchInfo, SearchResult, Settings};
use chuhe::{Engine, Position};
use std::sync::mpsc::Sender;
use xiangqi::types::{Move, Score};

pub(crate) use super::judge::position;

pub(crate) const MIDDLE_GAME: &str =
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 b - - 0 1";

/// Creates an engine with a small table.
pub(crate) fn engine(settings: Settings) -> Engine {
    let mut engine = Engine::new(4);
    engine.set_settings(settings);
    engine
}

/// Parses a move in coordinates.
#[track_caller]
pub(crate) fn mv(text: &str) -> Move {
    text.parse().expect("the test's move is good")
}

/// Returns the centipawns of a score that is neither a mate nor a win by rule.
#[track_caller]
pub(crate) fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(centipawns) => centipawns,
        other => panic!("{other} instead of an ordinary score"),
    }
}

/// Asserts that the principal variation is legal and begins with the best move.
#[track_caller]
pub(crate) fn assert_sound(result: &SearchResult, position: &Position) {
    assert_eq!(result.best_move, result.pv.first().copied());
    let mut position = position.clone();
    for &mv in &result.pv {
        position.play(mv).unwrap_or_else(|error| panic!("{error} in {:?}", result.pv));
    }
}

/// Returns everything in an answer except its time.
pub(crate) fn essence(result: &SearchResult) -> (u64, u32, Score, Vec<Move>, Option<Move>) {
    (result.nodes, result.depth, result.score, result.pv.clone(), result.ponder)
}

/// Keeps every report.
#[derive(Default)]
pub(crate) struct Reports(pub(crate) Vec<SearchInfo>);

impl Listener for Reports {
    fn on_info(&mut self, info: &SearchInfo) {
        self.0.push(info.clone());
    }
}

/// Sends the result to the waiting test.
pub(crate) struct Answer(pub(crate) Sender<SearchResult>);

impl Listener for Answer {
    fn on_result(&mut self, result: &SearchResult) {
        self.0.send(result.clone()).expect("the test waits for the answer");
    }
}
