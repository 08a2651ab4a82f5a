// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the network sees: one row of weights for each man on each point it can stand on.
//!
//! A position is seen twice, once by each side. Either sees its own men below: Black's view has the ranks turned round.
//! Rows are numbered by own king, advisor, elephant, horse, rook, cannon and pawn, then the enemy's, and within a kind by
//! the point as it is seen. Kings, advisors, elephants and pawns have rows only where the rules let them go, so there are
//! 692 and not 1260.
//!
//! The engine and the trainer both number rows and choose the output by what is here.

use crate::position::Board;
use crate::types::coords::possible_squares;
use crate::types::{Color, Piece, PieceKind, Square};

/// Rows a view.
pub const FEATURES: usize = 692;
/// Outputs to choose from.
pub const BUCKETS: usize = 8;

/// Stands for a point where such a man cannot be.
const NOWHERE: u16 = u16::MAX;

/// Row numbers of own and enemy men by kind and point, all as seen.
#[allow(clippy::cast_possible_truncation, reason = "there are fewer rows than that")]
const SEEN: [[[u16; Square::COUNT]; 7]; 2] = {
    let mut seen = [[[NOWHERE; Square::COUNT]; 7]; 2];
    let mut next = 0;
    let mut slot = 0;
    while slot < 14 {
        // Own men are below, where Red's are.
        let (side, kind) = (slot / 7, slot % 7);
        let points =
            possible_squares(PieceKind::ALL[kind], if side == 0 { Color::Red } else { Color::Black });
        let mut square = 0;
        while square < Square::COUNT {
            if points.contains(Square::ALL[square]) {
                seen[side][kind][square] = next as u16;
                next += 1;
            }
            square += 1;
        }
        slot += 1;
    }
    assert!(next == FEATURES);
    seen
};

/// Row numbers by man, point and view.
static BY_VIEW: [[[u16; 2]; Square::COUNT]; 14] = {
    let mut rows = [[[NOWHERE; 2]; Square::COUNT]; 14];
    let mut slot = 0;
    while slot < 14 * Square::COUNT {
        let (man, square) = (slot / Square::COUNT, slot % Square::COUNT);
        let (piece, point) = (Piece::ALL[man], Square::ALL[square]);
        let (kind, color) = (piece.kind() as usize, piece.color() as usize);
        rows[man][square] = [
            SEEN[color][kind][point.relative_to(Color::Red) as usize],
            SEEN[1 - color][kind][point.relative_to(Color::Black) as usize],
        ];
        slot += 1;
    }
    rows
};

/// For each row that of the same man on the point opposite, left and right exchanged.
static MIRRORED: [u16; FEATURES] = {
    let mut mirrored = [NOWHERE; FEATURES];
    let mut slot = 0;
    while slot < 14 * Square::COUNT {
        let (man, square) = (slot / Square::COUNT, slot % Square::COUNT);
        let seen = &SEEN[man / 7][man % 7];
        if seen[square] != NOWHERE {
            mirrored[seen[square] as usize] = seen[Square::ALL[square].mirror() as usize];
        }
        slot += 1;
    }
    mirrored
};

/// The rows of a man on a point, as Red and as Black sees it. The man must be able to stand there.
#[inline]
pub fn indices(piece: Piece, square: Square) -> [usize; 2] {
    let rows = BY_VIEW[piece][square];
    debug_assert_ne!(rows[0], NOWHERE, "{piece:?} on {square}");
    rows.map(usize::from)
}

/// The rows of all men, as Red and as Black sees them.
pub fn active(board: &Board) -> impl Iterator<Item = [usize; 2]> {
    board
        .occupied()
        .into_iter()
        .filter_map(|square| board.piece_on(square).map(|piece| indices(piece, square)))
}

/// The row of the same man on the point opposite, left and right exchanged.
///
/// # Panics
/// If there is no such row.
#[inline]
pub fn mirrored(row: usize) -> usize {
    MIRRORED[row].into()
}

/// What a man counts for the choice of the output: attackers tell how far the game has come.
#[inline]
pub const fn strength(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::Rook => 2,
        PieceKind::Horse | PieceKind::Cannon => 1,
        PieceKind::King | PieceKind::Advisor | PieceKind::Elephant | PieceKind::Pawn => 0,
    }
}

/// The output for this [`strength`] of all men of both sides.
#[inline]
pub const fn bucket(strength: u32) -> usize {
    let bucket = strength as usize / 2;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

/// The [`strength`] of all men of both sides.
pub fn total_strength(board: &Board) -> u32 {
    PieceKind::ALL.into_iter().map(|kind| strength(kind) * board.kind(kind).len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use std::collections::BTreeSet;

    fn possible() -> impl Iterator<Item = (Piece, Square)> {
        Piece::ALL.into_iter().flat_map(|piece| {
            possible_squares(piece.kind(), piece.color()).into_iter().map(move |square| (piece, square))
        })
    }

    #[test]
    fn each_view_has_each_row_once() {
        for view in Color::ALL {
            let numbers: Vec<usize> =
                possible().map(|(piece, square)| indices(piece, square)[view]).collect();
            assert_eq!(numbers.len(), FEATURES);
            assert_eq!(numbers.into_iter().collect::<BTreeSet<_>>(), (0..FEATURES).collect());
        }
    }

    #[test]
    fn rows_are_numbered_by_side_kind_and_point() {
        assert_eq!(indices(Piece::RedKing, Square::D0)[0], 0);
        assert_eq!(indices(Piece::BlackKing, Square::D9)[1], 0);
        assert_eq!(indices(Piece::RedAdvisor, Square::D0)[0], 9);
        assert_eq!(indices(Piece::RedHorse, Square::A0)[0], 9 + 5 + 7);
        assert_eq!(indices(Piece::BlackKing, Square::D7)[0], FEATURES / 2);
        assert_eq!(indices(Piece::RedKing, Square::D2)[1], FEATURES / 2);
        assert_eq!(indices(Piece::BlackPawn, Square::I6), [FEATURES - 1, 9 + 5 + 7 + 3 * 90 + 4]);
    }

    #[test]
    fn both_sides_see_the_same_from_their_side() {
        for (piece, square) in possible() {
            let [red, black] = indices(piece, square);
            let other = Piece::new(piece.kind(), !piece.color());
            assert_eq!(indices(other, square.flip()), [black, red]);
        }
    }

    #[test]
    fn mirrored_twice_is_the_same() {
        for (piece, square) in possible() {
            for (row, mirror) in indices(piece, square).into_iter().zip(indices(piece, square.mirror())) {
                assert_eq!(mirrored(row), mirror);
                assert_eq!(mirrored(mirror), row);
            }
        }
    }

    #[test]
    fn outputs_are_chosen_by_the_attackers() {
        assert_eq!(total_strength(Position::startpos().board()), 16);
        assert_eq!(active(Position::startpos().board()).count(), 32);
        assert_eq!([0, 1, 2, 13, 14, 15, 16, 40].map(bucket), [0, 0, 1, 6, 7, 7, 7, 7]);
        let ending = Position::from_fen("3k5/9/9/7r1/9/9/2p6/4C4/4A4/4KAB2 w").unwrap();
        assert_eq!(total_strength(ending.board()), 3);
    }
}
