// SPDX-License-Identifier: MIT OR Apache-2.0
//! Move generation, legal by construction.
//!
//! Each man's attack set is cut down to the wanted targets and to what [`KingLines`] allows it. Only the king's own
//! steps need a test each.

use super::{KingLines, Position};
use crate::attacks;
use crate::types::{Bitboard, Move, MoveList, Piece, PieceKind, Square, coords};

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenKind {
    /// Every move.
    All,
    /// Captures alone.
    Captures,
    /// All but captures.
    Quiets,
}

impl Position {
    /// The enemy men aimed at the king of the side to move.
    #[inline]
    pub fn king_lines(&self) -> KingLines {
        KingLines::new(&self.board, self.side)
    }

    /// Our men aimed at the king of the side *not* to move: what [`gives_check`](Self::gives_check) wants.
    #[inline]
    pub fn enemy_king_lines(&self) -> KingLines {
        KingLines::new(&self.board, !self.side)
    }

    /// Calls `visit` with each man of the side to move that can move, and its legal destinations of this kind.
    /// The king comes last. `lines` must be this position's [`king_lines`](Self::king_lines).
    #[inline]
    pub fn visit_moves(&self, kind: GenKind, lines: &KingLines, mut visit: impl FnMut(Square, Bitboard)) {
        let board = &self.board;
        let (own, enemies) = (board.color(self.side), board.color(!self.side));
        let occupied = own | enemies;
        let wanted = match kind {
            GenKind::All => !own,
            GenKind::Captures => enemies,
            GenKind::Quiets => !occupied,
        };
        let mut add = |from: Square, targets: Bitboard| {
            let targets = targets & wanted & lines.allowed(from);
            if !targets.is_empty() {
                visit(from, targets);
            }
        };
        for from in board.kind(PieceKind::Rook) & own {
            add(from, attacks::rook(from, occupied));
        }
        for from in board.kind(PieceKind::Cannon) & own {
            let (rook, cannon) = attacks::rook_and_cannon(from, occupied);
            add(from, (rook - occupied) | cannon & enemies);
        }
        for from in board.kind(PieceKind::Horse) & own {
            add(from, attacks::horse(from, occupied));
        }
        for from in board.kind(PieceKind::Pawn) & own {
            add(from, attacks::pawn(self.side, from));
        }
        // Seldom is there anything to capture for the guards.
        if wanted.meets(coords::ELEPHANT_SQUARES[self.side]) {
            for from in board.kind(PieceKind::Elephant) & own {
                add(from, attacks::elephant(from, occupied));
            }
        }
        if wanted.meets(coords::ADVISOR_SQUARES[self.side]) {
            for from in board.kind(PieceKind::Advisor) & own {
                add(from, attacks::advisor(from));
            }
        }
        let home = lines.king();
        let mut steps = Bitboard::EMPTY;
        for to in attacks::king(home) & wanted {
            if self.king_may_step(home, to) {
                steps |= to.into();
            }
        }
        if !steps.is_empty() {
            visit(home, steps);
        }
    }

    /// Calls `visit` with each legal quiet move that gives check, and its man. `lines` must be this position's
    /// [`king_lines`](Self::king_lines).
    #[inline]
    pub fn visit_quiet_checks(&self, lines: &KingLines, mut visit: impl FnMut(Piece, Move)) {
        let enemy_lines = self.enemy_king_lines();
        let king = enemy_lines.king();
        let (rook, cannon) = attacks::rook_and_cannon(king, self.board.occupied());
        let pawn = attacks::pawn_attackers(self.side, king);
        // Direct checks land on one of these points; all others uncover something. A few of these are no checks.
        let direct = |kind| match kind {
            PieceKind::Rook => rook,
            PieceKind::Cannon => cannon,
            PieceKind::Horse => attacks::horse_ring(king),
            PieceKind::Pawn => pawn,
            _ => Bitboard::EMPTY,
        };
        self.visit_moves(GenKind::Quiets, lines, |from, targets| {
            let Some(piece) = self.piece_on(from) else { return };
            for to in targets & (direct(piece.kind()) | !enemy_lines.allowed(from)) {
                let mv = Move::new(from, to);
                if self.gives_check(mv, &enemy_lines) {
                    visit(piece, mv);
                }
            }
        });
    }

    /// Is the king safe on `to`?
    #[inline]
    pub(crate) fn king_may_step(&self, king: Square, to: Square) -> bool {
        let without_king = self.board.occupied() - king.into();
        self.board.king_attackers(to, !self.side, without_king).is_empty()
    }

    /// Appends the legal moves of this kind to `list`.
    pub fn generate(&self, kind: GenKind, list: &mut MoveList) {
        self.visit_moves(kind, &self.king_lines(), |from, targets| {
            list.extend(targets.into_iter().map(|to| Move::new(from, to)));
        });
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(GenKind::All, &mut list);
        list
    }

    /// How many legal moves there are, without listing them.
    #[inline]
    pub fn count_legal_moves(&self) -> u32 {
        self.count_moves(&self.king_lines())
    }

    /// [`count_legal_moves`](Self::count_legal_moves) for those who have the king's lines at hand.
    #[inline]
    pub(crate) fn count_moves(&self, lines: &KingLines) -> u32 {
        let mut count = 0;
        self.visit_moves(GenKind::All, lines, |_, targets| count += targets.len());
        count
    }
}
