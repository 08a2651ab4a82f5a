// SPDX-License-Identifier: MIT OR Apache-2.0
//! The explanation of a game's state as data: what each move of a repetition does, and the offence of each
//! side.
//!
//! Nothing is judged here. The explanation carries the [`Offence`]s that decide a repetition, and its outcome
//! follows from these very offences. [`Explanation::lines`] puts it into words.

use crate::position::Position;
use crate::rules::chinese::Ruling;
use crate::rules::classified_moves::classified_moves;
use crate::rules::history::earlier_occurrences;
use crate::rules::outcome::GameOutcome;
use crate::rules::repetition::{Findings, span_due};
use crate::rules::rule_set::{Offence, RuleSet};
use crate::types::Color;

pub use super::chinese::{Chased, Class, Level, Means, Weight};
pub use super::classified_moves::{Attack, AttackEffect, ClassifiedMove, ProtectorFault};
pub use super::move_class::{MoveClass, PlacedPiece};

/// A position that occurred before, and the moves since then; or, by the nine-move rule of the Chinese rules,
/// the last nine rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// The number of occurrences: at the third the game is judged, at the second there is only a warning; 1
    /// if the nine-move rule judges the moves.
    pub occurrences: u8,
    /// The moves since the first of these occurrences.
    pub moves: Vec<ClassifiedMove>,
    /// The offence of each side, whether the rule set counts it or not.
    pub offences: [Offence; 2],
    /// The pieces that each side chases perpetually, on their squares in the repeated position.
    pub chased: [Vec<PlacedPiece>; 2],
    /// The levels by the Chinese rules, if these are in force.
    pub levels: Option<[(Level, Level); 2]>,
}

/// The state of a game, and the reasons for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The rule set in force.
    pub rules: RuleSet,
    /// The side to move.
    pub to_move: Color,
    /// The outcome; `None` while the game goes on.
    pub outcome: Option<GameOutcome>,
    /// Plies without capture as the natural limit counts them.
    pub rule60: u16,
    /// The repetition, if the position occurred before.
    pub repetition: Option<Repetition>,
}

impl Explanation {
    /// Explains the present position with the moves that led there; `limit` as for [`GameOutcome::of`].
    #[must_use]
    pub fn of(position: &Position, rules: RuleSet, limit: Option<u16>) -> Self {
        let due = span_due(position, rules);
        // Before that, all occurrences so far.
        let earlier = || (2..).zip(earlier_occurrences(position)).last();
        let found = due.or_else(earlier).map(|(count, span)| {
            let findings = Findings::all(position, span);
            let repetition = Repetition::of(position, span, count, &findings);
            if let Some(form) = rules.chinese_form() {
                let ruling = Ruling::of(position, span, form);
                let outcome = ruling.outcome();
                (outcome, Repetition { moves: ruling.moves, levels: Some(ruling.levels), ..repetition })
            } else {
                (GameOutcome::by_repetition(&findings, rules), repetition)
            }
        });
        let judged = || due.and(found.as_ref()).map(|found| found.0);
        Self {
            rules,
            to_move: position.side_to_move(),
            outcome: GameOutcome::with_repetition(position, limit, judged),
            rule60: position.rule60_count(),
            repetition: found.map(|(_, repetition)| repetition),
        }
    }
}

impl Repetition {
    fn of(position: &Position, span: usize, occurrences: u8, findings: &Findings) -> Self {
        let place = |square| PlacedPiece::on(position.board(), square);
        let chased = findings.chased.map(|squares| squares.into_iter().map(place).collect());
        let moves = classified_moves(position, span);
        Self { occurrences, moves, offences: findings.offences, chased, levels: None }
    }

    /// Returns the number of moves of `side` that are of a class.
    #[must_use]
    pub fn count(&self, side: Color, class: MoveClass) -> usize {
        self.moves.iter().filter(|mv| mv.piece.piece.color() == side && mv.class() == class).count()
    }

    /// Returns true if any move gives check.
    #[must_use]
    pub fn any_check(&self) -> bool {
        self.moves.iter().any(|mv| mv.checks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Piece, Square};

    fn explain(fen: &str, moves: &str) -> Repetition {
        let mut position = Position::from_fen(fen).unwrap();
        for mv in moves.split(' ') {
            position.play(mv.parse().unwrap()).unwrap();
        }
        Explanation::of(&position, RuleSet::Asian, None).repetition.unwrap()
    }

    #[test]
    fn the_second_occurrence_is_explained_and_the_third_judged() {
        let cycle = "h0g2 h9g7 g2h0 g7h9";
        let start = Position::startpos().to_fen();
        let second = explain(&start, cycle);
        assert_eq!((second.occurrences, second.moves.len()), (2, 4));
        let third = explain(&start, &format!("{cycle} {cycle} h0g2"));
        assert_eq!((third.occurrences, third.moves.len()), (3, 8));
        let numbers: Vec<u32> = third.moves.iter().map(|mv| mv.number).collect();
        assert_eq!(numbers, [1, 2, 2, 3, 3, 4, 4, 5]);
        assert_eq!(third.offences[0], Offence::None);
        let counts =
            [MoveClass::Check, MoveClass::Chase, MoveClass::Idle].map(|class| third.count(Color::Red, class));
        assert_eq!(counts, [0, 0, 4]);
    }

    #[test]
    fn a_chase_names_attacker_and_target() {
        let chase = explain("3k5/9/9/6c2/9/9/9/6R2/9/5K3 b", "g6h6 g2h2 h6g6 h2g2");
        assert_eq!(chase.offences[Color::Red], Offence::PerpetualChase);
        let cannon = PlacedPiece { piece: Piece::BlackCannon, square: Square::G6 };
        assert_eq!(chase.chased[Color::Red], [cannon]);
        let attack = &chase.moves[1].attacks[0];
        assert_eq!((attack.attacker.square, attack.target.square), (Square::H2, Square::H6));
        assert_eq!(attack.effect, AttackEffect::OnUnprotected(vec![]));
        assert!(chase.moves[0].attacks.is_empty() && !chase.moves[0].offers_itself);
    }
}
