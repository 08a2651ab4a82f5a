// SPDX-License-Identifier: MIT OR Apache-2.0
//! The root moves: their selection, and what is kept about each of them from iteration to iteration.

use super::request::Request;
use crate::rules::{Verdict, judge_repetition};
use crate::types::value::INFINITE;
use crate::types::{Move, SplitMix64, Value};

/// A move at the root with its value and principal variation.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub mv: Move,
    /// Value in this iteration; `-INFINITE` if only known not to be better than the best.
    pub value: Value,
    /// Value in the last iteration.
    pub previous: Value,
    /// The principal variation that begins with the move.
    pub pv: Vec<Move>,
    /// Nodes spent on it in all iterations.
    pub nodes: u64,
    /// Deepest ply reached below it.
    pub seldepth: usize,
    /// Added to its value, to vary play.
    pub noise: Value,
}

impl RootMove {
    fn new(mv: Move, noise: Value) -> Self {
        Self { mv, value: -INFINITE, previous: -INFINITE, pv: vec![mv], nodes: 0, seldepth: 0, noise }
    }
}

/// Returns the moves to search: the legal ones, or only those asked for, without the banned ones. Moves that
/// lose at once by the repetition rules are left out as long as there are others, even others that get mated:
/// the referee is certain, the opponent may err.
pub fn root_moves(request: Request<'_>) -> Vec<RootMove> {
    let Request { position, limits, settings } = request;
    let mut rng = SplitMix64::new(settings.seed ^ position.key());
    let amplitude = settings.noise.max(0);
    let mut noise = || {
        let steps = usize::try_from(2 * amplitude + 1).expect("positive");
        Value::try_from(rng.below(steps)).expect("small") - amplitude
    };
    let wanted = |mv: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
    let considered = |mv: &Move| wanted(mv) && !limits.ban_moves.contains(mv);
    let moves: Vec<_> = position.legal_moves().into_iter().filter(considered).collect();
    let mut after = position.clone();
    let mut within_rules = |mv: &Move| {
        after.play_unchecked(*mv);
        let verdict = judge_repetition(&after, settings.rules);
        after.undo();
        verdict != Some(Verdict::Win)
    };
    let lawful: Vec<_> = moves.iter().copied().filter(&mut within_rules).collect();
    let moves = if lawful.is_empty() { moves } else { lawful };
    moves.into_iter().map(|mv| RootMove::new(mv, noise())).collect()
}
