// SPDX-License-Identifier: MIT OR Apache-2.0
//! Perft: counting the leaves of the game tree, the classic test of a move generator.

use super::position::Position;
use crate::types::Move;
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// Returns the [`perft`] count of each first move, in the order of generation, computed on `threads` threads.
///
/// ```
/// use chuhe::position::{Position, divide};
/// let counts = divide(&Position::startpos(), 2, 1);
/// assert_eq!(counts.len(), 44);
/// assert_eq!(counts.iter().map(|&(_, count)| count).sum::<u64>(), 1_920);
/// ```
pub fn divide(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    let count = |mv: Move| (mv, perft(&mut position.after(mv), depth.saturating_sub(1)));
    let threads = threads.clamp(1, moves.len().max(1));
    if threads == 1 {
        return moves.into_iter().map(count).collect();
    }
    let next = AtomicUsize::new(0);
    let mut counts: Vec<(usize, (Move, u64))> = std::thread::scope(|scope| {
        let worker = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&mv) = moves.get(index) else { return done };
                done.push((index, count(mv)));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("counting does not panic")).collect()
    });
    counts.sort_by_key(|&(index, _)| index);
    counts.into_iter().map(|(_, count)| count).collect()
}
