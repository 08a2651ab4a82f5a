// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of single moves: moves from the transposition table or from a user, and moves about to be played.

use crate::attacks;
use crate::position::king_lines::KingLines;
use crate::position::position::Position;
use crate::types::{Bitboard, Move, Piece, PieceKind, Square};

impl Position {
    /// Returns true if `mv` is legal here. Any move may be passed.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_safe(mv, &self.king_lines())
    }

    /// Returns true if a piece of the side to move can make this move, its king's safety disregarded.
    ///
    /// Any move may be passed: one from the transposition table may belong to another position.
    ///
    /// ```
    /// use xiangqi::Position;
    /// // The rook is pinned: it may move along the file, not off it.
    /// let position = Position::from_fen("4k4/4r4/9/9/9/9/9/9/4R4/4K4 w")?;
    /// assert!(position.is_pseudo_legal("e1d1".parse()?));
    /// assert!(!position.is_legal("e1d1".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let own = self.board.color(self.side);
        let Some(piece) = self.piece_on(mv.from()) else { return false };
        if piece.color() != self.side || own.contains(mv.to()) {
            return false;
        }
        let occupied = self.board.occupied();
        let targets = match piece.kind() {
            PieceKind::Cannon if !occupied.contains(mv.to()) => attacks::rook(mv.from(), occupied),
            kind => attacks::captures(kind, self.side, mv.from(), occupied),
        };
        targets.contains(mv.to())
    }

    /// Returns true if the legal move `mv` gives check.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let position = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/4K4 w")?;
    /// assert!(position.gives_check("e1d1".parse()?));
    /// assert!(!position.gives_check("e1e2".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        self.gives_check_with(mv, &self.enemy_king_lines())
    }

    /// Finds the enemy pieces aimed at the king of the side to move.
    #[inline]
    pub fn king_lines(&self) -> KingLines {
        KingLines::new(&self.board, self.side)
    }

    /// Finds the pieces of the side to move that are aimed at the enemy king.
    #[inline]
    pub fn enemy_king_lines(&self) -> KingLines {
        KingLines::new(&self.board, !self.side)
    }

    /// Returns true if this pseudo-legal move leaves the own king safe. `lines` must be this position's
    /// [`king_lines`](Self::king_lines).
    #[inline]
    pub fn is_safe(&self, mv: Move, lines: &KingLines) -> bool {
        debug_assert!(self.is_pseudo_legal(mv));
        if mv.from() == lines.king() {
            self.king_may_step(mv.from(), mv.to())
        } else {
            lines.allowed(mv.from()).contains(mv.to())
        }
    }

    /// Returns true if the king of the side to move would be safe on `to`.
    #[inline]
    pub fn king_may_step(&self, king: Square, to: Square) -> bool {
        let without_king = self.board.occupied() - king.into();
        self.board.king_attackers(to, !self.side, without_king).is_empty()
    }

    /// [`gives_check`](Self::gives_check) with this position's [`enemy_king_lines`](Self::enemy_king_lines)
    /// at hand.
    #[inline]
    pub fn gives_check_with(&self, mv: Move, enemy_lines: &KingLines) -> bool {
        self.checks_directly(mv, enemy_lines) || !enemy_lines.allowed(mv.from()).contains(mv.to())
    }

    /// Returns true if the moved piece itself attacks the enemy king from its new square.
    #[inline]
    fn checks_directly(&self, mv: Move, enemy_lines: &KingLines) -> bool {
        let (king, to) = (enemy_lines.king(), mv.to());
        let screens_between = || attacks::between(king, to) & (self.board.occupied() - mv.from().into());
        match self.piece_on(mv.from()).map(Piece::kind) {
            Some(PieceKind::Rook) => {
                attacks::lines_through(king).contains(to) && screens_between().is_empty()
            }
            Some(PieceKind::Cannon) => {
                let screens = screens_between();
                !screens.is_empty() && !screens.has_several()
            }
            Some(PieceKind::Horse) => {
                attacks::horse_ring(king).contains(to) && {
                    let leg = Bitboard::of(attacks::horse_leg(to, king));
                    !(self.board.occupied() - mv.from().into()).meets(leg)
                }
            }
            Some(PieceKind::Pawn) => attacks::pawn_attackers(self.side, king).contains(to),
            _ => false,
        }
    }
}
