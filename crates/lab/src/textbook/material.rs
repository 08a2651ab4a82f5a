// SPDX-License-Identifier: MIT OR Apache-2.0
//! Material: the terms that depend only on the numbers of pieces, and the phase of the game.

use super::pair::{FULL_PHASE, Pair};
use super::terms::{Sum, Term};
use super::weights::Weights;
use xiangqi::position::{Board, PieceCounts};
use xiangqi::types::Color;

/// More attack units than this do not make a defender more valuable.
const MAX_ATTACK: u32 = 20;

/// Adds the terms of material imbalance.
pub fn add_imbalance(board: &Board, sum: &mut Sum<'_>) {
    for color in Color::ALL {
        let (own, enemy) = (PieceCounts::new(board, color), PieceCounts::new(board, !color));
        sum.add(Term::Defenders, color, defenders(own, enemy, sum.weights));
        sum.add(Term::Cooperation, color, cooperation(own, enemy, sum.weights));
    }
}

/// The value of defenders depends on the enemy's attackers: each kind of attacker is met by another defender.
fn defenders(own: PieceCounts, enemy: PieceCounts, weights: &Weights) -> Pair {
    let attack = (enemy.rooks * 3 + enemy.horses * 2 + enemy.cannons * 2).min(MAX_ATTACK);
    let mut value = weights.advisor_per_attacker * (own.advisors * attack).cast_signed()
        + weights.elephant_per_attacker * (own.elephants * attack).cast_signed();
    let [advisors, elephants] =
        [own.advisors, own.elephants].map(|count| 2usize.saturating_sub(count as usize));
    match enemy.rooks {
        0 => {}
        1 => value += weights.missing_advisor_rook[advisors],
        _ => value += weights.missing_advisor_two_rooks[advisors],
    }
    if enemy.horses > 0 {
        value += weights.missing_advisor_horse[advisors];
    }
    if enemy.cannons > 0 {
        value += weights.missing_elephant_cannon[elephants];
    }
    value
}

/// The cooperation of the attackers with each other, and their chances against these defenders.
fn cooperation(own: PieceCounts, enemy: PieceCounts, weights: &Weights) -> Pair {
    let screens = own.cannons * enemy.defenders().min(4);
    let openings = (own.rooks + own.horses) * 2u32.saturating_sub(enemy.advisors);
    let mut value = weights.cannon_per_defender * screens.cast_signed()
        + weights.major_per_missing_advisor * openings.cast_signed();
    if own.cannons > 0 && own.rooks > 0 {
        value += weights.rook_and_cannon;
    }
    if own.cannons > 0 && own.horses > 0 {
        value += weights.horse_and_cannon;
    }
    if own.cannons > 1 {
        value += weights.two_cannons;
    }
    if own.rooks == 0 && enemy.rooks > 0 {
        value += weights.no_rook;
    }
    value
}

/// Returns the phase of the game, from 0 (endgame) to [`FULL_PHASE`] (middlegame).
pub fn phase(board: &Board) -> i32 {
    let weight = |counts: PieceCounts| 4 * counts.rooks + 2 * counts.horses + 2 * counts.cannons;
    let sum: u32 = Color::ALL.into_iter().map(|color| weight(PieceCounts::new(board, color))).sum();
    sum.cast_signed().min(FULL_PHASE)
}

#[cfg(test)]
mod tests {
    use super::super::weights::WEIGHTS;
    use super::*;
    use xiangqi::position::Position;

    fn counts(rooks: u32, horses: u32, cannons: u32, advisors: u32, elephants: u32) -> PieceCounts {
        PieceCounts { rooks, horses, cannons, pawns: 0, advisors, elephants }
    }

    #[test]
    fn a_full_board_is_a_middlegame() {
        let phase_of = |fen: &str| phase(Position::from_fen(fen).unwrap().board());
        assert_eq!(phase(Position::startpos().board()), FULL_PHASE);
        assert_eq!(phase_of("4k4/9/9/9/P8/9/9/9/9/3K5 w - - 0 1"), 0);
        assert_eq!(phase_of("r1n1k4/9/9/9/P8/9/9/9/9/3K3C1 w - - 0 1"), 8);
    }

    #[test]
    fn the_value_of_defenders_depends_on_the_attackers() {
        let defenders = |own, enemy| defenders(own, enemy, &WEIGHTS);
        assert_eq!(defenders(counts(0, 0, 0, 2, 2), counts(0, 0, 0, 2, 2)), Pair::ZERO, "no attackers");
        // A missing defender costs its value against this attacker and the penalty for the gap.
        let advisor =
            |enemy| defenders(counts(0, 0, 0, 2, 2), enemy) - defenders(counts(0, 0, 0, 1, 2), enemy);
        let rook_units = WEIGHTS.advisor_per_attacker * 3;
        let missing = WEIGHTS.missing_advisor_rook;
        assert_eq!(advisor(counts(1, 0, 0, 0, 0)), rook_units + missing[0] - missing[1]);
        let elephant =
            |enemy| defenders(counts(0, 0, 0, 2, 2), enemy) - defenders(counts(0, 0, 0, 2, 1), enemy);
        let cannon_units = WEIGHTS.elephant_per_attacker * 2;
        let missing = WEIGHTS.missing_elephant_cannon;
        assert_eq!(elephant(counts(0, 0, 1, 0, 0)), cannon_units + missing[0] - missing[1]);
        assert_eq!(elephant(counts(0, 1, 0, 0, 0)), cannon_units);
    }

    #[test]
    fn different_attackers_cooperate() {
        let cooperation = |own, enemy| cooperation(own, enemy, &WEIGHTS);
        let enemy = counts(1, 0, 0, 2, 2);
        let value = |own| cooperation(own, enemy).middlegame;
        let without_screens = |own| cooperation(own, counts(1, 0, 0, 2, 0)).middlegame;
        assert!(without_screens(counts(1, 1, 1, 0, 0)) > without_screens(counts(1, 0, 2, 0, 0)));
        assert!(value(counts(0, 1, 0, 0, 0)) < value(counts(1, 0, 0, 0, 0)), "the missing rook counts");
        assert!(
            cooperation(counts(1, 0, 0, 0, 0), counts(1, 0, 0, 0, 2)).middlegame
                > value(counts(1, 0, 0, 0, 0))
        );
    }
}
