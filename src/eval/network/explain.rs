// SPDX-License-Identifier: MIT OR Apache-2.0
//! The network's value of a position, and the contribution of each piece to it.
//!
//! A network has no terms to list. Instead it is evaluated again without each piece: the difference is what
//! the piece is worth here, with everything that it attacks, protects and blocks.

use super::features::{bucket, indices, strength, total_strength};
use super::forward;
use super::inference::Network;
use crate::position::Position;
use crate::types::{Color, PieceKind, Square, Value};

/// The network's evaluation of a position, from Red's point of view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkExplanation {
    /// The name of the network.
    pub name: String,
    /// Index of the output bucket: the more attackers are left, the higher.
    pub bucket: usize,
    /// Red's advantage, before the evaluator applies `rule60` damping and the scaling of drawish endings.
    pub red_value: Value,
    /// The part of [`red_value`](Self::red_value) that is lost without the piece on each square; `None` for
    /// empty squares and kings.
    pub pieces: [Option<Value>; Square::COUNT],
}

impl Network {
    /// Evaluates a position as it is and with each piece removed in turn.
    pub fn explain(&self, position: &Position) -> NetworkExplanation {
        let board = position.board();
        let mut accumulator = bytemuck::zeroed_vec(2 * self.blocks());
        self.refresh(board, &mut accumulator);
        let total = total_strength(board);
        let red_value = |accumulator: &[forward::Block], strength| {
            let (red, black) = accumulator.split_at(self.blocks());
            match position.side_to_move() {
                Color::Red => self.value([red, black], bucket(strength)),
                Color::Black => -self.value([black, red], bucket(strength)),
            }
        };
        let whole = red_value(&accumulator, total);
        let pieces = core::array::from_fn(|index| {
            let square = Square::ALL[index];
            let piece = board.piece_on(square).filter(|piece| piece.kind() != PieceKind::King)?;
            let mut without = accumulator.clone();
            let perspectives = without.chunks_exact_mut(self.blocks());
            for (perspective, feature) in perspectives.zip(indices(piece, square)) {
                forward::sub(perspective, self.feature_weights(feature));
            }
            Some(whole - red_value(&without, total - strength(piece.kind())))
        });
        NetworkExplanation { name: self.name().to_owned(), bucket: bucket(total), red_value: whole, pieces }
    }
}
