// SPDX-License-Identifier: MIT OR Apache-2.0
//! The principal variation, collected in a triangular table: the line of a ply is its best move followed by
//! the line of the next ply.

use crate::types::{MAX_PLY, Move};
use arrayvec::ArrayVec;

type Line = ArrayVec<Move, MAX_PLY>;

/// The best lines found, by ply.
pub struct PvTable(Vec<Line>);

impl PvTable {
    pub fn new() -> Self {
        Self(vec![Line::new(); MAX_PLY + 2])
    }

    /// Empties the line of `ply`.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the line of `ply` to `mv`, followed by the line of the next ply.
    #[inline]
    pub fn update(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let (line, rest) = (&mut upper[ply], &lower[0]);
        line.clear();
        line.push(mv);
        line.extend(rest.iter().copied().take(MAX_PLY - 1));
    }

    /// Returns the line of `ply`.
    #[inline]
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}
