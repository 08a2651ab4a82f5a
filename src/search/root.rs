// SPDX-License-Identifier: MIT OR Apache-2.0
//! The root: its moves keep their values, lines and node counts from iteration to iteration, and every one of
//! them is searched; nothing is pruned here.

use super::control::Stopped;
use super::extension::ExtensionReasons;
use super::limits::Request;
use super::reduction::ReductionReasons;
use super::search::Child;
use super::worker::Worker;
use crate::tt::{Bound, TtEntry};
use xiangqi::rules::{Verdict, judge_repetition};
use xiangqi::types::value::{INFINITE, is_by_rule, is_decisive};
use xiangqi::types::{Depth, Move, SplitMix64, Value};

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

impl Worker<'_> {
    /// Searches the root moves from the current line on and returns the best value.
    pub fn search_root(&mut self, mut alpha: Value, beta: Value, depth: Depth) -> Result<Value, Stopped> {
        self.count_node()?;
        let in_check = self.position.in_check();
        let eval = if in_check { None } else { Some(self.raw_eval(None)) };
        self.stack.at_mut(0).static_eval =
            eval.map(|eval| self.corrected(eval, self.stack.continuation_keys(0)));
        self.stack.at_mut(1).cutoff_count = 0;
        self.stack.enter_node(0);
        self.pv.clear(0);
        let single_reply = self.is_single_reply(&self.position.king_lines());
        let mut best_value = -INFINITE;

        for index in self.pv_index..self.end_of_candidates() {
            let number = index - self.pv_index + 1;
            self.report_current_move(self.root_moves[index].mv, index + 1);
            let nodes_before = self.nodes;
            self.seldepth = 0;
            let value = self.search_root_move(index, (alpha, beta), best_value, depth, single_reply)?;
            let is_best = number == 1 || value > alpha;
            self.update_root_move(index, is_best.then_some(value), self.nodes - nodes_before);
            if value > best_value {
                best_value = value;
                if value >= beta {
                    let mv = self.root_moves[index].mv;
                    if number > 1 && !self.position.is_capture(mv) {
                        let keys = self.stack.continuation_keys(0);
                        self.histories.update_quiet(&self.position, mv, keys, depth);
                    }
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        Ok(best_value)
    }

    /// Returns the end of the root moves that the current line may begin with: all of them, unless every move
    /// is to have its line. Then each is searched for its own, and not once for each line before.
    fn end_of_candidates(&self) -> usize {
        let moves = self.root_moves.len();
        if moves > 1 && self.settings.multi_pv >= moves { self.pv_index + 1 } else { moves }
    }

    /// Searches one root move. Noise varies the choice among ordinary values; decisive values and bounds get
    /// none.
    fn search_root_move(
        &mut self,
        index: usize,
        (alpha, beta): (Value, Value),
        best_value: Value,
        depth: Depth,
        single_reply: bool,
    ) -> Result<Value, Stopped> {
        let (mv, noise) = (self.root_moves[index].mv, self.root_moves[index].noise);
        let move_count = index - self.pv_index + 1;
        let gives_check = self.position.gives_check(mv);
        let is_capture = self.position.is_capture(mv);
        let reasons = ExtensionReasons { single_reply, mate_threat: false, singular: 0 };
        let extension = self.extension::<true>(mv, 0, gives_check, reasons);
        self.stack.at_mut(0).extended = extension;
        let reduction_reasons = ReductionReasons {
            depth,
            move_count,
            on_pv: true,
            tt_pv: true,
            cut_node: false,
            has_tt_move: true,
            tt_raises_alpha: false,
            improving: true,
            gives_check,
            is_refutation: false,
            is_capture,
            history: self.histories.score(&self.position, mv, self.stack.continuation_keys(0)),
            many_cutoffs: false,
        };
        let may_reduce = self.pruning.reductions
            && move_count > 2
            && depth >= Depth::plies(3)
            && !self.position.in_check();
        let child = Child {
            ply: 0,
            is_first: move_count == 1,
            cut_node: false,
            depth: depth - Depth::ONE_PLY + extension,
            reduction: may_reduce.then(|| reduction_reasons.reduction()),
        };
        let shifted = |bound: Value| if is_decisive(bound) { bound } else { bound - noise };
        let (window, best_value) = ((shifted(alpha), shifted(beta)), shifted(best_value));
        let search = |worker: &mut Self| {
            worker.after_move(mv, 0, |worker| worker.search_child::<true>(window, best_value, &child))
        };
        let mut value = search(self)?;
        if is_by_rule(value) {
            self.is_strict = true;
            let proven = search(self);
            self.is_strict = false;
            value = proven?;
        }
        Ok(if is_decisive(value) { value } else { value + noise })
    }

    /// Records the result of a root move: its value and line if it is the best so far.
    fn update_root_move(&mut self, index: usize, value: Option<Value>, nodes: u64) {
        let root_move = &mut self.root_moves[index];
        root_move.nodes += nodes;
        root_move.value = value.unwrap_or(-INFINITE);
        if value.is_some() {
            root_move.seldepth = self.seldepth + 1;
            root_move.pv.clear();
            root_move.pv.push(root_move.mv);
            root_move.pv.extend_from_slice(self.pv.line(1));
        }
    }

    /// Stores the root in the table if its value is that of the position: all moves searched, and no noise
    /// added.
    pub fn store_root(&mut self, value: Value, depth: Depth) {
        let is_complete = self.root_moves.len() == self.position.legal_moves().len();
        if self.pv_index > 0 || !is_complete || self.settings.noise > 0 {
            return;
        }
        let eval = if self.position.in_check() { None } else { Some(self.raw_eval(None)) };
        let mv = Some(self.root_moves[0].mv);
        self.tt_store(0, TtEntry { mv, value, eval, depth: depth.into(), bound: Bound::Exact, pv: true });
    }
}
