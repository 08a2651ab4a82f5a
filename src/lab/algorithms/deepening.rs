// SPDX-License-Identifier: MIT OR Apache-2.0
//! Iterative deepening (Slate and Atkin 1977; Yue and Feng 2009): one ply, then two, then three …
//!
//! All shallower searches together cost little beside the last one, and what they leave in table and history orders its moves so well
//! that the whole is often cheaper than the last search alone. And there is an answer at any time.

use super::{Algorithm, Found};
use crate::lab::{Game, Tally};

/// Another algorithm, deeper and deeper.
pub struct Deepening<A>(pub A);

impl<G: Game, A: Algorithm<G>> Algorithm<G> for Deepening<A> {
    fn search(&mut self, game: &mut G, depth: u32, tally: &mut Tally) -> Found<G::Move> {
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
