// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules in the search: a node at which the game is over, or whose outcome the rules bound.
//!
//! **Repetition** is judged by the rules: a draw, or a win or loss in a band of its own below the mates. The
//! test comes before the probe of the transposition table, whose value may belong to another path. Inside the
//! tree the second occurrence counts: a side that has anything better gains nothing by going round once more.
//!
//! A win or loss by rule is certain only at the third occurrence, where the referee judges: a side that
//! checks round one cycle and chases round the next does neither perpetually, and draws. So when such a value
//! reaches the root, the root move is searched again *strictly* ([`Worker::is_strict`]): at the second
//! occurrence the offender then has at most the draw, since it could have had any other value the first time,
//! and the search goes on within that bound. Being strict always would let the offender move everything past
//! the horizon by a second round.
//!
//! **Natural limit** (rule60): a draw, unless the side to move is mated or stalemated. **Material**: without
//! a piece that can cross the river neither side can win. **Endgame tables** know positions with few pieces.

use super::worker::Worker;
use xiangqi::position::Position;
use xiangqi::rules::{Verdict, earlier_occurrences, is_rule60_draw, judge_span};
use xiangqi::types::value::{INFINITE, RULE_WIN, TB_WIN};
use xiangqi::types::{MAX_PLY, Value};

/// Bounds of the value of a node; they are equal if the game is over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ValueBounds {
    lower: Value,
    upper: Value,
}

impl ValueBounds {
    const ANY: Self = Self { lower: -INFINITE, upper: INFINITE };

    const fn only(value: Value) -> Self {
        Self { lower: value, upper: value }
    }

    /// Narrows the window to the bounds; `Err` with the value of the node if nothing is left of the window.
    #[inline]
    pub fn narrow(self, alpha: Value, beta: Value) -> Result<(Value, Value), Value> {
        let (narrow_alpha, narrow_beta) = (alpha.max(self.lower), beta.min(self.upper));
        if narrow_alpha >= narrow_beta { Err(self.clamp(alpha)) } else { Ok((narrow_alpha, narrow_beta)) }
    }

    /// Returns the value within the bounds that is next to `value`.
    #[inline]
    pub fn clamp(self, value: Value) -> Value {
        value.clamp(self.lower, self.upper)
    }
}

impl Worker<'_> {
    /// Returns the bounds of the node by the rules.
    #[inline]
    pub fn rule_judge(&mut self, ply: usize) -> ValueBounds {
        let (position, rules) = (&self.position, self.settings.rules);
        if let Some(span) = repetition_in_tree(position, ply) {
            let draw = self.drawn(ply, true);
            let is_final = || !self.is_strict || earlier_occurrences(position).nth(1).is_some();
            return match judge_span(position, span, rules) {
                Verdict::Draw => ValueBounds::only(draw),
                Verdict::Win if is_final() => ValueBounds::only(won_after(RULE_WIN, ply)),
                Verdict::Loss if is_final() => ValueBounds::only(-won_after(RULE_WIN, ply)),
                Verdict::Win => ValueBounds { lower: draw, ..ValueBounds::ANY },
                Verdict::Loss => ValueBounds { upper: draw, ..ValueBounds::ANY },
            };
        }
        let limit_reached = self.settings.draw_plies.is_some_and(|limit| is_rule60_draw(position, limit));
        let neither_can_win = || position.is_material_draw() && position.has_legal_move();
        if limit_reached || neither_can_win() {
            return ValueBounds::only(self.drawn(ply, false));
        }
        match self.tb_result() {
            None => ValueBounds::ANY,
            Some(Verdict::Draw) => ValueBounds::only(self.drawn(ply, false)),
            Some(Verdict::Win) => ValueBounds::only(won_after(TB_WIN, ply)),
            Some(Verdict::Loss) => ValueBounds::only(-won_after(TB_WIN, ply)),
        }
    }

    /// Returns a value if the line has become too long to go on.
    #[inline]
    pub fn line_too_long(&mut self, ply: usize) -> Option<Value> {
        if ply < MAX_PLY {
            return None;
        }
        Some(if self.position.in_check() { self.draw_value() } else { self.evaluate() })
    }

    /// Returns the value of a draw, which the draw rule may turn into a win of one side.
    fn drawn(&self, ply: usize, by_repetition: bool) -> Value {
        match self.settings.draw_rule.winner(by_repetition) {
            None => self.draw_value(),
            Some(winner) if winner == self.position.side_to_move() => won_after(RULE_WIN, ply),
            Some(_) => -won_after(RULE_WIN, ply),
        }
    }
}

/// Returns the plies since the occurrence of the position from which its repetition is judged: the first of
/// three, or the second if it lies within the last `ply` plies, strictly inside the tree.
///
/// This runs at every node, so it only compares keys two plies apart, back to the last capture.
#[inline]
fn repetition_in_tree(position: &Position, ply: usize) -> Option<usize> {
    let furthest = usize::from(position.state().reversible);
    // Each side needs two moves to be back where it was.
    if furthest < 4 {
        return None;
    }
    let (history, key) = (position.history(), position.key());
    let (mut distance, mut second) = (4, None);
    while distance <= furthest {
        if history[history.len() - distance].key == key {
            if second.is_some() {
                return Some(distance);
            }
            second = Some(distance);
        }
        distance += 2;
    }
    second.filter(|&distance| distance < ply)
}

/// The value of winning `ply` plies from the root, in the band below `win`.
const fn won_after(win: Value, ply: usize) -> Value {
    win - ply as Value
}
