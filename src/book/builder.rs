// SPDX-License-Identifier: MIT OR Apache-2.0
//! Makes a book from games and analyses: the moves of each position, the number of games, their results and
//! the values of the moves.
//!
//! [Weights](super::weights) follow from both. Positions at the ends of lines, after which nothing was
//! analysed, get no weights: a search sees as much there as the book does, unless enough games were played
//! there to be better evidence. Weights that a book was given without games or analyses stay as they are.
//!
//! A game that occurs twice, even mirrored, is counted once: deterministic programs repeat themselves, and
//! repetitions prove nothing. A move counts once per game, even if it occurred again in it, and a position
//! counts together with its mirror image. Memory grows with the number of different moves, plus some bytes
//! per game.

use super::format::{BookEntry, BookMove};
use super::weights;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use xiangqi::position::{IllegalMove, Position};
use xiangqi::types::{Color, Move};

/// Configuration of a [`Builder`]: the parts of games that go into a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuilderConfig {
    /// Minimum number of games for a move that was not analysed.
    pub min_games: u32,
    /// Minimum length of a game, in plies.
    pub min_plies: usize,
    /// Number of plies of each game to use.
    pub max_plies: u32,
}

impl Default for BuilderConfig {
    /// Moves that were played at least twice in the first forty plies.
    fn default() -> Self {
        Self { min_games: 2, min_plies: 0, max_plies: 40 }
    }
}

/// The result of analysing a position for a book.
#[derive(Debug)]
pub struct AnalysedPosition {
    /// Its moves, with values that take the analyses of later positions into account; games and weights are
    /// left to the [builder](Builder).
    pub moves: Vec<BookEntry>,
    /// True if no position that these moves lead to was analysed.
    pub is_end: bool,
}

/// Makes a book from games and analyses, which are added one after another.
///
/// ```
/// use chuhe::book::{Book, Builder, BuilderConfig, format};
/// use chuhe::Position;
/// use xiangqi::types::Color;
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
    /// Moves by the position's key, as stored in a book. Weights are those of the books that were added.
    known: BTreeMap<u64, Vec<BookMove>>,
    /// Moves of books that were neither played nor analysed: their weights were set by hand.
    given: HashSet<(u64, Move)>,
    /// Keys of the analysed positions after which nothing was analysed.
    ends: HashSet<u64>,
    /// Hashes of the games that were counted.
    seen: HashSet<u64>,
}

impl Builder {
    /// Creates an empty builder.
    pub fn new(config: BuilderConfig) -> Self {
        Self {
            config,
            known: BTreeMap::new(),
            given: HashSet::new(),
            ends: HashSet::new(),
            seen: HashSet::new(),
        }
    }

    /// Adds a game. Returns true if it was long enough and had not been added before. Moves before `start`
    /// are not counted; they only count as plies.
    ///
    /// # Errors
    /// [`IllegalMove`] if one of the moves within the configured length is illegal; then nothing of the game
    /// is counted.
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

    /// Adds the entries of a book: its games are added to the existing counts, its analyses replace earlier
    /// values.
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

    /// Adds analyses, which replace earlier values.
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

    /// Returns the analysed moves of a position.
    pub(crate) fn analysed(&self, position: &Position) -> Vec<BookMove> {
        let key = position.canonical_key();
        let analysed = self.known.get(&key).into_iter().flatten().filter(|known| known.depth > 0);
        let is_mirrored = key != position.key();
        analysed.map(|known| if is_mirrored { known.mirrored() } else { *known }).collect()
    }

    /// Returns the moves that were played in at least the required number of games, as stored in a book.
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

    /// Returns the number of games added.
    pub fn games(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Returns the entries of the book, for [`format::to_bytes`](super::format::to_bytes).
    pub fn records(&self) -> Vec<BookEntry> {
        let mut records = Vec::new();
        for (&key, moves) in &self.known {
            let mut moves: Vec<BookMove> =
                moves.iter().copied().filter(|known| self.is_kept(key, known)).collect();
            // Floating-point sums depend on the order, and the same games must give the same book.
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

    /// Returns the weights of a position's moves.
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

/// A hash that is equal for a game and its mirror image.
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
