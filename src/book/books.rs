// SPDX-License-Identifier: MIT OR Apache-2.0
//! Several books in order, and the choice of a move to play.

use super::{Book, BookMove};
use crate::position::Position;
use crate::types::{Move, SplitMix64};

/// Books that are asked one after another: the first that has an answer gives it alone.
#[derive(Clone, Default, Debug)]
pub struct Books(Vec<Book>);

/// How a move is chosen among those that may be played.
#[derive(Debug)]
pub enum Choice<'a> {
    /// The one with the largest weight.
    Best,
    /// Each as often as its weight says, on either side of the board where both are alike.
    ByWeight(&'a mut SplitMix64),
}

impl Books {
    /// Books in the order in which to ask them.
    pub fn new(books: Vec<Book>) -> Self {
        Self(books)
    }

    /// What the first book that knows the position has to say: legal moves, the one with the largest weight first.
    pub fn probe(&self, position: &Position) -> Vec<BookMove> {
        self.first_answer(position, |_| true)
    }

    /// A move to play: none of weight 0, none that is `banned`, and none that leads to a position which the game, as
    /// `position` knows it, has seen before. `None` if no book has one.
    ///
    /// Repetition is often harmless, but a book cannot tell: that is left to the search.
    pub fn choose(&self, position: &Position, banned: &[Move], choice: Choice<'_>) -> Option<BookMove> {
        let is_new = |key| position.history().iter().all(|state| state.key != key);
        let may_be_played = |known: &BookMove| {
            known.weight > 0 && !banned.contains(&known.mv) && is_new(position.key_after(known.mv))
        };
        let moves = self.first_answer(position, may_be_played);
        match choice {
            Choice::Best => moves.first().copied(),
            Choice::ByWeight(rng) => {
                let drawn = draw(&moves, rng)?;
                // Of moves that are mirror images of each other books keep one.
                let mirrored = BookMove { mv: drawn.mv.mirror(), ..drawn };
                let is_symmetric = position.mirrored().key() == position.key();
                let turn = is_symmetric && may_be_played(&mirrored) && rng.below(2) == 1;
                Some(if turn { mirrored } else { drawn })
            }
        }
    }

    /// The moves that pass, of the first book in which any does.
    fn first_answer(&self, position: &Position, passes: impl Fn(&BookMove) -> bool) -> Vec<BookMove> {
        let answers = self.0.iter().map(|book| {
            let mut known = book.probe(position);
            known.retain(&passes);
            known
        });
        answers.into_iter().find(|known| !known.is_empty()).unwrap_or_default()
    }
}

/// One of the moves, each as likely as its weight says.
fn draw(moves: &[BookMove], rng: &mut SplitMix64) -> Option<BookMove> {
    let total = moves.iter().map(|known| usize::from(known.weight)).sum();
    if total == 0 {
        return None;
    }
    let mut rest = rng.below(total);
    moves.iter().copied().find(|known| {
        let is_here = rest < usize::from(known.weight);
        rest = rest.saturating_sub(known.weight.into());
        is_here
    })
}
