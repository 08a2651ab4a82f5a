// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pieces whose attacks do not depend on other pieces: king, advisor, pawn.

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

const fn table(offsets: &[(i32, i32)], within: [Bitboard; 2]) -> [Bitboard; 90] {
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

static KING: [Bitboard; 90] = table(&[(0, 1), (0, -1), (1, 0), (-1, 0)], coords::PALACE);
static ADVISOR: [Bitboard; 90] = table(&[(1, 1), (1, -1), (-1, 1), (-1, -1)], coords::ADVISOR_SQUARES);

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

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &[Square]) -> Bitboard {
        squares.iter().copied().collect()
    }

    #[test]
    fn steps_are_those_of_the_rules() {
        use Square::*;
        assert_eq!(king(E0), set(&[D0, F0, E1]));
        assert_eq!(king(D9), set(&[D8, E9]));
        assert_eq!(advisor(E8), set(&[D9, F9, D7, F7]));
        assert_eq!(advisor(D2), set(&[E1]));
        assert_eq!(pawn(Color::Red, E3), set(&[E4]));
        assert_eq!(pawn(Color::Red, E5), set(&[E6, D5, F5]));
        assert_eq!(pawn(Color::Red, A9), set(&[B9]));
        assert_eq!(pawn(Color::Black, E5), set(&[E4]));
        assert_eq!(pawn(Color::Black, I4), set(&[I3, H4]));
    }

    #[test]
    fn the_inverse_is_the_inverse() {
        for color in Color::ALL {
            for from in Square::ALL {
                for to in Square::ALL {
                    assert_eq!(pawn(color, from).contains(to), pawn_attackers(color, to).contains(from));
                }
            }
        }
    }
}
