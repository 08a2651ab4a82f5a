// SPDX-License-Identifier: MIT OR Apache-2.0
//! Threats: pieces that can be captured with profit, and majors that protect each other.
//!
//! The quiescence search resolves the captures of the side to move; these terms are for the captures of the
//! other side, and for both sides when only one of several threats can be met.

#![expect(clippy::inline_always, reason = "a colour is a constant only where its function is inlined")]

use super::attack_sets::AttackSets;
use super::popcount::count_up_to;
use super::trace::{Sum, Term, Trace};
use crate::position::Board;
use crate::types::{Color, PieceKind};

/// Adds the threats of `color` and the protection of its majors.
#[inline(always)]
pub fn add(board: &Board, color: Color, sets: &AttackSets, sum: &mut Sum<impl Trace>) {
    let enemy = !color;
    let minors = sets.minors[color];
    let rooks = board.pieces(PieceKind::Rook, enemy);
    let majors = board.majors(enemy);
    let by_lesser = rooks & (minors | sets.horses[color] | sets.cannons[color]) | (majors - rooks) & minors;
    for _ in by_lesser {
        sum.add(Term::LesserAttackers, color, sum.weights().lesser_attacker);
    }

    let loose = sets.all[color] - sets.all[enemy];
    let hanging = (majors & loose) - by_lesser;
    for _ in hanging {
        sum.add(Term::HangingPieces, color, sum.weights().hanging_major);
    }
    if (hanging | by_lesser).has_several() {
        sum.add(Term::HangingPieces, color, sum.weights().two_threats);
    }
    let defenders = board.kind(PieceKind::Advisor) | board.kind(PieceKind::Elephant);
    for _ in defenders & board.color(enemy) & loose {
        sum.add(Term::HangingPieces, color, sum.weights().hanging_defender);
    }

    let horses = board.pieces(PieceKind::Horse, color);
    for _ in board.majors(color) & (minors | sets.horses[color]) {
        sum.add(Term::ProtectedMajors, color, sum.weights().protected_major);
    }
    if count_up_to(2, horses & sets.horses[color]) == 2 {
        sum.add(Term::ProtectedMajors, color, sum.weights().connected_horses);
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair::Pair;
    use super::super::tests::term;
    use super::super::weights::WEIGHTS;
    use super::*;

    #[test]
    fn a_rook_attacked_by_a_lesser_piece_is_threatened_even_if_protected() {
        let fen = "3k5/9/4r4/4p4/3N5/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(term(fen, Term::LesserAttackers), [WEIGHTS.lesser_attacker, Pair::ZERO]);
        // A horse attacked by a horse is not, but by a pawn it is.
        let horses = "3k5/9/4n4/4p4/3N5/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(term(horses, Term::LesserAttackers), [Pair::ZERO; 2]);
        let pawn = "3k5/9/4n4/4P4/9/9/9/9/9/5K3 w - - 0 1";
        assert_eq!(term(pawn, Term::LesserAttackers)[0], WEIGHTS.lesser_attacker);
    }

    #[test]
    fn attacked_and_unprotected_pieces_hang() {
        let hanging = |fen| term(fen, Term::HangingPieces)[0];
        assert_eq!(hanging("3k5/9/n3R4/9/9/9/9/9/9/5K3 w - - 0 1"), WEIGHTS.hanging_major);
        // Protected by a pawn.
        assert_eq!(hanging("3k5/9/9/p8/n3R4/9/9/9/9/5K3 w - - 0 1"), Pair::ZERO);
        assert_eq!(hanging("3k5/9/b3R4/9/9/9/9/9/9/5K3 w - - 0 1"), WEIGHTS.hanging_defender);
        let two = WEIGHTS.hanging_major * 2 + WEIGHTS.two_threats;
        assert_eq!(hanging("3k5/9/n3R4/9/4n4/9/9/9/9/5K3 w - - 0 1"), two);
    }

    #[test]
    fn majors_are_protected_by_lesser_pieces() {
        let protected = |fen| term(fen, Term::ProtectedMajors)[0];
        assert_eq!(protected("3k5/9/9/9/9/2C6/2P6/9/9/4K4 w - - 0 1"), WEIGHTS.protected_major);
        assert_eq!(protected("3k5/9/9/9/9/2R6/9/2C6/9/4K4 w - - 0 1"), Pair::ZERO);
        let horses = WEIGHTS.protected_major * 2 + WEIGHTS.connected_horses;
        assert_eq!(protected("3k5/9/9/9/9/3N5/9/2N6/9/4K4 w - - 0 1"), horses);
    }
}
