// SPDX-License-Identifier: MIT OR Apache-2.0
//! The points that each side attacks, worked out once and shared by mobility, threats and king danger.

use crate::attacks;
use crate::position::Board;
use crate::types::{Bitboard, Color, File, PieceKind, coords};

/// One step towards the enemy.
#[inline(always)]
pub fn ahead(set: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::Red => Bitboard::from_bits(set.bits() << 9),
        Color::Black => Bitboard::from_bits(set.bits() >> 9),
    }
}

/// One step to the right as Red sees it.
#[inline]
pub fn right(set: Bitboard) -> Bitboard {
    Bitboard::from_bits((set - coords::file_set(File::I)).bits() << 1)
}

/// One step to the left as Red sees it.
#[inline]
fn left(set: Bitboard) -> Bitboard {
    Bitboard::from_bits((set - coords::file_set(File::A)).bits() >> 1)
}

/// One step in every diagonal direction. What steps over the edge comes out on another rank.
#[inline]
fn diagonal(set: Bitboard) -> Bitboard {
    let bits = set.bits();
    Bitboard::from_bits(bits << 10 | bits << 8 | bits >> 8 | bits >> 10)
}

/// The points that a side's guards attack, all advisors and all elephants at once.
#[inline(always)]
fn guards(board: &Board, color: Color) -> Bitboard {
    let advisors = board.pieces(PieceKind::Advisor, color);
    let elephants = board.pieces(PieceKind::Elephant, color);
    let bits = elephants.bits();
    let open = !board.occupied().bits();
    // An elephant's way over a free eye, direction by direction; over the edge there are none of its points.
    let jumps = (bits << 10 & open) << 10
        | (bits << 8 & open) << 8
        | (bits >> 8 & open) >> 8
        | (bits >> 10 & open) >> 10;
    diagonal(advisors) & coords::ADVISOR_SQUARES[color]
        | Bitboard::from_bits(jumps) & coords::ELEPHANT_SQUARES[color]
}

/// Attacked points by colour and attacker; own men on them are protected.
#[derive(Default)]
pub struct Sets {
    /// By pawns and guards: men that may be given for a major.
    pub light: [Bitboard; 2],
    pub horses: [Bitboard; 2],
    pub cannons: [Bitboard; 2],
    pub rooks: [Bitboard; 2],
    /// By any man.
    pub all: [Bitboard; 2],
}

impl Sets {
    /// The attacks of pawns, guards and kings; those of the majors are added by the mobility pass.
    #[inline]
    pub fn new(board: &Board) -> Self {
        let mut sets = Self::default();
        for color in Color::ALL {
            let pawns = board.pieces(PieceKind::Pawn, color);
            let crossed = pawns - coords::HOME[color];
            let light = ahead(pawns, color) | left(crossed) | right(crossed) | guards(board, color);
            sets.light[color] = light;
            sets.all[color] = light | attacks::king(board.king(color));
        }
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    #[test]
    fn steps_stay_on_the_board() {
        let corners: Bitboard = [Square::A0, Square::I0, Square::A9, Square::I9].into_iter().collect();
        let set = |squares: &[Square]| squares.iter().copied().collect::<Bitboard>();
        assert_eq!(right(corners), set(&[Square::B0, Square::B9]));
        assert_eq!(left(corners), set(&[Square::H0, Square::H9]));
        assert_eq!(ahead(corners, Color::Red), set(&[Square::A1, Square::I1]));
        assert_eq!(ahead(corners, Color::Black), set(&[Square::A8, Square::I8]));
    }

    #[test]
    fn light_attacks_are_those_of_pawns_and_guards() {
        let board = crate::position::Position::startpos();
        let sets = Sets::new(board.board());
        for square in Square::ALL {
            let attackers = board.board().attackers(square, board.occupied());
            for color in Color::ALL {
                let light = [PieceKind::Pawn, PieceKind::Advisor, PieceKind::Elephant]
                    .into_iter()
                    .any(|kind| attackers.meets(board.board().pieces(kind, color)));
                assert_eq!(sets.light[color].contains(square), light, "{square}");
            }
        }
    }
}
