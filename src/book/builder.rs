// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games and analyses → a book: which moves were played in which positions, how often, with what success, and what they
//! are worth.
//!
//! [Weights](super::weights) follow from both. Positions at the ends of lines, where analyses gave weights to no move, are left so.
//!
//! A game that is there twice, be it on the other side of the board, is counted once: programs that play without chance
//! repeat themselves, and that tells nothing. It is counted once for each move, even if the move came back in it, and a
//! position together with its mirror image. Memory grows with the number of different moves, and by some bytes a game.

use super::format::Record;
use super::{BookMove, weights};
use crate::position::{IllegalMove, Position};
use crate::types::{Color, Move};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What is taken from games into a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Moves that were played in fewer games are left out, unless they were analysed.
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

/// Makes a book of games and analyses, which it is given one after another.
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
    /// By the position's key and the move, as a book keeps them. Weights are those of analyses.
    known: HashMap<(u64, Move), BookMove>,
    /// What tells games apart that were counted.
    seen: HashSet<u64>,
}

impl Builder {
    /// A builder that has seen no games.
    pub fn new(selection: Selection) -> Self {
        Self { selection, known: HashMap::new(), seen: HashSet::new() }
    }

    /// Adds a game, and tells whether it was long enough and had not been added before. Moves of `start`'s own past are not counted, only its plies.
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
        let game = either_hash(start, moves);
        if self.seen.contains(&game) {
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
            self.count(kept, 1, points);
        }
        self.seen.insert(game);
        Ok(true)
    }

    /// Adds what a book or an analysis knows: games are counted in addition to those there are, values of analyses
    /// take the place of earlier ones. Where no analysed move of a position has a weight, none of its moves will have one.
    pub fn add_records(&mut self, records: impl IntoIterator<Item = Record>) {
        for record in records {
            let BookMove { weight, value, depth, games, points, .. } = record.known();
            let known = self.count(record.kept(), games, points);
            if depth > 0 {
                (known.weight, known.value, known.depth) = (weight, value, depth);
            }
        }
    }

    fn count(&mut self, kept: (u64, Move), games: u32, points: u32) -> &mut BookMove {
        let known = self.known.entry(kept).or_insert(BookMove::new(kept.1, 0));
        known.games = known.games.saturating_add(games);
        known.points = known.points.saturating_add(points);
        known
    }

    /// How many games were added.
    pub fn games(&self) -> u64 {
        self.seen.len() as u64
    }

    /// The records of a book: see [`format::to_bytes`](super::format::to_bytes).
    pub fn records(&self) -> Vec<Record> {
        let is_kept = |known: &BookMove| known.depth > 0 || known.games >= self.selection.min_games;
        let kept = self.known.iter().filter(|(_, known)| is_kept(known));
        let mut kept: Vec<_> = kept.map(|(&(key, _), &known)| (key, known)).collect();
        // Sums of fractions depend on the order, and the same games are to give the same book.
        kept.sort_unstable_by_key(|&(key, known)| (key, known.mv));
        let mut records = Vec::with_capacity(kept.len());
        for moves in kept.chunk_by(|a, b| a.0 == b.0) {
            let is_end = moves.iter().any(|(_, known)| known.depth > 0)
                && moves.iter().all(|(_, known)| known.weight == 0);
            let known: Vec<BookMove> = moves.iter().map(|&(_, known)| known).collect();
            let weights = if is_end { vec![0; moves.len()] } else { weights::of(&known) };
            records.extend(
                moves
                    .iter()
                    .zip(weights)
                    .map(|(&(key, known), weight)| Record::of_kept(key, BookMove { weight, ..known })),
            );
        }
        records
    }
}

/// The same for a game and its mirror image, and for no other one that is likely to be met with.
fn either_hash(start: &Position, moves: &[Move]) -> u64 {
    let hash = |key: u64, moves: &mut dyn Iterator<Item = Move>| {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        moves.for_each(|mv| mv.hash(&mut hasher));
        hasher.finish()
    };
    let this = hash(start.key(), &mut moves.iter().copied());
    this.min(hash(start.mirrored().key(), &mut moves.iter().map(|mv| mv.mirror())))
}
