// SPDX-License-Identifier: MIT OR Apache-2.0
//! ICCS coordinates, `H2-E2` in game records and `h2e2` in the protocols, and SAN, the notation of
//! international chess, which XBoard and PyChess use for Xiangqi as well: `Che2`, `Cbe3`, `Rxb10+`, bare pawn
//! moves `e5` and `exd5`, and the long form `Ch3-e3`.
//!
//! A word of SAN names the piece by a capital letter (none for a pawn), the destination, and before it as
//! much of the origin as is needed.
//!
//! Xiangqi programs, XBoard among them, count the ranks from 0; the programs around Fairy-Stockfish count
//! them from 1: `h3e3`, `a10a9`.

use crate::notation::vertical::{Unresolved, take};
use crate::position::Board;
use crate::types::{Bitboard, Color, File, Move, PieceKind, Rank, Square};

/// Returns the move in the form used by game records: `H2-E2`.
pub fn iccs(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
}

/// The number of the lowest rank, on Red's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranks {
    /// 0 to 9, as in Xiangqi programs.
    FromZero,
    /// 1 to 10, as in programs for chess variants.
    FromOne,
}

impl Ranks {
    /// Returns the numbering of words: from 1 if one of them names rank 10.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let is_ten = |at: &[u8]| matches!(at, [b'a'..=b'i' | b'A'..=b'I', b'1', b'0']);
        let has_ten = |word: &str| word.as_bytes().windows(3).any(is_ten);
        if words.into_iter().any(has_ten) { Self::FromOne } else { Self::FromZero }
    }

    /// Reads the number of a rank.
    pub(crate) fn read(self, text: &str) -> Option<Rank> {
        let number = match (self, text.as_bytes()) {
            (Self::FromZero, [digit @ b'0'..=b'9']) => digit - b'0',
            (Self::FromOne, [digit @ b'1'..=b'9']) => digit - b'1',
            (Self::FromOne, b"10") => 9,
            _ => return None,
        };
        Some(Rank::ALL[usize::from(number)])
    }
}

/// Reads coordinates in either case, with or without a hyphen.
pub fn read_coordinates(word: &str, ranks: Ranks) -> Option<Move> {
    if ranks == Ranks::FromZero {
        return word.parse().ok();
    }
    let end = 1 + word.get(1..)?.find(|c: char| !c.is_ascii_digit())?;
    let to = word[end..].strip_prefix('-').unwrap_or(&word[end..]);
    let square = |text: &str| {
        // The file of a square that any rank stands behind.
        let file = format!("{}0", text.get(..1)?).parse::<Square>().ok()?.file();
        Some(Square::new(file, ranks.read(&text[1..])?))
    };
    let (from, to) = (square(&word[..end])?, square(to)?);
    (from != to).then(|| Move::new(from, to))
}

/// The parts of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct San {
    pub kind: PieceKind,
    /// A pawn's move that does not say where it comes from.
    is_bare: bool,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Square,
}

/// Parses a word; `None` if it is not a move in this notation. Trailing marks such as `!?`, `+` and `#` are
/// ignored.
pub fn read_san(word: &str, ranks: Ranks) -> Option<San> {
    let mut rest = word.trim_end_matches(['!', '?', '+', '#']);
    let letter = take(&mut rest, |c| c.is_ascii_uppercase().then_some(c));
    let kind = letter.map_or(Some(PieceKind::Pawn), PieceKind::from_letter)?;
    let (mut from, to) = rest.split_at(rest.rfind(|c: char| file(c).is_some())?);
    let to = Square::new(file(to.chars().next()?)?, ranks.read(&to[1..])?);
    from = from.trim_end_matches(['x', '-']);
    let from_file = take(&mut from, file);
    let from_rank = if from.is_empty() { None } else { Some(ranks.read(from)?) };
    let is_bare = letter.is_none() && from_file.is_none() && from_rank.is_none();
    let own_file = letter.is_none() && from_rank.is_none();
    Some(San { kind, is_bare, from_file: from_file.or(own_file.then_some(to.file())), from_rank, to })
}

fn file(letter: char) -> Option<File> {
    let index = u32::from(letter).checked_sub(u32::from('a'))?;
    File::ALL.get(index as usize).copied()
}

/// Returns the one of `side`'s moves that matches. A bare pawn moves straight on; if none can, it is the one
/// that can move there sideways.
pub fn resolve_san(board: &Board, side: Color, moves: &[Move], san: San) -> Result<Move, Unresolved> {
    let straight = resolve(board, side, moves, san);
    if san.is_bare && straight.is_err() {
        let sideways = resolve(board, side, moves, San { from_file: None, ..san });
        return sideways.or_else(|problem| {
            if let Unresolved::Ambiguous(..) = problem { Err(problem) } else { straight }
        });
    }
    straight
}

fn resolve(board: &Board, side: Color, moves: &[Move], san: San) -> Result<Move, Unresolved> {
    let is_meant = |&from: &Square| {
        san.from_file.is_none_or(|file| from.file() == file)
            && san.from_rank.is_none_or(|rank| from.rank() == rank)
    };
    let pieces: Bitboard = board.pieces(san.kind, side).into_iter().filter(is_meant).collect();
    let mut found = moves.iter().copied().filter(|mv| mv.to() == san.to && pieces.contains(mv.from()));
    match (found.next(), found.next()) {
        (Some(mv), None) => Ok(mv),
        (Some(one), Some(other)) => Err(Unresolved::Ambiguous(one, other)),
        (None, _) if pieces.is_empty() => Err(Unresolved::NoPiece),
        (None, _) => {
            let others = pieces.into_iter().filter(|&from| from != san.to);
            Err(Unresolved::Illegal(others.map(|from| Move::new(from, san.to)).collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_counted_from_zero_or_one() {
        let read = |word, ranks| read_coordinates(word, ranks).map(|mv| mv.to_string());
        for (word, zero, one) in [
            ("h2e2", Some("h2e2"), Some("h1e1")),
            ("H3-E3", Some("h3e3"), Some("h2e2")),
            ("a10a9", None, Some("a9a8")),
            ("A9-A10", None, Some("a8a9")),
            ("h10h10", None, None),
            ("h0e0", Some("h0e0"), None),
            ("h11e1", None, None),
            ("j3e3", None, None),
            ("h", None, None),
            ("炮3e3", None, None),
        ] {
            assert_eq!(read(word, Ranks::FromZero).as_deref(), zero, "{word}");
            assert_eq!(read(word, Ranks::FromOne).as_deref(), one, "{word}");
        }
        assert_eq!(Ranks::of(["h3e3", "h10g8"]), Ranks::FromOne);
        assert_eq!(Ranks::of(["h3e3", "10.", "P1+10"]), Ranks::FromZero);
    }

    #[test]
    fn a_bare_pawn_moves_straight_on_or_else_sideways() {
        use crate::notation::read_move;
        use crate::position::Position;
        let read = |fen: &str, word: &str| {
            read_move(&Position::from_fen(fen).unwrap(), word)
                .map(|mv| mv.to_string())
                .map_err(|error| error.to_string())
        };
        let one = "3k5/9/9/4P4/9/9/9/9/9/4K4 w";
        assert_eq!(read(one, "f6"), Ok("e6f6".to_owned()));
        assert_eq!(read(one, "e7"), Ok("e6e7".to_owned()));
        let black = "3k5/9/9/9/9/9/4p4/3C5/9/5K3 b";
        assert_eq!(read(black, "f3"), Ok("e3f3".to_owned()));
        let capture = "3k5/9/9/4Pn3/9/9/9/9/9/4K4 w";
        assert_eq!(read(capture, "xf6"), Ok("e6f6".to_owned()));
        let straight = "3k5/9/9/3P5/4P4/9/9/9/9/4K4 w";
        assert_eq!(read(straight, "e6"), Ok("e5e6".to_owned()), "the pawn on the file comes first");
        let two = "3k5/9/9/3P1P3/9/9/9/9/9/4K4 w";
        assert!(read(two, "e6").unwrap_err().contains("ambiguous"));
        assert!(read(one, "a6").is_err());
    }
}
