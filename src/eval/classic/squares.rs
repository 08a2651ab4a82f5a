// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where a man stands well: piece-square tables.
//!
//! The pictures show the left half of the board as Red sees it, rank 9 first, files a to e; the right half is their
//! mirror image and Black's tables are theirs turned over, so both symmetries hold by construction. Material is
//! added when the tables are built: one look-up a man gives both.

use super::pair::{Pair, pair};
use super::weights::VALUES;
use crate::types::{Color, Piece, PieceKind, Square};
use bytemuck::{Pod, Zeroable};

/// Ranks 9 to 0 of files a to e.
type Picture = [[i8; 5]; 10];

/// How many points a picture shows.
pub(super) const SPOTS: usize = 50;

/// The middlegame and the endgame picture of a kind.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Pictures {
    middlegame: Picture,
    endgame: Picture,
}

/// Safest at home; in the endgame the centre file commands more.
const KING: Pictures = Pictures {
    middlegame: [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, -77, -62],
        [0, 0, 0, -79, -26],
        [0, 0, 0, 46, 60],
    ],
    endgame: [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, -7, -3],
        [0, 0, 0, 23, 18],
        [0, 0, 0, -10, -11],
    ],
};

/// Solid in the heart and beside the king; raised, it stops a horse and opens the rest.
const ADVISOR: Pictures = Pictures {
    middlegame: [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, -28, 0],
        [0, 0, 0, 0, 41],
        [0, 0, 0, 21, 0],
    ],
    endgame: [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 1, 0],
        [0, 0, 0, 0, -8],
        [0, 0, 0, -16, 0],
    ],
};

/// The centre point links both; the edge is worst.
const ELEPHANT: Pictures = Pictures {
    middlegame: [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, -19, 0, 0],
        [0, 0, 0, 0, 0],
        [-29, 0, 0, 0, 37],
        [0, 0, 0, 0, 0],
        [0, 0, -2, 0, 0],
    ],
    endgame: [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, -2, 0, 0],
        [0, 0, 0, 0, 0],
        [-4, 0, 0, 0, -12],
        [0, 0, 0, 0, 0],
        [0, 0, -1, 0, 0],
    ],
};

/// Bad on the edge, at home and in its own palace's heart; best where it checks a king at home.
const HORSE: Pictures = Pictures {
    middlegame: [
        [-18, -8, 1, -4, -10],
        [-5, 17, 20, 16, -1],
        [15, 13, 18, 22, 17],
        [-15, 23, 25, 56, 3],
        [-5, -18, 19, 41, 30],
        [-3, 6, 30, 19, 27],
        [-19, 2, -9, 10, 18],
        [-14, 0, -8, 10, -22],
        [-25, -11, -33, -25, -19],
        [-20, -42, -11, -1, -17],
    ],
    endgame: [
        [-12, -6, 1, 0, -4],
        [-3, 4, 14, 14, -11],
        [19, 1, 0, 8, 10],
        [7, -3, 3, 8, 15],
        [-8, 7, 14, 7, 9],
        [-2, 17, 1, 24, 21],
        [-3, -2, 10, 9, 12],
        [-26, -6, 0, 12, -10],
        [-20, -5, -16, -18, -15],
        [-8, -31, -18, 4, -5],
    ],
};

/// Out of the corner; the pawns' rank, the second rank and the palace doors' files.
const ROOK: Pictures = Pictures {
    middlegame: [
        [-12, -5, 17, 21, 12],
        [7, 33, 5, 24, 31],
        [2, 16, 9, 15, 32],
        [16, 37, 50, 21, 28],
        [3, 25, 25, 34, 12],
        [16, 31, 32, 21, 0],
        [4, -1, 9, 12, 25],
        [-28, 11, -2, 5, 1],
        [-28, -7, -2, 0, -32],
        [-36, 2, -12, -1, -4],
    ],
    endgame: [
        [-7, -6, 7, 6, 5],
        [-7, -8, -17, 3, 15],
        [-1, -3, 1, -2, 16],
        [3, 4, 11, 12, 11],
        [9, 10, 19, 4, 28],
        [13, 1, 10, 7, 8],
        [27, 12, 22, 15, 11],
        [-14, 1, 2, 5, 13],
        [-17, 5, -13, 1, -5],
        [-38, -19, -1, -4, -1],
    ],
};

/// On the centre file, or late at the enemy's bottom; close to his palace it finds no screens. Home in the endgame.
const CANNON: Pictures = Pictures {
    middlegame: [
        [36, 27, -11, -23, -8],
        [16, -14, -24, -18, -16],
        [-17, -31, -38, -8, -25],
        [15, -10, 11, -14, 13],
        [17, -15, -20, -24, 22],
        [-8, 2, 10, -7, 38],
        [-12, -8, 11, 5, 25],
        [16, -1, 28, 14, 43],
        [3, 23, 12, -1, 11],
        [-8, -17, 22, 30, 10],
    ],
    endgame: [
        [10, -3, 5, -4, -7],
        [-10, -11, -8, 0, -5],
        [-5, -28, -19, -7, -16],
        [17, 27, 1, 4, -2],
        [5, -1, 5, 9, -3],
        [-3, 11, -13, 2, -4],
        [-2, 4, -2, -1, 7],
        [-2, 5, -1, 14, 15],
        [6, -5, -2, -7, 10],
        [0, 6, -10, 16, 10],
    ],
};

/// Worth more with every step towards the palace; past it there is no way back.
const PAWN: Pictures = Pictures {
    middlegame: [
        [24, 32, 28, 41, 40],
        [35, 55, 85, 114, 108],
        [22, 52, 80, 116, 109],
        [42, 55, 73, 96, 69],
        [34, 52, 36, 54, 53],
        [-18, 0, 7, 0, 14],
        [-20, 0, -22, 0, 11],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
    endgame: [
        [15, 21, 16, 11, 15],
        [43, 54, 71, 92, 124],
        [53, 75, 88, 123, 127],
        [53, 77, 81, 68, 78],
        [52, 65, 75, 96, 90],
        [2, 0, 8, 0, 16],
        [-12, 0, 1, 0, 18],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
};

/// In the order of [`PieceKind::ALL`].
const PICTURES: [Pictures; 7] = [KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN];

/// Which of the points of a picture shows a point of Red's, row by row.
pub(super) const fn spot(square: Square) -> usize {
    let file = square.file() as usize;
    5 * (9 - square.rank() as usize) + if file < 5 { file } else { 8 - file }
}

/// What the picture of `kind` shows at a point of Red's.
const fn picture(kind: usize, square: Square) -> Pair {
    let (row, column) = (spot(square) / 5, spot(square) % 5);
    let Pictures { middlegame, endgame } = &PICTURES[kind];
    pair(middlegame[row][column] as i32, endgame[row][column] as i32)
}

/// All numbers of the pictures as they are written above: kind by kind, the middlegame first, row by row.
pub(super) fn shown() -> &'static [i8] {
    bytemuck::cast_slice(&PICTURES)
}

/// Material and square of each man at each point, Black's with a minus.
static MEN: [[Pair; 90]; 14] = {
    let mut table = [[Pair::ZERO; 90]; 14];
    let mut index = 0;
    while index < 14 {
        let piece = Piece::ALL[index];
        let mut i = 0;
        while i < 90 {
            let kind = piece.kind() as usize;
            let shown = picture(kind, Square::ALL[i].relative_to(piece.color()));
            let value = VALUES[kind];
            let both = pair(value.middlegame() + shown.middlegame(), value.endgame() + shown.endgame());
            table[index][i] = match piece.color() {
                Color::Red => both,
                Color::Black => both.negated(),
            };
            i += 1;
        }
        index += 1;
    }
    table
};

/// Material and square of a man, from Red's view.
#[inline]
pub(super) fn man(piece: Piece, square: Square) -> Pair {
    MEN[piece][square]
}

/// The square alone, from the owner's view.
pub(super) fn square_of(kind: PieceKind, color: Color, square: Square) -> Pair {
    picture(kind as usize, square.relative_to(color))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_symmetric() {
        for kind in PieceKind::ALL {
            for square in Square::ALL {
                let red = man(Piece::new(kind, Color::Red), square);
                assert_eq!(red, man(Piece::new(kind, Color::Red), square.mirror()));
                assert_eq!(red, -man(Piece::new(kind, Color::Black), square.flip()));
                assert_eq!(red, VALUES[kind] + square_of(kind, Color::Red, square));
            }
        }
    }

    #[test]
    fn pictures_say_what_their_captions_say() {
        let worth = |kind, square| square_of(kind, Color::Red, square).middlegame();
        assert!(worth(PieceKind::Rook, Square::D0) > worth(PieceKind::Rook, Square::A0));
        assert!(worth(PieceKind::Horse, Square::E1) < worth(PieceKind::Horse, Square::C2));
        assert!(worth(PieceKind::Pawn, Square::F7) > 2 * worth(PieceKind::Pawn, Square::D9));
        assert!(worth(PieceKind::King, Square::E2) < worth(PieceKind::King, Square::E0));
    }
}
