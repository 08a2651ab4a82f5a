// SPDX-License-Identifier: MIT OR Apache-2.0
//! Kings, advisors and pawns, whose attacks do not depend on other pieces; and the pieces that a neighbour
//! can block: the horse by its leg, the elephant by its eye.
//!
//! Four blocking squares surround a horse (orthogonally) and an elephant (diagonally). Their occupancy is
//! gathered into four bits, which index the sixteen possible attack sets of the piece. A horse's attack is
//! not symmetric: the leg is next to the *attacker*. Seen from the attacked square, the leg of every horse
//! that could attack it is one of the four diagonal neighbours, so the inverse is looked up in the same way.

use crate::types::{Bitboard, Color, Square, coords};

const fn steps(square: Square, offsets: &[(i32, i32)], within: Bitboard) -> Bitboard {
    let mut bits = 0;
    let mut i = 0;
    while i < offsets.len() {
        if let Some(to) = square.offset(offsets[i].0, offsets[i].1) {
            bits |= 1 << to as u32;
        }
        i += 1;
    }
    Bitboard::from_bits(bits & within.bits())
}

const fn step_table(offsets: &[(i32, i32)], within: [Bitboard; 2]) -> [Bitboard; 90] {
    let mut table = [Bitboard::EMPTY; 90];
    let mut i = 0;
    while i < 90 {
        let square = Square::ALL[i];
        // The two zones do not overlap, so one table serves both sides.
        let zone = if within[0].contains(square) { within[0] } else { within[1] };
        if zone.contains(square) {
            table[i] = steps(square, offsets, zone);
        }
        i += 1;
    }
    table
}

static KING: [Bitboard; 90] = step_table(&[(0, 1), (0, -1), (1, 0), (-1, 0)], coords::PALACE);
static ADVISOR: [Bitboard; 90] = step_table(&[(1, 1), (1, -1), (-1, 1), (-1, -1)], coords::ADVISOR_SQUARES);

/// The squares a pawn attacks, by colour; or, for `attackers`, the squares from which a pawn attacks.
const fn pawns(attackers: bool) -> [[Bitboard; 90]; 2] {
    let mut table = [[Bitboard::EMPTY; 90]; 2];
    let mut color = 0;
    while color < 2 {
        let mut i = 0;
        while i < 90 {
            let from = Square::ALL[i];
            let ahead = if color == 0 { 1 } else { -1 };
            let crossed = !coords::HOME[color].contains(from);
            let moves: &[(i32, i32)] = if crossed { &[(0, ahead), (1, 0), (-1, 0)] } else { &[(0, ahead)] };
            let to = steps(from, moves, Bitboard::ALL);
            let mut j = 0;
            while j < 90 {
                if to.contains(Square::ALL[j]) {
                    let (at, other) = if attackers { (j, i) } else { (i, j) };
                    table[color][at] = Bitboard::from_bits(table[color][at].bits() | 1 << other);
                }
                j += 1;
            }
            i += 1;
        }
        color += 1;
    }
    table
}

static PAWN: [[Bitboard; 90]; 2] = pawns(false);
static PAWN_ATTACKERS: [[Bitboard; 90]; 2] = pawns(true);

/// Returns the king's steps within its palace (empty outside).
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square]
}

/// Returns the advisor's steps within its palace (empty outside the advisor squares).
#[inline]
pub fn advisor(square: Square) -> Bitboard {
    ADVISOR[square]
}

/// Returns the steps of a pawn of `color`: ahead, and sideways once it has crossed the river.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color][square]
}

/// Returns the squares from which a pawn of `color` attacks `square`.
#[inline]
pub fn pawn_attackers(color: Color, square: Square) -> Bitboard {
    PAWN_ATTACKERS[color][square]
}

type BlockedTable = [[Bitboard; 16]; 90];

const SIDE: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

const HORSE: u32 = 0;
const HORSE_ATTACKERS: u32 = 1;
const ELEPHANT: u32 = 2;

/// Returns the squares that an empty blocking square in direction `(df, dr)` opens.
const fn targets(what: u32, square: Square, (df, dr): (i32, i32)) -> u128 {
    let (first, second) = match what {
        // One step straight on from the leg, then one to either side.
        HORSE if df == 0 => (square.offset(1, 2 * dr), square.offset(-1, 2 * dr)),
        HORSE => (square.offset(2 * df, 1), square.offset(2 * df, -1)),
        // The horses for which this diagonal neighbour is the leg.
        HORSE_ATTACKERS => (square.offset(df, 2 * dr), square.offset(2 * df, dr)),
        _ => (square.offset(2 * df, 2 * dr), None),
    };
    let mut bits = 0;
    if let Some(to) = first {
        bits |= 1 << to as u32;
    }
    if let Some(to) = second {
        bits |= 1 << to as u32;
    }
    if what == ELEPHANT {
        let halves = coords::ELEPHANT_SQUARES;
        let own = if halves[0].contains(square) { halves[0] } else { halves[1] };
        bits &= if own.contains(square) { own.bits() } else { 0 };
    }
    bits
}

#[expect(clippy::large_stack_arrays, reason = "the compiler's stack")]
const fn blocked_table(what: u32) -> BlockedTable {
    let directions = if what == HORSE { SIDE } else { DIAGONAL };
    let mut table = [[Bitboard::EMPTY; 16]; 90];
    let mut i = 0;
    while i < 90 {
        let mut blockers = 0;
        while blockers < 16 {
            let mut bits = 0;
            let mut d = 0;
            while d < 4 {
                if blockers >> d & 1 == 0 {
                    bits |= targets(what, Square::ALL[i], directions[d]);
                }
                d += 1;
            }
            table[i][blockers] = Bitboard::from_bits(bits);
            blockers += 1;
        }
        i += 1;
    }
    table
}

static HORSES: BlockedTable = blocked_table(HORSE);
static HORSES_INVERSE: BlockedTable = blocked_table(HORSE_ATTACKERS);
static ELEPHANTS: BlockedTable = blocked_table(ELEPHANT);

/// Returns the neighbourhood of `square` in the low bits; `square` itself is bit 10. Neighbours across the
/// edge are squares of other ranks; the tables have no targets there, so these bits are harmless.
#[inline]
const fn neighbourhood(square: Square, occupied: Bitboard) -> u32 {
    ((occupied.bits() << 10) >> square as u32) as u32
}

/// Returns the occupancy of the neighbours below, left, right, above.
#[inline]
const fn side_bits(square: Square, occupied: Bitboard) -> usize {
    let near = neighbourhood(square, occupied);
    (near >> 1 & 1 | near >> 8 & 2 | near >> 9 & 4 | near >> 16 & 8) as usize
}

/// Returns the occupancy of the diagonal neighbours.
#[inline]
const fn diagonal_bits(square: Square, occupied: Bitboard) -> usize {
    let near = neighbourhood(square, occupied);
    (near & 1 | near >> 1 & 2 | near >> 16 & 4 | near >> 17 & 8) as usize
}

/// Returns the squares that a horse on `square` attacks.
#[inline]
pub fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    HORSES[square][side_bits(square, occupied)]
}

/// Returns the squares from which a horse attacks `square`.
#[inline]
pub fn horse_attackers(square: Square, occupied: Bitboard) -> Bitboard {
    HORSES_INVERSE[square][diagonal_bits(square, occupied)]
}

/// Returns the squares a horse's jump away from `square`, legs disregarded.
#[inline]
pub fn horse_ring(square: Square) -> Bitboard {
    HORSES_INVERSE[square][0]
}

/// Returns the leg that blocks a horse on `from` on its way to `to`, a jump away.
#[inline]
pub const fn horse_leg(from: Square, to: Square) -> Square {
    // The leg is half the long distance away: halving both differences, rounded towards zero, gives its
    // offset.
    let files = (to as i32 % 9 - from as i32 % 9) / 2;
    let ranks = (to as i32 / 9 - from as i32 / 9) / 2;
    Square::clamped((from as i32 + 9 * ranks + files) as usize)
}

/// Returns the squares that an elephant on `square` attacks.
#[inline]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANTS[square][diagonal_bits(square, occupied)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    const JUMPS: [(i32, i32); 8] = [(1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

    #[test]
    fn look_ups_agree_with_the_rules_spelled_out() {
        let mut rng = SplitMix64::new(3);
        for _ in 0..500 {
            let occupied = Bitboard::from_bits(u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()));
            let free = |at: Square, df, dr| at.offset(df, dr).is_none_or(|leg| !occupied.contains(leg));
            let jump = |from: Square, (df, dr): (i32, i32)| {
                from.offset(df, dr).filter(|_| free(from, df / 2, dr / 2))
            };
            for square in Square::ALL {
                let expected: Bitboard = JUMPS.iter().filter_map(|&d| jump(square, d)).collect();
                assert_eq!(horse(square, occupied), expected, "horse {square}\n{occupied}");
                let attackers: Bitboard = JUMPS
                    .iter()
                    .filter_map(|&(df, dr)| square.offset(df, dr).filter(|_| true).zip(Some((-df, -dr))))
                    .filter_map(|(from, back)| jump(from, back).map(|_| from))
                    .collect();
                assert_eq!(horse_attackers(square, occupied), attackers, "attackers of {square}\n{occupied}");
                let own = coords::ELEPHANT_SQUARES.into_iter().find(|half| half.contains(square));
                let expected: Bitboard = own.map_or(Bitboard::EMPTY, |own| {
                    DIAGONAL
                        .iter()
                        .filter(|&&(df, dr)| free(square, df, dr))
                        .filter_map(|&(df, dr)| square.offset(2 * df, 2 * dr))
                        .filter(|&to| own.contains(to))
                        .collect()
                });
                assert_eq!(elephant(square, occupied), expected, "elephant {square}\n{occupied}");
            }
        }
    }
}
