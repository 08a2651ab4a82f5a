// SPDX-License-Identifier: MIT OR Apache-2.0
//! Beginnings as different as possible: some random moves from the usual position, or from one of a book.
//!
//! Blind moves hang a man every few plies, so a move that loses one is drawn again a few times.

use crate::position::Position;
use crate::rules::{Game, NATURAL_LIMIT, RuleSet};
use crate::types::{Move, SplitMix64, Value};

/// Plies played from the usual position: at least so many …
const START_PLIES: usize = 6;
/// … and from a position of a book, which is varied enough with less.
const BOOK_PLIES: usize = 2;
/// How many numbers of plies there are from there on: both parities, so that either side may be to move.
const SPREAD: usize = 4;
/// Draws until any move will do.
const DRAWS: usize = 8;
/// A move may lose so much in an exchange.
const MAX_LOSS: Value = 190;

/// Plays random moves, beginning from a position of `book` or, if that is empty, from the usual one, as long as the game goes
/// on.
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

/// Any legal move, though rather one that does not lose a man; there must be one.
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
    fn openings_differ_in_length_and_in_everything_else() {
        let mut rng = SplitMix64::new(1);
        let openings: Vec<_> = (0..200).map(|_| random_opening(&[], &mut rng).position().clone()).collect();
        let lengths: HashSet<u32> = openings.iter().map(Position::ply).collect();
        assert_eq!(lengths, (6..=9).collect());
        let keys: HashSet<u64> = openings.iter().map(Position::key).collect();
        assert!(keys.len() >= 198);
    }

    #[test]
    fn a_book_is_begun_from_all_its_positions() {
        let book = ["h2e2", "b2e2", "c3c4"].map(|mv| Position::startpos().after(mv.parse().unwrap()));
        let mut rng = SplitMix64::new(1);
        let openings: Vec<_> = (0..50).map(|_| random_opening(&book, &mut rng).position().clone()).collect();
        let firsts: HashSet<_> = openings.iter().map(|opening| opening.moves().next()).collect();
        assert_eq!(firsts.len(), 3);
        assert!(openings.iter().all(|opening| (3..=6).contains(&opening.ply())));
    }
}
