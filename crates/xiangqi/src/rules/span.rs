// SPDX-License-Identifier: MIT OR Apache-2.0
//! The span of a repetition: the moves that lead from an earlier occurrence of a position back to it.

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

/// Returns the plies since the first of three occurrences, if the present one is the third or a later one.
pub fn third_occurrence(position: &Position) -> Option<usize> {
    earlier_occurrences(position).nth(1)
}

/// Iterates over the last `span` moves, latest first: the side that moved, and the state after its move.
pub fn moves_back(position: &Position, span: usize) -> impl Iterator<Item = (Color, &UndoState)> {
    let last_mover = !position.side_to_move();
    let movers = core::iter::successors(Some(last_mover), |&mover| Some(!mover));
    let states = core::iter::once(position.state()).chain(position.history().iter().rev());
    movers.zip(states.take(span))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(position: &mut Position, moves: &str) {
        for mv in moves.split_whitespace() {
            position.play(mv.parse().unwrap()).unwrap();
        }
    }

    #[test]
    fn earlier_occurrences_are_found_nearest_first() {
        let mut position = Position::startpos();
        let cycle = "h0g2 h9g7 g2h0 g7h9";
        play(&mut position, cycle);
        assert!(earlier_occurrences(&position).eq([4]));
        play(&mut position, cycle);
        assert!(earlier_occurrences(&position).eq([4, 8]));
    }

    #[test]
    fn nothing_repeats_across_a_null_move() {
        let mut position = Position::startpos();
        play(&mut position, "h0g2 h9g7");
        position.make_null();
        position.make_null();
        play(&mut position, "g2h0 g7h9");
        assert_eq!(earlier_occurrences(&position).next(), None);
    }
}
