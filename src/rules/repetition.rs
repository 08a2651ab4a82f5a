// SPDX-License-Identifier: MIT OR Apache-2.0
//! Repetition: found by key, judged by what both sides did in between.
//!
//! The *span* is the moves that lead from the earlier occurrence back to the same position. A side that checked
//! with every one of its moves offends most; next comes chasing one man with every move. The graver offender
//! loses, and equals draw.

use super::chase::{Chase, perpetual_chases};
use crate::position::{Position, UndoState};
use crate::types::Color;
use core::fmt;
use core::str::FromStr;
use thiserror::Error;

/// How repetitions are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RuleSet {
    /// Every repetition is a draw.
    AlwaysDraw,
    /// Perpetual check loses, everything else is a draw.
    CheckBan,
    /// Asian rules: perpetual check loses to all else, perpetual chase of one man loses to no offence.
    #[default]
    Asian,
    /// The computer rules used among engines: as Asian, but a cycle with a check and no perpetual checker is a draw.
    Computer,
}

impl fmt::Display for RuleSet {
    /// `check-ban`, as it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AlwaysDraw => "always-draw",
            Self::CheckBan => "check-ban",
            Self::Asian => "asian",
            Self::Computer => "computer",
        })
    }
}

/// The text names no rule set that is known here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseRuleSetError {
    /// The rules of the Chinese association.
    #[error("the chinese rules are not supported (asian, computer, check-ban, always-draw are)")]
    Chinese,
    /// Something else.
    #[error("'{0}' is no rule set (asian, computer, check-ban, always-draw)")]
    Unknown(String),
}

impl FromStr for RuleSet {
    type Err = ParseRuleSetError;

    /// Reads `asian`, `check-ban` and so on in either case, with or without the hyphen, and the protocols' names,
    /// which end in `rule`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let word = text.to_ascii_lowercase().replace('-', "");
        match word.strip_suffix("rule").unwrap_or(&word) {
            "asian" => Ok(Self::Asian),
            "computer" => Ok(Self::Computer),
            "checkban" => Ok(Self::CheckBan),
            "alwaysdraw" => Ok(Self::AlwaysDraw),
            "chinese" => Err(ParseRuleSetError::Chinese),
            _ => Err(ParseRuleSetError::Unknown(text.to_owned())),
        }
    }
}

/// What a repetition means for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nobody is to blame, or both are.
    Draw,
    /// The opponent broke the rules.
    Win,
    /// The side to move broke the rules.
    Loss,
}

/// What a side did with every move of a span, the graver the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Offence {
    /// Nothing forbidden.
    Nothing,
    /// It chased one and the same man.
    Chase,
    /// It chased a rook which its own horse pins to the king: the rook's threat to the horse is no excuse.
    ChaseOfPinnedRook,
    /// It checked.
    Check,
}

/// Judges the present position if it repeats an earlier one: at its second occurrence when the earlier one lies
/// less than `plies_from_root` plies back (strictly inside the search tree), at its third otherwise. With
/// `plies_from_root` 0 this is the referee's question about a game.
#[inline]
pub fn judge_repetition(position: &Position, plies_from_root: usize, rules: RuleSet) -> Option<Verdict> {
    let span = find_repetition(position, plies_from_root)?;
    Some(match offender(offences(position, span, rules)) {
        None => Verdict::Draw,
        Some(color) if color == position.side_to_move() => Verdict::Loss,
        Some(_) => Verdict::Win,
    })
}

/// The length of the span to judge, if the present position has occurred often enough.
///
/// This runs at every node of the search: nothing but a look at the keys two plies apart, back to the last capture.
#[inline]
pub fn find_repetition(position: &Position, plies_from_root: usize) -> Option<usize> {
    let reversible = usize::from(position.state().reversible);
    // Each side needs two moves to be back where it was.
    if reversible < 4 {
        return None;
    }
    let history = position.history();
    let key = position.key();
    let mut seen_before = false;
    let mut distance = 4;
    while distance <= reversible {
        if history[history.len() - distance].key == key {
            if seen_before || distance < plies_from_root {
                return Some(distance);
            }
            seen_before = true;
        }
        distance += 2;
    }
    None
}

/// Who has to answer for a repetition: the graver offender, if there is one.
pub fn offender(offences: [Offence; 2]) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| offences[color] > offences[!color])
}

/// What both sides did in the last `span` plies, as far as the rule set asks.
#[cold]
pub fn offences(position: &Position, span: usize, rules: RuleSet) -> [Offence; 2] {
    if rules == RuleSet::AlwaysDraw {
        return [Offence::Nothing; 2];
    }
    let checks = Checks::count(position, span);
    let perpetual = checks.perpetual.map(|all| if all { Offence::Check } else { Offence::Nothing });
    let asks_for_chases = match rules {
        RuleSet::AlwaysDraw | RuleSet::CheckBan => false,
        RuleSet::Asian => true,
        RuleSet::Computer => checks.given == [false; 2],
    };
    if perpetual.contains(&Offence::Check) || !asks_for_chases {
        return perpetual;
    }
    // Who checked once did not chase with every move.
    perpetual_chases(position, span, checks.given.map(|given| !given)).map(|chase| match chase {
        Chase { victims, .. } if victims.is_empty() => Offence::Nothing,
        // The computer rules know no grades of chases.
        Chase { pinned_rooks, .. } if pinned_rooks.is_empty() || rules == RuleSet::Computer => Offence::Chase,
        _ => Offence::ChaseOfPinnedRook,
    })
}

/// The checks of both sides in a span.
struct Checks {
    /// Did the side check at all?
    given: [bool; 2],
    /// Did it check with every move?
    perpetual: [bool; 2],
}

impl Checks {
    fn count(position: &Position, span: usize) -> Self {
        let mut checks = Self { given: [false; 2], perpetual: [true; 2] };
        for (mover, state) in moves_back(position, span) {
            let is_check = !state.checkers.is_empty();
            checks.given[mover] |= is_check;
            checks.perpetual[mover] &= is_check;
        }
        checks
    }
}

/// The last `span` moves, the latest first: who moved, and the state after the move.
pub fn moves_back(position: &Position, span: usize) -> impl Iterator<Item = (Color, &UndoState)> {
    let last_mover = !position.side_to_move();
    let movers = core::iter::successors(Some(last_mover), |&mover| Some(!mover));
    let states = core::iter::once(position.state()).chain(position.history().iter().rev());
    movers.zip(states.take(span))
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
    fn two_occurrences_inside_the_tree_count_and_three_before_the_root() {
        let mut position = Position::startpos();
        let cycle = "h0g2 h9g7 g2h0 g7h9";
        play(&mut position, cycle);
        assert_eq!(find_repetition(&position, 0), None);
        assert_eq!(find_repetition(&position, 4), None, "the earlier occurrence is the root itself");
        assert_eq!(find_repetition(&position, 5), Some(4));
        play(&mut position, cycle);
        assert_eq!(find_repetition(&position, 0), Some(8), "the span reaches to the first of the three");
        assert_eq!(find_repetition(&position, 4), Some(8));
        assert_eq!(find_repetition(&position, 5), Some(4));
    }

    #[test]
    fn nothing_repeats_across_a_null_move() {
        let mut position = Position::startpos();
        play(&mut position, "h0g2 h9g7");
        position.make_null();
        position.make_null();
        play(&mut position, "g2h0 g7h9");
        assert_eq!(find_repetition(&position, 100), None);
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
            assert_eq!(judge_repetition(&position, 0, rules), Some(verdict), "{rules:?}");
        }
        play(&mut position, "e9e8");
        assert_eq!(judge_repetition(&position, 0, RuleSet::Asian), Some(Verdict::Loss));
    }

    #[test]
    fn rule_sets_are_read_as_written_and_in_other_spellings() {
        for rules in [RuleSet::AlwaysDraw, RuleSet::CheckBan, RuleSet::Asian, RuleSet::Computer] {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert_eq!("CheckBan".parse(), Ok(RuleSet::CheckBan));
        assert_eq!("AsianRule".parse(), Ok(RuleSet::Asian));
        assert_eq!("Chinese".parse::<RuleSet>(), Err(ParseRuleSetError::Chinese));
        assert!("".parse::<RuleSet>().is_err() && "asiatic".parse::<RuleSet>().is_err());
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
            assert_eq!(judge_repetition(&position, 0, rules), Some(verdict), "{rules:?}");
        }
    }
}
