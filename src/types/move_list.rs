// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists of moves on the stack.

use super::moves::Move;
use arrayvec::ArrayVec;

/// No position has more moves: fifteen rooks with seventeen points each, and four king steps, are 259.
pub const MAX_MOVES: usize = 260;

/// The moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
