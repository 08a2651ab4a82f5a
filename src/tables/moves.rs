// SPDX-License-Identifier: MIT OR Apache-2.0
//! The moves of a position: its value follows from those of the positions after it.

use super::table::{CheckRule, Smaller};
use super::value::{Code, DRAW, TableValue};
use crate::position::{GenKind, Position};
use crate::types::Color;

/// The positions that moves lead to.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Moves {
    /// Distance of the quickest win.
    pub win: Option<Code>,
    /// A move draws.
    pub draw: bool,
    /// Distance of the slowest loss.
    pub loss: Option<Code>,
}

impl Moves {
    /// Looks up the captures of a position.
    pub(crate) fn captures(position: &Position, smaller: &Smaller, rule: CheckRule) -> Self {
        let mut found = Self::default();
        let board = position.board();
        let side: Color = position.side_to_move();
        position.visit_moves(GenKind::Captures, &position.king_lines(), |from, targets| {
            for to in targets {
                let (Some(piece), Some(captured)) = (board.piece_on(from), board.piece_on(to)) else {
                    return;
                };
                let mut after = board.clone();
                after.take(captured, to);
                after.shift(piece, from, to);
                found.add(smaller.value(&after, !side, rule));
            }
        });
        found
    }

    /// Adds a move to a position of this value.
    pub(crate) fn add(&mut self, after: TableValue) {
        match after {
            TableValue::Loss(plies) => {
                self.win = Some(self.win.map_or(plies + 1, |win| win.min(plies + 1)));
            }
            TableValue::Win(plies) => self.loss = self.loss.max(Some(plies + 1)),
            TableValue::Draw => self.draw = true,
        }
    }

    /// Returns the code of a position with these moves.
    pub(crate) fn code(self) -> Code {
        match self {
            Self { win: Some(plies), .. } => plies,
            Self { draw: true, .. } => DRAW,
            Self { loss, .. } => loss.unwrap_or(0),
        }
    }
}
