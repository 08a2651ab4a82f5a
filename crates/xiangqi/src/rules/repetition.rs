// SPDX-License-Identifier: MIT OR Apache-2.0
//! The judgement of a repetition: the moves that lead from an earlier occurrence of a position back to it
//! (the *span*), the offences of both sides in it, and the verdict that follows from them.

use crate::position::Position;
use crate::rules::chase::perpetual_chases;
use crate::rules::chinese::{Ruling, nine_moves};
use crate::rules::history::{earlier_occurrences, moves_back};
use crate::rules::rule_set::{Offence, RuleSet};
use crate::types::{Bitboard, Color};

/// Returns the plies of the repetition to judge, if the position has occurred as often as the rules require
/// or more often: those since the first of three occurrences, after three full cycles of four.
pub fn judged_span(position: &Position, rules: RuleSet) -> Option<usize> {
    earlier_occurrences(position).nth(usize::from(rules.occurrences()) - 2)
}

/// Returns the plies that a referee judges now, and the number of occurrences of the position that they
/// bring: 1 if it is the nine-move rule that judges them.
pub fn span_due(position: &Position, rules: RuleSet) -> Option<(u8, usize)> {
    let repeated = judged_span(position, rules).map(|span| (rules.occurrences(), span));
    let has_nine_moves = || rules.chinese_form().is_some_and(|form| form.judges_nine_moves);
    repeated.or_else(|| if has_nine_moves() { nine_moves(position).map(|span| (1, span)) } else { None })
}

/// The meaning of a repetition for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Verdict {
    /// Neither side offends, or both offend alike.
    Draw,
    /// The opponent's offence is graver.
    Win,
    /// The offence of the side to move is graver.
    Loss,
}

impl Verdict {
    fn of(loser: Option<Color>, position: &Position) -> Self {
        match loser {
            None => Self::Draw,
            Some(loser) if loser == position.side_to_move() => Self::Loss,
            Some(_) => Self::Win,
        }
    }
}

/// Judges the present position if it occurs for the third time ([`RuleSet::occurrences`]); earlier, a
/// repetition does not end the game. A repetition that the Chinese rules leave undecided is a draw. The
/// nine-move rule is left to the referee ([`GameOutcome::of`](super::GameOutcome::of)).
///
/// ```
/// use xiangqi::rules::{RuleSet, Verdict, judge_repetition};
/// use xiangqi::{Position, notation::parse_moves};
/// let mut position = Position::from_fen("4k4/9/9/9/9/9/9/9/9/R2K5 w")?;
/// parse_moves(&mut position, "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9".split(' '))?;
/// assert_eq!(judge_repetition(&position, RuleSet::Asian), Some(Verdict::Win), "Red checks perpetually");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn judge_repetition(position: &Position, rules: RuleSet) -> Option<Verdict> {
    judged_span(position, rules).map(|span| match rules.chinese_form() {
        Some(form) => Verdict::of(Ruling::of(position, span, form).loser(), position),
        None => judge_span(position, span, rules),
    })
}

/// Judges the last `span` plies as a repetition. [`earlier_occurrences`](super::earlier_occurrences) gives
/// the spans that a search may judge before the third occurrence. By Chinese rules, this judges as the Asian
/// rules do: a search has no time for mate threats.
#[cold]
#[must_use]
pub fn judge_span(position: &Position, span: usize, rules: RuleSet) -> Verdict {
    Verdict::of(Findings::needed(position, span, rules).loser(rules), position)
}

/// The findings on a span. Verdict and explanation both follow from them.
#[derive(Clone, Copy, Debug)]
pub struct Findings {
    /// The gravest offence of each side.
    pub offences: [Offence; 2],
    /// The pieces that each side chases perpetually, on their present squares. If these include rooks pinned
    /// by a horse, only those rooks.
    pub chased: [Bitboard; 2],
    /// True for a side that gave at least one check.
    checked: [bool; 2],
}

impl Findings {
    /// Finds all offences in the last `span` plies, including those that a rule set may ignore.
    pub fn all(position: &Position, span: usize) -> Self {
        let mut findings = Self::of_checks(position, span);
        findings.add_chases(position, span);
        findings
    }

    /// Finds the offences in the last `span` plies that can affect the verdict by `rules`.
    pub fn needed(position: &Position, span: usize, rules: RuleSet) -> Self {
        let counts = |offence, any_check| rules.counted(offence, any_check) > Offence::None;
        if !counts(Offence::PerpetualCheck, true) {
            return Self::NONE;
        }
        let mut findings = Self::of_checks(position, span);
        // No chase outweighs a perpetual check.
        if !findings.offences.contains(&Offence::PerpetualCheck)
            && counts(Offence::PerpetualChase, findings.any_check())
        {
            findings.add_chases(position, span);
        }
        findings
    }

    /// Returns true if any move of the span gives check.
    pub fn any_check(&self) -> bool {
        self.checked.contains(&true)
    }

    /// Returns the side that loses by `rules`; `None` is a draw.
    pub fn loser(&self, rules: RuleSet) -> Option<Color> {
        rules.loser(self.offences, self.any_check())
    }

    const NONE: Self =
        Self { offences: [Offence::None; 2], chased: [Bitboard::EMPTY; 2], checked: [false; 2] };

    /// Finds perpetual checks alone: each state keeps its checkers, so this is a scan.
    fn of_checks(position: &Position, span: usize) -> Self {
        let mut findings = Self { offences: [Offence::PerpetualCheck; 2], ..Self::NONE };
        for (mover, state) in moves_back(position, span) {
            if state.checkers.is_empty() {
                findings.offences[mover] = Offence::None;
            } else {
                findings.checked[mover] = true;
            }
        }
        findings
    }

    /// Adds perpetual chases. A side that checked once did not chase with every move.
    fn add_chases(&mut self, position: &Position, span: usize) {
        let perpetual = perpetual_chases(position, span, self.checked.map(|checked| !checked));
        for side in Color::ALL {
            let chase = &perpetual[side];
            let (offence, chased) = if !chase.pinned_rooks.is_empty() {
                (Offence::ChaseOfPinnedRook, chase.pinned_rooks)
            } else if !chase.targets.is_empty() {
                (Offence::PerpetualChase, chase.targets)
            } else {
                continue;
            };
            self.offences[side] = offence;
            self.chased[side] = chased;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(position: &mut Position, moves: &str) {
        for mv in moves.split_whitespace() {
            position.play(mv.parse().unwrap()).unwrap();
        }
    }

    #[test]
    fn earlier_occurrences_are_found_nearest_first() {
        let mut position = Position::startpos();
        let cycle = "h0g2 h9g7 g2h0 g7h9";
        play(&mut position, cycle);
        assert!(earlier_occurrences(&position).eq([4]));
        play(&mut position, cycle);
        assert!(earlier_occurrences(&position).eq([4, 8]));
    }

    #[test]
    fn nothing_repeats_across_a_null_move() {
        let mut position = Position::startpos();
        play(&mut position, "h0g2 h9g7");
        position.make_null();
        position.make_null();
        play(&mut position, "g2h0 g7h9");
        assert_eq!(earlier_occurrences(&position).next(), None);
    }
}
