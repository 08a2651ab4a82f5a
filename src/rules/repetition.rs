// SPDX-License-Identifier: MIT OR Apache-2.0
//! Repetition: found by key, judged by what both sides did in between.

use crate::position::Position;

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

/// Judges the present position if it repeats an earlier one: at its second occurrence when the earlier one lies
/// less than `plies_from_root` plies back (strictly inside the search tree), at its third otherwise. With
/// `plies_from_root` 0 this is the referee's question about a game.
pub fn judge_repetition(position: &Position, plies_from_root: usize, rules: RuleSet) -> Option<Verdict> {
    let _ = rules;
    let states = position.history();
    let key = position.key();
    let reversible = usize::from(position.state().reversible);
    let mut seen = 0;
    let mut distance = 4;
    while distance <= reversible {
        if states[states.len() - distance].key == key {
            seen += 1;
            if distance < plies_from_root || seen == 2 {
                return Some(Verdict::Draw);
            }
        }
        distance += 2;
    }
    None
}
