// SPDX-License-Identifier: MIT OR Apache-2.0
//! Material: the terms that depend only on the numbers of pieces, with a material hash table.
//!
//! The [`PieceCounts`] are the key of a small cache, since captures lead to the same few dozen combinations
//! again and again.

use super::army::{Army, PieceCounts};
use super::endgame;
use super::pair::{FULL_PHASE, Pair};
use super::popcount::times;
use super::trace::{NullTrace, Sum, Term, Trace};
use super::weights::Weights;
use crate::types::Color;

/// More attack units than this do not make a defender more valuable.
const MAX_ATTACK: usize = 20;

/// Adds the terms of material imbalance.
fn imbalance(counts: PieceCounts, sum: &mut Sum<impl Trace>) {
    for color in Color::ALL {
        let (own, enemy) = (counts.army(color), counts.army(!color));
        sum.add(Term::Defenders, color, defenders(own, enemy, sum.weights()));
        sum.add(Term::Cooperation, color, cooperation(own, enemy, sum.weights()));
    }
}

/// The value of defenders depends on the enemy's attackers: each kind of attacker is met by another defender.
fn defenders(own: Army, enemy: Army, weights: &Weights) -> Pair {
    let attack = times(enemy.attack_units().min(MAX_ATTACK));
    let mut value = weights.advisor_per_attacker * (times(own.advisors) * attack)
        + weights.elephant_per_attacker * (times(own.elephants) * attack);
    let (advisors, elephants) = (own.missing_advisors(), own.missing_elephants());
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
fn cooperation(own: Army, enemy: Army, weights: &Weights) -> Pair {
    let screens = times(own.cannons * enemy.defenders().min(4));
    let openings = times((own.rooks + own.horses) * enemy.missing_advisors());
    let mut value = weights.cannon_per_defender * screens + weights.major_per_missing_advisor * openings;
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

/// The phase of the game, from 0 (endgame) to [`FULL_PHASE`] (middlegame).
fn phase(counts: PieceCounts) -> i32 {
    let weight = |army: Army| 4 * army.rooks + 2 * army.horses + 2 * army.cannons;
    let sum: usize = Color::ALL.into_iter().map(|color| weight(counts.army(color))).sum();
    times(sum).min(FULL_PHASE)
}

/// Everything that follows from the numbers of pieces alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MaterialEntry {
    counts: PieceCounts,
    /// The sum of the imbalance terms, from Red's point of view.
    pub value: Pair,
    /// The phase of the game, up to [`FULL_PHASE`].
    pub phase: u8,
    /// The factor for an advantage of each side, in units of 1 / [`endgame::FULL_SCALE`].
    pub scale: [u8; 2],
}

impl MaterialEntry {
    /// Computes the entry, reporting the terms to `trace`.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the phase is from 0 to 32")]
    pub fn new(counts: PieceCounts, trace: &mut impl Trace) -> Self {
        let mut sum = Sum::new(Pair::ZERO, trace);
        imbalance(counts, &mut sum);
        let scale = Color::ALL.map(|color| endgame::scale(counts.army(color), counts.army(!color)));
        Self { counts, value: sum.total, phase: phase(counts) as u8, scale }
    }
}

/// The material hash table.
pub struct MaterialTable {
    entries: Box<[MaterialEntry; Self::SIZE]>,
}

impl MaterialTable {
    const SIZE: usize = 1024;

    /// Creates an empty table.
    pub fn new() -> Self {
        // Every position has pieces, so an entry that was never written matches none.
        Self { entries: Box::new([MaterialEntry::default(); Self::SIZE]) }
    }

    /// Returns the entry for these counts, computing it if necessary.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the upper ten bits are left")]
    pub fn get(&mut self, counts: PieceCounts) -> MaterialEntry {
        let index = counts.key().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Self::SIZE.ilog2());
        let entry = &mut self.entries[index as usize & (Self::SIZE - 1)];
        if entry.counts != counts {
            *entry = MaterialEntry::new(counts, &mut NullTrace);
        }
        *entry
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::WEIGHTS;
    use super::*;
    use crate::position::Position;
    use crate::types::Piece;

    fn army(rooks: usize, horses: usize, cannons: usize, advisors: usize, elephants: usize) -> Army {
        Army { rooks, horses, cannons, pawns: 0, advisors, elephants }
    }

    #[test]
    fn the_table_returns_what_was_computed() {
        let mut table = MaterialTable::new();
        let mut counts = PieceCounts::new(Position::startpos().board());
        for captured in [Piece::RedRook, Piece::BlackCannon, Piece::BlackPawn, Piece::RedAdvisor] {
            counts.remove(captured);
            let entry = MaterialEntry::new(counts, &mut NullTrace);
            assert_eq!((table.get(counts), table.get(counts)), (entry, entry));
        }
    }

    #[test]
    fn a_full_board_is_a_middlegame() {
        let phase_of = |fen: &str| phase(PieceCounts::new(Position::from_fen(fen).unwrap().board()));
        assert_eq!(phase(PieceCounts::new(Position::startpos().board())), FULL_PHASE);
        assert_eq!(phase_of("4k4/9/9/9/P8/9/9/9/9/3K5 w - - 0 1"), 0);
        assert_eq!(phase_of("r1n1k4/9/9/9/P8/9/9/9/9/3K3C1 w - - 0 1"), 8);
    }

    #[test]
    fn the_value_of_defenders_depends_on_the_attackers() {
        let defenders = |own, enemy| defenders(own, enemy, &WEIGHTS);
        assert_eq!(defenders(army(0, 0, 0, 2, 2), army(0, 0, 0, 2, 2)), Pair::ZERO, "no attackers");
        // A missing defender costs its value against this attacker and the penalty for the gap.
        let advisor = |enemy| defenders(army(0, 0, 0, 2, 2), enemy) - defenders(army(0, 0, 0, 1, 2), enemy);
        let rook_units = WEIGHTS.advisor_per_attacker * 3;
        let missing = WEIGHTS.missing_advisor_rook;
        assert_eq!(advisor(army(1, 0, 0, 0, 0)), rook_units + missing[0] - missing[1]);
        let elephant = |enemy| defenders(army(0, 0, 0, 2, 2), enemy) - defenders(army(0, 0, 0, 2, 1), enemy);
        let cannon_units = WEIGHTS.elephant_per_attacker * 2;
        let missing = WEIGHTS.missing_elephant_cannon;
        assert_eq!(elephant(army(0, 0, 1, 0, 0)), cannon_units + missing[0] - missing[1]);
        assert_eq!(elephant(army(0, 1, 0, 0, 0)), cannon_units);
    }

    #[test]
    fn different_attackers_cooperate() {
        let cooperation = |own, enemy| cooperation(own, enemy, &WEIGHTS);
        let enemy = army(1, 0, 0, 2, 2);
        let value = |own| cooperation(own, enemy).middlegame();
        let without_screens = |own| cooperation(own, army(1, 0, 0, 2, 0)).middlegame();
        assert!(without_screens(army(1, 1, 1, 0, 0)) > without_screens(army(1, 0, 2, 0, 0)));
        assert!(value(army(0, 1, 0, 0, 0)) < value(army(1, 0, 0, 0, 0)), "the missing rook counts");
        assert!(
            cooperation(army(1, 0, 0, 0, 0), army(1, 0, 0, 0, 2)).middlegame() > value(army(1, 0, 0, 0, 0))
        );
    }
}
