// SPDX-License-Identifier: MIT OR Apache-2.0
//! Several books in order, and the choice of a move to play.

use super::book_move::BookMove;
use super::file::Book;
use crate::position::Position;
use crate::types::{Move, SplitMix64};

/// Books that are asked one after another: the first that has an answer gives it alone.
#[derive(Clone, Default, Debug)]
pub struct Books(Vec<Book>);

/// How a move is chosen among those that may be played.
#[derive(Debug)]
pub enum MoveChoice<'a> {
    /// The one with the largest weight.
    Best,
    /// Each as often as its weight says.
    ByWeight(&'a mut SplitMix64),
}

impl Books {
    /// Books in the order in which to ask them.
    pub fn new(books: Vec<Book>) -> Self {
        Self(books)
    }

    /// What the first book that knows the position has to say: legal moves, the one with the largest weight
    /// first.
    pub fn probe(&self, position: &Position) -> Vec<BookMove> {
        self.first_answer(|book| book.probe(position))
    }

    /// A move to play: none of weight 0, none that is `banned`, and none that leads to a position which the
    /// game, as `position` knows it, has seen before. Where both sides of the board are alike, a move stands
    /// for its mirror image as well. `None` if no book has a move.
    ///
    /// Repetition is often harmless, but a book cannot tell: that is left to the search.
    pub fn choose(&self, position: &Position, banned: &[Move], choice: MoveChoice<'_>) -> Option<BookMove> {
        let is_new = |key| position.history().iter().all(|state| state.key != key);
        let may_be_played = |known: &BookMove| {
            known.weight > 0 && !banned.contains(&known.mv) && is_new(position.key_after(known.mv))
        };
        let moves = self.first_answer(|book| {
            let mut known = book.probe(position);
            if position.is_symmetric() {
                known = with_images(&known);
            }
            known.retain(may_be_played);
            known
        });
        match choice {
            MoveChoice::Best => moves.first().copied(),
            MoveChoice::ByWeight(rng) => draw(&moves, rng),
        }
    }

    /// The first answer of a book that has any moves.
    fn first_answer(&self, ask: impl Fn(&Book) -> Vec<BookMove>) -> Vec<BookMove> {
        self.0.iter().map(ask).find(|moves| !moves.is_empty()).unwrap_or_default()
    }
}

/// Each move twice, the second time as its mirror image unless that is known by itself. So all keep their
/// share.
fn with_images(known: &[BookMove]) -> Vec<BookMove> {
    let is_known = |mv: Move| known.iter().any(|known| known.mv == mv);
    let image = |known: BookMove| if is_known(known.mv.mirror()) { known } else { known.mirrored() };
    known.iter().flat_map(|&known| [known, image(known)]).collect()
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
