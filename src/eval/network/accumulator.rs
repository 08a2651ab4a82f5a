// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hidden units along a line of moves.
//!
//! A move made only notes which men change. When a value is wanted, the units are brought forward from the last position
//! whose units are known: most positions of a search are left without having been evaluated, and cost nothing. As the
//! rows of a man do not depend on where the king stands, nothing is ever worked out anew.

use super::features::{self, bucket, strength};
use super::forward::Block;
use super::weights::Network;
use crate::position::{Board, Position};
use crate::types::{Color, Piece, Square, Value};
use std::sync::Arc;

/// Positions to have room for at first.
const FIRST_ROOM: usize = 64;

/// A move as the board tells it.
#[derive(Clone, Copy)]
struct Change {
    piece: Piece,
    from: Square,
    to: Square,
    captured: Option<Piece>,
}

/// A position of the line.
#[derive(Clone, Copy)]
struct Frame {
    /// The move that led here; none to the first position.
    change: Option<Change>,
    /// Of all men, for the choice of the output.
    strength: u32,
}

/// The network's state in one search thread.
pub struct Accumulators {
    network: Arc<Network>,
    frames: Vec<Frame>,
    /// So many of the frames, from the first one on, have their units.
    known: usize,
    /// For each frame the units of Red's view and of Black's.
    units: Vec<Block>,
}

impl Accumulators {
    pub fn new(position: &Position, network: Arc<Network>) -> Self {
        let board = position.board();
        let size = 2 * network.blocks();
        let mut units = bytemuck::zeroed_vec(FIRST_ROOM * size);
        network.refresh(board, &mut units[..size]);
        let mut frames = Vec::with_capacity(256);
        frames.push(Frame { change: None, strength: features::total_strength(board) });
        Self { network, frames, known: 1, units }
    }

    #[inline]
    pub fn push(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        let before = self.frames[self.frames.len() - 1].strength;
        let strength = before - captured.map_or(0, |captured| strength(captured.kind()));
        self.frames.push(Frame { change: Some(Change { piece, from, to, captured }), strength });
    }

    #[inline]
    pub fn pop(&mut self) {
        let popped = self.frames.pop();
        assert!(popped.is_some_and(|frame| frame.change.is_some()), "a move was observed");
        self.known = self.known.min(self.frames.len());
    }

    pub fn evaluate(&mut self, position: &Position) -> Value {
        self.bring_forward();
        debug_assert!(self.is_up_to_date(position.board()), "all moves were observed: {position:?}");
        let (red, black) = self.units_of(self.known - 1).split_at(self.network.blocks());
        let views = match position.side_to_move() {
            Color::Red => [red, black],
            Color::Black => [black, red],
        };
        self.network.value(views, bucket(self.frames[self.known - 1].strength))
    }

    /// The [`strength`] of all men of both sides.
    #[inline]
    pub fn strength(&self) -> u32 {
        self.frames[self.frames.len() - 1].strength
    }

    /// Brings the units forward to the last frame.
    #[inline]
    fn bring_forward(&mut self) {
        let needed = self.frames.len() * 2 * self.network.blocks();
        if self.units.len() < needed {
            self.units.resize(2 * needed, bytemuck::Zeroable::zeroed());
        }
        while self.known < self.frames.len() {
            let change = self.frames[self.known].change.expect("all frames but the first have one");
            self.apply(change);
            self.known += 1;
        }
    }

    /// Works out the units of the first frame that does not have them.
    #[inline]
    fn apply(&mut self, Change { piece, from, to, captured }: Change) {
        let (network, blocks) = (&*self.network, self.network.blocks());
        let (before, after) = self.units.split_at_mut(self.known * 2 * blocks);
        let parents = before[(self.known - 1) * 2 * blocks..].chunks_exact(blocks);
        let children = after[..2 * blocks].chunks_exact_mut(blocks);
        let (come, gone) = (features::indices(piece, to), features::indices(piece, from));
        let taken = captured.map(|captured| features::indices(captured, to));
        for (view, (child, parent)) in children.zip(parents).enumerate() {
            let (come, gone) = (network.row(come[view]), network.row(gone[view]));
            match taken {
                None => network.simd().shift(child, parent, [come, gone]),
                Some(taken) => network.simd().capture(child, parent, [come, gone, network.row(taken[view])]),
            }
        }
    }

    /// The units of the last position, once they are known.
    #[cfg(test)]
    pub fn last_units(&self) -> &[Block] {
        self.units_of(self.known - 1)
    }

    fn units_of(&self, frame: usize) -> &[Block] {
        let size = 2 * self.network.blocks();
        &self.units[frame * size..][..size]
    }

    /// Are the last frame's units what they would be if worked out anew?
    fn is_up_to_date(&self, board: &Board) -> bool {
        let mut fresh = bytemuck::zeroed_vec(2 * self.network.blocks());
        self.network.refresh(board, &mut fresh);
        let frame = self.frames.len() - 1;
        self.units_of(frame) == fresh && self.frames[frame].strength == features::total_strength(board)
    }
}
