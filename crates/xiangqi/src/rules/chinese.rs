// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Chinese national rules of repetition (2020): the level of each side follows from the classes of its
//! moves, and the side with the higher level loses.

use crate::position::{Board, Position};
use crate::rules::mate_threat::mate_threat;
use crate::rules::move_class::{ClassifiedMove, MoveClass, classified_moves};
use crate::rules::outcome::{GameOutcome, Termination};
use crate::types::Color;

/// The level of a side in a repetition, in ascending order. The side with the higher level loses, equal
/// levels draw (articles 25.1 to 25.3 and 26.9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// At least one move is idle (闲).
    Allowed,
    /// Every move checks, threatens mate or chases, and at least one is a light chase.
    Light,
    /// Every move checks, threatens mate or chases heavily.
    Heavy,
    /// Every move checks (长将).
    PerpetualCheck,
}

/// The judgement of a repetition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// The moves with their classes, oldest first.
    pub moves: Vec<ClassifiedMove>,
    /// The lowest and the highest level that each side can have. They differ if a move could not be
    /// classified.
    pub levels: [(Level, Level); 2],
}

impl Ruling {
    /// Judges the last `span` plies.
    pub fn of(position: &Position, span: usize) -> Self {
        let mut moves = classified_moves(position, span);
        let mut board = position.board().clone();
        for mv in moves.iter_mut().rev() {
            mv.chinese = Some(class(mv, &board));
            board.shift(mv.piece.piece, mv.mv.to(), mv.mv.from());
        }
        let levels = Color::ALL.map(|side| level(&moves, side));
        Self { moves, levels }
    }

    /// Returns the outcome: a side loses, or it is a draw, or undecided.
    pub fn outcome(&self) -> GameOutcome {
        let [red, black] = self.levels;
        let draws = red == black && red.0 == red.1;
        let loser = Color::ALL.into_iter().find(|&side| self.levels[side].0 > self.levels[!side].1);
        let termination = match loser.map(|loser| self.levels[loser].0) {
            Some(Level::PerpetualCheck) => Termination::PerpetualCheck,
            Some(_) => Termination::PerpetualChase,
            None if draws => Termination::Repetition,
            None => Termination::Undecided,
        };
        GameOutcome { winner: loser.map(|loser| !loser), termination }
    }
}

/// Returns the range of the level of a side.
fn level(moves: &[ClassifiedMove], side: Color) -> (Level, Level) {
    let of_class = |class| moves.iter().filter(|mv| mv.side() == side && mv.class() == class).count();
    let all = moves.iter().filter(|mv| mv.side() == side).count();
    if of_class(MoveClass::Check) == all {
        (Level::PerpetualCheck, Level::PerpetualCheck)
    } else if of_class(MoveClass::Idle) > 0 {
        (Level::Allowed, Level::Allowed)
    } else if of_class(MoveClass::Undecided) > 0 {
        (Level::Allowed, Level::Heavy)
    } else {
        (Level::Heavy, Level::Heavy)
    }
}

/// Classifies a move: check, mate threat, or idle if it attacks nothing; anything else is undecided.
fn class(mv: &ClassifiedMove, after: &Board) -> MoveClass {
    if mv.checks {
        return MoveClass::Check;
    }
    match mate_threat(after, mv.side(), &[]) {
        Ok(Some(_)) => MoveClass::MateThreat,
        Ok(None) if mv.attacks.is_empty() => MoveClass::Idle,
        _ => MoveClass::Undecided,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(fen: &str, cycle: &str) -> String {
        let mut position = Position::from_fen(fen).unwrap();
        for mv in cycle.split(' ').cycle().take(2 * cycle.split(' ').count()) {
            position.play(mv.parse().unwrap()).unwrap();
        }
        let span = position.history().len();
        Ruling::of(&position, span).outcome().to_string()
    }

    #[test]
    fn what_cannot_be_decided_has_no_winner() {
        for (why, fen, cycle, expected) in [
            ("idle moves", "3k5/9/9/9/9/9/9/9/9/R4K3 w", "a0a1 d9d8 a1a0 d8d9", "draw: repetition"),
            ("checks", "4k4/R8/9/9/9/9/9/9/9/3K5 w", "a8a9 e9e8 a9a8 e8e9", "black wins: perpetual check"),
            (
                "chases, which may be light or heavy",
                "2bak1c2/4aRN1r/4b4/9/9/9/3pp4/2n1B4/9/2B1K3C w",
                "i0h0 i8h8 h0i0 h8i8",
                "draw: undecided repetition",
            ),
        ] {
            assert_eq!(outcome(fen, cycle), expected, "{why}");
        }
    }
}
