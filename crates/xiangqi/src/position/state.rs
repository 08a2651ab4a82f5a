// SPDX-License-Identifier: MIT OR Apache-2.0
//! Undo records: the parts of a position that cannot be recomputed when a move is taken back.

use crate::types::{Bitboard, Move, Piece};

/// The state after a move, kept on a stack. The first entry describes the set-up position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UndoState {
    /// Zobrist key of the position, side to move included.
    pub key: u64,
    /// The pieces that check the side to move.
    pub checkers: Bitboard,
    /// The move that led here; `None` for the first state and after a null move.
    pub last_move: Option<Move>,
    /// The piece that this move captured.
    pub captured: Option<Piece>,
    /// Plies without capture as the natural limit counts them: checks beyond ten a side, and the answers to
    /// them, are not counted.
    pub rule60: u16,
    /// Checks given since the last capture, by colour.
    pub checks: [u16; 2],
    /// Plies since the last capture, null move or set-up: the furthest a repetition can reach back.
    pub reversible: u16,
}
