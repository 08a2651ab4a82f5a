// SPDX-License-Identifier: MIT OR Apache-2.0
//! Perft: counting the leaves of the game tree, the classic test of a move generator.

use super::position::Position;

/// Depth of the subtrees that are counted in one go: some hundred thousand leaves.
const UNINTERRUPTED: u32 = 3;

/// Returns the number of move sequences of `depth` plies. The moves of the last ply are counted, not made
/// (bulk counting).
///
/// ```
/// use xiangqi::position::{Position, perft};
/// assert_eq!(perft(&mut Position::startpos(), 2), 1_920);
/// ```
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => {
            let mut nodes = 0;
            for mv in position.legal_moves() {
                position.make(mv, &mut ());
                nodes += perft(position, depth - 1);
                position.unmake();
            }
            nodes
        }
    }
}

/// Returns the [`perft`] count, or `None` once `is_stopped` returns true. That is asked every few
/// milliseconds, and not near the leaves, where it would slow the count down.
pub fn perft_until(position: &mut Position, depth: u32, is_stopped: &impl Fn() -> bool) -> Option<u64> {
    if is_stopped() {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(perft(position, depth));
    }
    let mut nodes = 0;
    for mv in position.legal_moves() {
        position.make(mv, &mut ());
        let below = perft_until(position, depth - 1, is_stopped);
        position.unmake();
        nodes += below?;
    }
    Some(nodes)
}
