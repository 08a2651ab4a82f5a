// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pawns: an army once they are across, strong hand in hand, and spent on the last rank.

use super::sets::{Sets, ahead, right};
use super::trace::{Sum, Term, Trace};
use super::weights::WEIGHTS;
use crate::position::Board;
use crate::types::{Bitboard, Color, PieceKind, Rank, coords};

/// The last rank by colour: a pawn there can only go sideways.
const LAST_RANK: [Bitboard; 2] = [coords::rank_set(Rank::R9), coords::rank_set(Rank::R0)];

/// The own river bank: the next step crosses.
const RIVER_BANK: [Bitboard; 2] = [coords::rank_set(Rank::R4), coords::rank_set(Rank::R5)];

/// The number of points, at most `limit`: for sets that are small and often empty.
#[inline]
pub(super) fn count_up_to(limit: usize, set: Bitboard) -> usize {
    let (mut rest, mut count) = (set, 0);
    while count < limit && !rest.is_empty() {
        rest = rest.without_first();
        count += 1;
    }
    count
}

/// Are all pawns of `color` on the last rank?
#[inline]
pub(super) fn all_spent(board: &Board, color: Color) -> bool {
    board.men(PieceKind::Pawn, color).is_subset_of(LAST_RANK[color])
}

/// Adds the pawn terms.
#[inline]
pub(super) fn add(board: &Board, color: Color, sets: &Sets, sum: &mut Sum<impl Trace>) {
    let pawns = board.men(PieceKind::Pawn, color);
    let across = pawns - coords::HOME[color];
    if !across.is_empty() {
        let old = across & LAST_RANK[color];
        let fresh = across - old;
        let advisors = count_up_to(2, board.men(PieceKind::Advisor, !color));
        sum.add(Term::CrossedPawns, color, WEIGHTS.crossed_pawns[advisors][count_up_to(3, fresh)]);
        for _ in fresh & right(fresh) {
            sum.add(Term::LinkedPawns, color, WEIGHTS.linked_pawns);
        }
        for _ in old {
            sum.add(Term::OldPawns, color, WEIGHTS.old_pawn);
        }
    }
    let crossing = ahead(pawns & RIVER_BANK[color], color) - board.occupied() - sets.all[!color];
    for _ in crossing {
        sum.add(Term::CrossingPawns, color, WEIGHTS.crossing_pawn);
    }
}
