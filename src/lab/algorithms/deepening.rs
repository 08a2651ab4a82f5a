// SPDX-License-Identifier: MIT OR Apache-2.0
//! Iterative deepening: one ply, then two, then three, each ordered by the table and history that the
//! previous one left.
#![doc = include_str!("../pages/deepening.md")]

use crate::lab::algorithm::{Algorithm, Found};
use crate::lab::{Game, NodeTally};

/// Another algorithm under iterative deepening.
pub struct Deepening<A>(pub A);

impl<G: Game, A: Algorithm<G>> Algorithm<G> for Deepening<A> {
    fn search(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        let mut found = self.0.search(game, depth.min(1), tally);
        for depth in 2..=depth {
            found = self.0.search(game, depth, tally);
        }
        found
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}
