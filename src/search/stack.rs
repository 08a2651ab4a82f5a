// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search stack: one frame for each ply of the line under search; and the principal variation.

use super::history::{ContinuationKeys, PieceTo};
use arrayvec::ArrayVec;
use xiangqi::types::{Depth, MAX_PLY, Move, Value};

/// One ply of the line under search.
#[derive(Clone, Copy)]
pub struct StackFrame {
    /// The move made here is a null move.
    pub is_null_move: bool,
    /// The piece moved here and its target square.
    pub moved: PieceTo,
    /// The static evaluation, unless in check.
    pub static_eval: Option<Value>,
    /// Killer moves: the quiet moves that last caused a cutoff at this ply.
    pub killers: [Option<Move>; 2],
    /// The move left out by a singular extension search.
    pub excluded: Option<Move>,
    /// Late move reduction of the move made here.
    pub reduction: Depth,
    /// Cutoffs at this ply since the node two plies above was entered.
    pub cutoff_count: u32,
    /// Sum of the extensions from the root down to here.
    pub extended: Depth,
}

const FRESH: StackFrame = StackFrame {
    is_null_move: false,
    moved: PieceTo::NONE,
    static_eval: None,
    killers: [None; 2],
    excluded: None,
    reduction: Depth::ZERO,
    cutoff_count: 0,
    extended: Depth::ZERO,
};

/// Frames before the root, so that looking back needs no special case.
const BEFORE: usize = 4;

/// The frames of the current line, by ply.
pub struct Stack(Box<[StackFrame; BEFORE + MAX_PLY + 3]>);

impl Stack {
    pub fn new() -> Self {
        Self(Box::new([FRESH; BEFORE + MAX_PLY + 3]))
    }

    #[inline]
    pub fn at(&self, ply: usize) -> &StackFrame {
        &self.0[BEFORE + ply]
    }

    #[inline]
    pub fn at_mut(&mut self, ply: usize) -> &mut StackFrame {
        &mut self.0[BEFORE + ply]
    }

    /// Returns the frame `plies` (up to four) before `ply`, also before the root.
    #[inline]
    pub fn before(&self, ply: usize, plies: usize) -> &StackFrame {
        &self.0[BEFORE + ply - plies]
    }

    /// Clears the killers and counts that sibling nodes left for the plies below `ply`.
    #[inline]
    pub fn enter_node(&mut self, ply: usize) {
        self.at_mut(ply + 1).killers = [None; 2];
        self.at_mut(ply + 2).cutoff_count = 0;
    }

    /// Returns the moves one, two and four plies before `ply`, for the continuation history.
    #[inline]
    pub fn continuation_keys(&self, ply: usize) -> ContinuationKeys {
        [1, 2, 4].map(|plies| self.before(ply, plies).moved)
    }

    /// Records a quiet move that caused a cutoff as the first killer move.
    #[inline]
    pub fn add_killer(&mut self, ply: usize, mv: Move) {
        let killers = &mut self.at_mut(ply).killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

type Line = ArrayVec<Move, MAX_PLY>;

/// The principal variation, collected in a triangular table: the line of a ply is its best move followed by
/// the line of the next ply.
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
