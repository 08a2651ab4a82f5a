// SPDX-License-Identifier: MIT OR Apache-2.0
//! Move generation, legal by construction.
//!
//! Each piece's attack set is cut down to the wanted targets and to what [`KingLines`] allows it. Only the
//! king's own steps are tested one by one.

use crate::attacks;
use crate::position::king_lines::KingLines;
use crate::position::position::Position;
use crate::types::{Bitboard, Move, MoveList, Piece, PieceKind, Square, coords};
use core::convert::Infallible;
use core::ops::ControlFlow;

/// The moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenKind {
    /// Every move.
    All,
    /// Captures only.
    Captures,
    /// Moves that do not capture.
    Quiets,
}

impl Position {
    /// Returns all legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(GenKind::All, &mut list);
        list
    }

    /// Appends the legal moves of this kind to `list`.
    ///
    /// ```
    /// use xiangqi::Position;
    /// use xiangqi::position::GenKind;
    /// use xiangqi::types::MoveList;
    /// let mut captures = MoveList::new();
    /// Position::startpos().generate(GenKind::Captures, &mut captures);
    /// assert_eq!(captures.len(), 2, "each cannon can capture a horse");
    /// ```
    pub fn generate(&self, kind: GenKind, list: &mut MoveList) {
        self.visit_moves_with(kind, &self.king_lines(), |from, targets| {
            list.extend(targets.into_iter().map(|to| Move::new(from, to)));
        });
    }

    /// Returns the number of legal moves, without listing them.
    #[inline]
    pub fn count_legal_moves(&self) -> u32 {
        self.count_moves(&self.king_lines())
    }

    /// [`count_legal_moves`](Self::count_legal_moves) with this position's [`king_lines`](Self::king_lines)
    /// at hand.
    #[inline]
    pub fn count_moves(&self, lines: &KingLines) -> u32 {
        let mut count = 0;
        self.visit_moves_with(GenKind::All, lines, |_, targets| count += targets.len());
        count
    }

    /// Returns true if the side to move has a legal move; if not, it has lost. Stops at the first legal move
    /// found.
    pub fn has_legal_move(&self) -> bool {
        self.try_visit_moves(GenKind::All, &self.king_lines(), |_, _| ControlFlow::Break(())).is_break()
    }

    /// Returns true if the side to move is checkmated: in check without a legal move. It has lost.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let mated = Position::from_fen("3k5/9/9/9/9/9/9/9/3R5/4K4 b")?;
    /// assert!(mated.is_checkmate() && !mated.is_stalemate());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Returns true if the side to move is stalemated: without a legal move, but not in check. In xiangqi it
    /// has lost.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let stalemated = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/4K4 b")?;
    /// assert!(!stalemated.is_stalemate(), "the king can step forward");
    /// let stalemated = Position::from_fen("3k5/4P4/9/9/9/9/9/9/9/4K4 b")?;
    /// assert!(stalemated.is_stalemate() && !stalemated.is_checkmate());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }

    /// Calls `visit` with each piece of the side to move that can move, its square and its legal
    /// destinations, until it breaks. The king comes last.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use xiangqi::{Position, PieceKind};
    /// // The rook moves of the side to move, which need no list.
    /// let mut rook_moves = 0;
    /// let all = Position::startpos().visit_moves(|piece, _from, to| {
    ///     if piece.kind() == PieceKind::Rook {
    ///         rook_moves += to.len();
    ///     }
    ///     ControlFlow::<()>::Continue(())
    /// });
    /// assert!(all.is_continue());
    /// assert_eq!(rook_moves, 4);
    /// ```
    pub fn visit_moves<B>(
        &self,
        mut visit: impl FnMut(Piece, Square, Bitboard) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.try_visit_moves(GenKind::All, &self.king_lines(), |from, to| {
            self.piece_on(from).map_or(ControlFlow::Continue(()), |piece| visit(piece, from, to))
        })
    }

    /// Returns the squares that the piece on `from` can legally go to: none if it cannot move, or is not a
    /// piece of the side to move.
    ///
    /// ```
    /// use xiangqi::{Position, Square};
    /// let position = Position::startpos();
    /// assert!(position.moves_from(Square::B0).into_iter().eq([Square::A2, Square::C2]));
    /// assert!(position.moves_from(Square::B9).is_empty(), "a piece of the opponent");
    /// ```
    pub fn moves_from(&self, from: Square) -> Bitboard {
        let found =
            self.visit_moves(
                |_, at, to| {
                    if at == from { ControlFlow::Break(to) } else { ControlFlow::Continue(()) }
                },
            );
        found.break_value().unwrap_or_default()
    }

    /// Calls `visit` with the square of each piece of the side to move that can move, and its legal
    /// destinations of this kind, for the search: `lines` must be this position's
    /// [`king_lines`](Self::king_lines).
    #[inline]
    pub fn visit_moves_with(
        &self,
        kind: GenKind,
        lines: &KingLines,
        mut visit: impl FnMut(Square, Bitboard),
    ) {
        let visit = |from, targets| {
            visit(from, targets);
            ControlFlow::<Infallible>::Continue(())
        };
        let ControlFlow::Continue(()) = self.try_visit_moves(kind, lines, visit);
    }

    #[inline]
    fn try_visit_moves<B>(
        &self,
        kind: GenKind,
        lines: &KingLines,
        mut visit: impl FnMut(Square, Bitboard) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
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
            if targets.is_empty() { ControlFlow::Continue(()) } else { visit(from, targets) }
        };
        for from in board.kind(PieceKind::Rook) & own {
            add(from, attacks::rook(from, occupied))?;
        }
        for from in board.kind(PieceKind::Cannon) & own {
            let (rook, cannon) = attacks::rook_and_cannon(from, occupied);
            add(from, (rook - occupied) | cannon & enemies)?;
        }
        for from in board.kind(PieceKind::Horse) & own {
            add(from, attacks::horse(from, occupied))?;
        }
        for from in board.kind(PieceKind::Pawn) & own {
            add(from, attacks::pawn(self.side, from))?;
        }
        // There is seldom anything to capture for the defenders.
        if wanted.meets(coords::ELEPHANT_SQUARES[self.side]) {
            for from in board.kind(PieceKind::Elephant) & own {
                add(from, attacks::elephant(from, occupied))?;
            }
        }
        if wanted.meets(coords::ADVISOR_SQUARES[self.side]) {
            for from in board.kind(PieceKind::Advisor) & own {
                add(from, attacks::advisor(from))?;
            }
        }
        let home = lines.king();
        let mut steps = Bitboard::EMPTY;
        for to in attacks::king(home) & wanted {
            if self.king_may_step(home, to) {
                steps |= to.into();
            }
        }
        if steps.is_empty() { ControlFlow::Continue(()) } else { visit(home, steps) }
    }

    /// Calls `visit` with each legal quiet move that gives check, and its piece. `lines` must be this
    /// position's [`king_lines`](Self::king_lines).
    #[inline]
    pub fn visit_quiet_checks(&self, lines: &KingLines, mut visit: impl FnMut(Piece, Move)) {
        let enemy_lines = self.enemy_king_lines();
        let king = enemy_lines.king();
        let (rook, cannon) = attacks::rook_and_cannon(king, self.board.occupied());
        let pawn = attacks::pawn_attackers(self.side, king);
        // A direct check lands on one of these squares; all other checks are discovered. Not every move to
        // these squares gives check.
        let direct = |kind| match kind {
            PieceKind::Rook => rook,
            PieceKind::Cannon => cannon,
            PieceKind::Horse => attacks::horse_ring(king),
            PieceKind::Pawn => pawn,
            _ => Bitboard::EMPTY,
        };
        self.visit_moves_with(GenKind::Quiets, lines, |from, targets| {
            let Some(piece) = self.piece_on(from) else { return };
            for to in targets & (direct(piece.kind()) | !enemy_lines.allowed(from)) {
                let mv = Move::new(from, to);
                if self.gives_check_with(mv, &enemy_lines) {
                    visit(piece, mv);
                }
            }
        });
    }
}

/// Depth of the subtrees that are counted in one go: some hundred thousand leaves.
const UNINTERRUPTED: u32 = 3;

/// Returns the number of move sequences of `depth` plies. The moves of the last ply are counted, not made
/// (bulk counting).
///
/// ```
/// use xiangqi::position::{Position, perft};
/// assert_eq!(perft(&mut Position::startpos(), 2), 1_920);
/// ```
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => {
            let mut nodes = 0;
            for mv in position.legal_moves() {
                position.make(mv, &mut ());
                nodes += perft(position, depth - 1);
                position.unmake();
            }
            nodes
        }
    }
}

/// Returns the [`perft`] count, or `None` once `is_stopped` returns true. That is asked every few
/// milliseconds, and not near the leaves, where it would slow the count down.
pub fn perft_until(position: &mut Position, depth: u32, is_stopped: &impl Fn() -> bool) -> Option<u64> {
    if is_stopped() {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(perft(position, depth));
    }
    let mut nodes = 0;
    for mv in position.legal_moves() {
        position.make(mv, &mut ());
        let below = perft_until(position, depth - 1, is_stopped);
        position.unmake();
        nodes += below?;
    }
    Some(nodes)
}
