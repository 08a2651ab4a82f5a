// SPDX-License-Identifier: MIT OR Apache-2.0
//! The attack on a palace: cannons aimed at the king, pins, the exposed king, three men on a wing, and danger units.
//!
//! The terms are credited to the attacker. Danger units add up whoever takes part in an attack; their worth grows
//! with the square of the sum, because attackers need each other.

use super::pawns::count_up_to;
use super::sets::Sets;
use super::trace::{Sum, Term, Trace};
use super::weights::WEIGHTS;
use crate::attacks;
use crate::bitboard;
use crate::position::Board;
use crate::types::{Bitboard, Color, PieceKind, Rank, Square, coords};

/// Danger units of a rook, horse, cannon and pawn that attack the palace.
const UNITS: [i32; 7] = [0, 0, 0, 6, 5, 3, 5];
/// A rook or a horse can give a check that is not answered by capture.
const SAFE_CHECK: i32 = 3;
/// A hollow cannon, or a horse in the palace's heart under a centre cannon.
const DEADLY_CANNON: i32 = 6;
/// Each missing advisor.
const MISSING_ADVISOR: i32 = 4;
/// Each missing elephant, against a cannon.
const MISSING_ELEPHANT: i32 = 2;
/// Three men on a wing, a rook among the attackers.
const WING_ATTACK: i32 = 3;
/// Each major that stands by its king.
const DEFENDER: i32 = 3;
/// The attacker has no rook.
const NO_ROOK: i32 = 8;

/// Palace, the points beside it and those before it: where a major defends Black's king.
const BLACK_COURT: Bitboard = bitboard! {
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
const COURT: [Bitboard; 2] = [BLACK_COURT.rotate(), BLACK_COURT];

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

/// The palace's heart by colour.
const HEART: [Square; 2] = [Square::E1, Square::E8];
/// The edge behind the palace by colour.
const BACK_RANK: [Bitboard; 2] = [coords::rank_set(Rank::R0), coords::rank_set(Rank::R9)];

/// An attack on a palace, as far as it is known.
#[derive(Default)]
pub(super) struct Assault {
    units: i32,
    attackers: i32,
    /// Someone other than a cannon takes part.
    is_mixed: bool,
}

impl Assault {
    /// A man of `kind` attacks the palace.
    #[inline]
    pub(super) fn join(&mut self, kind: PieceKind) {
        self.units += UNITS[kind];
        self.attackers += 1;
        self.is_mixed |= kind != PieceKind::Cannon;
    }
}

/// Adds what `color` has against the enemy king.
#[inline]
pub(super) fn add(board: &Board, color: Color, sets: &Sets, mut assault: Assault, sum: &mut Sum<impl Trace>) {
    let king = board.king(!color);
    aimed_men(board, color, sets, king, &mut assault, sum);
    bottom_cannons(board, color, king, sum);
    exposure(board, color, king, sum);
    wings(board, color, sets, &mut assault, sum);
    for _ in board.men(PieceKind::Pawn, color) & COURT[!color] {
        assault.join(PieceKind::Pawn);
    }
    if assault.attackers >= 2 && assault.is_mixed {
        danger(board, color, sets, king, &assault, sum);
    }
}

/// Rooks and cannons on a line with the king.
#[inline]
fn aimed_men(
    board: &Board,
    color: Color,
    sets: &Sets,
    king: Square,
    assault: &mut Assault,
    sum: &mut Sum<impl Trace>,
) {
    let line_men = board.kind(PieceKind::Rook) | board.kind(PieceKind::Cannon);
    let enemy_majors = board.majors(!color);
    for from in line_men & board.color(color) & attacks::lines_through(king) {
        let men = attacks::between(king, from) & board.occupied();
        let rest = men.without_first();
        if board.kind(PieceKind::Rook).contains(from) {
            if rest.is_empty() && men.meets(enemy_majors) {
                sum.add(Term::Pins, color, WEIGHTS.pin);
            }
            continue;
        }
        let on_file = from.file() == king.file();
        if men.is_empty() {
            let rooks = count_up_to(2, board.men(PieceKind::Rook, color));
            let weights = if on_file { &WEIGHTS.hollow_cannon } else { &WEIGHTS.side_hollow_cannon };
            sum.add(Term::HollowCannon, color, weights[rooks]);
            assault.units += DEADLY_CANNON;
        } else if rest.is_empty() || rest.has_several() {
            continue;
        } else if on_file && men.contains(HEART[!color]) && enemy_majors.contains(HEART[!color]) {
            sum.add(Term::CentreCannon, color, WEIGHTS.cannon_on_heart);
            assault.units += DEADLY_CANNON;
        } else if men.meets(enemy_majors) {
            sum.add(Term::Pins, color, WEIGHTS.pin);
        } else if on_file {
            sum.add(Term::CentreCannon, color, WEIGHTS.centre_cannon);
        }
        let doors = attacks::king(king) & coords::rank_set(king.rank());
        if on_file && sets.rooks[color].meets(doors) {
            sum.add(Term::Gate, color, WEIGHTS.gate);
        }
    }
}

/// Cannons at the bottom of the board: they fire along the enemy's back rank when an advisor has stepped up to the
/// heart and no elephant stands between.
#[inline]
fn bottom_cannons(board: &Board, color: Color, king: Square, sum: &mut Sum<impl Trace>) {
    let cannons = board.men(PieceKind::Cannon, color) & BACK_RANK[!color];
    let advisor_up = board.men(PieceKind::Advisor, !color).contains(HEART[!color]);
    if cannons.is_empty() || !advisor_up || !BACK_RANK[!color].contains(king) {
        return;
    }
    let elephants = board.kind(PieceKind::Elephant);
    for from in cannons {
        if !attacks::between(king, from).meets(elephants) {
            let rooks = count_up_to(2, board.men(PieceKind::Rook, color));
            sum.add(Term::BottomCannon, color, WEIGHTS.bottom_cannon[rooks]);
        }
    }
}

/// A king without a man before it, or in the heart with both advisors about it.
#[inline]
fn exposure(board: &Board, color: Color, king: Square, sum: &mut Sum<impl Trace>) {
    let defenders = board.color(!color);
    let before = coords::file_set(king.file()) & defenders - king.into();
    let rooks = board.men(PieceKind::Rook, color);
    if !rooks.is_empty() && before.is_empty() {
        let on_file = rooks.meets(coords::file_set(king.file()));
        let weight = if on_file { WEIGHTS.king_facing_rook } else { WEIGHTS.open_king };
        sum.add(Term::OpenKing, color, weight);
    }
    if king == HEART[!color] && board.men(PieceKind::Advisor, !color).has_several() {
        sum.add(Term::KingInHeart, color, WEIGHTS.king_in_heart);
    }
}

/// Majors across the river on one wing, where no pawn or guard can take them.
#[inline]
fn wings(board: &Board, color: Color, sets: &Sets, assault: &mut Assault, sum: &mut Sum<impl Trace>) {
    let across = board.majors(color) - coords::HOME[color] - sets.light[!color];
    if !across.has_several() {
        return;
    }
    for wing in WINGS {
        let men = count_up_to(4, across & wing);
        sum.add(Term::WingAttack, color, WEIGHTS.wing_attack[men]);
        if men >= 3 && !board.men(PieceKind::Rook, color).is_empty() {
            assault.units += WING_ATTACK;
        }
    }
}

/// Turns danger units into a value.
#[inline]
fn danger(
    board: &Board,
    color: Color,
    sets: &Sets,
    king: Square,
    assault: &Assault,
    sum: &mut Sum<impl Trace>,
) {
    let mut units = assault.units;
    let safe = !(board.color(color) | sets.all[!color]);
    if (sets.rooks[color] & safe).meets(attacks::rook(king, board.occupied())) {
        units += SAFE_CHECK;
    }
    if (sets.horses[color] & safe).meets(attacks::horse_attackers(king, board.occupied())) {
        units += SAFE_CHECK;
    }
    let missing = |kind| 2 - times(count_up_to(2, board.men(kind, !color)));
    units += MISSING_ADVISOR * missing(PieceKind::Advisor);
    if !board.men(PieceKind::Cannon, color).is_empty() {
        units += MISSING_ELEPHANT * missing(PieceKind::Elephant);
    }
    if board.men(PieceKind::Rook, color).is_empty() {
        units -= NO_ROOK;
    }
    units -= DEFENDER * times(count_up_to(4, board.majors(!color) & COURT[!color]));
    sum.add(Term::KingDanger, color, WEIGHTS.king_danger.of(units));
}

#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "counts are at most four")]
const fn times(count: usize) -> i32 {
    count as i32
}
