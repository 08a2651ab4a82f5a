// SPDX-License-Identifier: MIT OR Apache-2.0
//! King safety: exposed king, king mobility, attack on one wing, and king danger from danger units.
//!
//! The terms are credited to the attacker. Everything that takes part in an attack adds danger units; their
//! value grows with the square of the sum, because attackers need each other. The attacks along the king's
//! lines are in `king_lines`.

#![expect(clippy::inline_always, reason = "a colour is a constant only where its function is inlined")]

use super::attack_sets::AttackSets;
use super::king_attack::{KingAttack, PALACE_CENTRE};
use super::king_lines;
use super::popcount::{count_up_to, times};
use super::trace::{Sum, Term, Trace};
use crate::attacks;
use crate::position::Board;
use crate::types::{Bitboard, Color, PieceKind, Square, coords};
use xiangqi::bitboard;

/// The palace, the squares beside it and those in front of it: where a major defends Black's king.
const BLACK_KING_ZONE: Bitboard = bitboard! {
    . . X X X X X . .
    . . X X X X X . .
    . . X X X X X . .
    . . . X X X . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
};
const KING_ZONE: [Bitboard; 2] = [BLACK_KING_ZONE.rotate(), BLACK_KING_ZONE];

/// Files a to d and f to i.
const WINGS: [Bitboard; 2] = {
    let left = bitboard! {
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
    };
    [left, left.rotate()]
};

/// Adds the king safety terms of `color` as the attacker.
#[inline(always)]
pub fn add(
    board: &Board,
    color: Color,
    sets: &AttackSets,
    mut attack: KingAttack,
    sum: &mut Sum<impl Trace>,
) {
    let king = board.king(!color);
    king_lines::add(board, color, sets, king, &mut attack, sum);
    exposure(board, color, king, sum);
    wings(board, color, sets, &mut attack, sum);
    for _ in board.pieces(PieceKind::Pawn, color) & KING_ZONE[!color] {
        attack.join(PieceKind::Pawn, sum.weights());
    }
    mobility(board, color, sets, king, sum);
    if attack.attackers >= 2 && attack.is_mixed {
        danger(board, color, sets, king, &attack, sum);
    }
}

/// A king without other pieces of its side on its file, or in the palace centre with both advisors around it.
#[inline(always)]
fn exposure(board: &Board, color: Color, king: Square, sum: &mut Sum<impl Trace>) {
    let defenders = board.color(!color);
    let in_front = (coords::file_set(king.file()) & defenders) - king.into();
    let rooks = board.pieces(PieceKind::Rook, color);
    if !rooks.is_empty() && in_front.is_empty() {
        let on_file = rooks.meets(coords::file_set(king.file()));
        let weight = if on_file { sum.weights().king_facing_rook } else { sum.weights().exposed_king };
        sum.add(Term::ExposedKing, color, weight);
    }
    if king == PALACE_CENTRE[!color] && board.pieces(PieceKind::Advisor, !color).has_several() {
        sum.add(Term::KingInCentre, color, sum.weights().king_in_centre);
    }
}

/// The mobility of a king that has only defenders left: the fewer squares it can step to, the closer
/// the mate.
#[inline(always)]
fn mobility(board: &Board, color: Color, sets: &AttackSets, king: Square, sum: &mut Sum<impl Trace>) {
    let fighters = board.majors(!color) | board.pieces(PieceKind::Pawn, !color);
    if fighters.is_empty() {
        let free = attacks::king(king) - board.color(!color) - sets.all[color];
        sum.add(Term::KingMobility, color, sum.weights().king_mobility[count_up_to(4, free)]);
    }
}

/// Majors across the river on one wing, where no pawn or defender can take them.
#[inline(always)]
fn wings(board: &Board, color: Color, sets: &AttackSets, attack: &mut KingAttack, sum: &mut Sum<impl Trace>) {
    let across = board.majors(color) - coords::HOME[color] - sets.minors[!color];
    if !across.has_several() {
        return;
    }
    for wing in WINGS {
        let majors = count_up_to(4, across & wing);
        sum.add(Term::WingAttack, color, sum.weights().wing_attack[majors]);
        if majors >= 3 && !board.pieces(PieceKind::Rook, color).is_empty() {
            attack.units += sum.weights().danger_units.wing_attack;
        }
    }
}

/// Turns danger units into a value.
#[inline(always)]
fn danger(
    board: &Board,
    color: Color,
    sets: &AttackSets,
    king: Square,
    attack: &KingAttack,
    sum: &mut Sum<impl Trace>,
) {
    let weights = &sum.weights().danger_units;
    let mut units = attack.units;
    let safe = !(board.color(color) | sets.all[!color]);
    if (sets.rooks[color] & safe).meets(attacks::rook(king, board.occupied())) {
        units += weights.safe_check;
    }
    if (sets.horses[color] & safe).meets(attacks::horse_attackers(king, board.occupied())) {
        units += weights.safe_check;
    }
    let missing = |kind| 2 - times(count_up_to(2, board.pieces(kind, !color)));
    units += weights.missing_advisor * missing(PieceKind::Advisor);
    if !board.pieces(PieceKind::Cannon, color).is_empty() {
        units += weights.missing_elephant * missing(PieceKind::Elephant);
    }
    if board.pieces(PieceKind::Rook, color).is_empty() {
        units += weights.no_rook;
    }
    units += weights.defender * times(count_up_to(4, board.majors(!color) & KING_ZONE[!color]));
    sum.add(Term::KingDanger, color, sum.weights().king_danger.value(units));
}

#[cfg(test)]
mod tests {
    use super::super::pair::Pair;
    use super::super::tests::term;
    use super::super::weights::WEIGHTS;
    use super::*;

    /// Red's value of a term.
    fn red(fen: &str, of: Term) -> Pair {
        term(&format!("{fen} - - 0 1"), of)[0]
    }

    #[test]
    fn a_king_without_pieces_on_its_file_is_exposed() {
        let exposed = |fen| red(fen, Term::ExposedKing);
        assert_eq!(exposed("4k4/9/9/9/9/9/9/9/9/R4K3 w"), WEIGHTS.exposed_king);
        assert_eq!(exposed("4k4/9/9/9/4P4/9/9/9/4R4/5K3 w"), WEIGHTS.king_facing_rook);
        assert_eq!(exposed("4k4/9/4b4/9/9/9/9/9/9/R4K3 w"), Pair::ZERO);
        assert_eq!(exposed("4k4/9/9/9/9/9/9/9/9/C4K3 w"), Pair::ZERO);
    }

    #[test]
    fn a_king_in_the_palace_centre_obstructs_its_advisors() {
        let centre = |fen| red(fen, Term::KingInCentre);
        assert_eq!(centre("3a1a3/4k4/9/9/9/9/9/9/9/3K5 w"), WEIGHTS.king_in_centre);
        assert_eq!(centre("3a5/4k4/9/9/9/9/9/9/9/3K5 w"), Pair::ZERO);
    }

    #[test]
    fn majors_on_one_wing_attack() {
        let wing = |fen| red(fen, Term::WingAttack);
        assert_eq!(wing("4k4/9/9/9/N8/1R7/9/9/9/3K5 w"), Pair::ZERO, "one major alone");
        let by_count = WEIGHTS.wing_attack;
        assert_eq!(wing("3ak4/9/9/NCR6/9/9/9/9/9/3K5 w"), by_count[3] + by_count[0]);
        assert_eq!(wing("3ak4/9/9/NC4R2/9/9/9/9/9/3K5 w"), by_count[2] + by_count[1]);
    }

    #[test]
    fn king_danger_needs_more_than_one_attacker() {
        let danger = |fen| red(fen, Term::KingDanger).middlegame();
        assert_eq!(danger("3aka3/R8/9/9/9/9/9/9/9/3K5 w"), 0);
        assert_eq!(danger("C1bakab1C/9/9/9/9/9/9/9/9/3K5 w"), 0, "cannons alone");
        let with_defenders = danger("2bakab2/R8/2N6/9/9/9/9/9/9/3K5 w");
        let without = danger("4k4/R8/2N6/9/9/9/9/9/9/3K5 w");
        assert!(0 < with_defenders && with_defenders < without);
        let defended = danger("4kr3/R4n3/2N6/9/9/9/9/9/9/3K5 w");
        assert!(defended < without);
    }

    #[test]
    fn the_mobility_of_a_bare_king_counts_its_safe_steps() {
        let mobility = |fen| red(fen, Term::KingMobility);
        assert_eq!(mobility("4k4/9/9/9/9/9/9/9/9/3K1R3 w"), WEIGHTS.king_mobility[2]);
        assert_eq!(mobility("4k4/R8/9/9/9/9/9/9/9/3K1R3 w"), WEIGHTS.king_mobility[1]);
        assert_eq!(mobility("4k4/R8/9/9/9/9/9/9/8r/3K1R3 w"), Pair::ZERO);
    }

    #[test]
    fn zones_are_where_they_belong() {
        assert!(
            KING_ZONE[0].contains(Square::C0)
                && KING_ZONE[0].contains(Square::E3)
                && KING_ZONE[1].contains(Square::G7)
        );
        assert_eq!((KING_ZONE[0].len(), WINGS[0].len()), (18, 40));
        assert!(WINGS[1].contains(Square::F5) && !WINGS[1].contains(Square::E5));
    }
}
