// SPDX-License-Identifier: MIT OR Apache-2.0
//! What can be taken with profit, and what holds together.
//!
//! Quiescence resolves the captures of the side to move; these terms are for those of the other side, and for both
//! when only one can be answered at a time.

use super::pawns::count_up_to;
use super::sets::Sets;
use super::trace::{Sum, Term, Trace};
use super::weights::WEIGHTS;
use crate::position::Board;
use crate::types::{Color, PieceKind};

/// Adds what `color` threatens and how its own majors protect each other.
#[inline]
pub(super) fn add(board: &Board, color: Color, sets: &Sets, sum: &mut Sum<impl Trace>) {
    let enemy = !color;
    let light = sets.light[color];
    let rooks = board.men(PieceKind::Rook, enemy);
    let majors = board.majors(enemy);
    let by_lesser = rooks & (light | sets.horses[color] | sets.cannons[color]) | (majors - rooks) & light;
    for _ in by_lesser {
        sum.add(Term::AttackedByLesser, color, WEIGHTS.attacked_by_lesser);
    }

    let loose = sets.all[color] - sets.all[enemy];
    let hanging = majors & loose - by_lesser;
    for _ in hanging {
        sum.add(Term::Hanging, color, WEIGHTS.hanging_major);
    }
    if (hanging | by_lesser).has_several() {
        sum.add(Term::Hanging, color, WEIGHTS.two_threats);
    }
    let guards = board.kind(PieceKind::Advisor) | board.kind(PieceKind::Elephant);
    for _ in guards & board.color(enemy) & loose {
        sum.add(Term::Hanging, color, WEIGHTS.hanging_guard);
    }

    let horses = board.men(PieceKind::Horse, color);
    for _ in board.majors(color) & (light | sets.horses[color]) {
        sum.add(Term::Connected, color, WEIGHTS.connected_major);
    }
    if count_up_to(2, horses & sets.horses[color]) == 2 {
        sum.add(Term::Connected, color, WEIGHTS.connected_horses);
    }
}
