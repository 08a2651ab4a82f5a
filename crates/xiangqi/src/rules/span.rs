// SPDX-License-Identifier: MIT OR Apache-2.0
//! The span of a repetition: the moves that lead from an earlier occurrence of a position back to it.

use crate::position::{Position, UndoState};
use crate::types::Color;

/// Returns the length in plies of the span to judge, if the present position has occurred often enough: a
/// third occurrence counts always, and its span begins at the first; a second occurrence counts when the
/// earlier one lies less than `plies_from_root` plies back (strictly inside the search tree).
///
/// This runs at every node of the search, so it only compares keys two plies apart, back to the last capture.
#[inline]
pub fn find_repetition(position: &Position, plies_from_root: usize) -> Option<usize> {
    let reversible = usize::from(position.state().reversible);
    // Each side needs two moves to be back where it was.
    if reversible < 4 {
        return None;
    }
    let history = position.history();
    let key = position.key();
    let mut second = None;
    let mut distance = 4;
    while distance <= reversible {
        if history[history.len() - distance].key == key {
            if second.is_some() {
                return Some(distance);
            }
            second = Some(distance);
        }
        distance += 2;
    }
    second.filter(|&distance| distance < plies_from_root)
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
    fn two_occurrences_inside_the_tree_count_and_three_before_the_root() {
        let mut position = Position::startpos();
        let cycle = "h0g2 h9g7 g2h0 g7h9";
        play(&mut position, cycle);
        assert_eq!(find_repetition(&position, 0), None);
        assert_eq!(find_repetition(&position, 4), None, "the earlier occurrence is the root itself");
        assert_eq!(find_repetition(&position, 5), Some(4));
        play(&mut position, cycle);
        assert_eq!(find_repetition(&position, 0), Some(8), "the span reaches to the first of the three");
        assert_eq!(find_repetition(&position, 5), Some(8), "inside the tree as well");
    }

    #[test]
    fn nothing_repeats_across_a_null_move() {
        let mut position = Position::startpos();
        play(&mut position, "h0g2 h9g7");
        position.make_null();
        position.make_null();
        play(&mut position, "g2h0 g7h9");
        assert_eq!(find_repetition(&position, 100), None);
    }
}
