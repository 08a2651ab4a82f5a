// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sliding pieces: rooks and cannons.
//!
//! A slider sees its rank and its file separately, and only the *inner* squares of a line can block it (a
//! piece on the edge is reached anyway), so seven bits of occupancy index a rank and eight a file. The bits
//! of a rank lie side by side in the set; those of a file are nine apart and are gathered by one 64-bit
//! multiplication: bit `9i` times `2^(56 - 8i)` lands on bit `56 + i`, and no two other products meet.
//!
//! Shifting 128 bits by a variable amount is slow, and not needed: the squares of one line all differ modulo
//! 64, so a line *folds* into one 64-bit word, in which a shift is a rotation, and [`Bitboard::unfold`]
//! restores it.

use crate::types::{Bitboard, File, Rank, Square, coords};

/// Returns the squares seen by a rook and by a cannon on square `at` of a line of `len` squares, given the
/// occupancy of the inner squares (bit 0 = second square). A cannon sees the squares behind exactly one
/// piece.
const fn line(len: u32, at: u32, inner: u32) -> (u32, u32) {
    let occupied = inner << 1;
    let (mut rook, mut cannon) = (0, 0);
    let mut step = 0;
    while step < 2 {
        let mut seen = at;
        let mut screens = 0;
        while screens < 2 && !(step == 0 && seen == 0 || step == 1 && seen == len - 1) {
            seen = if step == 0 { seen - 1 } else { seen + 1 };
            if screens == 0 {
                rook |= 1 << seen;
            } else {
                cannon |= 1 << seen;
            }
            if occupied >> seen & 1 == 1 {
                screens += 1;
            }
        }
        step += 1;
    }
    (rook, cannon)
}

/// The squares that a rook and a cannon see along one line.
#[derive(Clone, Copy)]
struct Seen<T> {
    rook: T,
    cannon: T,
}

/// Along a rank: by file and by the occupancy of files b to h; bit 0 is file a.
static RANKS: [[Seen<u16>; 128]; 9] = {
    let mut table = [[Seen { rook: 0, cannon: 0 }; 128]; 9];
    let mut file = 0;
    while file < 9 {
        let mut inner = 0;
        while inner < 128 {
            let (rook, cannon) = line(9, file as u32, inner as u32);
            table[file][inner] = Seen { rook: rook as u16, cannon: cannon as u16 };
            inner += 1;
        }
        file += 1;
    }
    table
};

/// Along a file: by rank and by the occupancy of ranks 1 to 8; the squares are those of file a, folded.
static FILES: [[Seen<u64>; 256]; 10] = {
    let mut table = [[Seen { rook: 0, cannon: 0 }; 256]; 10];
    let mut rank = 0;
    while rank < 10 {
        let mut inner = 0;
        while inner < 256 {
            let (rook, cannon) = line(10, rank as u32, inner as u32);
            table[rank][inner] = Seen { rook: upright(rook), cannon: upright(cannon) };
            inner += 1;
        }
        rank += 1;
    }
    table
};

/// Moves ten bits that lie side by side to file a, folded.
const fn upright(line: u32) -> u64 {
    let mut bits = 0;
    let mut rank = 0;
    while rank < 10 {
        bits |= ((line >> rank & 1) as u64) << (9 * rank % 64);
        rank += 1;
    }
    bits
}

/// The two lines through a square. One cache line each.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Lines {
    row: Bitboard,
    column: Bitboard,
    /// The column without its ends.
    inner_column: Bitboard,
    file: File,
    rank: Rank,
    /// Index of the row's first square.
    row_start: u8,
}

static LINES: [Lines; 90] = {
    let edges = coords::rank_set(Rank::R0).bits() | coords::rank_set(Rank::R9).bits();
    let (row, column) = (coords::rank_set(Rank::R0), coords::file_set(File::A));
    let lines = Lines { row, column, inner_column: column, file: File::A, rank: Rank::R0, row_start: 0 };
    let mut table = [lines; 90];
    let mut i = 0;
    while i < 90 {
        let (file, rank) = (Square::ALL[i].file(), Square::ALL[i].rank());
        let (row, column) = (coords::rank_set(rank), coords::file_set(file));
        let inner_column = Bitboard::from_bits(column.bits() & !edges);
        table[i] = Lines { row, column, inner_column, file, rank, row_start: 9 * rank as u8 };
        i += 1;
    }
    table
};

/// Multiplier that moves bit `9i` to bit `56 + i`.
const GATHER: u64 = 0x0101_0101_0101_0101;

impl Lines {
    /// Looks up the squares that a rook and a cannon see along both lines.
    #[inline]
    fn look_up(&self, occupied: Bitboard) -> (Seen<u16>, Seen<u64>) {
        let row = (occupied & self.row).fold().rotate_right(u32::from(self.row_start) + 1) as usize & 127;
        let column = (occupied & self.inner_column).fold().rotate_right(self.file as u32 + 9);
        let column = (column.wrapping_mul(GATHER) >> 56) as usize;
        (RANKS[self.file as usize][row], FILES[self.rank as usize][column])
    }

    /// Moves looked-up squares to their place on the board.
    #[inline]
    fn place(&self, row: u16, column: u64) -> Bitboard {
        self.row.unfold(u64::from(row).rotate_left(self.row_start.into()))
            | self.column.unfold(column.rotate_left(self.file as u32))
    }
}

/// Returns the squares a rook on `square` reaches: the empty ones and the first piece in each direction.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square];
    let (row, column) = lines.look_up(occupied);
    lines.place(row.rook, column.rook)
}

/// Returns the squares behind exactly one piece (the screen), up to and including the next piece, in each
/// direction: a piece standing there is attacked by a cannon on `square`.
#[inline]
pub fn cannon_captures(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square];
    let (row, column) = lines.look_up(occupied);
    lines.place(row.cannon, column.cannon)
}

/// Returns [`rook`] and [`cannon_captures`] of the same square for the price of one.
#[inline]
pub fn rook_and_cannon(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let lines = &LINES[square];
    let (row, column) = lines.look_up(occupied);
    (lines.place(row.rook, column.rook), lines.place(row.cannon, column.cannon))
}

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
    use crate::types::SplitMix64;

    /// Walks from `square` in the four directions.
    fn walk(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
        let (mut rook, mut cannon) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (files, ranks) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let mut screens = 0;
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                at = next;
                match screens {
                    0 => rook |= at.into(),
                    1 => cannon |= at.into(),
                    _ => break,
                }
                screens += usize::from(occupied.contains(at));
            }
        }
        (rook, cannon)
    }

    #[test]
    fn look_ups_agree_with_walking_the_lines() {
        let mut rng = SplitMix64::new(7);
        for round in 0..2000 {
            let mut bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            for _ in 0..round % 3 {
                bits &= u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            }
            let occupied = Bitboard::from_bits(bits);
            for square in Square::ALL {
                let expected = walk(square, occupied);
                assert_eq!(rook_and_cannon(square, occupied), expected, "{square}\n{occupied}");
                assert_eq!((rook(square, occupied), cannon_captures(square, occupied)), expected);
            }
        }
    }

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
