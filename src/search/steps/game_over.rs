// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: the game is over.
//!
//! **Repetition** is judged by the rules: a draw, or a win or loss in a band of its own below the mates.
//! Inside the tree the second occurrence counts, since neither side would play the cycle twice with another
//! result. The test comes before the table probe, whose value may belong to another path. **Natural limit**
//! (rule60): a draw, unless the side to move is mated or stalemated. **Material**: without a piece that can
//! cross the river neither side can win.

use crate::rules::{Verdict, is_rule60_draw, judge_repetition};
use crate::search::worker::Worker;
use crate::types::value::RULE_WIN;
use crate::types::{MAX_PLY, Value};

impl Worker<'_> {
    /// Returns the value of the node if the game ends here by rule.
    #[inline]
    pub fn game_over(&self, ply: usize) -> Option<Value> {
        let position = &self.position;
        if let Some(verdict) = judge_repetition(position, ply, self.settings.rules) {
            return Some(match verdict {
                Verdict::Draw => self.drawn(ply, true),
                Verdict::Win => won_by_rule(ply),
                Verdict::Loss => -won_by_rule(ply),
            });
        }
        let limit_reached = self.settings.draw_plies.is_some_and(|limit| is_rule60_draw(position, limit));
        let neither_can_win = || position.is_material_draw() && position.has_legal_move();
        (limit_reached || neither_can_win()).then(|| self.drawn(ply, false))
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
            Some(winner) if winner == self.position.side_to_move() => won_by_rule(ply),
            Some(_) => -won_by_rule(ply),
        }
    }
}

/// The value of winning by rule `ply` plies from the root.
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "plies are below 200")]
const fn won_by_rule(ply: usize) -> Value {
    RULE_WIN - ply as Value
}
