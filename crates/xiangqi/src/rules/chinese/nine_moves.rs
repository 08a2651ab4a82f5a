// SPDX-License-Identifier: MIT OR Apache-2.0
//! The nine-move rule of 2020: a side that makes forbidden moves for nine rounds in a row, on three or more
//! points, is judged as if these rounds were a cycle, though no position repeats (reference diagram 8).
//!
//! Three points of our reading are not certain: the points are those that the moves lead to, a capture begins
//! the count anew, and the ninth round ends with the opponent's answer.

use crate::position::Position;
use crate::rules::chinese::line::{Step, steps_back};
use crate::rules::move_class::MoveClass;
use crate::types::Bitboard;

/// The plies of nine rounds.
const SPAN: usize = 18;

/// The points that the moves must lead to.
const POINTS: u32 = 3;

/// Returns the plies to judge, if all moves of the side to move in the last nine rounds are forbidden.
pub fn nine_moves(position: &Position) -> Option<usize> {
    if usize::from(position.state().reversible) < SPAN {
        return None;
    }
    // The latest step is the opponent's.
    let steps = steps_back(position, SPAN + 1);
    let own = || (1..SPAN).step_by(2);
    let points = own().fold(Bitboard::EMPTY, |points, index| points | steps[index].mv.to().into());
    let is_forbidden = |index| {
        let class = Step::case(&steps, index).class().kind();
        matches!(class, MoveClass::Check | MoveClass::MateThreat | MoveClass::Chase)
    };
    (points.len() >= POINTS && own().all(is_forbidden)).then_some(SPAN)
}
