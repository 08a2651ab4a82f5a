// SPDX-License-Identifier: MIT OR Apache-2.0
//! The moves of the root, which keep their values, lines and node counts from iteration to iteration.

use super::limits::Request;
use xiangqi::rules::{Verdict, judge_repetition};
use xiangqi::types::value::INFINITE;
use xiangqi::types::{Move, SplitMix64, Value};

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
    let mut is_lawful = |mv: &Move| {
        after.play_unchecked(*mv);
        let verdict = judge_repetition(&after, settings.rules);
        after.undo();
        verdict != Some(Verdict::Win)
    };
    let lawful: Vec<_> = moves.iter().copied().filter(&mut is_lawful).collect();
    let moves = if lawful.is_empty() { moves } else { lawful };
    moves.into_iter().map(|mv| RootMove::new(mv, noise())).collect()
}
