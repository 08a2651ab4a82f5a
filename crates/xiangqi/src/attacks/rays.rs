// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lines of the board: the squares between two squares, through a square, and around a king.

use crate::types::{Bitboard, Square, coords};

static BETWEEN: [[Bitboard; 90]; 90] = {
    let mut table = [[Bitboard::EMPTY; 90]; 90];
    let mut a = 0;
    while a < 90 {
        let mut d = 0;
        while d < 4 {
            let (df, dr) = [(0, 1), (0, -1), (1, 0), (-1, 0)][d];
            let mut bits = 0;
            let mut at = Square::ALL[a];
            while let Some(next) = at.offset(df, dr) {
                table[a][next as usize] = Bitboard::from_bits(bits);
                bits |= 1 << next as u32;
                at = next;
            }
            d += 1;
        }
        a += 1;
    }
    table
};

/// Returns the squares strictly between two squares of one rank or file (empty for other pairs).
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a][b]
}

static CROSSES: [Bitboard; 90] = {
    let mut table = [Bitboard::EMPTY; 90];
    let mut i = 0;
    while i < 90 {
        let square = Square::ALL[i];
        let cross = coords::rank_set(square.rank()).bits() ^ coords::file_set(square.file()).bits();
        table[i] = Bitboard::from_bits(cross);
        i += 1;
    }
    table
};

/// Returns the rank and the file through `square`, without `square` itself.
#[inline]
pub fn lines_through(square: Square) -> Bitboard {
    CROSSES[square]
}

const fn zone(square: Square) -> Bitboard {
    let near = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let jumps = [(1, 2), (2, 1), (-1, 2), (2, -1), (1, -2), (-2, 1), (-1, -2), (-2, -1)];
    let mut bits = coords::rank_set(square.rank()).bits() | coords::file_set(square.file()).bits();
    let mut i = 0;
    while i < near.len() + jumps.len() {
        let (files, ranks) = if i < near.len() { near[i] } else { jumps[i - near.len()] };
        if let Some(to) = square.offset(files, ranks) {
            bits |= 1 << to as u32;
        }
        i += 1;
    }
    Bitboard::from_bits(bits)
}

static ZONES: [Bitboard; 90] = {
    let mut table = [Bitboard::EMPTY; 90];
    let mut i = 0;
    while i < 90 {
        table[i] = zone(Square::ALL[i]);
        i += 1;
    }
    table
};

/// Returns the squares that decide whether a king on `square` is in check: the lines through it, the squares
/// a horse's jump away, and the legs of those horses. A move that leaves and enters none of them changes
/// nothing.
#[inline]
pub fn check_zone(square: Square) -> Bitboard {
    ZONES[square]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_is_the_open_interval() {
        use Square::*;
        assert_eq!(between(E0, E9).len(), 8);
        assert_eq!(between(B2, E2), [C2, D2].into_iter().collect());
        assert!(between(E0, E1).is_empty() && between(E0, D2).is_empty());
        for a in Square::ALL {
            assert_eq!(lines_through(a).len(), 17);
            for b in Square::ALL {
                assert_eq!(between(a, b), between(b, a));
            }
        }
    }
}
