// SPDX-License-Identifier: MIT OR Apache-2.0
//! Perft: counting the leaves of the game tree, the classic test of a move generator.

use super::Position;
use crate::types::Move;

/// The number of move sequences of `depth` plies. The last ply is counted, not played.
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

/// [`perft`] by first move, spread over `threads` threads, in the order of generation.
///
/// # Panics
/// Never: the threads do not panic.
pub fn divide(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    let count = |mv: Move| (mv, perft(&mut position.after(mv), depth.saturating_sub(1)));
    let threads = threads.clamp(1, moves.len().max(1));
    if threads == 1 {
        return moves.into_iter().map(count).collect();
    }
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut counts: Vec<(usize, (Move, u64))> = std::thread::scope(|scope| {
        let worker = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
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
