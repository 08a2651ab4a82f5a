// SPDX-License-Identifier: MIT OR Apache-2.0
//! The moves that led to a position, and its earlier occurrences.

use crate::position::{Position, UndoState};
use crate::types::Color;

/// Returns the distances in plies to the earlier occurrences of the present position, nearest first.
///
/// The search asks this at every node, so it only compares keys two plies apart, back to the last capture.
#[inline]
pub fn earlier_occurrences(position: &Position) -> impl Iterator<Item = usize> + '_ {
    let (history, key) = (position.history(), position.key());
    let furthest = usize::from(position.state().reversible);
    // Each side needs two moves to be back where it was.
    let mut distance = 2;
    core::iter::from_fn(move || {
        loop {
            distance += 2;
            if distance > furthest {
                return None;
            }
            if history[history.len() - distance].key == key {
                return Some(distance);
            }
        }
    })
}

/// Iterates over the last `span` moves, latest first: the side that moved, and the state after its move.
pub fn moves_back(position: &Position, span: usize) -> impl Iterator<Item = (Color, &UndoState)> {
    let last_mover = !position.side_to_move();
    let movers = core::iter::successors(Some(last_mover), |&mover| Some(!mover));
    let states = core::iter::once(position.state()).chain(position.history().iter().rev());
    movers.zip(states.take(span))
}
