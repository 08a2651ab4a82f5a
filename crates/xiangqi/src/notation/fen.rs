// SPDX-License-Identifier: MIT OR Apache-2.0
//! FEN: one line that describes a position.
//!
//! One reader, which rejects impossible positions, in three degrees of strictness. [`Position::from_fen`]
//! accepts what people write: fields may be missing and pieces may be many, but a field that is there must be
//! right, and nothing may follow the last one. *Lenient*, it tolerates anything after the board, as the
//! protocols demand. *Strict*, it accepts only what a game can reach by its numbers of pieces and moves, and by
//! the squares of its pawns.

use crate::notation::moves::excerpt;
use crate::position::{Position, Setup, SetupError};
use crate::types::{Color, Language, Piece, Square, text};
use core::fmt::{self, Write};
use core::str::FromStr;
use thiserror::Error;

/// The FEN of the start position.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Upper limit of the half-move counter; larger ones are clamped.
const MAX_HALF_MOVE: u16 = 32_767;
/// Upper limit of the move number; larger ones are clamped.
const MAX_FULL_MOVE: u32 = 99_999;

/// Error from reading a FEN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
#[non_exhaustive]
pub enum FenError {
    /// The text is empty.
    Empty,
    /// The board does not have ten ranks.
    Ranks(usize),
    /// A rank does not have nine files.
    RankWidth(String),
    /// A character is neither the letter of a piece nor a digit.
    UnknownCharacter(char),
    /// The side to move is not `w`, `r` or `b`.
    Side(String),
    /// A placeholder field is not `-`.
    Placeholder(String),
    /// A counter is not a number in its range.
    Counter(String),
    /// Text after the last field.
    Trailing(String),
    /// The position is impossible.
    Setup(#[from] SetupError),
}

crate::bilingual_errors!(FenError);

impl FenError {
    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Empty => language.pick("empty FEN", "FEN 为空").to_owned(),
            Self::Ranks(ranks) => text!(
                language,
                "{ranks} rank{plural} instead of ten",
                "棋盘应有十行，这里有{ranks}行",
                plural = if *ranks == 1 { "" } else { "s" },
            ),
            Self::RankWidth(rank) => {
                text!(language, "rank '{rank}' does not have nine files", "“{rank}”这一行不是九格")
            }
            Self::UnknownCharacter(letter) => {
                text!(
                    language,
                    "unknown character '{letter}' on the board",
                    "棋盘中有无法识别的字符“{letter}”"
                )
            }
            Self::Side(side) => {
                text!(language, "side to move '{side}' is not w, r or b", "走棋方“{side}”应为 w、r 或 b")
            }
            Self::Placeholder(word) => text!(language, "'{word}' in place of '-'", "“{word}”处应为“-”"),
            Self::Counter(word) => {
                text!(language, "counter '{word}' is not a number in range", "计数“{word}”不是范围内的数字")
            }
            Self::Trailing(word) => {
                text!(language, "unexpected '{word}' at the end", "末尾多出“{word}”")
            }
            Self::Setup(error) => error.text(language),
        }
    }
}

impl Position {
    /// Returns the start position of a game.
    pub fn startpos() -> Self {
        read(START_FEN, Tail::Checked).expect("the start position is legal")
    }

    /// Reads a FEN. Fields after the board may be missing, from the right: then Red is to move and the
    /// counters are 0 and 1. Counters beyond their limits are clamped, and there may be more pieces of a kind
    /// than at the start of a game.
    ///
    /// The placeholders may be missing: `w 0 1`, as XBoard writes it.
    ///
    /// Some dialects are read with a warning in the log: a slash or an empty pocket `[]` after the last rank,
    /// a `0` for each empty square, `G`, `M` and `S` (guard, minister, soldier) for advisors, elephants and
    /// pawns, underscores between the fields. So are [doubtful](Self::doubts) positions.
    ///
    /// # Errors
    /// [`FenError`] if a field is malformed, if text follows the last one, or if the position is impossible.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let position = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/4K4")?;
    /// assert_eq!(position.to_fen(), "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1");
    /// let error = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/4K4 x").unwrap_err();
    /// assert_eq!(error.to_string(), "side to move 'x' is not w, r or b");
    /// # Ok::<(), xiangqi::fen::FenError>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        read_dialect(fen, Tail::Checked)
    }

    /// Reads a FEN as the protocols demand, which tolerate anything after the board: the side that is not `b`
    /// is Red, missing or malformed counters become 0 and 1, further text is ignored.
    ///
    /// # Errors
    /// [`FenError`] if the board is malformed or the position is impossible.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let position = Position::from_fen_lenient("3k5/9/9/9/9/9/9/9/4R4/4K4 red . . many moves")?;
    /// assert_eq!(position.to_fen(), "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1");
    /// # Ok::<(), xiangqi::fen::FenError>(())
    /// ```
    pub fn from_fen_lenient(fen: &str) -> Result<Self, FenError> {
        read_dialect(fen, Tail::Tolerated)
    }

    /// Reads a FEN strictly: in addition to the rules of [`from_fen`](Self::from_fen) it is in no dialect,
    /// there is a side, in lower case, the half-move counter is below 120, the move number has at most five
    /// digits, there are no more pieces of a kind than at the start of a game, and pawns stand only where a
    /// game can bring them.
    ///
    /// # Errors
    /// [`FenError`] if the text deviates from the format or the position is impossible.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let board = "3k5/9/9/9/9/9/9/9/4R4/4K4";
    /// assert!(Position::from_fen_strict(&format!("{board} w - - 0 1")).is_ok());
    /// assert!(Position::from_fen_strict(board).is_err());
    /// ```
    pub fn from_fen_strict(fen: &str) -> Result<Self, FenError> {
        let position = read(fen, Tail::Checked)?;
        let mut fields = fen.split_whitespace().skip(1);
        let side = fields.next().unwrap_or_default();
        if !["w", "r", "b"].contains(&side) {
            return Err(FenError::Side(excerpt(side)));
        }
        if let Some(text) = fields.by_ref().take(2).find(|&text| text != "-") {
            return Err(FenError::Placeholder(excerpt(text)));
        }
        for (text, limit) in fields.zip([119, MAX_FULL_MOVE]) {
            if read_counter(text).is_none_or(|number| number > limit) {
                return Err(FenError::Counter(excerpt(text)));
            }
        }
        Ok(position.setup().into_position_strict()?)
    }

    /// Returns the FEN of the position.
    pub fn to_fen(&self) -> String {
        self.to_string()
    }
}

/// The strictness of the reader behind the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tail {
    /// The fields that are there are right, and nothing follows them.
    Checked,
    /// Malformed fields have their default values, and further text is ignored.
    Tolerated,
}

/// Reads a FEN in its standard form.
fn read(fen: &str, tail: Tail) -> Result<Position, FenError> {
    let check = |problem| if tail == Tail::Checked { Err(problem) } else { Ok(()) };
    let mut fields = fen.split_whitespace().peekable();
    let mut setup = read_board(fields.next().ok_or(FenError::Empty)?)?;
    match fields.next().map(read_side) {
        None => {}
        Some(Ok(side)) => setup.side = side,
        Some(Err(problem)) => check(problem)?,
    }
    for _ in 0..2 {
        match fields.next_if(|field| read_counter(field).is_none()) {
            Some(field) if field != "-" => check(FenError::Placeholder(excerpt(field)))?,
            _ => {}
        }
    }
    let mut counter = |or: u32| match fields.next() {
        None | Some("-") => Ok(or),
        Some(text) => match read_counter(text) {
            Some(number) => Ok(number),
            None => check(FenError::Counter(excerpt(text))).map(|()| or),
        },
    };
    (setup.rule60, setup.full_move) = clamped(counter(0)?, counter(1)?);
    if let Some(text) = fields.next() {
        check(FenError::Trailing(excerpt(text)))?;
    }
    Ok(setup.into_position()?)
}

/// Reads a FEN in its standard form or in a dialect.
fn read_dialect(fen: &str, tail: Tail) -> Result<Position, FenError> {
    let standard = |letter| match letter {
        '0' => '1',
        'G' => 'A',
        'g' => 'a',
        'M' => 'B',
        'm' => 'b',
        'S' => 'P',
        's' => 'p',
        _ => letter,
    };
    let in_dialect = || {
        let fields = fen.replace('_', " ");
        let (board, rest) = fields.trim_start().split_once(' ').unwrap_or((fields.trim(), ""));
        let board = board.strip_suffix("[]").unwrap_or(board);
        let board: String = board.strip_suffix('/').unwrap_or(board).chars().map(standard).collect();
        let position = read(&format!("{board} {rest}"), tail).ok()?;
        log::warn!("'{}' is not standard FEN; read as {position}", excerpt(fen));
        Some(position)
    };
    let position = read(fen, tail).or_else(|error| in_dialect().ok_or(error))?;
    if let Some(doubts) = position.doubts() {
        log::warn!("'{}': {doubts}", excerpt(fen));
    }
    Ok(position)
}

/// Reads the side to move.
fn read_side(text: &str) -> Result<Color, FenError> {
    match text {
        "w" | "W" | "r" | "R" => Ok(Color::Red),
        "b" | "B" => Ok(Color::Black),
        _ => Err(FenError::Side(excerpt(text))),
    }
}

/// Reads a counter, clamped to the range of `u32`; `None` if it is not a number.
fn read_counter(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u32::MAX))
}

/// Returns the counters, clamped to their limits.
fn clamped(rule60: u32, full_move: u32) -> (u16, u32) {
    (rule60.min(MAX_HALF_MOVE.into()) as u16, full_move.clamp(1, MAX_FULL_MOVE))
}

/// Reads the board field alone, without checking the position. Red is to move.
///
/// # Errors
/// [`FenError`] if the text does not describe ten ranks of nine squares.
pub fn read_board(text: &str) -> Result<Setup, FenError> {
    let mut setup = Setup::empty();
    let ranks = text.split('/').count();
    if ranks != 10 {
        return Err(FenError::Ranks(ranks));
    }
    for (row, rank) in text.split('/').enumerate() {
        let mut file = 0;
        for letter in rank.chars() {
            if let Some(empty @ 1..=9) = letter.to_digit(10) {
                file += empty as usize;
            } else {
                let piece = Piece::from_letter(letter).ok_or(FenError::UnknownCharacter(letter))?;
                if file < 9 {
                    setup.board[(9 - row) * 9 + file] = Some(piece);
                }
                file += 1;
            }
        }
        if file != 9 {
            return Err(FenError::RankWidth(rank.chars().take(20).collect()));
        }
    }
    Ok(setup)
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN: [`Position::from_fen`].
    fn from_str(fen: &str) -> Result<Self, Self::Err> {
        Self::from_fen(fen)
    }
}

impl fmt::Display for Position {
    /// The FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..10).rev() {
            let mut empty = 0;
            for file in 0..9 {
                let piece = self.piece_on(Square::ALL[row * 9 + file]);
                if let Some(piece) = piece {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                    }
                    f.write_char(piece.letter())?;
                    empty = 0;
                } else {
                    empty += 1;
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if row > 0 {
                f.write_char('/')?;
            }
        }
        let side = match self.side_to_move() {
            Color::Red => 'w',
            Color::Black => 'b',
        };
        write!(f, " {side} - - {} {}", self.rule60_count(), self.full_move())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_may_be_missing_and_a_pocket_empty() {
        let board = "3k5/9/9/9/9/9/9/9/4R4/4K4";
        let expected = format!("{board} b - - 7 30");
        for tail in [" b - - 7 30", " b - 7 30", " b 7 30", "[] b - - 7 30", "/ b 7 30", "[] B 7 30"] {
            for read in [Position::from_fen, Position::from_fen_lenient] {
                assert_eq!(read(&format!("{board}{tail}")).unwrap().to_fen(), expected, "{tail}");
            }
        }
        for tail in [" b x 7 30", " b - x 30", "[r] b - - 7 30", " b 7 30 1"] {
            assert!(Position::from_fen(&format!("{board}{tail}")).is_err(), "{tail}");
        }
        for tail in [" b 7 30", " b - 7 30", "[] b - - 7 30"] {
            assert!(Position::from_fen_strict(&format!("{board}{tail}")).is_err(), "{tail}");
        }
    }

    #[test]
    fn the_lenient_reader_tolerates_errors_after_the_board() {
        let board = START_FEN.split(' ').next().unwrap();
        for tail in ["", " w", " r", " W - -", " x y z", " w - - -3 abc", " w - - 0 0", " 红 - - 0 1 extra"]
        {
            let position = Position::from_fen_lenient(&format!("  {board}{tail}  ")).unwrap();
            assert_eq!(position.to_fen(), START_FEN, "{tail}");
        }
        let late = format!("{board} b - - 99999999999999999999 77");
        for late in [Position::from_fen(&late), Position::from_fen_lenient(&late)] {
            assert_eq!(late.unwrap().to_fen(), format!("{board} b - - 32767 77"));
        }
    }

    #[test]
    fn the_reader_names_what_is_wrong_after_the_board() {
        let board = START_FEN.split(' ').next().unwrap();
        for tail in ["", " w", " r", " W - -", " w - - - -", " w - - 0 0"] {
            assert_eq!(Position::from_fen(&format!("{board}{tail}")).unwrap().to_fen(), START_FEN, "{tail}");
        }
        for (tail, problem) in [
            ("x", "side to move 'x' is not w, r or b"),
            ("红 - - 0 1", "side to move '红' is not w, r or b"),
            ("w bm h2e2", "'bm' in place of '-'"),
            ("w - - -3 1", "counter '-3' is not a number in range"),
            ("w - - 0 1 h2e2", "unexpected 'h2e2' at the end"),
        ] {
            let error = Position::from_fen(&format!("{board} {tail}")).unwrap_err();
            assert_eq!(error.to_string(), problem);
        }
        let long = Position::from_fen(&format!("{board} {}", "w".repeat(10_000))).unwrap_err();
        assert!(long.to_string().len() < 200, "{long}");
    }

    #[test]
    fn a_pawn_may_stand_where_no_game_brings_it() {
        let fen = "3k2p2/4P4/9/9/9/2B1cnN2/9/7CR/4p4/2Cp1K3 w";
        assert_eq!(
            Position::from_fen(fen).unwrap().doubts().unwrap().to_string(),
            "p on g9 cannot have come there"
        );
        let error = Position::from_fen_strict(&format!("{fen} - - 0 1")).unwrap_err().to_string();
        assert_eq!(error, "p on g9 cannot have come there");
    }

    #[test]
    fn every_problem_is_reported() {
        for (fen, problems) in [
            ("", "empty FEN"),
            ("3k5/9/9 w", "3 ranks instead of ten"),
            ("4k4/9/9/9/9/9/9/9/9/4K4 w", "the kings face each other"),
            ("9/9/9/9/9/9/9/9/9/9 w", "red has no king; black has no king"),
            ("4k4/9/9/9/9/9/9/1B7/9/A3K4 w", "A cannot stand on a0; B cannot stand on b2"),
        ] {
            assert_eq!(Position::from_fen(fen).unwrap_err().to_string(), problems);
        }
    }
}
