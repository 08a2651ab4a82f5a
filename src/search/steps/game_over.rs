// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: the game is over, or the rules bound its outcome.
//!
//! **Repetition** is judged by the rules: a draw, or a win or loss in a band of its own below the mates. The
//! test comes before the table probe, whose value may belong to another path. Inside the tree the second
//! occurrence counts: a side that has anything better gains nothing by going round once more.
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

use crate::position::Position;
use crate::rules::{RuleSet, Verdict, earlier_occurrences, is_rule60_draw, judge_repetition, judge_span};
use crate::search::control::Stopped;
use crate::search::worker::Worker;
use crate::types::value::{INFINITE, RULE_WIN, TB_WIN};
use crate::types::{MAX_PLY, Value};

/// The values of a node that the rules leave possible; a single one if the game is over.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Possible {
    lowest: Value,
    highest: Value,
}

impl Possible {
    const ANY: Self = Self { lowest: -INFINITE, highest: INFINITE };

    const fn only(value: Value) -> Self {
        Self { lowest: value, highest: value }
    }

    /// Narrows the window to the possible values; `Err` with the value of the node if that settles it.
    #[inline]
    fn narrow(self, alpha: Value, beta: Value) -> Result<(Value, Value), Value> {
        let (narrow_alpha, narrow_beta) = (alpha.max(self.lowest), beta.min(self.highest));
        if narrow_alpha >= narrow_beta { Err(self.bound(alpha)) } else { Ok((narrow_alpha, narrow_beta)) }
    }

    /// Returns the possible value next to `value`.
    #[inline]
    fn bound(self, value: Value) -> Value {
        value.clamp(self.lowest, self.highest)
    }
}

impl Worker<'_> {
    /// Searches a node by `search` within the values that the rules leave possible; where they leave only
    /// one, the node is not searched.
    #[inline]
    pub fn within_rules(
        &mut self,
        (alpha, beta): (Value, Value),
        ply: usize,
        search: impl FnOnce(&mut Self, (Value, Value)) -> Result<Value, Stopped>,
    ) -> Result<Value, Stopped> {
        let possible = self.possible_values(ply);
        match possible.narrow(alpha, beta) {
            Ok(window) => Ok(possible.bound(search(self, window)?)),
            Err(value) => Ok(value),
        }
    }

    /// Returns the values of the node that the rules leave possible.
    #[inline]
    fn possible_values(&mut self, ply: usize) -> Possible {
        let (position, rules) = (&self.position, self.settings.rules);
        if let Some(verdict) = judge_in_tree(position, ply, rules) {
            let draw = self.drawn(ply, true);
            let is_final = || !self.is_strict || judge_repetition(position, rules).is_some();
            return match verdict {
                Verdict::Draw => Possible::only(draw),
                Verdict::Win if is_final() => Possible::only(won_after(RULE_WIN, ply)),
                Verdict::Loss if is_final() => Possible::only(-won_after(RULE_WIN, ply)),
                Verdict::Win => Possible { lowest: draw, ..Possible::ANY },
                Verdict::Loss => Possible { highest: draw, ..Possible::ANY },
            };
        }
        let limit_reached = self.settings.draw_plies.is_some_and(|limit| is_rule60_draw(position, limit));
        let neither_can_win = || position.is_material_draw() && position.has_legal_move();
        if limit_reached || neither_can_win() {
            return Possible::only(self.drawn(ply, false));
        }
        match self.endgame_table_result() {
            None => Possible::ANY,
            Some(Verdict::Draw) => Possible::only(self.drawn(ply, false)),
            Some(Verdict::Win) => Possible::only(won_after(TB_WIN, ply)),
            Some(Verdict::Loss) => Possible::only(-won_after(TB_WIN, ply)),
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

/// Judges the position if it occurs for the third time, or for the second time within the last `ply` plies,
/// strictly inside the tree.
#[inline]
fn judge_in_tree(position: &Position, ply: usize, rules: RuleSet) -> Option<Verdict> {
    let mut earlier = earlier_occurrences(position);
    let second = earlier.next()?;
    let span = earlier.next().or((second < ply).then_some(second))?;
    Some(judge_span(position, span, rules))
}

/// The value of winning `ply` plies from the root, in the band below `win`.
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "plies are below 200")]
const fn won_after(win: Value, ply: usize) -> Value {
    win - ply as Value
}
