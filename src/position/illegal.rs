// SPDX-License-Identifier: MIT OR Apache-2.0
//! The reason why a move is illegal, for messages to people.
//!
//! Legality itself is decided in `legality`, without asking why. Here the rules are tried one by one in the
//! order in which a player would name them: whose piece it is, how such a piece moves, what stands in its
//! way, and last the king. The king's safety is tested on a copy of the board after the move.

use super::position::Position;
use crate::attacks;
use crate::types::{Bitboard, Move, Piece, PieceKind, Square, coords};
use core::fmt;
use thiserror::Error;

/// The move is not legal in this position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("illegal move {mv}: {reason}")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The rule that it breaks.
    #[source]
    pub reason: IllegalReason,
}

/// The rule that an illegal move breaks; of several, the first one in this order. It displays as a sentence
/// in ASCII characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalReason {
    /// There is no piece on the square that the move starts from.
    NoPiece(Square),
    /// The piece on this square belongs to the opponent.
    OpponentsPiece(Piece, Square),
    /// A piece of this kind never moves like that.
    NotItsMove(PieceKind),
    /// A king or an advisor would leave the palace.
    LeavesPalace(PieceKind),
    /// An elephant would cross the river.
    CrossesRiver,
    /// A pawn that has not crossed the river would move sideways.
    SidewaysBeforeRiver,
    /// A piece of the same side stands on this destination.
    OwnPiece(Piece, Square),
    /// The piece on this square blocks the horse's leg.
    BlockedLeg(Square),
    /// The piece on this square blocks the elephant's eye.
    BlockedEye(Square),
    /// The first of the pieces in the way of a rook or cannon stands on this square.
    BlockedPath(PieceKind, Square),
    /// A cannon would jump over the screen on this square, with nothing to capture behind it.
    NothingToCapture(Square),
    /// A cannon would capture on this square without a screen.
    NoScreen(Square),
    /// A cannon would capture on this square over several pieces.
    TooManyScreens(Square),
    /// The two kings would face each other (the flying general).
    FlyingGenerals,
    /// The own king would be in check by this piece on this square.
    KingInCheck(Piece, Square),
}

impl IllegalReason {
    /// Returns the sentence, with squares written by `name`.
    pub(crate) fn describe(self, name: impl Fn(Square) -> String) -> String {
        match self {
            Self::NoPiece(from) => format!("there is no piece on {}", name(from)),
            Self::OpponentsPiece(piece, from) => {
                let (owner, kind) = (piece.color(), piece.kind());
                format!("the {kind} on {} is {owner}'s, but {} is to move", name(from), !owner)
            }
            Self::NotItsMove(kind) => way_of(kind).to_owned(),
            Self::LeavesPalace(kind) => format!("the {kind} may not leave the palace"),
            Self::CrossesRiver => "an elephant may not cross the river".to_owned(),
            Self::SidewaysBeforeRiver => "a pawn moves sideways only beyond the river".to_owned(),
            Self::OwnPiece(piece, to) => {
                format!("{}'s own {} stands on {}", piece.color(), piece.kind(), name(to))
            }
            Self::BlockedLeg(leg) => format!("blocked leg: the piece on {} blocks the horse", name(leg)),
            Self::BlockedEye(eye) => format!("blocked eye: the piece on {} blocks the elephant", name(eye)),
            Self::BlockedPath(kind, at) => {
                format!("blocked path: the piece on {} is in the way of the {kind}", name(at))
            }
            Self::NothingToCapture(screen) => {
                format!("a cannon jumps over the piece on {} only to capture", name(screen))
            }
            Self::NoScreen(to) => format!("no screen: a cannon captures on {} only over a piece", name(to)),
            Self::TooManyScreens(to) => {
                format!("too many screens: a cannon captures on {} over one piece only", name(to))
            }
            Self::FlyingGenerals => "flying generals: the two kings would face each other".to_owned(),
            Self::KingInCheck(piece, at) => {
                let king = !piece.color();
                format!(
                    "own king in check: {king}'s king could be captured by the {} on {}",
                    piece.kind(),
                    name(at)
                )
            }
        }
    }
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(|square| square.to_string()))
    }
}

impl std::error::Error for IllegalReason {}

/// The way that pieces of a kind move.
fn way_of(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King => "a king moves one square straight",
        PieceKind::Advisor => "an advisor moves one square diagonally",
        PieceKind::Elephant => "an elephant moves two squares diagonally",
        PieceKind::Horse => "a horse moves one square straight, then one diagonally",
        PieceKind::Rook => "a rook moves along a rank or file",
        PieceKind::Cannon => "a cannon moves along a rank or file",
        PieceKind::Pawn => "a pawn moves one square forward, beyond the river also sideways",
    }
}

impl Position {
    /// Returns the reason why `mv` is illegal here; `None` if it is legal. Any move may be passed.
    ///
    /// ```
    /// use chuhe::Position;
    /// use chuhe::position::IllegalReason;
    /// use chuhe::types::Square;
    /// let position = Position::startpos();
    /// assert_eq!(position.why_illegal("h2e2".parse()?), None);
    /// let reason = position.why_illegal("b0d1".parse()?).unwrap();
    /// assert_eq!(reason, IllegalReason::BlockedLeg(Square::C0));
    /// assert_eq!(reason.to_string(), "blocked leg: the piece on c0 blocks the horse");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn why_illegal(&self, mv: Move) -> Option<IllegalReason> {
        let broken = || self.broken_rule(mv).expect("an illegal move breaks a rule");
        (!self.is_legal(mv)).then(broken)
    }

    /// Returns the first rule that the move breaks.
    fn broken_rule(&self, mv: Move) -> Option<IllegalReason> {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_on(from) else { return Some(IllegalReason::NoPiece(from)) };
        if piece.color() != self.side {
            return Some(IllegalReason::OpponentsPiece(piece, from));
        }
        let own = self.piece_on(to).filter(|other| other.color() == self.side);
        wrong_way(piece, mv)
            .or_else(|| own.map(|own| IllegalReason::OwnPiece(own, to)))
            .or_else(|| self.obstacle(piece.kind(), mv))
            .or_else(|| self.danger(piece, mv))
    }

    /// Returns the piece that keeps another from going where it could on an empty board, or the screen that
    /// is missing.
    fn obstacle(&self, kind: PieceKind, mv: Move) -> Option<IllegalReason> {
        let (from, to, occupied) = (mv.from(), mv.to(), self.occupied());
        // Halved and rounded towards zero, a horse's way leads to its leg, an elephant's to its eye.
        let half_way = |reason: fn(Square) -> IllegalReason| {
            let (files, ranks) = way(mv);
            from.offset(files / 2, ranks / 2).filter(|&at| occupied.contains(at)).map(reason)
        };
        match kind {
            PieceKind::King | PieceKind::Advisor | PieceKind::Pawn => None,
            PieceKind::Horse => half_way(IllegalReason::BlockedLeg),
            PieceKind::Elephant => half_way(IllegalReason::BlockedEye),
            PieceKind::Rook | PieceKind::Cannon => {
                let between = attacks::between(from, to) & occupied;
                let mut pieces = between.into_iter();
                let first = if from < to { pieces.next() } else { pieces.last() };
                match (kind, self.is_capture(mv), first) {
                    (PieceKind::Cannon, true, None) => Some(IllegalReason::NoScreen(to)),
                    (PieceKind::Cannon, true, _) => {
                        between.has_several().then_some(IllegalReason::TooManyScreens(to))
                    }
                    (PieceKind::Cannon, false, Some(screen)) if !between.has_several() => {
                        Some(IllegalReason::NothingToCapture(screen))
                    }
                    (_, _, first) => first.map(|at| IllegalReason::BlockedPath(kind, at)),
                }
            }
        }
    }

    /// Returns the enemy piece that would check the king after the move.
    fn danger(&self, piece: Piece, mv: Move) -> Option<IllegalReason> {
        let mut after = self.board.clone();
        if let Some(captured) = self.piece_on(mv.to()) {
            after.take(captured, mv.to());
        }
        after.shift(piece, mv.from(), mv.to());
        let checkers = after.checkers(self.side).into_iter().filter_map(|at| Some((after.piece_on(at)?, at)));
        let reasons = checkers.map(|(checker, at)| match checker.kind() {
            PieceKind::King => IllegalReason::FlyingGenerals,
            _ => IllegalReason::KingInCheck(checker, at),
        });
        reasons.min_by_key(|reason| *reason != IllegalReason::FlyingGenerals)
    }
}

/// Returns the files and ranks that a move crosses: to the right and up.
fn way(mv: Move) -> (i32, i32) {
    let (from, to) = (mv.from(), mv.to());
    (to.file() as i32 - from.file() as i32, to.rank() as i32 - from.rank() as i32)
}

/// Returns the reason why a piece cannot make this move even on an empty board.
fn wrong_way(piece: Piece, mv: Move) -> Option<IllegalReason> {
    let (kind, color, from, to) = (piece.kind(), piece.color(), mv.from(), mv.to());
    let (files, ranks) = way(mv);
    let (files, ranks) = (files.abs(), ranks.abs());
    let is_its_move = match kind {
        PieceKind::King => files + ranks == 1,
        PieceKind::Advisor => (files, ranks) == (1, 1),
        PieceKind::Elephant => (files, ranks) == (2, 2),
        PieceKind::Horse => files * ranks == 2,
        PieceKind::Rook | PieceKind::Cannon => files == 0 || ranks == 0,
        PieceKind::Pawn => (files, ranks) == (1, 0) || attacks::pawn(color, from).contains(to),
    };
    let is_home = |zone: [Bitboard; 2]| zone[color as usize].contains(to);
    match kind {
        _ if !is_its_move => Some(IllegalReason::NotItsMove(kind)),
        PieceKind::King | PieceKind::Advisor if !is_home(coords::PALACE) => {
            Some(IllegalReason::LeavesPalace(kind))
        }
        PieceKind::Elephant if !is_home(coords::HOME) => Some(IllegalReason::CrossesRiver),
        PieceKind::Pawn if !attacks::pawn(color, from).contains(to) => {
            Some(IllegalReason::SidewaysBeforeRiver)
        }
        _ => None,
    }
}
