// SPDX-License-Identifier: MIT OR Apache-2.0
//! The judgement of a repetition: the offences of both sides in its span, and the verdict that follows from
//! them.

use super::chase::perpetual_chases;
use super::offence::Offence;
use super::rule_set::RuleSet;
use super::span::{moves_back, third_occurrence};
use crate::position::Position;
use crate::types::{Bitboard, Color};

/// The meaning of a repetition for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Neither side offends, or both offend alike.
    Draw,
    /// The opponent's offence is graver.
    Win,
    /// The offence of the side to move is graver.
    Loss,
}

/// Judges the present position if it occurs for the third time; earlier, a repetition does not end the game.
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
    third_occurrence(position).map(|span| judge_span(position, span, rules))
}

/// Judges the last `span` plies as a repetition. [`earlier_occurrences`](super::earlier_occurrences) gives the spans that a search may
/// judge before the third occurrence.
#[cold]
#[must_use]
pub fn judge_span(position: &Position, span: usize, rules: RuleSet) -> Verdict {
    match Findings::needed(position, span, rules).loser(rules) {
        None => Verdict::Draw,
        Some(color) if color == position.side_to_move() => Verdict::Loss,
        Some(_) => Verdict::Win,
    }
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
    fn the_perpetual_checker_loses_unless_every_repetition_draws() {
        let mut position = Position::from_fen("4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1").unwrap();
        play(&mut position, "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9");
        for (rules, verdict) in [
            (RuleSet::AlwaysDraw, Verdict::Draw),
            (RuleSet::CheckBan, Verdict::Win),
            (RuleSet::Asian, Verdict::Win),
            (RuleSet::Computer, Verdict::Win),
        ] {
            assert_eq!(judge_repetition(&position, rules), Some(verdict), "{rules:?}");
        }
        play(&mut position, "e9e8");
        assert_eq!(judge_repetition(&position, RuleSet::Asian), Some(Verdict::Loss));
    }

    #[test]
    fn only_the_asian_and_computer_rules_ban_chases() {
        let mut position = Position::from_fen("3k5/9/9/6c2/9/9/9/6R2/9/5K3 b - - 0 1").unwrap();
        play(&mut position, "g6h6 g2h2 h6g6 h2g2 g6h6 g2h2 h6g6 h2g2");
        for (rules, verdict) in [
            (RuleSet::AlwaysDraw, Verdict::Draw),
            (RuleSet::CheckBan, Verdict::Draw),
            (RuleSet::Asian, Verdict::Win),
            (RuleSet::Computer, Verdict::Win),
        ] {
            assert_eq!(judge_repetition(&position, rules), Some(verdict), "{rules:?}");
        }
    }
}
