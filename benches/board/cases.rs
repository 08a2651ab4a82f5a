// SPDX-License-Identifier: MIT OR Apache-2.0
//! The positions to measure on: those of the perft suite, whose move counts are known.

use chuhe::Position;
use xiangqi::types::Move;

/// A position with the number of its legal moves and, two plies deep, of its leaves.
pub(crate) struct Case {
    pub(crate) position: Position,
    pub(crate) moves: u64,
    pub(crate) replies: u64,
}

/// Reads the whole suite.
pub(crate) fn cases() -> Vec<Case> {
    let suite = include_str!("../../positions/perft/suite.epd");
    suite.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).map(read).collect()
}

fn read(line: &str) -> Case {
    let count = |depth: &str| {
        let (_, rest) = line.split_once(depth).expect("each line counts two plies");
        let digits = rest.split(';').next().expect("a split yields something");
        digits.trim().parse().expect("a count is a number")
    };
    let fen = line.split(';').next().expect("a split yields something");
    let position = Position::from_fen(fen).expect("the suite's positions are legal");
    Case { position, moves: count(";D1 "), replies: count(";D2 ") }
}

/// Returns all positions with their legal moves.
pub(crate) fn moves() -> Vec<(Position, Vec<Move>)> {
    let with_moves = |case: Case| {
        let moves: Vec<Move> = case.position.legal_moves().into_iter().collect();
        (case.position, moves)
    };
    cases().into_iter().map(with_moves).collect()
}
