// SPDX-License-Identifier: MIT OR Apache-2.0
//! The shortest mate at the root, as far as the mate solver knows it.

use super::mate::Mate;

/// Results of the solver in this search.
#[derive(Default)]
pub struct ShortestMate {
    /// The shortest mate that it has proven.
    pub mate: Option<Mate>,
    /// There is no mate in this number of moves.
    pub refuted: u32,
    /// It was asked about mates in this number of moves, or has found one: only fewer are asked again.
    pub asked: Option<u32>,
}

impl ShortestMate {
    /// Returns true if a mate is proven, and that none is shorter.
    pub fn is_proven(&self) -> bool {
        self.mate.as_ref().is_some_and(|mate| mate.moves == self.refuted + 1)
    }
}
