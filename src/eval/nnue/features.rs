// SPDX-License-Identifier: MIT OR Apache-2.0
//! The input features of the NNUE network: one for each piece on each square that it can stand on.
//!
//! A position has two perspectives, one per side. Each side sees its own pieces at the bottom of the board:
//! in Black's perspective the ranks are reversed. Feature indices run over the own king, advisor, elephant,
//! horse, rook, cannon and pawn, then the opponent's, and for each kind over the squares as seen from the
//! perspective. Kings, advisors, elephants and pawns have features only on the squares that a game can bring
//! them to, which leaves 692 of 1260. A puzzle may have a pawn elsewhere, on its own side of the river: it has
//! the feature of the nearest square ahead that has one.
//!
//! The engine and the trainer share the feature indices and the choice of the output bucket defined here.

use xiangqi::position::Board;
use xiangqi::types::coords::possible_squares;
use xiangqi::types::{Color, Piece, PieceKind, Square};

/// Number of features per perspective.
pub const FEATURES: usize = 692;
/// Number of output buckets.
pub const BUCKETS: usize = 8;

/// Marks a square on which the piece has no feature.
const NO_FEATURE: u16 = u16::MAX;

/// Feature indices of own and opposing pieces by kind and square, all as seen from the perspective.
const RELATIVE: [[[u16; Square::COUNT]; 7]; 2] = {
    let mut relative = [[[NO_FEATURE; Square::COUNT]; 7]; 2];
    let mut next = 0;
    let mut slot = 0;
    while slot < 14 {
        // The own pieces are at the bottom, like Red's.
        let (side, kind) = (slot / 7, slot % 7);
        let color = if side == 0 { Color::Red } else { Color::Black };
        let squares = possible_squares(PieceKind::ALL[kind], color);
        let mut square = 0;
        while square < Square::COUNT {
            if squares.contains(Square::ALL[square]) {
                relative[side][kind][square] = next as u16;
                next += 1;
            }
            square += 1;
        }
        slot += 1;
    }
    assert!(next == FEATURES);
    relative
};

/// Returns the feature index of a piece as seen from the perspective, a pawn's anywhere.
const fn relative(side: usize, kind: usize, square: Square) -> u16 {
    let ahead = if side == 0 { 1 } else { -1 };
    let mut at = square;
    while kind == PieceKind::Pawn as usize && RELATIVE[side][kind][at as usize] == NO_FEATURE {
        at = at.offset(0, ahead).expect("the other side of the river lies ahead");
    }
    RELATIVE[side][kind][at as usize]
}

/// Feature indices by piece, square and perspective.
static BY_PERSPECTIVE: [[[u16; 2]; Square::COUNT]; 14] = {
    let mut features = [[[NO_FEATURE; 2]; Square::COUNT]; 14];
    let mut slot = 0;
    while slot < 14 * Square::COUNT {
        let (index, square) = (slot / Square::COUNT, slot % Square::COUNT);
        let (piece, on) = (Piece::ALL[index], Square::ALL[square]);
        let (kind, color) = (piece.kind() as usize, piece.color() as usize);
        features[index][square] = [
            relative(color, kind, on.relative_to(Color::Red)),
            relative(1 - color, kind, on.relative_to(Color::Black)),
        ];
        slot += 1;
    }
    features
};

/// For each feature, the one of the same piece on the horizontally mirrored square.
static MIRRORED: [u16; FEATURES] = {
    let mut mirrored = [NO_FEATURE; FEATURES];
    let mut slot = 0;
    while slot < 14 * Square::COUNT {
        let (index, square) = (slot / Square::COUNT, slot % Square::COUNT);
        let features = &RELATIVE[index / 7][index % 7];
        if features[square] != NO_FEATURE {
            mirrored[features[square] as usize] = features[Square::ALL[square].mirror() as usize];
        }
        slot += 1;
    }
    mirrored
};

/// Returns the feature indices of `piece` on `square`, from Red's perspective and from Black's. The piece
/// must be able to move there.
#[inline]
pub fn indices(piece: Piece, square: Square) -> [usize; 2] {
    let features = BY_PERSPECTIVE[piece][square];
    debug_assert_ne!(features[0], NO_FEATURE, "{piece:?} on {square}");
    features.map(usize::from)
}

/// Returns the active features of a board: those of all its pieces, from Red's perspective and from Black's.
pub fn active(board: &Board) -> impl Iterator<Item = [usize; 2]> {
    board
        .occupied()
        .into_iter()
        .filter_map(|square| board.piece_on(square).map(|piece| indices(piece, square)))
}

/// Returns the feature of the same piece on the horizontally mirrored square (files a and i exchanged, and so
/// on).
///
/// # Panics
/// If `feature` is not below [`FEATURES`].
#[inline]
pub fn mirrored(feature: usize) -> usize {
    MIRRORED[feature].into()
}

/// Returns the attacking strength of a piece: 2 for a rook, 1 for a horse or cannon. The sum over the board
/// measures the phase of the game; it selects the output bucket and the parameters of the WDL model.
#[inline]
pub const fn strength(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::Rook => 2,
        PieceKind::Horse | PieceKind::Cannon => 1,
        PieceKind::King | PieceKind::Advisor | PieceKind::Elephant | PieceKind::Pawn => 0,
    }
}

/// Returns the output bucket for a [`total_strength`].
#[inline]
pub const fn bucket(strength: u32) -> usize {
    let bucket = strength as usize / 2;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

/// Returns the [`strength`] of all pieces of both sides.
pub fn total_strength(board: &Board) -> u32 {
    PieceKind::ALL.into_iter().map(|kind| strength(kind) * board.kind(kind).len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use xiangqi::position::Position;
    use xiangqi::types::Bitboard;
    use xiangqi::types::coords::playable_squares;

    fn placements(squares: fn(PieceKind, Color) -> Bitboard) -> impl Iterator<Item = (Piece, Square)> {
        Piece::ALL.into_iter().flat_map(move |piece| {
            squares(piece.kind(), piece.color()).into_iter().map(move |square| (piece, square))
        })
    }

    #[test]
    fn each_perspective_has_each_feature_once() {
        for perspective in Color::ALL {
            let possible = placements(possible_squares);
            let features: Vec<usize> =
                possible.map(|(piece, square)| indices(piece, square)[perspective]).collect();
            assert_eq!(features.len(), FEATURES);
            assert_eq!(features.into_iter().collect::<BTreeSet<_>>(), (0..FEATURES).collect());
        }
    }

    #[test]
    fn features_are_numbered_by_side_kind_and_square() {
        assert_eq!(indices(Piece::RedKing, Square::D0)[0], 0);
        assert_eq!(indices(Piece::BlackKing, Square::D9)[1], 0);
        assert_eq!(indices(Piece::RedAdvisor, Square::D0)[0], 9);
        assert_eq!(indices(Piece::RedHorse, Square::A0)[0], 9 + 5 + 7);
        assert_eq!(indices(Piece::BlackKing, Square::D7)[0], FEATURES / 2);
        assert_eq!(indices(Piece::RedKing, Square::D2)[1], FEATURES / 2);
        assert_eq!(indices(Piece::BlackPawn, Square::I6), [FEATURES - 1, 9 + 5 + 7 + 3 * 90 + 4]);
    }

    #[test]
    fn a_pawn_where_no_game_brings_it_has_the_feature_of_a_square_ahead() {
        for (pawn, at, ahead) in [
            (Piece::RedPawn, Square::A0, Square::A3),
            (Piece::RedPawn, Square::D4, Square::D5),
            (Piece::BlackPawn, Square::I8, Square::I6),
            (Piece::BlackPawn, Square::H9, Square::H4),
        ] {
            assert_eq!(indices(pawn, at), indices(pawn, ahead));
        }
    }

    #[test]
    fn both_sides_see_the_same_from_their_perspective() {
        for (piece, square) in placements(playable_squares) {
            let [red, black] = indices(piece, square);
            let other = Piece::new(piece.kind(), !piece.color());
            assert_eq!(indices(other, square.flip()), [black, red]);
        }
    }

    #[test]
    fn mirrored_twice_is_the_same() {
        for (piece, square) in placements(playable_squares) {
            for (feature, mirror) in indices(piece, square).into_iter().zip(indices(piece, square.mirror())) {
                assert_eq!(mirrored(feature), mirror);
                assert_eq!(mirrored(mirror), feature);
            }
        }
    }

    #[test]
    fn output_buckets_are_selected_by_the_attackers() {
        assert_eq!(total_strength(Position::startpos().board()), 16);
        assert_eq!(active(Position::startpos().board()).count(), 32);
        assert_eq!([0, 1, 2, 13, 14, 15, 16, 40].map(bucket), [0, 0, 1, 6, 7, 7, 7, 7]);
        let ending = Position::from_fen("3k5/9/9/7r1/9/9/2p6/4C4/4A4/4KAB2 w").unwrap();
        assert_eq!(total_strength(ending.board()), 3);
    }
}
