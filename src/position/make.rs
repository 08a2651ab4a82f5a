// SPDX-License-Identifier: MIT OR Apache-2.0
//! Making and taking back moves.

use super::{Position, UndoState, zobrist::KEYS};
use crate::attacks;
use crate::types::{Bitboard, Color, Move, Piece, Square};
use thiserror::Error;

/// Told of every man that moves, so that an evaluation can keep its sums without the board knowing of it.
pub trait BoardObserver {
    /// `piece` goes from `from` to `to` and removes `captured` there.
    fn on_move(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>);
}

/// Nobody is watching.
impl BoardObserver for () {
    #[inline]
    fn on_move(&mut self, _: Piece, _: Square, _: Square, _: Option<Piece>) {}
}

/// The move cannot be played here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("illegal move {0}")]
pub struct IllegalMove(pub Move);

/// Checks of one side since the last capture that still advance the natural limit's clock.
const COUNTED_CHECKS: u16 = 10;

impl Position {
    /// Plays a legal move.
    ///
    /// # Errors
    /// [`IllegalMove`] if it is not legal here; the position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.make(mv, &mut ());
        Ok(())
    }

    /// The position after a move, which must be legal.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.make(mv, &mut ());
        next
    }

    /// Plays a move which the caller knows to be legal, telling `observer`.
    ///
    /// # Panics
    /// If no man stands on the move's first point.
    #[inline]
    pub fn make(&mut self, mv: Move, observer: &mut impl BoardObserver) {
        debug_assert!(self.is_legal(mv), "{mv} in {self:?}");
        let (from, to) = (mv.from(), mv.to());
        let piece = self.board.piece_on(from).expect("a legal move moves a man");
        let captured = self.board.piece_on(to);
        if let Some(captured) = captured {
            self.board.take(captured, to);
        }
        self.board.shift(piece, from, to);
        observer.on_move(piece, from, to, captured);

        let was_in_check = self.in_check();
        let mover = self.side;
        self.history.push(self.state);
        self.side = !mover;
        self.state.key = self.board.key() ^ side_key(self.side);
        // The enemy king was not in check before, or it would not be our move.
        let touched = Bitboard::of(from) | Bitboard::of(to);
        let may_check = touched.meets(attacks::check_zone(self.board.king(self.side)));
        self.state.checkers = if may_check { self.board.checkers(self.side) } else { Bitboard::EMPTY };
        self.state.last_move = Some(mv);
        self.state.captured = captured;
        if captured.is_some() {
            self.state.rule60 = 0;
            self.state.checks = [0; 2];
            self.state.reversible = 0;
        } else {
            self.tick(mover, was_in_check);
        }
        self.debug_validate();
    }

    /// Advances the clocks after a quiet move.
    #[inline]
    fn tick(&mut self, mover: Color, was_in_check: bool) {
        self.state.reversible = self.state.reversible.saturating_add(1);
        let checks = self.in_check();
        self.state.checks[mover] = self.state.checks[mover].saturating_add(u16::from(checks));
        let excess_check = checks && self.state.checks[mover] > COUNTED_CHECKS;
        let excess_answer = was_in_check && self.state.checks[!mover] > COUNTED_CHECKS;
        self.state.rule60 = self.state.rule60.saturating_add(u16::from(!excess_check && !excess_answer));
    }

    /// Takes back the last move (or null move).
    ///
    /// # Panics
    /// If nothing was played.
    #[inline]
    pub fn unmake(&mut self) {
        let UndoState { last_move, captured, .. } = self.state;
        self.state = self.history.pop().expect("a move was played");
        self.side = !self.side;
        if let Some(mv) = last_move {
            let piece = self.board.piece_on(mv.to()).expect("the moved man is where it went");
            self.board.shift(piece, mv.to(), mv.from());
            if let Some(captured) = captured {
                self.board.put(captured, mv.to());
            }
        }
    }

    /// Passes. The side to move must not be in check. No repetition reaches across a pass.
    #[inline]
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check());
        self.history.push(self.state);
        self.side = !self.side;
        self.state.key ^= KEYS.black_to_move;
        self.state.checkers = Bitboard::EMPTY;
        self.state.last_move = None;
        self.state.captured = None;
        self.state.reversible = 0;
    }
}

/// The part of the key that tells whose move it is.
#[inline]
pub fn side_key(side: Color) -> u64 {
    match side {
        Color::Red => 0,
        Color::Black => KEYS.black_to_move,
    }
}
