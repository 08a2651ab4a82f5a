// SPDX-License-Identifier: MIT OR Apache-2.0
//! What earlier nodes teach about moves: the history heuristic (Schaeffer 1989) and its descendants.
//!
//! A move that caused a cutoff gets a bonus, the moves tried before it a malus. Each table's numbers stay
//! within ±[`MAX`] by themselves, because an update pulls towards the bound the less the closer it is
//! ("gravity"), so old knowledge fades.

use crate::position::Position;
use crate::search::correction::Corrections;
use crate::search::params;
use crate::types::{Color, Depth, Move, Piece, PieceKind, Square};

/// Bound of every entry.
const MAX: i32 = 16_384;

/// A man and the point it moved to: what the continuation tables are indexed by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    /// Stands for "no move": before the root and after a null move.
    pub const NONE: Self = Self(Self::COUNT - 1);
    const COUNT: u16 = 14 * 90 + 1;

    #[inline]
    pub fn new(piece: Piece, to: Square) -> Self {
        Self(piece as u16 * 90 + to as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Bonus for a cutoff at this depth.
#[inline]
pub fn bonus(depth: Depth) -> i32 {
    let line = params::history_bonus_factor() * depth.whole() - params::history_bonus_base();
    line.clamp(0, params::history_bonus_limit())
}

/// Adds a bonus or malus with gravity.
#[inline]
pub fn update(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    #[allow(clippy::cast_possible_truncation, reason = "the bound is below 2^15")]
    {
        *entry = (old + bonus - old * bonus.abs() / MAX) as i16;
    }
}

/// The moves one, two and four plies ago.
pub type Before = [PieceTo; 3];

type FromTo = [[i16; 90]; 90];
type Row = [i16; PieceTo::COUNT as usize];

/// One thread's history tables.
pub struct Histories {
    quiet: [FromTo; 2],
    captures: [[[i16; 7]; 90]; 14],
    /// By the earlier move and this one; on the heap, since its three megabytes are too much for a stack.
    continuation: Vec<Row>,
    counter_moves: [Option<Move>; PieceTo::COUNT as usize],
    /// What the static evaluation errs by.
    pub corrections: Corrections,
}

impl Histories {
    /// Empty tables.
    #[allow(clippy::large_stack_arrays, reason = "fifty kilobytes, once a thread")]
    pub fn new() -> Box<Self> {
        Box::new(Self {
            quiet: [[[0; 90]; 90]; 2],
            captures: [[[0; 7]; 90]; 14],
            continuation: vec![[0; PieceTo::COUNT as usize]; PieceTo::COUNT as usize],
            counter_moves: [None; PieceTo::COUNT as usize],
            corrections: Corrections::new(),
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.quiet.as_flattened_mut().as_flattened_mut().fill(0);
        self.captures.as_flattened_mut().as_flattened_mut().fill(0);
        self.continuation.as_flattened_mut().fill(0);
        self.counter_moves.fill(None);
        self.corrections.clear();
    }

    /// How well the quiet move has done, here and after the moves one, two and four plies ago.
    #[inline]
    pub fn quiet(&self, side: Color, mv: Move, moved: PieceTo, before: Before) -> i32 {
        let continuation = |before: PieceTo| i32::from(self.continuation[before.index()][moved.index()]);
        i32::from(self.quiet[side][mv.from()][mv.to()])
            + continuation(before[0])
            + continuation(before[1])
            + continuation(before[2]) * params::continuation_4_weight() / 8
    }

    /// How well this capture has done.
    #[inline]
    pub fn capture(&self, piece: Piece, to: Square, victim: PieceKind) -> i32 {
        i32::from(self.captures[piece][to][victim])
    }

    /// The quiet move that last refuted the previous one.
    #[inline]
    pub fn counter_move(&self, before: PieceTo) -> Option<Move> {
        self.counter_moves[before.index()]
    }

    #[inline]
    pub fn set_counter_move(&mut self, before: PieceTo, mv: Move) {
        self.counter_moves[before.index()] = Some(mv);
    }

    /// Gives a quiet move a bonus or (negative) a malus.
    #[inline]
    pub fn update_quiet(&mut self, position: &Position, mv: Move, before: Before, bonus: i32) {
        let Some(piece) = position.piece_on(mv.from()) else { return };
        let moved = PieceTo::new(piece, mv.to());
        self.update_butterfly(piece.color(), mv, bonus);
        self.update_continuation(moved, before, bonus);
    }

    /// Gives a quiet move a bonus or malus as such.
    #[inline]
    pub fn update_butterfly(&mut self, side: Color, mv: Move, bonus: i32) {
        update(&mut self.quiet[side][mv.from()][mv.to()], bonus);
    }

    /// Gives a quiet move a bonus or malus as the sequel of the moves before it alone.
    #[inline]
    pub fn update_continuation(&mut self, moved: PieceTo, before: Before, bonus: i32) {
        for before in before {
            update(&mut self.continuation[before.index()][moved.index()], bonus);
        }
    }

    /// Gives a capture a bonus or (negative) a malus.
    #[inline]
    pub fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let (piece, victim) = (position.piece_on(mv.from()), position.piece_on(mv.to()));
        if let (Some(piece), Some(victim)) = (piece, victim) {
            update(&mut self.captures[piece][mv.to()][victim.kind()], bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_bound_and_fade() {
        let mut entry = 0i16;
        for _ in 0..1000 {
            update(&mut entry, 1_800);
        }
        assert!(i32::from(entry) <= MAX && entry > 14_000);
        for _ in 0..4 {
            update(&mut entry, -1_800);
        }
        assert!(entry < 9_000, "bad news counts more for a good move");
    }

    #[test]
    fn fresh_tables_are_empty() {
        let mut tables = Histories::new();
        let position = Position::startpos();
        let mv: Move = "h2e2".parse().unwrap();
        let none = [PieceTo::NONE; 3];
        tables.update_quiet(&position, mv, none, 100);
        let moved = PieceTo::new(Piece::RedCannon, Square::E2);
        assert!(tables.quiet(Color::Red, mv, moved, none) > 100);
        tables.clear();
        assert_eq!(tables.quiet(Color::Red, mv, moved, none), 0);
    }
}
