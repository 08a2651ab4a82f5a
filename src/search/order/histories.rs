// SPDX-License-Identifier: MIT OR Apache-2.0
//! All histories of one search thread. They outlive the search; the scores of moves fade from one
//! to the next.

use super::correction::CorrectionHistory;
use super::history::{
    ButterflyHistory, CaptureHistory, ContinuationHistory, ContinuationKeys, CounterMoves, PieceTo,
};
use crate::position::Position;
use crate::types::{Color, Move, Piece, PieceKind, Square};

/// The history tables of one thread.
pub struct Histories {
    butterfly: ButterflyHistory,
    captures: CaptureHistory,
    continuation: ContinuationHistory,
    counter_moves: CounterMoves,
    /// Corrections of the static evaluation.
    pub corrections: CorrectionHistory,
}

impl Histories {
    /// Creates empty tables.
    pub fn new() -> Box<Self> {
        Box::new(Self {
            butterfly: ButterflyHistory::new(),
            captures: CaptureHistory::new(),
            continuation: ContinuationHistory::new(),
            counter_moves: CounterMoves::new(),
            corrections: CorrectionHistory::new(),
        })
    }

    /// Lets the experience with moves fade, for the next search: it is that of another position of the game.
    pub fn fade(&mut self) {
        self.butterfly.fade();
        self.captures.fade();
        self.continuation.fade();
    }

    /// Clears all tables.
    pub fn clear(&mut self) {
        self.butterfly.clear();
        self.captures.clear();
        self.continuation.clear();
        self.counter_moves.clear();
        self.corrections.clear();
    }

    /// Returns the score of a quiet move: butterfly history plus continuation history.
    #[inline]
    pub fn quiet(&self, side: Color, mv: Move, moved: PieceTo, keys: ContinuationKeys) -> i32 {
        self.butterfly.get(side, mv) + self.continuation.get(keys, moved)
    }

    /// Returns the score of a capture.
    #[inline]
    pub fn capture(&self, piece: Piece, to: Square, captured: PieceKind) -> i32 {
        self.captures.get(piece, to, captured)
    }

    /// Returns the counter move: the quiet move that last refuted the previous move.
    #[inline]
    pub fn counter_move(&self, last: PieceTo) -> Option<Move> {
        self.counter_moves.get(last)
    }

    /// Stores `mv` as the counter move to the previous move.
    #[inline]
    pub fn set_counter_move(&mut self, last: PieceTo, mv: Move) {
        self.counter_moves.set(last, mv);
    }

    /// Adds a bonus or (negative) a malus to a quiet move, in the butterfly and the continuation history.
    #[inline]
    pub fn update_quiet(&mut self, position: &Position, mv: Move, keys: ContinuationKeys, bonus: i32) {
        let Some(piece) = position.piece_on(mv.from()) else { return };
        self.update_butterfly(piece.color(), mv, bonus);
        self.update_continuation(PieceTo::new(piece, mv.to()), keys, bonus);
    }

    /// Adds a bonus or malus to a quiet move in the butterfly history only.
    #[inline]
    pub fn update_butterfly(&mut self, side: Color, mv: Move, bonus: i32) {
        self.butterfly.update(side, mv, bonus);
    }

    /// Adds a bonus or malus to a quiet move in the continuation history only.
    #[inline]
    pub fn update_continuation(&mut self, moved: PieceTo, keys: ContinuationKeys, bonus: i32) {
        self.continuation.update(keys, moved, bonus);
    }

    /// Adds a bonus or (negative) a malus to a capture.
    #[inline]
    pub fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let (piece, captured) = (position.piece_on(mv.from()), position.piece_on(mv.to()));
        if let (Some(piece), Some(captured)) = (piece, captured) {
            self.captures.update(piece, mv.to(), captured.kind(), bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_tables_are_empty() {
        let mut tables = Histories::new();
        let position = Position::startpos();
        let mv: Move = "h2e2".parse().unwrap();
        let none = [PieceTo::NONE; 3];
        tables.update_quiet(&position, mv, none, 100);
        let moved = PieceTo::new(Piece::RedCannon, Square::E2);
        assert!(tables.quiet(Color::Red, mv, moved, none) > 100);
        let before = tables.quiet(Color::Red, mv, moved, none);
        tables.fade();
        assert!((before / 2..before).contains(&tables.quiet(Color::Red, mv, moved, none)));
        tables.clear();
        assert_eq!(tables.quiet(Color::Red, mv, moved, none), 0);
    }
}
