// SPDX-License-Identifier: MIT OR Apache-2.0
//! Position → value.

mod classic;

use crate::position::{BoardObserver, Position};
use crate::types::{Piece, Square, Value};

/// What one search thread evaluates with: sums kept up to date move by move.
///
/// It observes [`Position::make`]; each observed move must be matched by a [`pop`](Self::pop) when it is taken back.
/// Null moves concern neither.
pub struct Evaluator {}

impl Evaluator {
    /// An evaluator of full knowledge for `position`.
    pub fn new(position: &Position) -> Self {
        let _ = position;
        Self {}
    }

    /// Starts over from `position`.
    pub fn reset(&mut self, position: &Position) {
        let _ = position;
    }

    /// Material and squares alone (`false`), or everything (`true`).
    pub fn set_full_knowledge(&mut self, full: bool) {
        let _ = full;
    }

    /// Forgets the last observed move.
    pub fn pop(&mut self) {}

    /// The static value of `position` in centipawns, for the side to move.
    pub fn evaluate(&mut self, position: &Position) -> Value {
        use crate::position::see_value;
        use crate::types::{Color, PieceKind};
        let _ = self;
        let side = |color: Color| -> Value {
            PieceKind::ALL.iter().map(|&k| see_value(k) * position.board().men(k, color).len() as i32).sum()
        };
        side(position.side_to_move()) - side(!position.side_to_move())
    }
}

impl BoardObserver for Evaluator {
    fn on_move(&mut self, _: Piece, _: Square, _: Square, _: Option<Piece>) {}
}
