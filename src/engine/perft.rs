// SPDX-License-Identifier: MIT OR Apache-2.0
//! Perft, the root moves shared out among threads.

use crate::threads;
use xiangqi::position::{Position, perft_until};
use xiangqi::types::Move;

/// Returns the [`perft`](xiangqi::position::perft) count of each first move, in the order of generation,
/// computed on up to `threads` threads. Once `is_stopped` returns true, the moves that are not counted yet
/// are left out.
///
/// ```
/// use chuhe::{Position, engine::divide};
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
