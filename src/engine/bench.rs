// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bench: fixed positions searched to a fixed depth from a cleared state.
//!
//! On one thread the number of positions searched depends on nothing but the program: it is the *signature* by which
//! two builds are known to search alike. The time it takes measures the program's speed.

use super::Engine;
use crate::position::Position;
use crate::search::{Limits, SearchResult};
use std::ops::ControlFlow;
use std::time::Duration;

/// Depth of the signature, in plies.
pub const DEPTH: u32 = 12;
/// Size of the table for the signature, in MiB.
pub const HASH_MB: usize = 16;

/// What the bench counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Positions searched: the signature.
    pub nodes: u64,
    /// Time spent searching.
    pub time: Duration,
}

impl Count {
    /// Positions a second.
    pub fn nps(&self) -> u128 {
        u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1)
    }
}

/// The positions of the bench.
///
/// # Panics
/// Never: the file is part of the program and under test.
pub fn positions() -> impl Iterator<Item = Position> {
    include_str!("../../positions/bench.fen")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| Position::from_fen(line).expect("the bench positions are legal"))
}

/// Searches every bench position within `limits`, forgetting everything in between, and tells `on_result` of each, which
/// may end the whole.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_positions_are_legal_different_and_alive() {
        let keys: HashSet<u64> = positions().map(|position| position.key()).collect();
        assert_eq!(keys.len(), positions().count());
        assert!(keys.len() >= 40);
        assert!(positions().all(|position| position.has_legal_move() && !position.is_material_draw()));
        assert!(positions().filter(Position::in_check).count() >= 3);
    }
}
