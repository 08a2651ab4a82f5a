// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where the majors can go without being taken by lesser men, open files, blocked horses.
//!
//! The same pass collects the attack sets and who attacks the enemy palace. Horses and cannons come first, since a
//! rook may not go where they would take it.

use super::king::Assault;
use super::sets::{Sets, ahead};
use super::trace::{Sum, Term, Trace};
use super::weights::WEIGHTS;
use crate::attacks;
use crate::position::Board;
use crate::types::{Bitboard, Color, File, PieceKind, Square, coords};

/// Adds mobility; completes `sets` and tells what attacks the palaces.
#[inline]
pub(super) fn add(board: &Board, sets: &mut Sets, sum: &mut Sum<impl Trace>) -> [Assault; 2] {
    let mut assaults = [Assault::default(), Assault::default()];
    for color in Color::ALL {
        horses(board, color, sets, &mut assaults[color], sum);
        cannons(board, color, sets, &mut assaults[color], sum);
    }
    for color in Color::ALL {
        rooks(board, color, sets, &mut assaults[color], sum);
        sets.all[color] |= sets.horses[color] | sets.cannons[color] | sets.rooks[color];
    }
    assaults
}

#[inline]
fn horses(board: &Board, color: Color, sets: &mut Sets, assault: &mut Assault, sum: &mut Sum<impl Trace>) {
    let horses = board.men(PieceKind::Horse, color);
    let allowed = !(board.color(color) | sets.light[!color]);
    for from in horses {
        let attacked = attacks::horse(from, board.occupied());
        sets.horses[color] |= attacked;
        sum.add(Term::HorseMobility, color, WEIGHTS.horse_mobility[near_len(attacked & allowed, from)]);
        if attacked.meets(coords::PALACE[!color]) {
            assault.join(PieceKind::Horse);
        }
    }
    for _ in ahead(horses & coords::HOME[color], color) & board.color(color) {
        sum.add(Term::BlockedHorses, color, WEIGHTS.blocked_horse);
    }
}

/// How many points of a horse's attack on `from` are in the set. They lie at most 19 indices away, so one word holds
/// them all; counting two words takes twice as long.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "all points of the set are in the lower 39 bits")]
fn near_len(set: Bitboard, from: Square) -> usize {
    (((set.bits() << 19) >> from as u32) as u64).count_ones() as usize
}

/// The number of points in a set, with fewer steps than counting the bits of its two halves one after the other.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the halves are cut out on purpose")]
const fn len(set: Bitboard) -> usize {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const NIBBLES: u64 = 0x3333_3333_3333_3333;
    const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    const fn nibbles(half: u64) -> u64 {
        let pairs = half - (half >> 1 & PAIRS);
        (pairs & NIBBLES) + (pairs >> 2 & NIBBLES)
    }
    let sum = nibbles(set.bits() as u64) + nibbles((set.bits() >> 64) as u64);
    let bytes = (sum & BYTES) + (sum >> 4 & BYTES);
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
}

#[inline]
fn cannons(board: &Board, color: Color, sets: &mut Sets, assault: &mut Assault, sum: &mut Sum<impl Trace>) {
    let targets = board.majors(!color);
    for from in board.men(PieceKind::Cannon, color) {
        let (seen, attacked) = attacks::rook_and_cannon(from, board.occupied());
        sets.cannons[color] |= attacked;
        let quiet = len(seen - board.occupied());
        sum.add(Term::CannonMobility, color, WEIGHTS.cannon_mobility[quiet]);
        for _ in attacked & targets {
            sum.add(Term::CannonTargets, color, WEIGHTS.cannon_target);
        }
        if attacked.meets(coords::PALACE[!color]) {
            assault.join(PieceKind::Cannon);
        }
    }
}

#[inline]
fn rooks(board: &Board, color: Color, sets: &mut Sets, assault: &mut Assault, sum: &mut Sum<impl Trace>) {
    let lost = sets.light[!color] | sets.horses[!color] | sets.cannons[!color];
    let allowed = !(board.color(color) | lost);
    let pawns = board.kind(PieceKind::Pawn);
    for from in board.men(PieceKind::Rook, color) {
        let attacked = attacks::rook(from, board.occupied());
        sets.rooks[color] |= attacked;
        sum.add(Term::RookMobility, color, WEIGHTS.rook_mobility[len(attacked & allowed)]);
        if attacked.meets(coords::PALACE[!color]) {
            assault.join(PieceKind::Rook);
        }
        let file = from.file();
        let pawns = pawns & coords::file_set(file);
        if pawns.is_empty() {
            sum.add(Term::OpenFiles, color, WEIGHTS.rook_open_file);
        } else if !pawns.meets(board.color(color)) {
            sum.add(Term::OpenFiles, color, WEIGHTS.rook_half_open_file);
        }
        if matches!(file, File::D | File::F) {
            sum.add(Term::OpenFiles, color, WEIGHTS.rook_door_file);
        }
    }
}
