// SPDX-License-Identifier: MIT OR Apache-2.0
//! The reason why a move is illegal, for messages to people.
//!
//! Legality itself is decided in `legality`, without asking why. Here the rules are tried one by one in the
//! order in which a player would name them: whose piece it is, how such a piece moves, what stands in its
//! way, and last the king. The king's safety is tested on a copy of the board after the move.

use crate::attacks;
use crate::position::position::Position;
use crate::types::{Bitboard, Color, Language, Move, Piece, PieceKind, Square, coords, text};
use core::fmt;
use thiserror::Error;

/// The move is not legal in this position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The rule that it breaks.
    #[source]
    pub reason: IllegalReason,
}

crate::bilingual_errors!(IllegalMove);

impl IllegalMove {
    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let mv = self.mv;
        text!(language, "illegal move {mv}: {why}", "着法{mv}不合法：{why}", why = self.reason.text(language))
    }
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
    /// Returns the sentence.
    #[must_use]
    pub fn text(self, language: Language) -> String {
        self.describe(language, |square| square.to_string())
    }

    /// Returns the sentence, with squares written by `name`.
    pub fn describe(self, language: Language, name: impl Fn(Square) -> String) -> String {
        match self {
            Self::NoPiece(from) => {
                text!(language, "there is no piece on {at}", "{at}没有棋子", at = name(from))
            }
            Self::OpponentsPiece(piece, from) => {
                let (owner, turn) = (piece.color().word(language), (!piece.color()).word(language));
                text!(
                    language,
                    "the {piece} on {at} is {owner}'s, but {turn} is to move",
                    "{at}的{piece}是{owner}的，现在轮到{turn}走棋",
                    piece = piece.word(language),
                    at = name(from),
                )
            }
            Self::NotItsMove(kind) => way_of(kind, language).to_owned(),
            Self::LeavesPalace(kind) => text!(
                language,
                "the {kind} may not leave the palace",
                "{both}不能离开九宫",
                both = both_names(kind),
            ),
            Self::CrossesRiver => {
                language.pick("an elephant may not cross the river", "相（象）不能过河").to_owned()
            }
            Self::SidewaysBeforeRiver => language
                .pick("a pawn moves sideways only beyond the river", "兵（卒）过河后才能横走")
                .to_owned(),
            Self::OwnPiece(piece, to) => text!(
                language,
                "{owner}'s own {piece} stands on {at}",
                "{at}有{owner}自己的{piece}",
                owner = piece.color().word(language),
                piece = piece.word(language),
                at = name(to),
            ),
            Self::FlyingGenerals => language
                .pick("flying generals: the two kings would face each other", "走后将帅照面")
                .to_owned(),
            Self::KingInCheck(piece, at) => text!(
                language,
                "own king in check: {owner}'s king could be captured by the {piece} on {at}",
                "送将：走后{king}会被{at}的{piece}吃掉",
                owner = !piece.color(),
                king = Piece::new(PieceKind::King, !piece.color()).word(language),
                piece = piece.word(language),
                at = name(at),
            ),
            Self::BlockedLeg(at)
            | Self::BlockedEye(at)
            | Self::BlockedPath(_, at)
            | Self::NothingToCapture(at)
            | Self::NoScreen(at)
            | Self::TooManyScreens(at) => self.describe_obstacle(language, &name(at)),
        }
    }

    /// Describes the piece on `at` that is in the way, or the target there that cannot be captured.
    fn describe_obstacle(self, language: Language, at: &str) -> String {
        match self {
            Self::BlockedLeg(_) => text!(
                language,
                "blocked leg: the piece on {at} blocks the horse",
                "蹩马腿：{at}的棋子绊住了马",
            ),
            Self::BlockedEye(_) => text!(
                language,
                "blocked eye: the piece on {at} blocks the elephant",
                "塞象眼：{at}的棋子挡住了相（象）",
            ),
            Self::BlockedPath(kind, _) => text!(
                language,
                "blocked path: the piece on {at} is in the way of the {kind}",
                "{at}的棋子挡住了{piece}的去路",
                piece = both_names(kind),
            ),
            Self::NothingToCapture(_) => text!(
                language,
                "a cannon jumps over the piece on {at} only to capture",
                "炮隔着{at}的棋子只能吃子，不能移动",
            ),
            Self::NoScreen(_) => text!(
                language,
                "no screen: a cannon captures on {at} only over a piece",
                "没有炮架：炮要隔一个子才能吃{at}的棋子",
            ),
            _ => text!(
                language,
                "too many screens: a cannon captures on {at} over one piece only",
                "炮架太多：炮吃{at}的棋子，中间只能隔一个子",
            ),
        }
    }
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl std::error::Error for IllegalReason {}

/// The way that pieces of a kind move.
fn way_of(kind: PieceKind, language: Language) -> &'static str {
    match kind {
        PieceKind::King => {
            language.pick("a king moves one square straight", "帅（将）每次只能直走或横走一格")
        }
        PieceKind::Advisor => {
            language.pick("an advisor moves one square diagonally", "仕（士）每次只能斜走一格")
        }
        PieceKind::Elephant => language.pick("an elephant moves two squares diagonally", "相（象）走田字"),
        PieceKind::Horse => {
            language.pick("a horse moves one square straight, then one diagonally", "马走日字")
        }
        PieceKind::Rook => language.pick("a rook moves along a rank or file", "车走直线"),
        PieceKind::Cannon => language.pick("a cannon moves along a rank or file", "炮走直线"),
        PieceKind::Pawn => language.pick(
            "a pawn moves one square forward, beyond the river also sideways",
            "兵（卒）每次前进一格，过河后也可横走一格",
        ),
    }
}

/// The Chinese names of a kind of piece, which may be different for the two sides: 兵（卒）.
fn both_names(kind: PieceKind) -> String {
    let [red, black] = Color::ALL.map(|side| Piece::new(kind, side).word(Language::Chinese));
    if red == black { red.to_owned() } else { format!("{red}（{black}）") }
}

impl Position {
    /// Returns the reason why `mv` is illegal here; `None` if it is legal. Any move may be passed.
    ///
    /// ```
    /// use xiangqi::Position;
    /// use xiangqi::position::IllegalReason;
    /// use xiangqi::types::Square;
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
