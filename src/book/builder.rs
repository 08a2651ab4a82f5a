// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games and analyses → a book: which moves were played in which positions, how often, with what success, and
//! what they are worth.
//!
//! [Weights](super::weights) follow from both. Positions at the ends of lines, behind which nothing was
//! analysed, have none: a search sees as much there as the book does, unless so many games were played there
//! that they tell more. Weights that a book was given without games or analyses stay as they are.
//!
//! A game that is there twice, be it on the other side of the board, is counted once: programs that play
//! without chance repeat themselves, and that tells nothing. It is counted once for each move, even if the
//! move came back in it, and a position together with its mirror image. Memory grows with the number of
//! different moves, and by some bytes a game.

use super::analysed::AnalysedPosition;
use super::book_move::BookMove;
use super::format::BookEntry;
use super::weights;
use crate::position::{IllegalMove, Position};
use crate::types::{Color, Move};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What is taken from games into a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuilderConfig {
    /// Moves that were played in fewer games are left out, unless they were analysed.
    pub min_games: u32,
    /// Shorter games are left out.
    pub min_plies: usize,
    /// Moves after so many plies of a game are left out.
    pub max_plies: u32,
}

impl Default for BuilderConfig {
    /// Moves of the first forty plies that were played twice.
    fn default() -> Self {
        Self { min_games: 2, min_plies: 0, max_plies: 40 }
    }
}

/// Makes a book of games and analyses, which it is given one after another.
///
/// ```
/// use chuhe::book::{Book, Builder, BuilderConfig, format};
/// use chuhe::{Position, types::Color};
/// let start = Position::startpos();
/// let mut builder = Builder::new(BuilderConfig::default());
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
    config: BuilderConfig,
    /// Moves by the position's key, as a book keeps them. Weights are those of the books that were added.
    known: BTreeMap<u64, Vec<BookMove>>,
    /// Moves of books that were neither played nor analysed: their weights were given by somebody.
    given: HashSet<(u64, Move)>,
    /// The keys of positions that were analysed, but nothing behind them.
    ends: HashSet<u64>,
    /// What tells games apart that were counted.
    seen: HashSet<u64>,
}

impl Builder {
    /// A builder that has seen no games.
    pub fn new(config: BuilderConfig) -> Self {
        Self {
            config,
            known: BTreeMap::new(),
            given: HashSet::new(),
            ends: HashSet::new(),
            seen: HashSet::new(),
        }
    }

    /// Adds a game, and tells whether it was long enough and had not been added before. Moves of `start`'s
    /// own past are not counted, only its plies.
    ///
    /// # Errors
    /// [`IllegalMove`] if one of the moves that a book could take cannot be played; nothing of the game is
    /// counted then.
    pub fn add(
        &mut self,
        start: &Position,
        moves: &[Move],
        winner: Option<Color>,
    ) -> Result<bool, IllegalMove> {
        if start.history().len() + moves.len() < self.config.min_plies {
            return Ok(false);
        }
        let game = either_hash(start, moves);
        if self.seen.contains(&game) {
            return Ok(false);
        }
        let mut position = start.clone();
        let mut played = HashSet::new();
        for &mv in moves {
            if position.ply() >= self.config.max_plies {
                break;
            }
            let side = position.side_to_move();
            let kept = BookEntry::new(&position, BookMove::new(mv, 0)).kept();
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

    /// Adds what a book knows: games are counted in addition to those there are, values of analyses take the
    /// place of others.
    pub fn add_book(&mut self, records: impl IntoIterator<Item = BookEntry>) {
        let mut analysed: HashMap<u64, bool> = HashMap::new();
        for record in records {
            let BookMove { weight, value, depth, games, points, .. } = record.known();
            let kept = record.kept();
            let known = self.count(kept, games, points);
            known.weight = weight;
            if depth == 0 && games == 0 {
                self.given.insert(kept);
            } else if depth > 0 {
                (known.value, known.depth) = (value, depth);
                *analysed.entry(kept.0).or_default() |= weight > 0;
            }
        }
        for (key, has_weights) in analysed {
            self.set_end(key, !has_weights);
        }
    }

    /// Adds analyses, whose values take the place of others.
    pub fn add_analyses(&mut self, analyses: impl IntoIterator<Item = AnalysedPosition>) {
        for AnalysedPosition { moves, is_end } in analyses {
            if let Some(first) = moves.first() {
                self.set_end(first.kept().0, is_end);
            }
            for record in moves {
                let BookMove { value, depth, .. } = record.known();
                let known = self.count(record.kept(), 0, 0);
                (known.value, known.depth) = (value, depth);
            }
        }
    }

    fn set_end(&mut self, key: u64, is_end: bool) {
        if is_end {
            self.ends.insert(key);
        } else {
            self.ends.remove(&key);
        }
    }

    /// The moves of a position that were analysed.
    pub(crate) fn analysed(&self, position: &Position) -> Vec<BookMove> {
        let key = position.canonical_key();
        let analysed = self.known.get(&key).into_iter().flatten().filter(|known| known.depth > 0);
        let is_mirrored = key != position.key();
        analysed.map(|known| if is_mirrored { known.mirrored() } else { *known }).collect()
    }

    /// The moves that were played in so many games that they are kept, as a book keeps them.
    pub(crate) fn played(&self) -> impl Iterator<Item = (u64, Move)> {
        let all = self.known.iter().flat_map(|(&key, moves)| moves.iter().map(move |known| (key, known)));
        all.filter(|(_, known)| self.is_often_played(known)).map(|(key, known)| (key, known.mv))
    }

    fn is_often_played(&self, known: &BookMove) -> bool {
        known.games >= self.config.min_games.max(1)
    }

    fn count(&mut self, (key, mv): (u64, Move), games: u32, points: u32) -> &mut BookMove {
        let moves = self.known.entry(key).or_default();
        let index = moves.iter().position(|known| known.mv == mv).unwrap_or_else(|| {
            moves.push(BookMove::new(mv, 0));
            moves.len() - 1
        });
        let known = &mut moves[index];
        known.games = known.games.saturating_add(games);
        known.points = known.points.saturating_add(points);
        known
    }

    /// How many games were added.
    pub fn games(&self) -> u64 {
        self.seen.len() as u64
    }

    /// The records of a book: see [`format::to_bytes`](super::format::to_bytes).
    pub fn records(&self) -> Vec<BookEntry> {
        let mut records = Vec::new();
        for (&key, moves) in &self.known {
            let mut moves: Vec<BookMove> =
                moves.iter().copied().filter(|known| self.is_kept(key, known)).collect();
            // Sums of fractions depend on the order, and the same games are to give the same book.
            moves.sort_unstable_by_key(|known| known.mv);
            let weights = self.weights(key, &moves);
            let weighted = moves.into_iter().zip(weights).map(|(known, weight)| BookMove { weight, ..known });
            records.extend(weighted.map(|known| BookEntry::of_kept(key, known)));
        }
        records
    }

    fn is_kept(&self, key: u64, known: &BookMove) -> bool {
        known.depth > 0 || known.games >= self.config.min_games || self.given.contains(&(key, known.mv))
    }

    /// The weights of a position's moves.
    fn weights(&self, key: u64, moves: &[BookMove]) -> Vec<u16> {
        let analysed = || moves.iter().filter(|known| known.depth > 0);
        if analysed().next().is_none() && !moves.iter().any(|known| self.is_often_played(known)) {
            moves.iter().map(|known| known.weight).collect()
        } else if self.ends.contains(&key) && analysed().all(|known| known.games < weights::PRIOR) {
            vec![0; moves.len()]
        } else {
            weights::of(moves)
        }
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
