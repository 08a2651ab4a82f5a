// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening books: what the synthetic ones of `positions/books` hold, and random games.

use super::judge::start;
use chuhe::Position;
use chuhe::book::{Book, BookMove};
use xiangqi::types::SplitMix64;

/// `h2e2 500, g0e2 200`
pub fn shown(moves: &[BookMove]) -> String {
    moves.iter().map(|known| format!("{} {}", known.mv, known.weight)).collect::<Vec<_>>().join(", ")
}

/// The lines of the synthetic books with the moves that the independent script stored.
pub fn synthetic() -> impl Iterator<Item = (&'static str, &'static str)> {
    let text = include_str!("../../../positions/books/synthetic.txt");
    let probes = text.lines().filter(|line| !line.starts_with('#'));
    probes
        .map(|line| line.split_once(':').expect("a line and its moves"))
        .map(|(line, moves)| (line, moves.trim()))
}

/// Asserts that a book holds what the script stored.
#[track_caller]
pub fn assert_is_synthetic(book: &Book) {
    assert_eq!(synthetic().count(), 18);
    for (line, expected) in synthetic() {
        assert_eq!(shown(&book.probe(&start(line))), expected, "{line}");
    }
}

/// The positions of a random game, the start included.
pub fn random_game(seed: u64, plies: usize) -> Vec<Position> {
    let mut rng = SplitMix64::new(seed);
    let mut positions = vec![Position::startpos()];
    for _ in 0..plies {
        let mut next = positions.last().expect("the start").clone();
        let moves = next.legal_moves();
        if moves.is_empty() {
            break;
        }
        next.play_unchecked(moves[rng.below(moves.len())]);
        positions.push(next);
    }
    positions
}
