// SPDX-License-Identifier: MIT OR Apache-2.0
//! The data set: the positions of self-play games to learn from, selected by the data filter.
//!
//! A static evaluation cannot see a capture in progress, a check, or the result of a repetition, so such
//! positions are left out; so are decided ones, in which only the size of large scores could be learned. All
//! criteria are fields of [`DataFilter`]: the best move is a capture, the side to move is in check, opening
//! plies, large scores, a high rule60 count, repeated and duplicate positions. [`SampleSelector`] applies
//! them to a game, [`samples`] to whole files.
//!
//! Each use has its variant of the filter: [`DataFilter::for_network`] for the trainer of the network,
//! [`DataFilter::for_texel`] for Texel tuning and [`DataFilter::for_wdl_model`] for the WDL model.

use super::games::{GameFileError, GameReader, ScoredMove, SelfPlayGame};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use xiangqi::position::Position;
use xiangqi::types::{Color, Value};

#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The position, without its history.
    pub position: Position,
    /// The score of the search, from the perspective of the side to move.
    pub score: Value,
    /// The result of the game for the side to move: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub result: f32,
    /// The number of plies played before, including the opening.
    pub ply: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataFilter {
    /// Leaves out this many plies at the beginning of each game.
    pub min_ply: usize,
    /// Leaves out positions in which the side to move is in check.
    pub skip_checks: bool,
    /// Leaves out positions whose best move is a capture.
    pub skip_captures: bool,
    /// Leaves out positions with a larger absolute score.
    pub max_score: Value,
    /// Leaves out positions with a larger rule60 count (plies since the last capture).
    pub max_rule60: u16,
    /// Leaves out positions that have occurred before in the same game.
    pub skip_repeated: bool,
    /// Leaves out this many plies at the end of a game that was decided by a repetition.
    pub repetition_tail: usize,
    /// Leaves out games with the same moves as an earlier one: a small book leads to them, or a file given
    /// twice.
    pub skip_duplicate_games: bool,
    /// Leaves out positions that have occurred this often among the first [`COMMON_PLIES`] plies of all
    /// games, mirror images included.
    pub max_occurrences: Option<u32>,
}

/// Occurrences are counted up to this ply. Later positions hardly ever occur in two games.
pub const COMMON_PLIES: usize = 20;

impl Default for DataFilter {
    fn default() -> Self {
        Self {
            min_ply: 12,
            skip_checks: true,
            skip_captures: true,
            max_score: 3000,
            max_rule60: 40,
            skip_repeated: true,
            repetition_tail: 10,
            skip_duplicate_games: true,
            max_occurrences: Some(2),
        }
    }
}

impl DataFilter {
    pub fn for_network() -> Self {
        Self { max_rule60: 60, ..Self::default() }
    }

    pub fn for_texel() -> Self {
        Self { max_score: 1200, ..Self::default() }
    }

    /// Larger scores are as good as decided.
    pub fn for_wdl_model() -> Self {
        Self { skip_captures: false, max_score: 1500, max_occurrences: None, ..Self::default() }
    }

    /// A filter that selects all searched positions.
    pub fn none() -> Self {
        Self {
            min_ply: 0,
            skip_checks: false,
            skip_captures: false,
            max_score: Value::MAX,
            max_rule60: u16::MAX,
            skip_repeated: false,
            repetition_tail: 0,
            skip_duplicate_games: false,
            max_occurrences: None,
        }
    }

    /// Applies the criteria that concern a single position and its best move.
    fn admits(&self, position: &Position, best: ScoredMove, ply: usize) -> bool {
        ply >= self.min_ply
            && Value::from(best.score).abs() <= self.max_score
            && position.rule60_count() <= self.max_rule60
            && !(self.skip_checks && position.in_check())
            && !(self.skip_captures && position.is_capture(best.mv))
    }
}

/// Applies the data filter to games, one after another.
pub struct SampleSelector {
    filter: DataFilter,
    /// Fingerprints of the games so far.
    games: HashSet<u64>,
    /// The number of occurrences of each early position.
    occurrences: HashMap<u64, u32>,
    /// Keys of the positions of the current game.
    seen: HashSet<u64>,
}

impl SampleSelector {
    pub fn new(filter: DataFilter) -> Self {
        Self { filter, games: HashSet::new(), occurrences: HashMap::new(), seen: HashSet::new() }
    }

    /// Plays through a game and passes its selected positions to `visit`. Returns `None` if the game has an
    /// illegal move, after the positions before it.
    pub fn select(&mut self, game: &SelfPlayGame, mut visit: impl FnMut(Sample)) -> Option<()> {
        let mut position = game.start_position()?;
        self.seen.clear();
        for &mv in &game.opening {
            self.seen.insert(position.key());
            position.play(mv).ok()?;
        }
        let end = self.end(game);
        for (index, &best) in game.moves.iter().enumerate() {
            if !position.is_legal(best.mv) {
                return None;
            }
            let ply = game.opening.len() + index;
            let is_new = self.seen.insert(position.key());
            let is_selected = index < end
                && self.filter.admits(&position, best, ply)
                && (is_new || !self.filter.skip_repeated)
                && !self.is_too_common(&position, ply);
            if is_selected {
                let result = result_for(position.side_to_move(), game.winner);
                visit(Sample { position: position.without_history(), score: best.score.into(), result, ply });
            }
            position.play_unchecked(best.mv);
        }
        Some(())
    }

    /// The number of searched moves of a game to select from: none of a duplicate game.
    fn end(&mut self, game: &SelfPlayGame) -> usize {
        let is_duplicate = self.filter.skip_duplicate_games && !self.games.insert(fingerprint(game));
        let tail = if game.termination.is_by_repetition() { self.filter.repetition_tail } else { 0 };
        if is_duplicate { 0 } else { game.moves.len().saturating_sub(tail) }
    }

    /// Counts an occurrence of a position; returns true if it has occurred too often.
    fn is_too_common(&mut self, position: &Position, ply: usize) -> bool {
        let Some(max_occurrences) = self.filter.max_occurrences else { return false };
        if ply >= COMMON_PLIES {
            return false;
        }
        let key = position.canonical_key();
        let occurrences = self.occurrences.entry(key).or_default();
        *occurrences += 1;
        *occurrences > max_occurrences
    }
}

/// A hash of the start position and the moves.
fn fingerprint(game: &SelfPlayGame) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.start.map(|start| *start.as_bytes()).hash(&mut hasher);
    let searched = game.moves.iter().map(|scored| &scored.mv);
    game.opening.iter().chain(searched).for_each(|mv| mv.hash(&mut hasher));
    hasher.finish()
}

fn result_for(side: Color, winner: Option<Color>) -> f32 {
    winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 })
}

/// Iterates over the samples of these files, one file after another. After an error that is not
/// [fatal](GameFileError::is_fatal) more samples follow.
pub fn samples<P: AsRef<Path>>(
    paths: impl IntoIterator<Item = P>,
    filter: DataFilter,
) -> impl Iterator<Item = Result<Sample, GameFileError>> {
    let mut selector = SampleSelector::new(filter);
    let games = paths.into_iter().flat_map(|path| {
        let (reader, error) = match GameReader::open(path.as_ref()) {
            Ok(reader) => (Some(reader), None),
            Err(error) => (None, Some(error)),
        };
        let games = reader.into_iter().flatten().chain(error.map(Err));
        games.map(move |game| game.map(|game| (path.as_ref().to_owned(), game)))
    });
    games.flat_map(move |game| {
        let mut samples = Vec::new();
        let selected = game.and_then(|(path, game)| {
            let selected = selector.select(&game, |sample| samples.push(Ok(sample)));
            selected.ok_or_else(|| GameFileError::illegal(&path, &game))
        });
        selected.map_or_else(|error| vec![Err(error)], |()| samples)
    })
}
