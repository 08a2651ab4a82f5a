// SPDX-License-Identifier: MIT OR Apache-2.0
//! The history heuristic (Schaeffer 1989) and its descendants: tables of how often a move caused a cutoff, by
//! different keys.
//!
//! | table | key | moves |
//! |---|---|---|
//! | butterfly history | side, from, to | quiet |
//! | continuation history | piece and target of an earlier move, piece and target of this one | quiet |
//! | capture history | piece, target, captured piece | captures |
//! | counter move | piece and target of the last move | quiet |
//!
//! A move that caused a cutoff gets a bonus, the moves tried before it a malus.

use super::gravity::add_bonus;
use super::sparse::SparseTable;
use crate::search::params;
use crate::types::{Color, Move, Piece, PieceKind, Square};

/// A piece and the square it moved to: the key of the continuation history and of the counter moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    /// Stands for "no move": before the root and after a null move.
    pub const NONE: Self = Self(14 * 90);
    /// Number of keys.
    const COUNT: usize = 14 * 90 + 1;

    #[inline]
    pub fn new(piece: Piece, to: Square) -> Self {
        Self(piece as u16 * 90 + to as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the index of the pair of this move and a later one.
    #[inline]
    pub fn pair(self, later: Self) -> usize {
        self.index() * Self::COUNT + later.index()
    }
}

/// Continuation keys: the moves one, two and four plies ago.
pub type ContinuationKeys = [PieceTo; 3];

/// Lets old experience fade.
fn fade(entries: &mut [i16]) {
    let kept = params::history_kept_percent();
    for entry in entries {
        #[expect(clippy::cast_possible_truncation, reason = "a part of an entry")]
        let part = (i32::from(*entry) * kept / 100) as i16;
        *entry = part;
    }
}

/// Butterfly history: the success of quiet moves by side, from-square and to-square.
pub struct ButterflyHistory([[[i16; 90]; 90]; 2]);

impl ButterflyHistory {
    #[expect(clippy::large_stack_arrays, reason = "32 KiB, once a thread")]
    pub fn new() -> Self {
        Self([[[0; 90]; 90]; 2])
    }

    pub fn clear(&mut self) {
        self.0.as_flattened_mut().as_flattened_mut().fill(0);
    }

    pub fn fade(&mut self) {
        fade(self.0.as_flattened_mut().as_flattened_mut());
    }

    #[inline]
    pub fn get(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.0[side][mv.from()][mv.to()])
    }

    #[inline]
    pub fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        add_bonus(&mut self.0[side][mv.from()][mv.to()], bonus);
    }
}

/// Capture history: the success of captures by piece, target square and captured piece.
pub struct CaptureHistory([[[i16; 7]; 90]; 14]);

impl CaptureHistory {
    #[expect(clippy::large_stack_arrays, reason = "17 KiB, once a thread")]
    pub fn new() -> Self {
        Self([[[0; 7]; 90]; 14])
    }

    pub fn clear(&mut self) {
        self.0.as_flattened_mut().as_flattened_mut().fill(0);
    }

    pub fn fade(&mut self) {
        fade(self.0.as_flattened_mut().as_flattened_mut());
    }

    #[inline]
    pub fn get(&self, piece: Piece, to: Square, captured: PieceKind) -> i32 {
        i32::from(self.0[piece][to][captured])
    }

    #[inline]
    pub fn update(&mut self, piece: Piece, to: Square, captured: PieceKind, bonus: i32) {
        add_bonus(&mut self.0[piece][to][captured], bonus);
    }
}

/// Continuation history: the success of quiet moves after the moves one, two and four plies ago.
pub struct ContinuationHistory(SparseTable);

impl ContinuationHistory {
    pub fn new() -> Self {
        Self(SparseTable::new(PieceTo::COUNT * PieceTo::COUNT))
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn fade(&mut self) {
        self.0.change(fade);
    }

    #[inline]
    pub fn get(&self, keys: ContinuationKeys, moved: PieceTo) -> i32 {
        let after = |key: PieceTo| i32::from(self.0.get(key.pair(moved)));
        after(keys[0]) + after(keys[1]) + after(keys[2]) * params::continuation_4_weight() / 8
    }

    #[inline]
    pub fn update(&mut self, keys: ContinuationKeys, moved: PieceTo, bonus: i32) {
        for key in keys {
            self.0.update(key.pair(moved), bonus);
        }
    }
}

/// Counter moves: the quiet move that last refuted a move.
pub struct CounterMoves([Option<Move>; PieceTo::COUNT]);

impl CounterMoves {
    pub fn new() -> Self {
        Self([None; PieceTo::COUNT])
    }

    pub fn clear(&mut self) {
        self.0.fill(None);
    }

    #[inline]
    pub fn get(&self, last: PieceTo) -> Option<Move> {
        self.0[last.index()]
    }

    #[inline]
    pub fn set(&mut self, last: PieceTo, mv: Move) {
        self.0[last.index()] = Some(mv);
    }
}
