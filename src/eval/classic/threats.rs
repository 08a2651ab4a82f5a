// SPDX-License-Identifier: MIT OR Apache-2.0
//! What can be taken with profit, and what holds together.
//!
//! Quiescence resolves the captures of the side to move; these terms are for those of the other side, and for both
//! when only one can be answered at a time.

use super::counting::count_up_to;
use super::sets::Sets;
use super::trace::{Sum, Term, Trace};
use crate::position::Board;
use crate::types::{Color, PieceKind};

/// Adds what `color` threatens and how its own majors protect each other.
#[inline(always)]
pub fn add(board: &Board, color: Color, sets: &Sets, sum: &mut Sum<impl Trace>) {
    let enemy = !color;
    let light = sets.light[color];
    let rooks = board.pieces(PieceKind::Rook, enemy);
    let majors = board.majors(enemy);
    let by_lesser = rooks & (light | sets.horses[color] | sets.cannons[color]) | (majors - rooks) & light;
    for _ in by_lesser {
        sum.add(Term::AttackedByLesser, color, sum.weights().attacked_by_lesser);
    }

    let loose = sets.all[color] - sets.all[enemy];
    let hanging = (majors & loose) - by_lesser;
    for _ in hanging {
        sum.add(Term::Hanging, color, sum.weights().hanging_major);
    }
    if (hanging | by_lesser).has_several() {
        sum.add(Term::Hanging, color, sum.weights().two_threats);
    }
    let guards = board.kind(PieceKind::Advisor) | board.kind(PieceKind::Elephant);
    for _ in guards & board.color(enemy) & loose {
        sum.add(Term::Hanging, color, sum.weights().hanging_guard);
    }

    let horses = board.pieces(PieceKind::Horse, color);
    for _ in board.majors(color) & (light | sets.horses[color]) {
        sum.add(Term::Connected, color, sum.weights().connected_major);
    }
    if count_up_to(2, horses & sets.horses[color]) == 2 {
        sum.add(Term::Connected, color, sum.weights().connected_horses);
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair::Pair;
    use super::super::tests::term;
    use super::super::weights::WEIGHTS;
    use super::*;

    #[test]
    fn a_rook_attacked_by_less_is_in_danger_even_if_protected() {
        let fen = "3k5/9/4r4/4p4/3N5/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(term(fen, Term::AttackedByLesser), [WEIGHTS.attacked_by_lesser, Pair::ZERO]);
        // A horse attacked by a horse is not, but by a pawn it is.
        let horses = "3k5/9/4n4/4p4/3N5/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(term(horses, Term::AttackedByLesser), [Pair::ZERO; 2]);
        let pawn = "3k5/9/4n4/4P4/9/9/9/9/9/5K3 w - - 0 1";
        assert_eq!(term(pawn, Term::AttackedByLesser)[0], WEIGHTS.attacked_by_lesser);
    }

    #[test]
    fn what_is_attacked_and_not_protected_hangs() {
        let hanging = |fen| term(fen, Term::Hanging)[0];
        assert_eq!(hanging("3k5/9/n3R4/9/9/9/9/9/9/5K3 w - - 0 1"), WEIGHTS.hanging_major);
        // Protected by a pawn.
        assert_eq!(hanging("3k5/9/9/p8/n3R4/9/9/9/9/5K3 w - - 0 1"), Pair::ZERO);
        assert_eq!(hanging("3k5/9/b3R4/9/9/9/9/9/9/5K3 w - - 0 1"), WEIGHTS.hanging_guard);
        let two = WEIGHTS.hanging_major * 2 + WEIGHTS.two_threats;
        assert_eq!(hanging("3k5/9/n3R4/9/4n4/9/9/9/9/5K3 w - - 0 1"), two);
    }

    #[test]
    fn majors_are_connected_by_lesser_men() {
        let connected = |fen| term(fen, Term::Connected)[0];
        assert_eq!(connected("3k5/9/9/9/9/2C6/2P6/9/9/4K4 w - - 0 1"), WEIGHTS.connected_major);
        assert_eq!(connected("3k5/9/9/9/9/2R6/9/2C6/9/4K4 w - - 0 1"), Pair::ZERO);
        let horses = WEIGHTS.connected_major * 2 + WEIGHTS.connected_horses;
        assert_eq!(connected("3k5/9/9/9/9/3N5/9/2N6/9/4K4 w - - 0 1"), horses);
    }
}
