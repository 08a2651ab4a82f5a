// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sets of squares: files, ranks, and the zones of the board that the rules name (palace, river, advisor and
//! elephant squares).

use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::piece::PieceKind;
use crate::types::square::{File, Rank};

/// The squares of file a.
const FILE_A: Bitboard = Bitboard::from_bits(0x0000_8040_2010_0804_0201 | (1 << 81) | (1 << 72) | (1 << 63));

/// All squares of `file`.
#[inline]
pub const fn file_set(file: File) -> Bitboard {
    Bitboard::from_bits(FILE_A.bits() << file as u32)
}

/// All squares of `rank`.
#[inline]
pub const fn rank_set(rank: Rank) -> Bitboard {
    Bitboard::from_bits(0x1ff << (rank as u32 * 9))
}

const fn ranks(low: u32, high: u32) -> Bitboard {
    let below_high = (1u128 << ((high + 1) * 9)) - 1;
    Bitboard::from_bits(below_high & !((1u128 << (low * 9)) - 1))
}

const fn columns(low: u32, high: u32) -> Bitboard {
    let mut bits = 0;
    let mut file = low;
    while file <= high {
        bits |= FILE_A.bits() << file;
        file += 1;
    }
    Bitboard::from_bits(bits)
}

/// The home half of each colour: its side of the river.
pub const HOME: [Bitboard; 2] = [ranks(0, 4), ranks(5, 9)];

/// The palace of each colour: files d to f of the three back ranks.
pub const PALACE: [Bitboard; 2] = [
    Bitboard::from_bits(columns(3, 5).bits() & ranks(0, 2).bits()),
    Bitboard::from_bits(columns(3, 5).bits() & ranks(7, 9).bits()),
];

/// The five advisor squares of each colour.
pub const ADVISOR_SQUARES: [Bitboard; 2] = {
    let red = (1 << 3) | (1 << 5) | (1 << 13) | (1 << 21) | (1 << 23);
    [Bitboard::from_bits(red), Bitboard::from_bits(red).rotate()]
};

/// The seven elephant squares of each colour.
pub const ELEPHANT_SQUARES: [Bitboard; 2] = {
    let red = (1 << 2) | (1 << 6) | (1 << 18) | (1 << 22) | (1 << 26) | (1 << 38) | (1 << 42);
    [Bitboard::from_bits(red), Bitboard::from_bits(red).rotate()]
};

/// The squares a pawn of each colour can reach: its five starting files before the river, every file beyond
/// it.
pub const PAWN_SQUARES: [Bitboard; 2] = {
    let start_files = columns(0, 0).bits() | columns(2, 2).bits() | columns(4, 4).bits();
    let start_files = start_files | columns(6, 6).bits() | columns(8, 8).bits();
    let red = (start_files & ranks(3, 4).bits()) | ranks(5, 9).bits();
    [Bitboard::from_bits(red), Bitboard::from_bits(red).rotate()]
};

/// The squares that a piece of this kind and colour can ever stand on.
pub const fn possible_squares(kind: PieceKind, color: Color) -> Bitboard {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    match kind {
        King => PALACE[color as usize],
        Advisor => ADVISOR_SQUARES[color as usize],
        Elephant => ELEPHANT_SQUARES[color as usize],
        Pawn => PAWN_SQUARES[color as usize],
        Horse | Rook | Cannon => Bitboard::ALL,
    }
}

/// The squares from which a piece of this kind and colour can move by the rules: a pawn also from those that it
/// never comes to. A position may have it there.
pub const fn playable_squares(kind: PieceKind, color: Color) -> Bitboard {
    match kind {
        PieceKind::Pawn => Bitboard::ALL,
        _ => possible_squares(kind, color),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    #[test]
    fn files_and_ranks_partition_the_board() {
        for square in Square::ALL {
            assert!(file_set(square.file()).contains(square));
            assert!(rank_set(square.rank()).contains(square));
            assert_eq!(file_set(square.file()) & rank_set(square.rank()), square.into());
        }
        assert_eq!(FILE_A.len(), 10);
    }

    #[test]
    fn zones_are_those_of_the_rules() {
        use Square::*;
        let named = |names: &[Square]| names.iter().copied().collect::<Bitboard>();
        assert_eq!(ADVISOR_SQUARES[0], named(&[D0, F0, E1, D2, F2]));
        assert_eq!(ADVISOR_SQUARES[1], named(&[D9, F9, E8, D7, F7]));
        assert_eq!(ELEPHANT_SQUARES[0], named(&[A2, C0, C4, E2, G0, G4, I2]));
        assert_eq!(ELEPHANT_SQUARES[1], named(&[A7, C9, C5, E7, G9, G5, I7]));
        assert_eq!(PALACE[1], named(&[D9, E9, F9, D8, E8, F8, D7, E7, F7]));
        assert_eq!(PAWN_SQUARES[0].len(), 10 + 45);
        assert_eq!(HOME[0] | HOME[1], Bitboard::ALL);
    }
}
