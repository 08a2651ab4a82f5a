// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists of moves on the stack.

use super::moves::Move;
use arrayvec::ArrayVec;

/// Upper bound of the moves in a position: fifteen rooks with 17 squares each and four king steps make 259.
pub const MAX_MOVES: usize = 260;

/// The moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
