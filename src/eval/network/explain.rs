// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the network thinks of a position, and what each man adds to that.
//!
//! A network has no terms to list. But it can be asked again without a man: what the value loses by that is what the man
//! is worth here, with all that it attacks, protects and stands in the way of.

use super::features::{bucket, indices, strength, total_strength};
use super::forward;
use super::weights::Network;
use crate::position::Position;
use crate::types::{Color, PieceKind, Square, Value};

/// The network's view of a position, from Red's side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkExplanation {
    /// What people call the network.
    pub name: String,
    /// Which of the outputs was asked, counted from 0: the more attackers are left, the higher.
    pub bucket: usize,
    /// What Red is ahead by, before the evaluator looks at the clock and at thin endings.
    pub red_value: Value,
    /// How much less that would be without the man on each point; none where there is no man, or a king.
    pub pieces: [Option<Value>; Square::COUNT],
}

impl Network {
    /// Asks the network about a position, whole and with each man taken away.
    pub fn explain(&self, position: &Position) -> NetworkExplanation {
        let board = position.board();
        let mut units = bytemuck::zeroed_vec(2 * self.blocks());
        self.refresh(board, &mut units);
        let total = total_strength(board);
        let red_value = |units: &[forward::Block], strength| {
            let (red, black) = units.split_at(self.blocks());
            match position.side_to_move() {
                Color::Red => self.value([red, black], bucket(strength)),
                Color::Black => -self.value([black, red], bucket(strength)),
            }
        };
        let whole = red_value(&units, total);
        let pieces = core::array::from_fn(|index| {
            let square = Square::ALL[index];
            let piece = board.piece_on(square).filter(|piece| piece.kind() != PieceKind::King)?;
            let mut without = units.clone();
            for (units, row) in without.chunks_exact_mut(self.blocks()).zip(indices(piece, square)) {
                forward::remove(units, self.row(row));
            }
            Some(whole - red_value(&without, total - strength(piece.kind())))
        });
        NetworkExplanation { name: self.name().to_owned(), bucket: bucket(total), red_value: whole, pieces }
    }
}
