// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves in any notation: [`Notation`] writes them, [`read_move`] reads them all.

use crate::notation::coordinates::{Ranks, read_coordinates, read_san, resolve_san};
use crate::notation::latin::Latin;
use crate::notation::vertical::{self, Parts, Unresolved};
use crate::notation::{chinese, vietnamese, wxf};
use crate::position::{Board, IllegalReason, Position};
use crate::types::{Color, Language, Move, Piece, PieceKind, Square, text};
use core::fmt;
use core::str::FromStr;
use thiserror::Error;

/// A notation for moves.
///
/// ```
/// use xiangqi::Position;
/// use xiangqi::notation::{Notation, read_move};
/// let position = Position::startpos();
/// let mv = read_move(&position, "炮二平五")?;
/// assert_eq!(Notation::Wxf.write(&position, mv), "C2.5");
/// assert_eq!(Notation::ChineseTraditional.write(&position, read_move(&position, "h2+3")?), "馬二進三");
/// # Ok::<(), xiangqi::notation::ReadMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Notation {
    /// Coordinates, `h2e2`. Game records write them as `H2-E2`: see [`iccs`](super::iccs()).
    Iccs,
    /// The notation of the World Xiangqi Federation, `C2.5`, with tandem pieces written as in XQWizard.
    Wxf,
    /// Chinese notation in simplified characters, 炮二平五.
    Chinese,
    /// Chinese notation in traditional characters.
    ChineseTraditional,
    /// Vietnamese notation, `P2-5`.
    Vietnamese,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 5] =
        [Self::Iccs, Self::Wxf, Self::Chinese, Self::ChineseTraditional, Self::Vietnamese];

    /// Returns the notation that readers of a language expect.
    #[must_use]
    pub const fn usual(language: Language) -> Self {
        match language {
            Language::English => Self::Iccs,
            Language::Chinese => Self::Chinese,
        }
    }

    /// Writes a move in this notation; [`read`](Self::read) reads it back.
    ///
    /// # Panics
    /// If the move's origin is empty.
    pub fn write(self, position: &Position, mv: Move) -> String {
        self.write_on(position.board(), mv)
    }

    /// Writes the moves of a line, which are legal one after the other from `position` on.
    ///
    /// ```
    /// use xiangqi::{Position, notation::Notation};
    ///
    /// let line = ["h2e2".parse()?, "h9g7".parse()?];
    /// assert_eq!(Notation::Chinese.write_line(&Position::startpos(), &line), ["炮二平五", "马８进７"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_line(self, position: &Position, line: &[Move]) -> Vec<String> {
        let mut position = position.clone();
        let write = |&mv: &Move| {
            let word = self.write(&position, mv);
            position.play_unchecked(mv);
            word
        };
        line.iter().map(write).collect()
    }

    /// Writes a move that is legal on `board`.
    pub fn write_on(self, board: &Board, mv: Move) -> String {
        match self {
            Self::Iccs => mv.to_string(),
            Self::Wxf => wxf::write(board, mv),
            Self::Chinese => chinese::write(&chinese::SIMPLIFIED, board, mv),
            Self::ChineseTraditional => chinese::write(&chinese::TRADITIONAL, board, mv),
            Self::Vietnamese => vietnamese::write(board, mv),
        }
    }

    /// Reads a move in any notation, as [`read_move`] does, but prefers this one: a word that is one move in
    /// WXF and another in Vietnamese notation is read in the one of them that this is.
    ///
    /// ```
    /// use xiangqi::{Position, notation::{Notation, read_move}};
    /// let position = Position::from_fen("4k4/9/9/9/9/9/2P6/2C6/9/3K5 w")?;
    /// assert_eq!(Notation::Wxf.read(&position, "C7.1")?, "c2i2".parse()?);
    /// assert_eq!(Notation::Vietnamese.read(&position, "C7.1")?, "c3c4".parse()?);
    /// let error = read_move(&position, "C7.1").unwrap_err().to_string();
    /// assert_eq!(error, "'C7.1' is ambiguous here: c2i2 in WXF, c3c4 in Vietnamese notation");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`read_move`].
    pub fn read(self, position: &Position, word: &str) -> Result<Move, ReadMoveError> {
        let preferred = read_as(position, word, Reading { ranks: Ranks::FromZero, latin: self.latin() });
        preferred.or_else(|error| read_move(position, word).map_err(|_| error))
    }

    /// The reading of words that WXF and Vietnamese notation share.
    pub(crate) const fn latin(self) -> Latin {
        match self {
            Self::Wxf => Latin::Wxf,
            Self::Vietnamese => Latin::Vietnamese,
            Self::Iccs | Self::Chinese | Self::ChineseTraditional => Latin::Either,
        }
    }
}

impl Notation {
    /// Returns the name that [`FromStr`] reads, such as `chinese-traditional`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Iccs => "iccs",
            Self::Wxf => "wxf",
            Self::Chinese => "chinese",
            Self::ChineseTraditional => "chinese-traditional",
            Self::Vietnamese => "vietnamese",
        }
    }
}

impl fmt::Display for Notation {
    /// Writes the [name](Self::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Error from reading the name of a notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub struct ParseNotationError(pub String);

crate::bilingual_errors!(ParseNotationError);

impl ParseNotationError {
    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let names = Notation::ALL.map(Notation::name).join(language.pick(", ", "、"));
        text!(
            language,
            "unknown notation '{name}' (use one of {names})",
            "没有“{name}”这种记法（可用 {names}）",
            name = self.0
        )
    }
}

impl FromStr for Notation {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_named = |notation: &Self| notation.to_string() == text.to_ascii_lowercase();
        Self::ALL.into_iter().find(is_named).ok_or_else(|| ParseNotationError(text.to_owned()))
    }
}

/// Error from reading a move. Words are quoted as they were written, shortened if they are long.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
#[non_exhaustive]
pub enum ReadMoveError {
    /// The word is not a move in any notation.
    Unreadable(String),
    /// The word names a piece that the side to move does not have.
    NoPiece {
        /// The word.
        word: String,
        /// The side to move.
        side: Color,
        /// The kind of piece.
        kind: PieceKind,
    },
    /// The word describes a move to no other square of the board.
    NoTarget(String),
    /// The word is an illegal move; `mv` is that move if the word does not say it in coordinates.
    Illegal {
        /// The word.
        word: String,
        /// The move in coordinates, unless the word is it.
        mv: Option<Move>,
        /// The rule that the move breaks.
        reason: IllegalReason,
    },
    /// The word matches several legal moves, these two among them.
    Ambiguous(String, Move, Move),
    /// The word is a legal move in WXF and another one in Vietnamese notation.
    TwoNotations {
        /// The word.
        word: String,
        /// The move in WXF.
        wxf: Move,
        /// The move in Vietnamese notation.
        vietnamese: Move,
    },
}

crate::bilingual_errors!(ReadMoveError);

impl ReadMoveError {
    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Unreadable(word) => text!(
                language,
                "'{word}' is not a move (like h2e2, C2.5 or 炮二平五)",
                "“{word}”不是着法（着法如 h2e2、C2.5、炮二平五）",
            ),
            Self::NoPiece { word, side, kind } => text!(
                language,
                "'{word}' is illegal: {side} has no such {piece}",
                "“{word}”不合法：{side}没有这样的{piece}",
                piece = Piece::new(*kind, *side).word(language),
                side = side.word(language),
            ),
            Self::NoTarget(word) => text!(
                language,
                "'{word}' is illegal: it leads to no other square of the board",
                "“{word}”不合法：棋盘上没有这样的落点",
            ),
            Self::Illegal { word, mv, reason } => text!(
                language,
                "'{word}'{mv} is illegal: {reason}",
                "“{word}”{mv}不合法：{reason}",
                mv = mv.map_or_else(String::new, |mv| text!(language, " ({mv})", "（{mv}）")),
                reason = reason.text(language),
            ),
            Self::Ambiguous(word, one, other) => text!(
                language,
                "'{word}' is ambiguous here: {one} or {other}",
                "“{word}”在此有歧义：{one}或{other}",
            ),
            Self::TwoNotations { word, wxf, vietnamese } => text!(
                language,
                "'{word}' is ambiguous here: {wxf} in WXF, {vietnamese} in Vietnamese notation",
                "“{word}”在此有歧义：WXF 记法为{wxf}，越南记法为{vietnamese}",
            ),
        }
    }

    /// The error for a word that is not a move.
    pub fn unreadable(word: &str) -> Self {
        Self::Unreadable(excerpt(word))
    }

    /// The error for a word that means `mv`.
    pub fn illegal(word: &str, mv: Move, reason: IllegalReason) -> Self {
        let mv = Some(mv).filter(|mv| word.parse() != Ok(*mv));
        Self::Illegal { word: excerpt(word), mv, reason }
    }
}

/// The place of a move in a game. It displays as `move 2, black (ply 4)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovePlace {
    /// Number of the move, from the move number of the start position.
    pub number: u32,
    /// The side to move.
    pub side: Color,
    /// Number of the move since the start position, both sides counted, from 1.
    pub ply: usize,
}

impl MovePlace {
    /// The place of the next move in this position.
    pub fn next(position: &Position) -> Self {
        let ply = position.history().len() + 1;
        Self { number: position.full_move(), side: position.side_to_move(), ply }
    }

    /// Returns the place in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let &Self { number, side, ply } = self;
        let side = side.word(language);
        text!(language, "move {number}, {side} (ply {ply})", "第{number}回合{side}（第{ply}着）")
    }
}

impl fmt::Display for MovePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

/// Error from reading the moves of a game: the first move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub struct MoveTextError {
    /// The place of the move.
    pub place: MovePlace,
    /// The problem.
    pub problem: ReadMoveError,
}

crate::bilingual_errors!(MoveTextError);

impl MoveTextError {
    /// The error for the next move in this position.
    pub fn next(position: &Position, problem: ReadMoveError) -> Self {
        Self { place: MovePlace::next(position), problem }
    }

    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let (place, problem) = (self.place.text(language), self.problem.text(language));
        text!(language, "{place}: {problem}", "{place}：{problem}")
    }
}

/// Reads a move in any notation. Ranks of coordinates are counted from 0.
///
/// Pieces may be named in all the ways that books and programs use, as long as exactly one legal move
/// matches. [`Notation::read`] reads words that belong to two notations in a chosen one.
///
/// # Errors
/// [`ReadMoveError`] if the word is not a move, or matches no legal move or several.
pub fn read_move(position: &Position, word: &str) -> Result<Move, ReadMoveError> {
    read_move_with(position, word, Ranks::FromZero)
}

/// Reads a move in any notation as [`read_move`] does, but with ranks that are counted like this.
///
/// ```
/// use xiangqi::{Position, notation::{Ranks, read_move_with}};
/// let mv = read_move_with(&Position::startpos(), "h3e3", Ranks::of(["h3e3", "h10g8"]))?;
/// assert_eq!(mv.to_string(), "h2e2");
/// # Ok::<(), xiangqi::notation::ReadMoveError>(())
/// ```
///
/// # Errors
/// Those of [`read_move`].
pub fn read_move_with(position: &Position, word: &str, ranks: Ranks) -> Result<Move, ReadMoveError> {
    read_as(position, word, Reading { ranks, latin: Latin::Either })
}

/// The reading of words that have several meanings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    pub ranks: Ranks,
    pub latin: Latin,
}

/// Reads a move in any notation.
pub fn read_as(position: &Position, word: &str, reading: Reading) -> Result<Move, ReadMoveError> {
    let Reading { ranks, latin } = reading;
    let (board, side) = (position.board(), position.side_to_move());
    let resolve = |san| resolve_san(board, side, &position.legal_moves(), san);
    let san = read_san(word, ranks);
    if let Some(mv) = read_coordinates(word, ranks) {
        // A word such as `A2e1` may be both.
        let san = san.filter(|san| san.kind != PieceKind::Pawn).and_then(|san| resolve(san).ok());
        return san.map_or_else(|| legal(position, word, mv), Ok);
    }
    let meant = |parts: Parts| {
        let read = vertical::resolve(board, side, &position.legal_moves(), parts);
        read.map_err(|problem| unresolved(position, word, parts.kind, problem))
    };
    match latin.meanings(word) {
        [Some(wxf), Some(vietnamese)] => match (meant(wxf), meant(vietnamese)) {
            (Ok(wxf), Ok(vietnamese)) if wxf != vietnamese => {
                Err(ReadMoveError::TwoNotations { word: excerpt(word), wxf, vietnamese })
            }
            (Err(_), Ok(mv)) => Ok(mv),
            (read, _) => read,
        },
        [Some(parts), None] | [None, Some(parts)] => meant(parts),
        [None, None] => match (chinese::read(word), san) {
            (Some(parts), _) => meant(parts),
            (None, Some(san)) => {
                resolve(san).map_err(|problem| unresolved(position, word, san.kind, problem))
            }
            (None, None) => Err(ReadMoveError::unreadable(word)),
        },
    }
}

/// The error for a word that names a piece of this kind and does not identify a move.
fn unresolved(position: &Position, word: &str, kind: PieceKind, problem: Unresolved) -> ReadMoveError {
    let word = excerpt(word);
    match problem {
        Unresolved::NoPiece => ReadMoveError::NoPiece { word, side: position.side_to_move(), kind },
        Unresolved::Illegal(moves) => illegal(position, word, kind, &moves),
        Unresolved::Ambiguous(one, other) => ReadMoveError::Ambiguous(word, one, other),
    }
}

/// Returns the move if it is legal; `word` is the text that it was read from.
fn legal(position: &Position, word: &str, mv: Move) -> Result<Move, ReadMoveError> {
    position.why_illegal(mv).map_or(Ok(mv), |reason| Err(ReadMoveError::illegal(word, mv, reason)))
}

/// Returns the legal move between two squares, either of which may be missing.
pub fn legal_between(
    position: &Position,
    word: &str,
    squares: [Option<Square>; 2],
) -> Result<Move, MoveTextError> {
    let read = match squares {
        [Some(from), Some(to)] if from != to => legal(position, word, Move::new(from, to)),
        _ => Err(ReadMoveError::unreadable(word)),
    };
    read.map_err(|problem| MoveTextError::next(position, problem))
}

/// The error for a word that describes these illegal moves: the first that a piece of this kind makes on an
/// empty board is the one that was meant. The words of a piece that moves straight describe straight moves.
fn illegal(position: &Position, word: String, kind: PieceKind, moves: &[Move]) -> ReadMoveError {
    let way = IllegalReason::NotItsMove(kind);
    let is_straight = |mv: &Move| mv.from().file() == mv.to().file() || mv.from().rank() == mv.to().rank();
    let is_diagonal = matches!(kind, PieceKind::Advisor | PieceKind::Elephant | PieceKind::Horse);
    let moves: Vec<Move> = moves.iter().copied().filter(|mv| is_diagonal || is_straight(mv)).collect();
    let reasons = moves.iter().filter_map(|&mv| Some((mv, position.why_illegal(mv)?)));
    match reasons.into_iter().find(|&(_, reason)| reason != way) {
        Some((mv, reason)) => ReadMoveError::Illegal { word, mv: Some(mv), reason },
        None if moves.is_empty() => ReadMoveError::NoTarget(word),
        None => ReadMoveError::Illegal { word, mv: None, reason: way },
    }
}

#[cfg(test)]
mod tests;

/// A text as error messages quote it: at most 100 characters, control characters replaced by spaces.
pub fn excerpt(text: &str) -> String {
    let mut characters = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut excerpt: String = characters.by_ref().take(100).collect();
    excerpt.extend(characters.next().map(|_| '…'));
    excerpt
}
