// SPDX-License-Identifier: MIT OR Apache-2.0
//! The NNUE accumulators along a line of moves, updated lazily.
//!
//! Making a move only records which pieces change. When an evaluation is requested, the incremental updates
//! run from the last position whose accumulator is computed up to the current one: most positions of a search
//! are left without being evaluated and cost nothing. No feature depends on the king's square, so a move
//! never needs a refresh.

use super::features::{self, bucket, strength};
use super::forward::Block;
use super::layers::Activations;
use super::network::Network;
use std::sync::Arc;
use xiangqi::position::{Board, Position};
use xiangqi::types::{Color, Piece, Square, Value};

/// Number of positions that a new stack has room for.
const INITIAL_CAPACITY: usize = 64;

/// The pieces that a move changes, as the board reports them.
#[derive(Clone, Copy)]
struct DirtyPieces {
    piece: Piece,
    from: Square,
    to: Square,
    captured: Option<Piece>,
}

/// A position of the line.
#[derive(Clone, Copy)]
struct StackEntry {
    /// The change from the position before; `None` for the root.
    dirty: Option<DirtyPieces>,
    /// [`features::total_strength`], which selects the output bucket.
    strength: u32,
}

/// The NNUE state of one search thread: a stack of accumulators, one for each position since the root.
pub struct AccumulatorStack {
    network: Arc<Network>,
    entries: Vec<StackEntry>,
    /// The accumulators of the first `computed` entries are up to date.
    computed: usize,
    /// The accumulators of all entries: Red's perspective, then Black's.
    accumulators: Vec<Block>,
    /// Room for what an evaluation computes.
    activations: Box<Activations>,
}

impl AccumulatorStack {
    /// Starts with a position.
    pub fn new(position: &Position, network: Arc<Network>) -> Self {
        let board = position.board();
        let size = 2 * network.blocks();
        let mut accumulators = bytemuck::zeroed_vec(INITIAL_CAPACITY * size);
        network.refresh(board, &mut accumulators[..size]);
        let mut entries = Vec::with_capacity(256);
        entries.push(StackEntry { dirty: None, strength: features::total_strength(board) });
        let activations = bytemuck::zeroed_box();
        Self { network, entries, computed: 1, accumulators, activations }
    }

    /// Notes a move.
    #[inline]
    pub fn push(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        let before = self.entries[self.entries.len() - 1].strength;
        let strength = before - captured.map_or(0, |captured| strength(captured.kind()));
        self.entries.push(StackEntry { dirty: Some(DirtyPieces { piece, from, to, captured }), strength });
    }

    /// Takes back the last move.
    #[inline]
    pub fn pop(&mut self) {
        let popped = self.entries.pop();
        assert!(popped.is_some_and(|entry| entry.dirty.is_some()), "a move was observed");
        self.computed = self.computed.min(self.entries.len());
    }

    /// Returns the value for the side to move of the position after the moves noted.
    pub fn evaluate(&mut self, position: &Position) -> Value {
        self.update();
        debug_assert!(self.is_up_to_date(position.board()), "all moves were observed: {position:?}");
        let Self { network, entries, computed, accumulators, activations } = self;
        let last = *computed - 1;
        let (red, black) = accumulator(accumulators, network, last).split_at(network.blocks());
        let perspectives = match position.side_to_move() {
            Color::Red => [red, black],
            Color::Black => [black, red],
        };
        network.value(perspectives, bucket(entries[last].strength), activations)
    }

    /// Returns the [`features::total_strength`] of the current position.
    #[inline]
    pub fn strength(&self) -> u32 {
        self.entries[self.entries.len() - 1].strength
    }

    /// Runs the pending incremental updates (the lazy update), up to the current position.
    #[inline]
    fn update(&mut self) {
        let needed = self.entries.len() * 2 * self.network.blocks();
        if self.accumulators.len() < needed {
            self.accumulators.resize(2 * needed, bytemuck::Zeroable::zeroed());
        }
        while self.computed < self.entries.len() {
            let dirty = self.entries[self.computed].dirty.expect("all entries but the first have one");
            self.update_next(dirty);
            self.computed += 1;
        }
    }

    /// Computes the first accumulator that is not up to date from the one before it.
    #[inline]
    fn update_next(&mut self, DirtyPieces { piece, from, to, captured }: DirtyPieces) {
        let (network, blocks) = (&*self.network, self.network.blocks());
        let (before, after) = self.accumulators.split_at_mut(self.computed * 2 * blocks);
        let parents = before[(self.computed - 1) * 2 * blocks..].chunks_exact(blocks);
        let children = after[..2 * blocks].chunks_exact_mut(blocks);
        let (added, removed) = (features::indices(piece, to), features::indices(piece, from));
        let taken = captured.map(|captured| features::indices(captured, to));
        for (perspective, (child, parent)) in children.zip(parents).enumerate() {
            let weights = |features: [usize; 2]| network.feature_weights(features[perspective]);
            let (added, removed) = (weights(added), weights(removed));
            match taken {
                None => network.simd().add_sub(child, parent, [added, removed]),
                Some(taken) => network.simd().add_sub_sub(child, parent, [added, removed, weights(taken)]),
            }
        }
    }

    /// Returns true if the current position's accumulator equals a refresh from the board.
    pub fn is_up_to_date(&self, board: &Board) -> bool {
        let mut fresh = bytemuck::zeroed_vec(2 * self.network.blocks());
        self.network.refresh(board, &mut fresh);
        let entry = self.entries.len() - 1;
        accumulator(&self.accumulators, &self.network, entry) == fresh
            && self.entries[entry].strength == features::total_strength(board)
    }
}

/// Returns both perspectives of an entry: Red's, then Black's.
fn accumulator<'a>(accumulators: &'a [Block], network: &Network, entry: usize) -> &'a [Block] {
    let size = 2 * network.blocks();
    &accumulators[entry * size..][..size]
}
