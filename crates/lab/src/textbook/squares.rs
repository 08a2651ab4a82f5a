// SPDX-License-Identifier: MIT OR Apache-2.0
//! Piece-square tables (PSQT).
//!
//! The tables show the left half of the board as Red sees it, rank 9 first, files a to e; beside each rank of
//! the middlegame stands that of the endgame. The right half is their mirror image and Black's tables are the
//! same upside down, so both symmetries hold by construction.

use super::pair::{Pair, pair};
use xiangqi::types::{Color, PieceKind, Square};

/// Ranks 9 to 0; of each, files a to e in the middlegame and in the endgame.
type Table = [[[i8; 5]; 2]; 10];

/// The number of squares of half a board.
pub const HALF_BOARD: usize = 50;

/// Safest at home; in the endgame the central file controls more.
const KING: Table = [
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, -101, -85], [0, 0, 0, 5, 6]],
    [[0, 0, 0, -84, -19], [0, 0, 0, 23, 15]],
    [[0, 0, 0, 67, 84], [0, 0, 0, -19, -20]],
];

/// Solid in the palace centre and beside the king; a raised advisor stops a horse but weakens the rest.
const ADVISOR: Table = [
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, -19, 0], [0, 0, 0, -5, 0]],
    [[0, 0, 0, 0, 59], [0, 0, 0, 0, -15]],
    [[0, 0, 0, 30, 0], [0, 0, 0, -19, 0]],
];

/// The central square connects both elephants; the edge is worst.
const ELEPHANT: Table = [
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, -34, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[-26, 0, 0, 0, 37], [-8, 0, 0, 0, -12]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, -3, 0, 0], [0, 0, -4, 0, 0]],
];

/// Bad on the edge and at home; best where it checks a king at home.
const HORSE: Table = [
    [[-25, -11, 4, -6, -12], [-21, -4, 6, 2, -7]],
    [[-5, 23, 44, 18, 1], [-3, 15, 5, 15, -15]],
    [[30, 11, 15, 21, 33], [28, -7, 10, 6, 14]],
    [[-23, 45, 25, 72, 2], [13, -3, 8, 4, 20]],
    [[-13, -44, 13, 45, 38], [-8, 21, 16, 18, 14]],
    [[-3, -4, 44, 27, 24], [-9, 19, 5, 15, 22]],
    [[-23, -4, -24, 15, 29], [-2, 7, 24, 8, 23]],
    [[-15, 13, -14, 30, -31], [-32, -7, 4, 12, -24]],
    [[-43, -9, -45, -32, -9], [-26, -14, -22, -17, -34]],
    [[-26, -59, -19, -28, -20], [-18, -28, -40, 12, -6]],
];

/// Out of the corner; good on the pawns' rank, the second rank and the rib files d and f.
const ROOK: Table = [
    [[-28, -4, 19, 31, 19], [-5, -8, 1, -2, 11]],
    [[4, 36, 15, 26, 41], [-15, -24, -32, 1, 20]],
    [[-10, 12, 14, 14, 49], [-9, -8, -4, 0, 24]],
    [[14, 39, 60, 31, 40], [10, -2, 8, 3, 10]],
    [[10, 17, 30, 26, 6], [3, 15, 24, 7, 41]],
    [[22, 35, 43, 20, 8], [10, 2, 10, 10, 16]],
    [[-1, -6, 2, 14, 27], [40, 26, 40, 23, 20]],
    [[-30, 15, 4, 5, -5], [-14, -8, 9, 8, 14]],
    [[-26, -4, -6, -2, -52], [-23, 4, -14, -5, -8]],
    [[-36, 2, -13, -13, -4], [-52, -40, -1, -2, -1]],
];

/// On the central file, or late in the game on the enemy's back ranks; close to the enemy palace it lacks
/// screens. At home in the endgame.
const CANNON: Table = [
    [[54, 31, -36, -40, -12], [-1, -11, 13, -6, -13]],
    [[12, -35, -35, -27, -20], [-14, -7, -15, -2, -4]],
    [[-24, -36, -38, -21, -46], [-5, -25, -20, -11, -26]],
    [[21, -11, 17, -10, 17], [4, 22, 0, 8, -3]],
    [[22, -25, -27, -40, 38], [9, 8, 8, 18, -8]],
    [[-5, -7, 13, -6, 49], [-5, 10, -13, 9, -12]],
    [[0, -16, 20, -2, 51], [-3, 7, -9, -4, 5]],
    [[31, -4, 31, 12, 49], [4, 11, -2, 25, 13]],
    [[18, 10, 30, 0, 35], [8, -12, -14, -5, 13]],
    [[-10, -20, 38, 19, 16], [11, 16, -19, 12, 19]],
];

/// Worth more with every step towards the palace, less beyond it, since pawns cannot go back.
const PAWN: Table = [
    [[30, 37, 27, 43, 38], [22, 17, 15, 5, 10]],
    [[28, 62, 97, 127, 118], [50, 64, 71, 92, 127]],
    [[4, 48, 75, 125, 121], [58, 66, 76, 127, 127]],
    [[25, 38, 80, 99, 67], [52, 79, 77, 71, 84]],
    [[22, 46, 41, 50, 55], [60, 63, 74, 84, 84]],
    [[-23, 0, 8, 0, 9], [-11, 0, 3, 0, 12]],
    [[-27, 0, -26, 0, 9], [-18, 0, -6, 0, 14]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
];

/// In the order of [`PieceKind::ALL`].
const TABLES: [Table; 7] = [KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN];

/// Returns the index in a half table of a square as Red sees it, row by row.
pub const fn table_index(square: Square) -> usize {
    let file = square.file() as usize;
    5 * (9 - square.rank() as usize) + if file < 5 { file } else { 8 - file }
}

/// Returns all numbers of the tables in the order of their definition: by kind, the middlegame first, row by
/// row.
pub fn numbers() -> impl Iterator<Item = i8> {
    let half = |(table, half): (&'static Table, usize)| table.iter().flat_map(move |row| row[half]);
    TABLES.iter().flat_map(|table| [(table, 0), (table, 1)]).flat_map(half)
}

/// Returns the piece-square value of a piece.
pub const fn square_value(kind: PieceKind, color: Color, square: Square) -> Pair {
    let index = table_index(square.relative_to(color));
    let [middlegame, endgame] = &TABLES[kind as usize][index / 5];
    pair(middlegame[index % 5] as i32, endgame[index % 5] as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_agree_with_their_comments() {
        let value = |kind, square| square_value(kind, Color::Red, square).middlegame;
        assert!(value(PieceKind::Rook, Square::D0) > value(PieceKind::Rook, Square::A0));
        assert!(value(PieceKind::Horse, Square::B0) < value(PieceKind::Horse, Square::C4));
        assert!(value(PieceKind::Pawn, Square::F7) > 2 * value(PieceKind::Pawn, Square::D9));
        assert!(value(PieceKind::King, Square::E2) < value(PieceKind::King, Square::E0));
    }
}
