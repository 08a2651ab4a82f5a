// SPDX-License-Identifier: MIT OR Apache-2.0
//! The seven kinds of pieces and the fourteen coloured pieces.

use crate::types::color::Color;
use crate::types::language::Language;
use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
use core::fmt;

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum PieceKind {
    /// 帅 将
    King,
    /// 仕 士
    Advisor,
    /// 相 象
    Elephant,
    /// 马
    Horse,
    /// 车
    Rook,
    /// 炮
    Cannon,
    /// 兵 卒
    Pawn,
}

impl PieceKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [King, Advisor, Elephant, Horse, Rook, Cannon, Pawn];

    /// Returns the lower-case FEN letter.
    pub const fn letter(self) -> char {
        ['k', 'a', 'b', 'n', 'r', 'c', 'p'][self as usize]
    }

    /// Reads a FEN letter of either case; `e` and `h` are accepted for elephant and horse.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            'k' => Some(King),
            'a' => Some(Advisor),
            'b' | 'e' => Some(Elephant),
            'n' | 'h' => Some(Horse),
            'r' => Some(Rook),
            'c' => Some(Cannon),
            'p' => Some(Pawn),
            _ => None,
        }
    }
}

/// A piece of one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum Piece {
    RedKing,
    BlackKing,
    RedAdvisor,
    BlackAdvisor,
    RedElephant,
    BlackElephant,
    RedHorse,
    BlackHorse,
    RedRook,
    BlackRook,
    RedCannon,
    BlackCannon,
    RedPawn,
    BlackPawn,
}

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// All pieces, in index order (index = 2 * kind + colour).
    pub const ALL: [Self; 14] = [
        Self::RedKing,
        Self::BlackKing,
        Self::RedAdvisor,
        Self::BlackAdvisor,
        Self::RedElephant,
        Self::BlackElephant,
        Self::RedHorse,
        Self::BlackHorse,
        Self::RedRook,
        Self::BlackRook,
        Self::RedCannon,
        Self::BlackCannon,
        Self::RedPawn,
        Self::BlackPawn,
    ];

    /// Returns the piece of `kind` and `color`.
    #[inline]
    pub const fn new(kind: PieceKind, color: Color) -> Self {
        Self::ALL[kind as usize * 2 + color as usize]
    }

    /// Returns the kind of this piece.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        match self {
            Self::RedKing | Self::BlackKing => King,
            Self::RedAdvisor | Self::BlackAdvisor => Advisor,
            Self::RedElephant | Self::BlackElephant => Elephant,
            Self::RedHorse | Self::BlackHorse => Horse,
            Self::RedRook | Self::BlackRook => Rook,
            Self::RedCannon | Self::BlackCannon => Cannon,
            Self::RedPawn | Self::BlackPawn => Pawn,
        }
    }

    /// Returns the side of this piece.
    #[inline]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::Red } else { Color::Black }
    }

    /// Returns the FEN letter, upper case for Red.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::Red => self.kind().letter().to_ascii_uppercase(),
            Color::Black => self.kind().letter(),
        }
    }

    /// Reads a FEN letter; case gives the colour.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Self::new(kind, color)),
            None => None,
        }
    }

    /// Returns the name in a language, without the side where it has the same name for both: `horse`, 马.
    #[must_use]
    pub fn word(self, language: Language) -> &'static str {
        let simplified = ["帅", "将", "仕", "士", "相", "象", "马", "马", "车", "车", "炮", "炮", "兵", "卒"];
        language.pick(self.kind().name(), simplified[self as usize])
    }

    /// Returns the usual Chinese character of the piece.
    pub const fn hanzi(self) -> char {
        ['帅', '将', '仕', '士', '相', '象', '马', '馬', '车', '車', '炮', '砲', '兵', '卒'][self as usize]
    }
}

impl PieceKind {
    /// The name in English.
    const fn name(self) -> &'static str {
        ["king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"][self as usize]
    }
}

impl fmt::Display for PieceKind {
    /// The name in English, such as `horse`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_composed_and_decomposed() {
        for (index, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece as usize, index);
            assert_eq!(Piece::new(piece.kind(), piece.color()), piece);
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
        assert_eq!(Piece::from_letter('H'), Some(Piece::RedHorse));
        assert_eq!(Piece::from_letter('e'), Some(Piece::BlackElephant));
        assert_eq!(Piece::from_letter('q'), None);
    }
}
