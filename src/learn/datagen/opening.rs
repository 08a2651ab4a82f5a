// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random openings: some random moves from the initial position, or from a position of a book.
//!
//! Random moves lose a piece every few plies, so a move that loses one by static exchange evaluation is
//! redrawn a few times.

use crate::position::Position;
use crate::rules::{Game, NATURAL_LIMIT, RuleSet};
use crate::types::{Move, SplitMix64, Value};

/// The minimum number of random plies from the initial position …
const START_PLIES: usize = 6;
/// … and from a position of a book, which is varied already.
const BOOK_PLIES: usize = 2;
/// The number of plies varies over this many values, of both parities, so that either side may be to move.
const SPREAD: usize = 4;
/// Number of draws, after which any move is accepted.
const DRAWS: usize = 8;
/// The largest loss by static exchange evaluation of an accepted move.
const MAX_LOSS: Value = 190;

/// Plays random moves from a position of `book` or, if that is empty, from the initial position. Stops early
/// rather than end the game.
pub fn random_opening(book: &[Position], rng: &mut SplitMix64) -> Game {
    let (start, least) = match book {
        [] => (Position::startpos(), START_PLIES),
        book => (book[rng.below(book.len())].clone(), BOOK_PLIES),
    };
    let mut game = Game::new(start, RuleSet::default(), Some(NATURAL_LIMIT));
    for _ in 0..least + rng.below(SPREAD) {
        let mut next = game.clone();
        let mv = random_move(game.position(), rng);
        if next.play(mv).is_err() || next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}

/// Draws a legal move, preferably one that does not lose a piece. There must be a legal move.
fn random_move(position: &Position, rng: &mut SplitMix64) -> Move {
    let moves = position.legal_moves();
    let mut draw = || moves[rng.below(moves.len())];
    (1..DRAWS).map(|_| draw()).find(|&mv| position.see_ge(mv, -MAX_LOSS)).unwrap_or_else(draw)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn openings_differ_in_length_and_moves() {
        let mut rng = SplitMix64::new(1);
        let openings: Vec<_> = (0..200).map(|_| random_opening(&[], &mut rng).position().clone()).collect();
        let lengths: HashSet<u32> = openings.iter().map(Position::ply).collect();
        assert_eq!(lengths, (6..=9).collect());
        let keys: HashSet<u64> = openings.iter().map(Position::key).collect();
        assert!(keys.len() >= 198);
    }

    #[test]
    fn openings_start_from_all_positions_of_a_book() {
        let book = ["h2e2", "b2e2", "c3c4"].map(|mv| Position::startpos().after(mv.parse().unwrap()));
        let mut rng = SplitMix64::new(1);
        let openings: Vec<_> = (0..50).map(|_| random_opening(&book, &mut rng).position().clone()).collect();
        let firsts: HashSet<_> = openings.iter().map(|opening| opening.moves().next()).collect();
        assert_eq!(firsts.len(), 3);
        assert!(openings.iter().all(|opening| (3..=6).contains(&opening.ply())));
    }
}
