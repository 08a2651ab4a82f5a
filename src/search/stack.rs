// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a line remembers of each of its plies.

use super::order::{Before, PieceTo};
use crate::types::{Depth, MAX_PLY, Move, Value};

/// One ply of the line under search.
#[derive(Clone, Copy)]
pub struct Frame {
    /// The side to move passes here.
    pub is_null_move: bool,
    /// The man that it moves and where to.
    pub moved: PieceTo,
    /// The static value here, unless in check.
    pub eval: Option<Value>,
    /// Quiet moves that refuted the line here lately.
    pub killers: [Option<Move>; 2],
    /// A move left out here, while it is asked whether others are as good.
    pub excluded: Option<Move>,
    /// How much less deeply the move of this ply is being looked at.
    pub reduction: Depth,
    /// Cutoffs in the nodes of this ply since its grandparent was entered.
    pub cutoffs: u32,
    /// Extensions given from the root down to here.
    pub extended: Depth,
}

const FRESH: Frame = Frame {
    is_null_move: false,
    moved: PieceTo::NONE,
    eval: None,
    killers: [None; 2],
    excluded: None,
    reduction: Depth::ZERO,
    cutoffs: 0,
    extended: Depth::ZERO,
};

/// Plies before the root that may be asked about.
const BEFORE: usize = 4;

/// The frames of the line under search, by ply.
pub struct Stack(Box<[Frame; BEFORE + MAX_PLY + 3]>);

impl Stack {
    pub fn new() -> Self {
        Self(Box::new([FRESH; BEFORE + MAX_PLY + 3]))
    }

    #[inline]
    pub fn at(&self, ply: usize) -> &Frame {
        &self.0[BEFORE + ply]
    }

    #[inline]
    pub fn at_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[BEFORE + ply]
    }

    /// The frame `plies` (up to four) before `ply`, also before the root.
    #[inline]
    pub fn before(&self, ply: usize, plies: usize) -> &Frame {
        &self.0[BEFORE + ply - plies]
    }

    /// The moves before `ply`, for the continuation tables.
    #[inline]
    pub fn moved_before(&self, ply: usize) -> Before {
        [1, 2, 4].map(|plies| self.before(ply, plies).moved)
    }

    /// Remembers a quiet move that refuted the line.
    #[inline]
    pub fn add_killer(&mut self, ply: usize, mv: Move) {
        let killers = &mut self.at_mut(ply).killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}
