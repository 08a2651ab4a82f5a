// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games → a book: which moves were played in which positions, how often, and with what success.
//!
//! The *weight* of a move grows with how often it was played and, to the second power, with how well it did. With n
//! games and a score of p points in them (1 for a win, 1/2 for a draw) it is in proportion to
//!
//! ```text
//!         p + 1  2
//!    n  ( ————— )
//!         n + 2
//! ```
//!
//! One win and one loss are added to all results, so that a single win does not pass for a perfect score. Weights of the
//! moves of a position add up to 10 000, but for rounding; a move that would get less than one gets 0, which means that it
//! is known and not played.
//!
//! A game is counted once for each move, even if the move came back in it, and a position together with its mirror image.
//! Memory grows with the number of different moves, not with the number of games.

use super::BookMove;
use super::format::Record;
use crate::position::{IllegalMove, Position};
use crate::types::{Color, Move};
use std::collections::{HashMap, HashSet};

/// What the weights of a position add up to.
const TOTAL: f64 = 10_000.0;

/// What is taken from games into a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Moves that were played in fewer games are left out.
    pub min_games: u32,
    /// Shorter games are left out.
    pub min_plies: usize,
    /// Moves after so many plies of a game are left out.
    pub max_plies: u32,
}

impl Default for Selection {
    /// Moves of the first forty plies that were played twice.
    fn default() -> Self {
        Self { min_games: 2, min_plies: 0, max_plies: 40 }
    }
}

/// Makes a book of games, which it is given one after another.
///
/// ```
/// use chuhe::book::{Book, Builder, Selection, format};
/// use chuhe::{Position, types::Color};
/// let start = Position::startpos();
/// let mut builder = Builder::new(Selection::default());
/// builder.add(&start, &["h2e2".parse()?, "h9g7".parse()?], Some(Color::Red))?;
/// // The mirror image counts as the same.
/// builder.add(&start, &["b2e2".parse()?], None)?;
/// let book = Book::from_bytes(format::to_bytes(builder.records()))?;
/// let [cannon] = book.probe(&start)[..] else { panic!("one move was played twice") };
/// assert_eq!((cannon.mv, cannon.games, cannon.points), ("h2e2".parse()?, 2, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Builder {
    selection: Selection,
    /// By the position's key and the move, as a book keeps them.
    counts: HashMap<(u64, Move), Count>,
    games: u64,
}

#[derive(Clone, Copy, Default, Debug)]
struct Count {
    games: u32,
    /// Half points of the mover.
    points: u32,
}

impl Builder {
    /// A builder that has seen no games.
    pub fn new(selection: Selection) -> Self {
        Self { selection, counts: HashMap::new(), games: 0 }
    }

    /// Adds a game, and tells whether it was long enough. Moves of `start`'s own past are not counted, only its plies.
    ///
    /// # Errors
    /// [`IllegalMove`] if one of the moves that a book could take cannot be played; nothing of the game is counted then.
    pub fn add(
        &mut self,
        start: &Position,
        moves: &[Move],
        winner: Option<Color>,
    ) -> Result<bool, IllegalMove> {
        if start.history().len() + moves.len() < self.selection.min_plies {
            return Ok(false);
        }
        let mut position = start.clone();
        let mut played = HashSet::new();
        for &mv in moves {
            if position.ply() >= self.selection.max_plies {
                break;
            }
            let side = position.side_to_move();
            let kept = Record::new(&position, BookMove::new(mv, 0)).kept();
            position.play(mv)?;
            played.insert((kept, side));
        }
        for (kept, side) in played {
            let points = winner.map_or(1, |winner| if winner == side { 2 } else { 0 });
            let count = self.counts.entry(kept).or_default();
            count.games = count.games.saturating_add(1);
            count.points = count.points.saturating_add(points);
        }
        self.games += 1;
        Ok(true)
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The records of a book: see [`format::to_bytes`](super::format::to_bytes).
    pub fn records(&self) -> Vec<Record> {
        let frequent = self.counts.iter().filter(|(_, count)| count.games >= self.selection.min_games);
        let mut frequent: Vec<_> = frequent.map(|(&(key, mv), &count)| (key, mv, count)).collect();
        // Sums of fractions depend on the order, and the same games are to give the same book.
        frequent.sort_unstable_by_key(|&(key, mv, _)| (key, mv));
        let mut records = Vec::with_capacity(frequent.len());
        for moves in frequent.chunk_by(|a, b| a.0 == b.0) {
            let total: f64 = moves.iter().map(|(_, _, count)| count.merit()).sum();
            records.extend(moves.iter().map(|&(key, mv, count)| {
                let Count { games, points } = count;
                let weight = weight(count.merit() / total);
                Record::of_kept(key, BookMove { games, points, ..BookMove::new(mv, weight) })
            }));
        }
        records
    }
}

impl Count {
    /// What weights are in proportion to.
    fn merit(self) -> f64 {
        let games = f64::from(self.games);
        let score = (f64::from(self.points) / 2.0 + 1.0) / (games + 2.0);
        games * score * score
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 10 000")]
fn weight(share: f64) -> u16 {
    (share * TOTAL) as u16
}
