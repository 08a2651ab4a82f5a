// SPDX-License-Identifier: MIT OR Apache-2.0
//! A linear evaluation that knows nothing: a weight for each kind of piece, and one for each kind on each
//! square, mirror images sharing it.
//!
//! The value is the sum for Red's pieces less the sum for Black's, each side seen from its own end of the
//! board. The weights of kinds learn from every piece, those of squares add what the place is worth.

use crate::textbook::Linear;
use xiangqi::position::Position;
use xiangqi::types::{Color, PieceKind, Square, Value};

/// Number of kinds; the king's weight is never used, since both sides always have one.
const KINDS: usize = PieceKind::ALL.len();
/// Number of squares of half a board, with the middle file.
const HALF_BOARD: usize = 50;
/// Number of weights.
pub const WEIGHTS: usize = KINDS + KINDS * HALF_BOARD;

/// Values that players count with: rook 9, cannon 4½, horse 4, advisor and elephant 2, pawn 1, and 2 beyond
/// the river, a pawn being 100.
const TEXTBOOK: [(PieceKind, f64); 6] = [
    (PieceKind::Advisor, 200.0),
    (PieceKind::Elephant, 200.0),
    (PieceKind::Horse, 400.0),
    (PieceKind::Rook, 900.0),
    (PieceKind::Cannon, 450.0),
    (PieceKind::Pawn, 100.0),
];

/// Returns the index of the weight of a piece's square.
const fn square_weight(kind: PieceKind, square: Square, color: Color) -> usize {
    let own = square.relative_to(color);
    let (file, rank) = (own.file() as usize, own.rank() as usize);
    KINDS + HALF_BOARD * kind as usize + 5 * rank + if file < 5 { file } else { 8 - file }
}

/// Returns the weights that players count with.
pub fn textbook() -> Vec<f64> {
    let mut weights = vec![0.0; WEIGHTS];
    for (kind, value) in TEXTBOOK {
        weights[kind as usize] = value;
    }
    let beyond = KINDS + HALF_BOARD * PieceKind::Pawn as usize + HALF_BOARD / 2;
    weights[beyond..beyond + HALF_BOARD / 2].fill(100.0);
    weights
}

/// Returns the value of a position as a function of the weights, from Red's perspective: the counts of each
/// feature that matters.
pub fn linear(position: &Position) -> Linear {
    let mut counts = [0_i8; WEIGHTS];
    for square in position.occupied() {
        let Some(piece) = position.piece_on(square) else { continue };
        let one = if piece.color() == Color::Red { 1 } else { -1 };
        counts[piece.kind() as usize] += one;
        counts[square_weight(piece.kind(), square, piece.color())] += one;
    }
    let coefficients = (0_u16..).zip(counts).filter(|&(_, count)| count != 0);
    Linear { constant: 0.0, coefficients: coefficients.map(|(index, count)| (index, count.into())).collect() }
}

/// Returns the value of each kind by these weights: its own and the mean of its squares', each square
/// counting as often as in `counts`, which are counts of features.
pub fn piece_values(weights: &[f64], counts: &[f64]) -> [f64; KINDS] {
    PieceKind::ALL.map(|kind| {
        let squares = KINDS + HALF_BOARD * kind as usize..KINDS + HALF_BOARD * (kind as usize + 1);
        let visits: f64 = counts[squares.clone()].iter().sum();
        let sum: f64 = weights[squares.clone()].iter().zip(&counts[squares]).map(|(w, n)| w * n).sum();
        weights[kind as usize] + sum / visits.max(1.0)
    })
}

/// Counts the pieces of both sides on the squares that the weights belong to.
pub fn count_pieces(position: &Position, counts: &mut [f64]) {
    for square in position.occupied() {
        let Some(piece) = position.piece_on(square) else { continue };
        counts[square_weight(piece.kind(), square, piece.color())] += 1.0;
    }
}

/// The evaluation with certain weights, ready for a search: a value for each piece on each square.
pub struct LinearEval {
    values: [[Value; Square::COUNT]; 14],
}

impl LinearEval {
    /// Creates the evaluation; values are rounded.
    pub fn new(weights: &[f64]) -> Self {
        let mut values = [[0; Square::COUNT]; 14];
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = xiangqi::types::Piece::new(kind, color);
                for square in Square::ALL {
                    let sum = weights[kind as usize] + weights[square_weight(kind, square, color)];
                    values[piece][square] = sum.round() as Value * color.sign();
                }
            }
        }
        Self { values }
    }

    /// Returns the value of a position for the side to move.
    pub fn value(&self, position: &Position) -> Value {
        let of = |square| position.piece_on(square).map_or(0, |piece| self.values[piece][square]);
        position.side_to_move().sign() * position.occupied().into_iter().map(of).sum::<Value>()
    }
}
