// SPDX-License-Identifier: MIT OR Apache-2.0
//! Making and taking back moves.
//!
//! [`Position::play`] checks a move, [`Position::play_unchecked`] trusts the caller, [`Position::undo`] takes
//! back. The search uses their inner forms `make`, `unmake` and `make_null`.

use crate::attacks;
use crate::position::board::{KEYS, side_key};
use crate::position::illegal::IllegalMove;
use crate::position::position::{Position, UndoState};
use crate::types::{Bitboard, Color, Move, Piece, Square};

/// Notified of every move made, so that an evaluation can update its accumulator incrementally without the
/// board knowing of it. Moves taken back are not reported.
pub trait BoardObserver {
    /// `piece` goes from `from` to `to` and captures `captured` there.
    fn on_move(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>);
}

/// An observer that ignores every move.
impl BoardObserver for () {
    #[inline]
    fn on_move(&mut self, _: Piece, _: Square, _: Square, _: Option<Piece>) {}
}

/// Checks of one side since the last capture that still advance `rule60`.
const COUNTED_CHECKS: u16 = 10;

impl Position {
    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`] if it is not; the position is then unchanged.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let mut position = Position::startpos();
    /// position.play("h2e2".parse()?)?;
    /// let error = position.play("e2e9".parse()?).unwrap_err();
    /// assert_eq!(error.to_string(), "illegal move e2e9: the cannon on e2 is red's, but black is to move");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if let Some(reason) = self.why_illegal(mv) {
            return Err(IllegalMove { mv, reason });
        }
        self.make(mv, &mut ());
        Ok(())
    }

    /// Plays a move that is known to be legal, without checking it.
    ///
    /// An illegal move leaves a position that the rest of the library does not expect; debug builds panic.
    ///
    /// # Panics
    /// If there is no piece on the square that `mv` starts from.
    pub fn play_unchecked(&mut self, mv: Move) {
        self.make(mv, &mut ());
    }

    /// Takes back the last move and returns it; `None`, with nothing changed, if no move was played since the
    /// set-up.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let mut position = Position::startpos();
    /// position.play("h2e2".parse()?)?;
    /// assert_eq!(position.undo(), Some("h2e2".parse()?));
    /// assert_eq!(position.undo(), None);
    /// assert_eq!(position, Position::startpos());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.state.last_move?;
        self.unmake();
        Some(last)
    }

    /// Returns the position after a legal move, without the moves played before it. No repetition reaches
    /// across it; [`play`](Self::play) keeps the moves.
    ///
    /// # Panics
    /// If `mv` is not legal here.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        assert!(self.is_legal(mv), "illegal move {mv}");
        let mut next = self.without_history();
        next.make(mv, &mut ());
        next
    }

    /// Makes a move that is known to be legal and reports it to `observer`.
    ///
    /// ```
    /// use xiangqi::{Piece, Position, Square, position::BoardObserver};
    ///
    /// /// The squares that pieces moved to.
    /// struct Trail(Vec<Square>);
    ///
    /// impl BoardObserver for Trail {
    ///     fn on_move(&mut self, _: Piece, _: Square, to: Square, _: Option<Piece>) {
    ///         self.0.push(to);
    ///     }
    /// }
    ///
    /// let mut trail = Trail(Vec::new());
    /// Position::startpos().make("h2e2".parse()?, &mut trail);
    /// assert_eq!(trail.0, [Square::E2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn make(&mut self, mv: Move, observer: &mut impl BoardObserver) {
        debug_assert!(self.is_legal(mv), "{mv} in {self:?}");
        let (from, to) = (mv.from(), mv.to());
        let piece = self.board.piece_on(from).expect("a legal move moves a piece");
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
            self.count_quiet_move(mover, was_in_check);
        }
        self.debug_validate();
    }

    /// Advances the counters after a quiet move.
    #[inline]
    fn count_quiet_move(&mut self, mover: Color, was_in_check: bool) {
        self.state.reversible = self.state.reversible.saturating_add(1);
        let checks = self.in_check();
        self.state.checks[mover] = self.state.checks[mover].saturating_add(u16::from(checks));
        let excess_check = checks && self.state.checks[mover] > COUNTED_CHECKS;
        let excess_answer = was_in_check && self.state.checks[!mover] > COUNTED_CHECKS;
        self.state.rule60 = self.state.rule60.saturating_add(u16::from(!excess_check && !excess_answer));
    }

    /// Takes back the last move or null move, of which there must be one.
    #[inline]
    pub fn unmake(&mut self) {
        let UndoState { last_move, captured, .. } = self.state;
        self.state = self.history.pop().expect("a move was played");
        self.side = !self.side;
        if let Some(mv) = last_move {
            let piece = self.board.piece_on(mv.to()).expect("the moved piece is where it went");
            self.board.shift(piece, mv.to(), mv.from());
            if let Some(captured) = captured {
                self.board.put(captured, mv.to());
            }
        }
    }

    /// Makes a null move: passes. The side to move must not be in check. No repetition reaches across a null
    /// move.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    #[test]
    fn games_with_null_moves_can_be_taken_back() {
        let mut rng = SplitMix64::new(4);
        for _ in 0..20 {
            let (mut position, mut passed) = (Position::startpos(), Vec::new());
            while passed.len() < 200 && position.has_legal_move() {
                passed.push(position.clone());
                if !position.in_check() && rng.below(10) == 0 {
                    position.make_null();
                } else {
                    let moves = position.legal_moves();
                    position.make(moves[rng.below(moves.len())], &mut ());
                }
            }
            for earlier in passed.into_iter().rev() {
                position.unmake();
                assert_eq!(position, earlier);
                assert_eq!((position.state(), position.history()), (earlier.state(), earlier.history()));
            }
        }
    }
}
