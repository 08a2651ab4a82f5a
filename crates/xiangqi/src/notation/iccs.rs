// SPDX-License-Identifier: MIT OR Apache-2.0
//! ICCS coordinates: `H2-E2` in game records, `h2e2` in the protocols. The programs around Fairy-Stockfish
//! count the ranks from 1 instead: `h3e3`, `a10a9`.

use crate::types::{Move, Rank, Square};

/// Returns the move in the form used by game records: `H2-E2`.
///
/// ```
/// assert_eq!(xiangqi::notation::iccs("h2e2".parse()?), "H2-E2");
/// # Ok::<(), xiangqi::types::ParseMoveError>(())
/// ```
pub fn iccs(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
}

/// The way in which ranks are numbered, from Red's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranks {
    /// 0 to 9, as in Xiangqi programs.
    FromZero,
    /// 1 to 10, as in programs for chess variants.
    FromOne,
}

impl Ranks {
    /// The way in which words are numbered: from 1 if one of them names rank 10.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let is_ten = |at: &[u8]| matches!(at, [b'a'..=b'i' | b'A'..=b'I', b'1', b'0']);
        let has_ten = |word: &str| word.as_bytes().windows(3).any(is_ten);
        if words.into_iter().any(has_ten) { Self::FromOne } else { Self::FromZero }
    }

    /// Reads the number of a rank.
    pub fn read(self, text: &str) -> Option<Rank> {
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
pub fn read(word: &str, ranks: Ranks) -> Option<Move> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_counted_from_zero_or_one() {
        let read = |word, ranks| read(word, ranks).map(|mv| mv.to_string());
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
}
