// SPDX-License-Identifier: MIT OR Apache-2.0
//! A move at a level of play: a short search of the root moves, of each of which the player sees a part.
//!
//! The documentation of [`engine`](super) describes the model and the measurements behind it.

use super::level::Weakness;
use crate::position::Position;
use crate::search::{
    Clock, Limits, Listener, Request, ScoreBound, SearchInfo, SearchResult, Searcher, Settings,
};
use crate::types::value::{MATE, MAX_ORDINARY, RULE_WIN, TB_WIN, from_centipawns};
use crate::types::{Move, Score, SplitMix64, Value};
use std::time::Duration;

/// Size of the transposition table for one move in MiB.
const TABLE_MB: usize = 1;
/// A move that looks worse than the best one by more than this multiple of the temperature is not played.
const MARGIN: f64 = 3.0;
/// A win in the next ply, in centipawns, and what it is worth less for each ply that it is further away.
const NEAR_WIN: f64 = 10_000.0;
const WIN_PER_PLY: f64 = 20.0;

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
    let result = searcher.beside(TABLE_MB).search(request, &mut looks);
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
            value: as_value(info.score),
            score: info.score,
            depth: info.depth,
            pv: info.pv.clone(),
            ..result
        },
    }
}

/// A root move and what the search reported about it: one entry for each iteration that it is a line of.
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
            let score = (-self.settings.evaluate(&after)).into();
            SearchInfo { depth, score, pv: vec![look.mv], ..look.infos[0].clone() }
        } else {
            look.infos.iter().find(|info| info.depth == depth)?.clone()
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
#[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
fn uniform(rng: &mut SplitMix64) -> f64 {
    ((rng.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}

/// Returns a clock on which a move takes less than `time`.
fn as_clock(time: Duration) -> Clock {
    Clock { time, increment: Duration::ZERO, moves_to_go: Some(2) }
}

fn as_value(score: Score) -> Value {
    match score {
        Score::Cp(cp) => from_centipawns(cp).clamp(-MAX_ORDINARY, MAX_ORDINARY),
        Score::Mate(plies) => decisive(MATE, plies),
        Score::Rule(plies) => decisive(RULE_WIN, plies),
        Score::Tb(plies) => decisive(TB_WIN, plies),
    }
}

/// Returns the value of a win in `plies` or a loss in `-plies`; being mated now is a loss.
fn decisive(win: Value, plies: i32) -> Value {
    if plies > 0 { win - plies } else { -plies - win }
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
