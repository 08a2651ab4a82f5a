// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of single moves: ones that come from the table or from outside, and ones about to be played.

use super::{GenKind, KingLines, Position};
use crate::attacks;
use crate::types::{Bitboard, Move, PieceKind};

impl Position {
    /// Could a man of the side to move make this move by its way of moving, king safety left aside?
    ///
    /// Any two points may be asked about: a move from the transposition table may belong to another position.
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

    /// Does this pseudo-legal move leave the own king safe?
    #[inline]
    pub fn is_safe(&self, mv: Move, lines: &KingLines) -> bool {
        debug_assert!(self.is_pseudo_legal(mv));
        if mv.from() == lines.king() {
            self.king_may_step(mv.from(), mv.to())
        } else {
            lines.allowed(mv.from()).contains(mv.to())
        }
    }

    /// Is this a legal move here? Any two points may be asked about.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_safe(mv, &self.king_lines())
    }

    /// Has the side to move a legal move? If not, it has lost.
    pub fn has_legal_move(&self) -> bool {
        let mut found = false;
        self.visit_moves(GenKind::All, &self.king_lines(), |_, _| found = true);
        found
    }

    /// Does this legal move give check? `enemy_lines` looks at the king of the side *not* to move.
    #[inline]
    pub fn gives_check(&self, mv: Move, enemy_lines: &KingLines) -> bool {
        self.checks_directly(mv, enemy_lines) || !enemy_lines.allowed(mv.from()).contains(mv.to())
    }

    /// Does the moved man itself attack the enemy king from its new point?
    #[inline]
    fn checks_directly(&self, mv: Move, enemy_lines: &KingLines) -> bool {
        let (king, to) = (enemy_lines.king(), mv.to());
        let men_between = || attacks::between(king, to) & (self.board.occupied() - mv.from().into());
        match self.piece_on(mv.from()).map(crate::types::Piece::kind) {
            Some(PieceKind::Rook) => attacks::lines_through(king).contains(to) && men_between().is_empty(),
            Some(PieceKind::Cannon) => {
                let men = men_between();
                !men.is_empty() && !men.has_several()
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
