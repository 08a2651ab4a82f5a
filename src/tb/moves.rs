// SPDX-License-Identifier: MIT OR Apache-2.0
//! The moves of a position: its value follows from those of the positions after it.

use super::table::{CheckRule, Smaller};
use super::value::{Code, DRAW, TbValue};
use crate::position::{Board, GenKind, Position};

/// Calls `visit` with the board after each legal move of this kind, and whether the move captured.
#[inline]
pub(crate) fn visit_boards(position: &Position, kind: GenKind, mut visit: impl FnMut(&Board, bool)) {
    let board = position.board();
    position.visit_moves_with(kind, &position.king_lines(), |from, targets| {
        let Some(piece) = board.piece_on(from) else { return };
        for to in targets {
            let captured = board.piece_on(to);
            let mut after = board.clone();
            if let Some(captured) = captured {
                after.take(captured, to);
            }
            after.shift(piece, from, to);
            visit(&after, captured.is_some());
        }
    });
}

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
        visit_boards(position, GenKind::Captures, |after, _| {
            found.add(smaller.value(after, !position.side_to_move(), rule));
        });
        found
    }

    /// Adds a move to a position of this value.
    pub(crate) fn add(&mut self, after: TbValue) {
        match after {
            TbValue::Loss(plies) => {
                self.win = Some(self.win.map_or(plies + 1, |win| win.min(plies + 1)));
            }
            TbValue::Win(plies) => self.loss = self.loss.max(Some(plies + 1)),
            TbValue::Draw => self.draw = true,
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
