// SPDX-License-Identifier: MIT OR Apache-2.0
//! Endgame tables in the search: the probe of a node, and that of the root.
//!
//! Inside the search they are probed after captures only, where every line enters a table: `rule60` begins
//! anew there, so that a win has all its plies, and the search goes on as before in all other nodes. A win or
//! loss is exact by all rules. A draw is exact only by rules that know no chases; by the others a chase may
//! decide it, so the search goes on and the static evaluation shrinks.
//!
//! With tables for the positions after all root moves nothing is left to search where somebody wins: the
//! quickest win, or the slowest loss, is played at once, with its line. In a drawn position the search
//! chooses among the moves that keep the draw.
//!
//! A win that the natural limit leaves no time for is a draw. Captures on the way begin a new count, so a win
//! that looks too long is played through by the tables before it is given up. This is a heuristic: a defender
//! who prefers a quicker loss without these captures may still reach the limit, but trying loses nothing.

use super::limits::Request;
use super::root::RootMove;
use super::settings::{DrawRule, Settings};
use super::worker::Worker;
use crate::tb::SharedTb;
use xiangqi::position::Position;
use xiangqi::rules::{RuleSet, Verdict, judge_repetition};
use xiangqi::types::value::{MATE, MATE_BAND, RULE_WIN, is_by_rule, is_mate};
use xiangqi::types::{MAX_PLY, Move, Value};

impl Worker<'_> {
    /// Returns the result of a position after a capture, for the side to move, if the tables have it and it
    /// is certain.
    #[inline]
    pub fn tb_result(&mut self) -> Option<Verdict> {
        if self.settings.tb.is_none() || self.position.rule60_count() > 0 {
            return None;
        }
        let result = self.tb_probe()?;
        let counts_chases = !matches!(self.settings.rules, RuleSet::CheckBan | RuleSet::AlwaysDraw);
        (result != Verdict::Draw || !counts_chases).then_some(result)
    }

    /// Returns true if the tables have the position as a draw.
    #[inline]
    pub fn is_tb_draw(&mut self) -> bool {
        self.settings.tb.is_some() && self.tb_probe() == Some(Verdict::Draw)
    }

    fn tb_probe(&mut self) -> Option<Verdict> {
        let tb = self.settings.tb.as_ref()?;
        if self.position.occupied().len() > tb.max_pieces() || self.settings.draw_rule != DrawRule::Draw {
            return None;
        }
        let result = tb.probe_wdl(&self.position, self.settings.rules)?;
        self.tb_hits += 1;
        Some(result)
    }
}

/// Asks the tables about the root moves, and counts the positions they know. If somebody wins, returns the
/// search's reports, a line for each `MultiPV`, the best first. If it is a draw, keeps the moves that hold
/// it.
pub fn tb_root_probe(request: Request<'_>, moves: &mut Vec<RootMove>, hits: &mut u64) -> Option<Vec<TbLine>> {
    let Request { position, limits, settings } = request;
    let tb = settings.tb.as_ref()?;
    if limits.mate.is_some() || settings.draw_rule != DrawRule::Draw {
        return None;
    }
    let mut probe = RootProbe { tb, settings, hits };
    let values: Option<Vec<_>> = moves.iter().map(|root| probe.value_of(position, root.mv)).collect();
    let mut values: Vec<_> = moves.iter().map(|root| root.mv).zip(values?).collect();
    values.sort_by_key(|&(_, value)| -value);
    probe.limit(position, &mut values);
    let &(_, best) = values.first()?;
    if best == 0 {
        moves.retain(|root| values.iter().any(|&(mv, value)| mv == root.mv && value == 0));
        return None;
    }
    values.truncate(settings.multi_pv);
    let line = |&(mv, value): &(Move, Value)| TbLine { value, pv: probe.line(position, mv) };
    Some(values.iter().map(line).collect())
}

/// A root move with its value by the tables and the line that they expect.
pub struct TbLine {
    pub value: Value,
    pub pv: Vec<Move>,
}

impl TbLine {
    /// Returns the plies to the end of the game.
    pub fn plies(&self) -> u32 {
        plies_to_win(self.value).and_then(|plies| u32::try_from(plies).ok()).unwrap_or(0)
    }
}

/// Knowledge about positions near the root, with the game so far.
struct RootProbe<'a> {
    tb: &'a SharedTb,
    settings: &'a Settings,
    hits: &'a mut u64,
}

impl RootProbe<'_> {
    /// Returns the value of a move for the side that makes it, without the natural limit.
    fn value_of(&mut self, position: &Position, mv: Move) -> Option<Value> {
        let rules = self.settings.rules;
        let mut after = position.clone();
        after.play_unchecked(mv);
        if let Some(verdict) = judge_repetition(&after, rules) {
            return Some(match verdict {
                Verdict::Win => 1 - RULE_WIN,
                Verdict::Draw => 0,
                Verdict::Loss => RULE_WIN - 1,
            });
        }
        if after.is_material_draw() && after.has_legal_move() {
            return Some(0);
        }
        let value = self.tb.probe_value(&after, rules)?;
        *self.hits += 1;
        Some(value.signum() - value)
    }

    /// Makes draws of the values that the natural limit leaves no time for. The values are sorted before and
    /// after.
    fn limit(&mut self, position: &Position, values: &mut [(Move, Value)]) {
        let Some(limit) = self.settings.draw_plies else { return };
        let has_time = |&(mv, value): &(Move, Value)| {
            let left = Value::from(limit) - Value::from(position.after(mv).rule60_count());
            plies_to_win(value).is_none_or(|plies| plies - 1 <= left)
        };
        let wins_by_line = values.first().is_some_and(|best| {
            best.1 >= MATE_BAND && !has_time(best) && self.mates_in_time(position, best.0, limit)
        });
        for value in values.iter_mut().skip(usize::from(wins_by_line)) {
            if !has_time(value) {
                value.1 = 0;
            }
        }
        values.sort_by_key(|&(_, value)| -value);
    }

    /// Returns true if the game ends before the natural limit when both sides follow the tables.
    fn mates_in_time(&mut self, position: &Position, first: Move, limit: u16) -> bool {
        let mut position = position.clone();
        position.play_unchecked(first);
        while let Some((value, best)) = self.best_move(&position) {
            if value == 0 || position.rule60_count() >= limit {
                return false;
            }
            position.play_unchecked(best);
        }
        !position.has_legal_move()
    }

    /// Returns the line that begins with this move and goes on with the best moves of both sides.
    fn line(&mut self, position: &Position, first: Move) -> Vec<Move> {
        let (mut line, mut end) = (vec![first], position.clone());
        end.play_unchecked(first);
        while line.len() < MAX_PLY
            && let Some((_, best)) = self.best_move(&end)
        {
            line.push(best);
            end.play_unchecked(best);
        }
        line
    }

    /// Returns the best move by the tables, with its value.
    fn best_move(&mut self, position: &Position) -> Option<(Value, Move)> {
        let moves = position.legal_moves().into_iter();
        let valued = moves.filter_map(|mv| Some((self.value_of(position, mv)?, mv)));
        valued.max_by_key(|&(value, _)| value)
    }
}

/// Returns the plies until somebody wins, if so.
fn plies_to_win(value: Value) -> Option<Value> {
    if is_mate(value) { Some(MATE - value.abs()) } else { is_by_rule(value).then(|| RULE_WIN - value.abs()) }
}
