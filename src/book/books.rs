// SPDX-License-Identifier: MIT OR Apache-2.0
//! Several books in order, and the choice of a move to play.

use super::book_move::BookMove;
use super::file::Book;
use crate::position::Position;
use crate::types::{Move, SplitMix64};
use core::cmp::Ordering;

/// Books that are probed one after another; the answer of the first that has one is final.
#[derive(Clone, Default, Debug)]
pub struct Books(Vec<Book>);

/// Way to choose among the moves that may be played.
#[derive(Debug)]
pub enum MoveChoice<'a> {
    /// The move with the largest weight.
    Best,
    /// The move with the best score in games; one that was never played comes after all others, and the
    /// weight decides between equals.
    BestResult,
    /// A random move, with probability in proportion to its weight.
    ByWeight(&'a mut SplitMix64),
}

impl Books {
    /// Creates a set of books, to be probed in this order.
    pub fn new(books: Vec<Book>) -> Self {
        Self(books)
    }

    /// Returns the moves of the first book that contains the position: legal moves, sorted by descending
    /// weight.
    pub fn probe(&self, position: &Position) -> Vec<BookMove> {
        self.first_answer(|book| book.probe(position))
    }

    /// Returns true if one of the books has this move to play in the position, or its mirror image in a
    /// position that is its own mirror image.
    pub fn contain(&self, position: &Position, mv: Move) -> bool {
        let is_symmetric = position.is_symmetric();
        let is_it = |known: &BookMove| {
            known.weight > 0 && (known.mv == mv || is_symmetric && known.mv.mirror() == mv)
        };
        self.0.iter().any(|book| book.probe(position).iter().any(is_it))
    }

    /// Chooses a move to play: its weight is not 0, it is not `banned`, and it does not lead to an earlier
    /// position of the game that `position` belongs to. In a position that is its own mirror image a move
    /// stands for its mirror image as well. `None` if no book has such a move.
    ///
    /// Repetition is often harmless, but a book cannot judge that; it is left to the search.
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
            MoveChoice::BestResult => moves.into_iter().rev().max_by(by_result),
            MoveChoice::ByWeight(rng) => draw(&moves, rng),
        }
    }

    /// Returns the first answer that is not empty.
    fn first_answer(&self, ask: impl Fn(&Book) -> Vec<BookMove>) -> Vec<BookMove> {
        self.0.iter().map(ask).find(|moves| !moves.is_empty()).unwrap_or_default()
    }
}

/// Each move twice, the second time as its mirror image unless that is in the book itself, so that all keep
/// their share.
fn with_images(known: &[BookMove]) -> Vec<BookMove> {
    let is_known = |mv: Move| known.iter().any(|known| known.mv == mv);
    let image = |known: BookMove| if is_known(known.mv.mirror()) { known } else { known.mirrored() };
    known.iter().flat_map(|&known| [known, image(known)]).collect()
}

/// Compares by the share of points in games.
fn by_result(one: &BookMove, other: &BookMove) -> Ordering {
    // points / games of one and the other, multiplied by both numbers of games
    let share = |known: &BookMove, games: u32| u64::from(known.points) * u64::from(games);
    match (one.games, other.games) {
        (0, 0) => Ordering::Equal,
        (0, _) => Ordering::Less,
        (_, 0) => Ordering::Greater,
        _ => share(one, other.games).cmp(&share(other, one.games)),
    }
}

/// Draws a move with probability in proportion to its weight.
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
