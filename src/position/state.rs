// SPDX-License-Identifier: MIT OR Apache-2.0
//! One undo record: what a move changes and cannot be worked out backwards.

use crate::types::{Bitboard, Move, Piece};

/// The state after a move, kept on a stack. The first entry describes the set-up position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UndoState {
    /// Key of the position, side to move included.
    pub key: u64,
    /// The men that check the side to move.
    pub checkers: Bitboard,
    /// The move that led here; `None` for the first state and after a null move.
    pub last_move: Option<Move>,
    /// The man which that move captured.
    pub captured: Option<Piece>,
    /// Plies without capture as the natural limit counts them: checks in excess are free.
    pub rule60: u16,
    /// Checks given since the last capture, by colour.
    pub checks: [u16; 2],
    /// Plies since the last capture, null move or set-up: how far a repetition can reach back.
    pub reversible: u16,
}
