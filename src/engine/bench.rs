// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bench: fixed positions searched to a fixed depth from a cleared state.
//!
//! On one thread the number of nodes depends on the program alone: it is the *signature* that two builds
//! share if they search alike. Nodes per second measure the program's speed.

use super::engine::Engine;
use crate::search::{Limits, SearchResult};
use crate::time::Instant;
use std::ops::ControlFlow;
use std::time::Duration;
use xiangqi::position::Position;

/// Depth of the signature, in plies.
pub const DEPTH: u32 = 12;
/// Size of the transposition table for the signature, in MiB.
pub const HASH_MB: usize = 16;

/// The result of the bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Nodes: the signature.
    pub nodes: u64,
    /// Time spent searching.
    pub time: Duration,
}

impl Count {
    /// Returns the nodes per second.
    pub fn nps(&self) -> u128 {
        u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1)
    }
}

/// Returns the positions of the bench.
pub fn positions() -> impl Iterator<Item = Position> {
    include_str!("../../positions/bench.fen")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| Position::from_fen(line).expect("the bench positions are legal"))
}

/// Searches every bench position within `limits`, each as a new game, and calls `on_result` after each, which
/// may end the bench.
pub fn run(
    engine: &mut Engine,
    limits: &Limits,
    mut on_result: impl FnMut(&Position, &SearchResult) -> ControlFlow<()>,
) -> Count {
    let mut count = Count::default();
    for position in positions() {
        engine.new_game();
        let result = engine.search(&position, limits);
        count.nodes += result.nodes;
        count.time += result.time;
        if on_result(&position, &result).is_break() {
            break;
        }
    }
    count
}

impl Engine {
    /// Runs the bench to `depth` in the background, after waiting for an earlier
    /// search to end, on an engine of its own with default settings. `on_done` gets the number of positions
    /// searched and the count; after a [`stop`](Self::stop) it ends with the position under search.
    pub fn start_bench(&mut self, depth: u32, on_done: impl FnOnce(usize, Count) + Send + 'static) {
        self.wait();
        self.searcher.begin(false, Instant::now());
        self.spawn(true, move |searcher, _| {
            let mut done = 0;
            let count = run(&mut Self::new(HASH_MB), &Limits::depth(depth), |_, _| {
                done += 1;
                if searcher.control().is_stopped() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            on_done(done, count);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_positions_are_legal_distinct_and_not_over() {
        let keys: HashSet<u64> = positions().map(|position| position.key()).collect();
        assert_eq!(keys.len(), positions().count());
        assert!(keys.len() >= 40);
        assert!(positions().all(|position| position.has_legal_move() && !position.is_material_draw()));
        assert!(positions().filter(Position::in_check).count() >= 3);
    }
}
