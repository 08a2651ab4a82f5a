// SPDX-License-Identifier: MIT OR Apache-2.0
//! Levels of play: their numbers, their Elo, and the choice of a move by a short search of the root moves, of
//! each of which the player sees a part.
//!
//! The documentation of [`engine`](super) describes the model and the measurements behind it.

use crate::search::{
    Clock, Limits, Listener, Request, ScoreBound, SearchInfo, SearchResult, Searcher, Settings,
};
use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;
use std::time::Duration;
use thiserror::Error;
use xiangqi::position::Position;
use xiangqi::types::{Language, Move, Score, SplitMix64, text};

/// A level of playing strength, from 0, a beginner, to [`Level::FULL`].
///
/// ```
/// use chuhe::engine::Level;
/// let level: Level = "7".parse()?;
/// assert_eq!(Level::from_elo(level.elo()), level);
/// assert_eq!(Level::default(), Level::FULL);
/// # Ok::<(), chuhe::engine::LevelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The text is not the number of a level.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.text(Language::English))]
pub struct LevelError(String);

xiangqi::bilingual_errors!(LevelError);

impl LevelError {
    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        text!(
            language,
            "'{name}' is not a level; levels are numbers from 0 to {full}",
            "“{name}”不是级别；级别为0至{full}",
            name = self.0,
            full = Level::FULL
        )
    }
}

/// The constants of a level; `levels.md` explains them.
#[derive(Clone, Copy, Debug)]
pub struct Weakness {
    /// Rating, measured against the neighbours.
    elo: u32,
    /// Nodes of the search.
    nodes: u64,
    /// Root moves that the search looks at (`MultiPV`).
    lines: usize,
    /// Plies that the player sees after every move: 0 is the position after the move, 1 the captures then.
    sight: u32,
    /// Probability of looking a ply further.
    care: f64,
    /// Temperature of the choice among the moves, in centipawns.
    temperature: f64,
}

/// Size of the transposition table for one move in MiB.
const TT_MB: usize = 1;
/// A move that looks worse than the best one by more than this multiple of the temperature is not played.
const MARGIN: f64 = 3.0;
/// A win in the next ply, in centipawns, and what it is worth less for each ply that it is further away.
const NEAR_WIN: f64 = 10_000.0;
const WIN_PER_PLY: f64 = 20.0;
/// As many lines as the protocols allow.
const ALL: usize = 128;

const fn weakness(elo: u32, nodes: u64, lines: usize, sight: u32, care: f64, temperature: f64) -> Weakness {
    Weakness { elo, nodes, lines, sight, care, temperature }
}

/// All levels below full strength.
const WEAKNESSES: [Weakness; 20] = [
    weakness(0, 300, ALL, 0, 0.00, 1500.0),
    weakness(175, 700, ALL, 0, 0.66, 125.0),
    weakness(290, 800, ALL, 0, 0.77, 105.0),
    weakness(425, 800, ALL, 0, 0.84, 89.0),
    weakness(615, 900, ALL, 0, 0.93, 78.0),
    weakness(750, 1_000, ALL, 1, 0.25, 87.0),
    weakness(935, 1_000, ALL, 1, 0.70, 71.0),
    weakness(1_185, 1_400, ALL, 2, 0.42, 58.0),
    weakness(1_395, 1_700, ALL, 2, 0.74, 47.0),
    weakness(1_640, 2_300, ALL, 2, 0.81, 38.0),
    weakness(1_915, 3_500, ALL, 3, 0.75, 32.0),
    weakness(2_155, 4_000, ALL, 3, 0.91, 24.0),
    weakness(2_410, 4_500, ALL, 3, 1.00, 17.0),
    weakness(2_625, 3_600, 9, 3, 1.00, 12.0),
    weakness(2_765, 3_200, 5, 3, 1.00, 11.0),
    weakness(2_970, 5_000, 5, 3, 1.00, 8.5),
    weakness(3_105, 6_200, 4, 3, 1.00, 7.0),
    weakness(3_315, 7_500, 3, 3, 1.00, 6.0),
    weakness(3_505, 9_000, 2, 3, 1.00, 5.0),
    weakness(3_710, 17_000, 2, 3, 1.00, 4.0),
];
/// Rating of full strength at 10 000 nodes per move.
const FULL_ELO: u32 = 3_860;

impl Level {
    /// Full strength: the search is not limited.
    pub const FULL: Self = Self(20);

    /// Range of the ratings.
    pub const ELO_RANGE: RangeInclusive<u32> = WEAKNESSES[0].elo..=FULL_ELO;

    /// Returns the level of this number, at most that of [`FULL`](Self::FULL).
    ///
    /// ```
    /// use chuhe::engine::Level;
    /// assert_eq!(Level::new(20), Some(Level::FULL));
    /// assert_eq!(Level::new(21), None);
    /// ```
    pub fn new(number: u32) -> Option<Self> {
        u8::try_from(number).ok().map(Self).filter(|&level| level <= Self::FULL)
    }

    /// Returns all levels, the weakest first.
    ///
    /// ```
    /// use chuhe::engine::Level;
    /// assert_eq!(Level::all().count(), 21);
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..=Self::FULL.0).map(Self)
    }

    /// Returns the number of the level.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// Returns the rating of the level on this engine's own scale, which is not that of any list of people.
    pub fn elo(self) -> u32 {
        self.weakness().map_or(FULL_ELO, |weakness| weakness.elo)
    }

    /// Returns the level whose rating is nearest to `elo`.
    pub fn from_elo(elo: u32) -> Self {
        Self::all().min_by_key(|level| level.elo().abs_diff(elo)).expect("there are levels")
    }

    /// Returns the constants of a level below full strength.
    fn weakness(self) -> Option<&'static Weakness> {
        WEAKNESSES.get(usize::from(self.0))
    }

    /// Returns the weakness to play with within these limits; `None` for an analysis and at full strength.
    pub(super) fn weakness_for(self, limits: &Limits) -> Option<&'static Weakness> {
        self.weakness().filter(|_| !limits.infinite && limits.mate.is_none())
    }

    /// Returns the number of plies of a game in which the level plays from opening books; `None`: the level
    /// sets no limit.
    pub(super) fn book_plies(self) -> Option<u32> {
        self.weakness().map(|_| 2 * self.number())
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        let number = text.parse().ok().and_then(Self::new);
        number.ok_or_else(|| LevelError(text.to_owned()))
    }
}

/// Plays a move as a player with this weakness, within the limits of `request`. The move is a function of the
/// position, the weakness and the settings, among them the seed: earlier searches have no effect.
pub fn play(
    weakness: &Weakness,
    searcher: &Searcher,
    request: Request<'_>,
    listener: &mut dyn Listener,
) -> SearchResult {
    let Request { position, limits, settings } = request;
    let limits = Limits {
        nodes: Some(limits.nodes.map_or(weakness.nodes, |nodes| nodes.min(weakness.nodes))),
        // In a fixed time the search would look for shorter mates than the player sees.
        movetime: None,
        clock: limits.clock.or_else(|| limits.movetime.map(as_clock)),
        ..limits.clone()
    };
    let own = Settings { threads: 1, multi_pv: weakness.lines, noise: 0, tb: None, ..settings.clone() };
    let mut looks = Looks { moves: Vec::new(), listener };
    let request = Request { position, limits: &limits, settings: &own };
    let result = searcher.beside(TT_MB).think(request, &mut looks);
    let Looks { moves, listener } = looks;

    let deepest = moves.iter().filter_map(|look| look.infos.last()).map(|info| info.depth).max();
    let seed = settings.seed ^ SplitMix64::new(visits(position)).next_u64();
    let player = Player { weakness, position, settings, deepest: deepest.unwrap_or(0), seed };
    let mut candidates: Vec<_> = moves.iter().filter_map(|look| player.sees(look)).collect();
    let best = candidates.iter().map(|seen| seen.value).fold(f64::NEG_INFINITY, f64::max);
    candidates.retain(|seen| seen.value >= best - MARGIN * weakness.temperature);
    candidates.sort_by(|a, b| b.liking.total_cmp(&a.liking));
    let infos = candidates.iter().zip(1..=settings.multi_pv).map(|(seen, line)| SearchInfo {
        multi_pv: line,
        nodes: result.nodes,
        time: result.time,
        ..seen.info.clone()
    });
    for info in infos {
        listener.on_info(&info);
    }
    match candidates.first() {
        None => result,
        Some(Seen { info, .. }) => SearchResult {
            best_move: info.pv.first().copied(),
            ponder: info.pv.get(1).copied(),
            value: info.value,
            score: info.score,
            depth: info.depth,
            pv: info.pv.clone(),
            ..result
        },
    }
}

/// A root move and what the search reported about it: one entry for each iteration that it is a line of, and
/// one for what a stopped iteration found.
struct Look {
    mv: Move,
    infos: Vec<SearchInfo>,
}

/// Collects the lines of a search by their moves.
struct Looks<'a> {
    moves: Vec<Look>,
    listener: &'a mut dyn Listener,
}

impl Listener for Looks<'_> {
    fn on_warning(&mut self, warning: &str) {
        self.listener.on_warning(warning);
    }

    fn on_info(&mut self, info: &SearchInfo) {
        if info.bound != ScoreBound::Exact {
            return;
        }
        let mv = info.pv[0];
        match self.moves.iter_mut().find(|look| look.mv == mv) {
            Some(look) => look.infos.push(info.clone()),
            None => self.moves.push(Look { mv, infos: vec![info.clone()] }),
        }
    }
}

/// A move as the player sees it.
struct Seen {
    info: SearchInfo,
    /// Its score in centipawns.
    value: f64,
    /// The same with noise: the player chooses the move that has most of it.
    liking: f64,
}

struct Player<'a> {
    weakness: &'a Weakness,
    position: &'a Position,
    settings: &'a Settings,
    /// Depth of the last iteration.
    deepest: u32,
    /// Seed of the noise in this position of this game.
    seed: u64,
}

impl Player<'_> {
    /// Returns a move as the player sees it; `None` if it was refuted as far as the player looks.
    fn sees(&self, look: &Look) -> Option<Seen> {
        // Drawn from the position after the move, so that it does not depend on how the game came there.
        let after = self.position.after(look.mv);
        let mut rng = SplitMix64::new(self.seed ^ after.key());
        let depth = self.depth(&mut rng).min(self.deepest);
        let info = if depth == 0 {
            let value = -self.settings.evaluate(&after);
            SearchInfo { depth, value, score: value.into(), pv: vec![look.mv], ..look.infos[0].clone() }
        } else {
            // The last report: where the search was stopped, its unfinished iteration corrects the finished one.
            look.infos.iter().rfind(|info| info.depth == depth)?.clone()
        };
        let value = as_centipawns(info.score);
        // Gumbel noise: the largest sum is a sample of the softmax of the values.
        let gumbel = -(-uniform(&mut rng).ln()).ln();
        Some(Seen { info, value, liking: value + self.weakness.temperature * gumbel })
    }

    /// Draws the number of plies that the player looks at.
    fn depth(&self, rng: &mut SplitMix64) -> u32 {
        let mut depth = self.weakness.sight;
        while depth < self.deepest && uniform(rng) < self.weakness.care {
            depth += 1;
        }
        depth
    }
}

/// Returns how often the game was in this position before: a player who comes back tries something else.
fn visits(position: &Position) -> u64 {
    position.history().iter().map(|state| u64::from(state.key == position.key())).sum()
}

/// Returns a number above 0 and below 1.
fn uniform(rng: &mut SplitMix64) -> f64 {
    ((rng.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}

/// Returns a clock on which a move takes less than `time`.
fn as_clock(time: Duration) -> Clock {
    Clock { time, increment: Duration::ZERO, moves_to_go: Some(2) }
}

/// Returns a score in centipawns; a win or loss counts as many of them, and more if it is near.
fn as_centipawns(score: Score) -> f64 {
    let decisive = |plies: i32| {
        let size = NEAR_WIN - WIN_PER_PLY * f64::from(plies.abs());
        if plies > 0 { size } else { -size }
    };
    match score {
        Score::Cp(cp) => f64::from(cp),
        Score::Mate(plies) | Score::Rule(plies) | Score::Tb(plies) => decisive(plies),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_rise_in_even_steps_and_select_their_level() {
        let elos: Vec<u32> = Level::all().map(Level::elo).collect();
        for pair in elos.windows(2) {
            assert!((75..=275).contains(&(pair[1] - pair[0])), "{pair:?}");
        }
        assert!(Level::all().all(|level| Level::from_elo(level.elo()) == level));
        assert_eq!(Level::from_elo(u32::MAX), Level::FULL);
        assert_eq!(Level::from_elo(0).number(), 0);
    }

    #[test]
    fn a_player_heeds_what_a_stopped_iteration_found() {
        let position = Position::startpos();
        let mv = position.legal_moves()[0];
        let infos =
            [(1, 30), (2, 50), (2, -400)].map(|(depth, value)| SearchInfo::new(depth, value, vec![mv]));
        let weakness = &weakness(0, 1, 1, 2, 1.0, 1.0);
        let player =
            Player { weakness, position: &position, settings: &Settings::default(), deepest: 2, seed: 1 };
        let seen = player.sees(&Look { mv, infos: infos.to_vec() }).expect("a line of the last iteration");
        assert_eq!(seen.info.value, -400);
    }

    #[test]
    fn only_numbers_of_levels_are_read() {
        assert!(Level::all().all(|level| level.to_string().parse() == Ok(level)));
        for text in ["", "21", "-1", "x", "256", "1.5"] {
            let error = text.parse::<Level>().unwrap_err();
            assert!(error.to_string().ends_with("levels are numbers from 0 to 20"), "{error}");
        }
    }
}
