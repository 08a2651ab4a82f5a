// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pawns: strong across the river and side by side, weak on the last rank.

#![expect(clippy::inline_always, reason = "a colour is a constant only where its function is inlined")]

use super::attack_sets::{AttackSets, ahead, right};
use super::popcount::count_up_to;
use super::trace::{Sum, Term, Trace};
use crate::position::Board;
use crate::types::{Bitboard, Color, PieceKind, Rank, coords};

/// The last rank by colour: a pawn there can only go sideways.
const LAST_RANK: [Bitboard; 2] = [coords::rank_set(Rank::R9), coords::rank_set(Rank::R0)];

/// The rank before the river by colour: the next step crosses it.
const RIVER_BANK: [Bitboard; 2] = [coords::rank_set(Rank::R4), coords::rank_set(Rank::R5)];

/// Returns true if all pawns of `color` are on the last rank.
#[inline(always)]
pub fn all_on_last_rank(board: &Board, color: Color) -> bool {
    board.pieces(PieceKind::Pawn, color).is_subset_of(LAST_RANK[color])
}

/// Adds the pawn terms.
#[inline(always)]
pub fn add(board: &Board, color: Color, sets: &AttackSets, sum: &mut Sum<impl Trace>) {
    let pawns = board.pieces(PieceKind::Pawn, color);
    let across = pawns - coords::HOME[color];
    if !across.is_empty() {
        let spent = across & LAST_RANK[color];
        let fresh = across - spent;
        let advisors = count_up_to(2, board.pieces(PieceKind::Advisor, !color));
        sum.add(Term::CrossedPawns, color, sum.weights().crossed_pawns[advisors][count_up_to(3, fresh)]);
        for _ in fresh & right(fresh) {
            sum.add(Term::LinkedPawns, color, sum.weights().linked_pawns);
        }
        for _ in spent {
            sum.add(Term::LastRankPawns, color, sum.weights().last_rank_pawn);
        }
    }
    let crossing = ahead(pawns & RIVER_BANK[color], color) - board.occupied() - sets.all[!color];
    for _ in crossing {
        sum.add(Term::CrossingPawns, color, sum.weights().crossing_pawn);
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair::Pair;
    use super::super::tests::term;
    use super::super::weights::WEIGHTS;
    use super::*;

    #[test]
    fn crossed_pawns_are_worth_more_against_fewer_advisors() {
        let crossed = |fen| term(fen, Term::CrossedPawns)[0];
        let two = crossed("3k5/4a4/5a3/9/P1P6/9/8P/9/9/4K4 w - - 0 1");
        assert_eq!(two, WEIGHTS.crossed_pawns[2][2]);
        let three = crossed("3k5/9/9/9/P1P5P/9/9/9/9/4K4 w - - 0 1");
        assert_eq!(three, WEIGHTS.crossed_pawns[0][3]);
        // The fourth changes nothing.
        assert_eq!(crossed("3k5/9/9/9/P1P1P3P/9/9/9/9/4K4 w - - 0 1"), three);
    }

    #[test]
    fn crossed_pawns_side_by_side_are_linked() {
        let linked = |fen| term(fen, Term::LinkedPawns)[0];
        assert_eq!(linked("3k5/9/9/PP7/9/9/9/9/9/4K4 w - - 0 1"), WEIGHTS.linked_pawns);
        assert_eq!(linked("3k5/9/9/PPP6/9/9/9/9/9/4K4 w - - 0 1"), WEIGHTS.linked_pawns * 2);
        // The end of one rank is not beside the beginning of the next.
        assert_eq!(linked("3k5/9/P8/8P/9/9/9/9/9/4K4 w - - 0 1"), Pair::ZERO);
    }

    #[test]
    fn a_pawn_on_the_last_rank_is_spent() {
        assert_eq!(
            term("P4k3/9/9/9/9/9/9/9/9/4K4 w - - 0 1", Term::LastRankPawns)[0],
            WEIGHTS.last_rank_pawn
        );
        assert_eq!(
            term("P4k3/9/9/9/9/9/9/9/9/4K4 w - - 0 1", Term::CrossedPawns)[0],
            WEIGHTS.crossed_pawns[0][0]
        );
        let position = crate::position::Position::from_fen("P4k3/9/9/9/9/9/9/9/9/4K4 w - - 0 1").unwrap();
        assert!(all_on_last_rank(position.board(), Color::Red));
        assert!(super::super::explain(&position).scale <= 0.0);
    }

    #[test]
    fn a_pawn_at_the_river_may_cross_unless_the_square_is_attacked() {
        let crossing = |fen| term(fen, Term::CrossingPawns)[0];
        assert_eq!(crossing("3k5/9/9/9/9/2P6/9/9/9/4K4 w - - 0 1"), WEIGHTS.crossing_pawn);
        assert_eq!(crossing("3k5/9/9/9/7r1/2P6/9/9/9/4K4 w - - 0 1"), Pair::ZERO);
        assert_eq!(crossing("3k5/9/9/9/2p6/2P6/9/9/9/4K4 w - - 0 1"), Pair::ZERO);
    }
}
