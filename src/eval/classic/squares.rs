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
        [0, 0, 0, -45, -40],
        [0, 0, 0, -28, -20],
        [0, 0, 0, -6, 0],
    ],
    endgame: [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, -4, 2],
        [0, 0, 0, 0, 6],
        [0, 0, 0, 0, 6],
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
        [0, 0, 0, -10, 0],
        [0, 0, 0, 0, 10],
        [0, 0, 0, 4, 0],
    ],
    endgame: [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 2, 0],
        [0, 0, 0, 0, 5],
        [0, 0, 0, 0, 0],
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
        [0, 0, -6, 0, 0],
        [0, 0, 0, 0, 0],
        [-14, 0, 0, 0, 10],
        [0, 0, 0, 0, 0],
        [0, 0, 2, 0, 0],
    ],
    endgame: [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, -2, 0, 0],
        [0, 0, 0, 0, 0],
        [-8, 0, 0, 0, 6],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
};

/// Bad on the edge, at home and in its own palace's heart; best where it checks a king at home.
const HORSE: Pictures = Pictures {
    middlegame: [
        [-14, -8, -2, -4, -8],
        [-6, 2, 20, 10, 0],
        [0, 8, 22, 24, 8],
        [-2, 12, 20, 24, 14],
        [-4, 10, 14, 20, 16],
        [-6, 6, 16, 12, 12],
        [-8, 4, 6, 8, 8],
        [-10, 0, 10, 4, -2],
        [-14, -4, 2, 0, -30],
        [-16, -10, -4, -8, -16],
    ],
    endgame: [
        [-6, -4, -2, -2, -2],
        [-2, 0, 6, 6, 2],
        [0, 4, 8, 10, 6],
        [0, 4, 8, 10, 8],
        [-2, 4, 6, 8, 8],
        [-2, 2, 6, 6, 6],
        [-4, 0, 2, 4, 4],
        [-6, -2, 0, 0, 0],
        [-8, -4, -2, -2, -8],
        [-10, -6, -4, -4, -6],
    ],
};

/// Out of the corner; the pawns' rank, the second rank and the palace doors' files.
const ROOK: Pictures = Pictures {
    middlegame: [
        [6, 8, 6, 14, 8],
        [10, 14, 12, 20, 22],
        [6, 10, 8, 16, 16],
        [12, 16, 14, 20, 20],
        [10, 12, 12, 16, 16],
        [8, 12, 10, 16, 14],
        [0, 6, 4, 12, 10],
        [-4, 4, 2, 12, 0],
        [-2, 4, 4, 12, -8],
        [-16, 4, 2, 14, -4],
    ],
    endgame: [
        [2, 2, 2, 4, 4],
        [4, 6, 6, 8, 8],
        [4, 4, 4, 6, 6],
        [4, 6, 6, 8, 8],
        [4, 4, 4, 6, 6],
        [2, 4, 4, 4, 4],
        [0, 2, 2, 4, 4],
        [0, 0, 0, 2, 2],
        [-2, 0, 0, 2, 0],
        [-4, 0, 0, 2, 0],
    ],
};

/// On the centre file, or late at the enemy's bottom; close to his palace it finds no screens. Home in the endgame.
const CANNON: Pictures = Pictures {
    middlegame: [
        [12, 10, 2, -8, -10],
        [4, 2, 0, -8, -10],
        [2, 2, 0, -8, -10],
        [0, 2, 2, 0, 4],
        [0, 2, 2, 2, 8],
        [0, 2, 4, 2, 10],
        [-2, 0, 4, 2, 12],
        [0, 3, 6, 4, 16],
        [0, 2, 2, 4, 2],
        [-2, 0, 2, 4, 2],
    ],
    endgame: [
        [0, 0, -2, -4, -4],
        [0, 0, -2, -4, -4],
        [0, 0, -2, -2, -2],
        [0, 0, 0, 0, 2],
        [0, 0, 0, 2, 4],
        [0, 0, 0, 2, 4],
        [0, 2, 2, 4, 6],
        [2, 2, 2, 4, 6],
        [2, 2, 4, 8, 8],
        [2, 2, 4, 8, 10],
    ],
};

/// Worth more with every step towards the palace; past it there is no way back.
const PAWN: Pictures = Pictures {
    middlegame: [
        [22, 26, 32, 42, 46],
        [40, 55, 75, 95, 100],
        [40, 55, 80, 100, 96],
        [40, 50, 65, 76, 80],
        [30, 38, 46, 54, 60],
        [4, 0, 6, 0, 12],
        [0, 0, -4, 0, 8],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
    endgame: [
        [15, 20, 25, 32, 36],
        [46, 58, 74, 90, 95],
        [60, 72, 86, 96, 96],
        [65, 75, 86, 92, 95],
        [55, 62, 70, 76, 80],
        [8, 0, 10, 0, 12],
        [0, 0, 0, 0, 4],
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
