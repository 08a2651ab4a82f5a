// SPDX-License-Identifier: MIT OR Apache-2.0
//! From games to positions to learn from: each searched position of a game with its score and the game's result, less those
//! that teach the wrong thing.
//!
//! A static evaluation cannot see a capture that is under way, nor a check, nor what a repetition of moves brings. So such
//! positions are left out, and decided ones too: there only the size of numbers would be learned.

use super::file::{FileError, GameReader};
use super::record::GameRecord;
use crate::position::Position;
use crate::types::{Color, Value};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// A position to learn from.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The position, without the moves that led to it.
    pub position: Position,
    /// What a search made of it, for the side to move.
    pub score: Value,
    /// How the game ended for the side to move: 1 won, 0.5 drawn, 0 lost.
    pub result: f32,
    /// Plies played before, those of the opening included.
    pub ply: usize,
}

/// What may be learned from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Plies at the beginning of a game that are left out.
    pub min_ply: usize,
    /// Leave out positions with the side to move in check.
    pub skip_checks: bool,
    /// Leave out positions whose best move is a capture.
    pub skip_captures: bool,
    /// Leave out scores beyond this.
    pub max_score: Value,
    /// Leave out positions with a longer wait since the last capture, in plies.
    pub max_rule60: u16,
    /// Leave out positions that the game had seen before.
    pub skip_repeated: bool,
    /// Leave out so many plies at the end of a game that a repetition decided.
    pub repetition_tail: usize,
    /// Leave out games that were there before, move by move: a small book or a file given twice brings them.
    pub skip_copies: bool,
    /// Leave out what has been seen so often among the first [`COMMON_PLIES`] plies of games, mirrored or not.
    pub max_copies: Option<u32>,
}

/// Different games do not meet in later positions often enough to look for it.
pub const COMMON_PLIES: usize = 20;

impl Default for Filter {
    fn default() -> Self {
        Self {
            min_ply: 12,
            skip_checks: true,
            skip_captures: true,
            max_score: 3000,
            max_rule60: 40,
            skip_repeated: true,
            repetition_tail: 10,
            skip_copies: true,
            max_copies: Some(2),
        }
    }
}

impl Filter {
    /// Lets everything through that was searched.
    pub fn none() -> Self {
        Self {
            min_ply: 0,
            skip_checks: false,
            skip_captures: false,
            max_score: Value::MAX,
            max_rule60: u16::MAX,
            skip_repeated: false,
            repetition_tail: 0,
            skip_copies: false,
            max_copies: None,
        }
    }
}

/// The samples of these files, one file after the other. Errors that are not [fatal](FileError::is_fatal) can be told and
/// passed over: more samples follow.
///
/// ```no_run
/// use chuhe::learn::dataset::{Filter, samples};
/// for sample in samples(["self.games"], Filter::default()) {
///     let sample = sample?;
///     println!("{} {} {}", sample.position, sample.score, sample.result);
/// }
/// # Ok::<(), chuhe::learn::FileError>(())
/// ```
pub fn samples<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>, filter: Filter) -> Samples {
    let mut files: Vec<PathBuf> = paths.into_iter().map(|path| path.as_ref().to_owned()).collect();
    files.reverse();
    Samples { files, reader: None, ready: Vec::new(), selector: Selector::new(filter) }
}

/// See [`samples`].
pub struct Samples {
    /// Files to come, the next one last.
    files: Vec<PathBuf>,
    reader: Option<GameReader>,
    /// Samples of the last game read, the next one last.
    ready: Vec<Sample>,
    selector: Selector,
}

impl Samples {
    /// Gets on with the next file, or the next game; `None` at the end of all.
    fn advance(&mut self) -> Option<Result<(), FileError>> {
        let Some(reader) = &mut self.reader else {
            let opened = GameReader::open(&self.files.pop()?);
            return Some(opened.map(|reader| self.reader = Some(reader)));
        };
        let game = match reader.next() {
            Some(Ok(game)) => game,
            Some(Err(error)) => return Some(Err(error)),
            None => {
                self.reader = None;
                return Some(Ok(()));
            }
        };
        if self.selector.select(&game, |sample| self.ready.push(sample)).is_none() {
            self.ready.clear();
            let path = reader.path().to_owned();
            return Some(Err(FileError::Illegal { path, seed: game.seed, number: game.number }));
        }
        self.ready.reverse();
        Some(Ok(()))
    }
}

impl Iterator for Samples {
    type Item = Result<Sample, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(sample) = self.ready.pop() {
                return Some(Ok(sample));
            }
            if let Err(error) = self.advance()? {
                return Some(Err(error));
            }
        }
    }
}

/// Picks the samples out of games.
pub struct Selector {
    filter: Filter,
    /// Fingerprints of the games so far.
    games: HashSet<u64>,
    /// How often an early position was seen.
    common: HashMap<u64, u32>,
    /// The positions of the present game.
    seen: HashSet<u64>,
}

impl Selector {
    /// Picks what `filter` lets through.
    pub fn new(filter: Filter) -> Self {
        Self { filter, games: HashSet::new(), common: HashMap::new(), seen: HashSet::new() }
    }

    /// Hands the samples of a game to `visit`, in the order of play; `None` if the game cannot be played: then `visit` has seen
    /// the samples before the illegal move.
    pub fn select(&mut self, game: &GameRecord, mut visit: impl FnMut(Sample)) -> Option<()> {
        let mut position = game.start_position()?;
        self.seen.clear();
        for &mv in &game.opening {
            self.seen.insert(position.key());
            position.play(mv).ok()?;
        }
        let tail = if game.ending.is_by_repetition() { self.filter.repetition_tail } else { 0 };
        let is_copy = self.filter.skip_copies && !self.games.insert(fingerprint(game));
        let end = if is_copy { 0 } else { game.moves.len().saturating_sub(tail) };
        for (index, scored) in game.moves.iter().enumerate() {
            if !position.is_legal(scored.mv) {
                return None;
            }
            let (score, ply) = (Value::from(scored.score), game.opening.len() + index);
            let is_new = self.seen.insert(position.key());
            let filter = &self.filter;
            let teaches = index < end
                && ply >= filter.min_ply
                && score.abs() <= filter.max_score
                && position.rule60_count() <= filter.max_rule60
                && (is_new || !filter.skip_repeated)
                && !(filter.skip_checks && position.in_check())
                && !(filter.skip_captures && position.is_capture(scored.mv));
            if teaches && !self.is_common(&position, ply) {
                let result = result_for(position.side_to_move(), game.winner);
                visit(Sample { position: position.without_history(), score, result, ply });
            }
            position.play_unchecked(scored.mv);
        }
        Some(())
    }

    /// Has this position been seen too often? It is seen now.
    fn is_common(&mut self, position: &Position, ply: usize) -> bool {
        let Some(max_copies) = self.filter.max_copies else { return false };
        if ply >= COMMON_PLIES {
            return false;
        }
        let key = position.canonical_key();
        let copies = self.common.entry(key).or_default();
        *copies += 1;
        *copies > max_copies
    }
}

/// The same number for games with the same moves.
fn fingerprint(game: &GameRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.start.map(|start| *start.as_bytes()).hash(&mut hasher);
    let searched = game.moves.iter().map(|scored| &scored.mv);
    game.opening.iter().chain(searched).for_each(|mv| mv.hash(&mut hasher));
    hasher.finish()
}

/// How a game ended for one side.
fn result_for(side: Color, winner: Option<Color>) -> f32 {
    winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 })
}
