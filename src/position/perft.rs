// SPDX-License-Identifier: MIT OR Apache-2.0
//! Perft: counting the leaves of the game tree, the classic test of a move generator.

use super::position::Position;
use crate::threads;
use crate::types::Move;

/// Depth of the subtrees that are counted in one go: some hundred thousand leaves.
const UNINTERRUPTED: u32 = 3;

/// Returns the number of move sequences of `depth` plies. The moves of the last ply are counted, not made
/// (bulk counting).
///
/// ```
/// use chuhe::position::{Position, perft};
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

/// Returns the [`perft`] count of each first move, in the order of generation, computed on up to `threads`
/// threads. Once `is_stopped` returns true, the moves that are not counted yet are left out.
///
/// ```
/// use chuhe::position::{Position, divide};
/// let counts = divide(&Position::startpos(), 2, 1, || false);
/// assert_eq!(counts.len(), 44);
/// assert_eq!(counts.iter().map(|&(_, count)| count).sum::<u64>(), 1_920);
/// ```
pub fn divide(
    position: &Position,
    depth: u32,
    threads: usize,
    is_stopped: impl Fn() -> bool + Sync,
) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    let count = |mv: Move| {
        let nodes = perft_until(&mut position.after(mv), depth.saturating_sub(1), &is_stopped)?;
        Some((mv, nodes))
    };
    let threads = threads.clamp(1, moves.len().max(1));
    let counts = threads::run(threads, moves, count, |shortage| log::warn!("perft: {shortage}"));
    counts.into_iter().flatten().collect()
}

/// Returns the [`perft`] count, or `None` once `is_stopped` returns true. That is asked every few
/// milliseconds, and not near the leaves, where it would slow the count down.
fn perft_until(position: &mut Position, depth: u32, is_stopped: &impl Fn() -> bool) -> Option<u64> {
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
