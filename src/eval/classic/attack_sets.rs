// SPDX-License-Identifier: MIT OR Apache-2.0
//! The squares that each side attacks, computed once and shared by mobility, threats and king safety.

#![expect(clippy::inline_always, reason = "a colour is a constant only where its function is inlined")]

use crate::attacks;
use crate::position::Board;
use crate::types::{Bitboard, Color, File, PieceKind, coords};

/// Moves a set one step towards the enemy.
#[inline(always)]
pub fn ahead(set: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::Red => Bitboard::from_bits(set.bits() << 9),
        Color::Black => Bitboard::from_bits(set.bits() >> 9),
    }
}

/// Moves a set one step to the right, from Red's point of view.
#[inline]
pub fn right(set: Bitboard) -> Bitboard {
    Bitboard::from_bits((set - coords::file_set(File::I)).bits() << 1)
}

/// Moves a set one step to the left, from Red's point of view.
#[inline]
fn left(set: Bitboard) -> Bitboard {
    Bitboard::from_bits((set - coords::file_set(File::A)).bits() >> 1)
}

/// Moves a set one step in every diagonal direction. Steps over the edge end up on another rank.
#[inline]
fn diagonal(set: Bitboard) -> Bitboard {
    let bits = set.bits();
    Bitboard::from_bits(bits << 10 | bits << 8 | bits >> 8 | bits >> 10)
}

/// The squares that a side's defenders attack, all advisors and elephants at once.
#[inline(always)]
fn defenders(board: &Board, color: Color) -> Bitboard {
    let advisors = board.pieces(PieceKind::Advisor, color);
    let elephants = board.pieces(PieceKind::Elephant, color);
    let bits = elephants.bits();
    let open = !board.occupied().bits();
    // Elephants jump over a free eye, direction by direction; steps over the edge end outside the elephants'
    // squares.
    let jumps = (bits << 10 & open) << 10
        | (bits << 8 & open) << 8
        | (bits >> 8 & open) >> 8
        | (bits >> 10 & open) >> 10;
    diagonal(advisors) & coords::ADVISOR_SQUARES[color]
        | Bitboard::from_bits(jumps) & coords::ELEPHANT_SQUARES[color]
}

/// The attacked squares by colour and attacker; own pieces on them are protected.
#[derive(Default)]
pub struct AttackSets {
    /// By the minors (pawns, advisors and elephants), which are worth less than a major.
    pub minors: [Bitboard; 2],
    pub horses: [Bitboard; 2],
    pub cannons: [Bitboard; 2],
    pub rooks: [Bitboard; 2],
    /// By any piece.
    pub all: [Bitboard; 2],
}

impl AttackSets {
    /// Computes the attacks of minors and kings; the mobility terms add those of the majors.
    #[inline]
    pub fn new(board: &Board) -> Self {
        let mut sets = Self::default();
        for color in Color::ALL {
            let pawns = board.pieces(PieceKind::Pawn, color);
            let crossed = pawns - coords::HOME[color];
            let minors = ahead(pawns, color) | left(crossed) | right(crossed) | defenders(board, color);
            sets.minors[color] = minors;
            sets.all[color] = minors | attacks::king(board.king(color));
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
    fn minor_attacks_are_those_of_pawns_and_defenders() {
        let position = crate::position::Position::startpos();
        let board = position.board();
        let sets = AttackSets::new(board);
        for square in Square::ALL {
            let attackers = board.attackers(square, board.occupied());
            for color in Color::ALL {
                let by_minor = [PieceKind::Pawn, PieceKind::Advisor, PieceKind::Elephant]
                    .into_iter()
                    .any(|kind| attackers.meets(board.pieces(kind, color)));
                assert_eq!(sets.minors[color].contains(square), by_minor, "{square}");
            }
        }
    }
}
