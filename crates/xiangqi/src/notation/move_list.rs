// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists of moves as people paste them: in any notation, with or without the numbers, marks and result that
//! surround moves in a game record.

use crate::notation::coordinates::Ranks;
use crate::notation::game_result::GameResult;
use crate::notation::latin::Latin;
use crate::notation::moves::{MoveTextError, Notation, ReadMoveError, Reading, read_as};
use crate::position::Position;
use crate::types::Move;

/// Plays a list of moves in any notation. Move numbers (`1.`, `12...`) may stand alone or before a move;
/// marks such as `!?` and a result are skipped, and words may be separated by commas. Ranks are counted from
/// 1 if a word names rank 10, as in `h10g8`, or if two or more moves are legal only so; else from 0. Words
/// that are moves both in WXF and in Vietnamese notation, such as `C7.1`, are read in the one that others of
/// the list show, or in which the list is legal. On an error the moves before it have been played.
///
/// # Errors
/// The first word that is not a legal move, or that is two moves in a list that is legal in WXF and in
/// Vietnamese notation.
///
/// ```
/// use xiangqi::{Position, notation::parse_moves};
/// let mut position = Position::startpos();
/// parse_moves(&mut position, "1. 炮二平五 N8+7 2.h0g2".split(' '))?;
/// assert!(position.moves().map(|mv| mv.to_string()).eq(["h2e2", "h9g7", "h0g2"]));
/// let error = parse_moves(&mut position, ["a9a5"]).unwrap_err();
/// let (place, problem) = (error.place.to_string(), error.problem.to_string());
/// assert_eq!(place, "move 2, black (ply 4)");
/// assert!(problem.starts_with("'a9a5' is illegal: blocked path: the piece on a6"), "{problem}");
/// # Ok::<(), xiangqi::notation::MoveTextError>(())
/// ```
pub fn parse_moves<'a>(
    position: &mut Position,
    words: impl IntoIterator<Item = &'a str>,
) -> Result<(), MoveTextError> {
    parse_preferring(Latin::Either, position, words)
}

impl Notation {
    /// Plays a list of moves in any notation, as [`parse_moves`] does, but a list that is legal in WXF and in
    /// Vietnamese notation is read in the one of them that this is.
    ///
    /// ```
    /// use xiangqi::{Position, notation::Notation};
    /// let mut position = Position::from_fen("4k4/9/9/9/9/9/2P6/2C6/9/3K5 w")?;
    /// Notation::Vietnamese.parse_moves(&mut position, ["C7.1"])?;
    /// assert_eq!(position.moves().next(), Some("c3c4".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`parse_moves`].
    pub fn parse_moves<'a>(
        self,
        position: &mut Position,
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), MoveTextError> {
        parse_preferring(self.latin(), position, words)
    }
}

/// Plays a list of moves; one that is legal in WXF and in Vietnamese notation is read as `preferred`.
fn parse_preferring<'a>(
    preferred: Latin,
    position: &mut Position,
    words: impl IntoIterator<Item = &'a str>,
) -> Result<(), MoveTextError> {
    let words: Vec<_> = words.into_iter().flat_map(|word| word.split([',', '，'])).collect();
    let moves: Vec<_> = words.iter().copied().filter(|word| !is_skipped(word)).collect();
    let ranks = Ranks::of(words);
    let read = |latin| {
        let latin = if latin == Latin::Either { preferred } else { latin };
        let played = read_words(position.clone(), &moves, Reading { ranks, latin });
        if played.1.is_err() && ranks == Ranks::FromZero && moves.len() > 1 {
            let other = read_words(position.clone(), &moves, Reading { ranks: Ranks::FromOne, latin });
            if other.1.is_ok() {
                return other;
            }
        }
        played
    };
    let (played, result) = read_list(moves.iter().copied(), None, Vec::len, read);
    for mv in played {
        position.play_unchecked(mv);
    }
    result
}

/// Reads moves up to the first error.
fn read_words(
    mut position: Position,
    words: &[&str],
    reading: Reading,
) -> (Vec<Move>, Result<(), MoveTextError>) {
    let mut moves = Vec::new();
    for word in words {
        let (bare, _) = without_marks(word);
        match read_numbered(&position, bare, word, reading) {
            Ok(mv) => {
                moves.push(mv);
                position.play_unchecked(mv);
            }
            Err(problem) => return (moves, Err(MoveTextError::next(&position, problem))),
        }
    }
    (moves, Ok(()))
}

/// Reads a list with these words in the notation that it is in, WXF or Vietnamese: the one that alone has
/// some of the words, else the one that `format` names, else the one in which it is legal. `read` returns the
/// line that can be read in a notation, whose length `plies` tells, and the result or the error at its end.
pub fn read_list<'a, L: PartialEq, T, E>(
    words: impl Iterator<Item = &'a str>,
    format: Option<Latin>,
    plies: impl Fn(&L) -> usize,
    read: impl Fn(Latin) -> (L, Result<T, E>),
) -> (L, Result<T, E>) {
    let (mut has_wxf, mut has_vietnamese, mut has_shared) = (false, false, false);
    for word in words {
        let (bare, _) = without_marks(word);
        let meanings = [bare, without_number(bare)].map(|word| Latin::Either.meanings(word));
        match meanings.into_iter().find(|meanings| *meanings != [None, None]) {
            Some([Some(_), None]) => has_wxf = true,
            Some([None, _]) => has_vietnamese = true,
            Some(_) => has_shared = true,
            None => {}
        }
    }
    let known = match (has_wxf, has_vietnamese) {
        _ if !has_shared => Some(Latin::Either),
        (true, false) => Some(Latin::Wxf),
        (false, true) => Some(Latin::Vietnamese),
        _ => format,
    };
    if let Some(latin) = known {
        return read(latin);
    }
    let [wxf, vietnamese] = [Latin::Wxf, Latin::Vietnamese].map(&read);
    match (wxf.1.is_ok(), vietnamese.1.is_ok()) {
        (true, true) if wxf.0 != vietnamese.0 => read(Latin::Either),
        (false, true) => vietnamese,
        (false, false) if plies(&vietnamese.0) > plies(&wxf.0) => vietnamese,
        _ => wxf,
    }
}

/// Returns true for a word of a list that is not a move: a move number of up to four digits, or a result.
fn is_skipped(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let is_number = without_number(word).is_empty() && (digits < 4 || digits < word.len());
    is_number || GameResult::from_text(word).is_some()
}

/// Reads a move with or without its number; `bare` is the word without its marks. Some WXF moves look like a
/// number followed by a move, so the whole word is tried first.
pub fn read_numbered(
    position: &Position,
    bare: &str,
    word: &str,
    reading: Reading,
) -> Result<Move, ReadMoveError> {
    let unnumbered = without_number(bare);
    match read_as(position, bare, reading) {
        Err(ReadMoveError::Unreadable(_)) if !unnumbered.is_empty() && unnumbered != bare => {
            read_as(position, unnumbered, reading)
        }
        Err(ReadMoveError::Unreadable(_)) => Err(ReadMoveError::unreadable(word)),
        read => read,
    }
}

/// Strips the number and its dots from a move: `12...炮8平5` becomes `炮8平5`, `3.` becomes empty.
pub fn without_number(word: &str) -> &str {
    let is_dot = |c: char| matches!(c, '.' | '．' | '。' | '、' | '…');
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    word.trim_start_matches(is_digit).trim_start_matches(is_dot)
}

/// Strips marks such as `!?` from a move and returns the PGN glyph (NAG) that they stand for.
pub fn without_marks(word: &str) -> (&str, Option<u8>) {
    let bare = word.trim_end_matches(['!', '?', '！', '？', '+', '#']);
    let marks = word[bare.len()..].replace('！', "!").replace('？', "?");
    let glyph = match marks.trim_matches(['+', '#']) {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return (bare, None),
    };
    (bare, Some(glyph))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let mut position = Position::startpos();
        parse_moves(&mut position, text.split_whitespace()).map_err(|error| error.to_string())?;
        Ok(position.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn lists_are_read_as_they_are_pasted() {
        for list in [
            "h2e2 h9g7 h0g2",
            "H2-E2 H9-G7 H0-G2",
            "1. h2e2 h9g7 2. h0g2 *",
            "1.h2e2 h9g7 2.h0g2 1-0",
            "1. h2e2! 1... h9g7?! 2. h0g2",
            "1 C2.5 N8+7 2 N2+3",
            "1.炮二平五 马8进7 2.马二进三",
            "1、炮二平五，馬８進７ 2、馬二進三，",
            "h2e2,h9g7,h0g2",
            "h3e3 h10g8 h1g3",
            "Ch3-e3 Nh10-g8 Nh1-g3",
            "1. Che2 Hg7 2. Hg2",
            "1. Che3 Nh10-g8 2. Nh1-g3",
            "１．Ｃ２＝５ Ｎ８＋７ ２．Ｎ２＋３",
            "1. P2-5 M8.7 2. M2.3",
            "1.P2–5 m8.7!? 2.M2.3 *",
        ] {
            assert_eq!(read(list).as_deref(), Ok("h2e2 h9g7 h0g2"), "{list}");
        }
        assert_eq!(read(""), Ok(String::new()));
    }

    #[test]
    fn ranks_are_counted_as_the_whole_list_is_legal() {
        assert_eq!(read("h3e3 c7c6 h1g3 b8e8").as_deref(), Ok("h2e2 c6c5 h0g2 b7e7"));
        assert_eq!(read("1. H3-E3 C7-C6 *").as_deref(), Ok("h2e2 c6c5"));
        assert_eq!(read("a1a2 i7i6").as_deref(), Ok("a0a1 i6i5"));
        assert!(read("h3e3").is_err(), "one move is not enough");
        assert!(read("h3e3 h9g7").unwrap_err().starts_with("move 1, red (ply 1): 'h3e3' is illegal"));
    }

    /// Reads moves from a position with a red cannon on c2 behind a pawn on c3; an error follows what was
    /// played.
    fn read_from_tandem(text: &str) -> Result<String, String> {
        let mut position = Position::from_fen("3k5/9/9/2p6/9/9/2P6/2C6/9/5K3 w").unwrap();
        let read = parse_moves(&mut position, text.split_whitespace());
        let played = position.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ");
        read.map(|()| played.clone()).map_err(|error| format!("{played} | {}", error.problem))
    }

    #[test]
    fn a_list_is_in_wxf_or_in_vietnamese_notation() {
        for (list, expected) in [
            ("C7=1", "c2i2"),
            ("B7.1", "c3c4"),
            ("P7-1", "c2i2"),
            // Another word tells.
            ("C7.1 P3+1", "c2i2 c6c5"),
            ("1. C7.1 K4.5", "c2i2 d9e9"),
            ("C7.1 Tg4-5", "c3c4 d9e9"),
            ("P7/1 C3.1", "c2c1 c6c5"),
            // Black has no cannon for the second word, and no elephant.
            ("C7.1 C3.1", "c3c4 c6c5"),
            ("C7.1 B3.1", "c3c4 c6c5"),
        ] {
            assert_eq!(read_from_tandem(list).as_deref(), Ok(expected), "{list}");
        }
    }

    #[test]
    fn a_list_that_is_legal_in_both_notations_is_an_error() {
        let problem = "'C7.1' is ambiguous here: c2i2 in WXF, c3c4 in Vietnamese notation";
        for (list, played) in [("C7.1", ""), ("1.C7.1!", ""), ("f0f1 d9d8 C7.1 *", "f0f1 d9d8")] {
            assert_eq!(read_from_tandem(list), Err(format!("{played} | {problem}")), "{list}");
        }
        let error = read_from_tandem("P7-1 c6c5 P2-1").unwrap_err();
        assert!(
            error.starts_with("c2i2 c6c5 | 'P2-1' is illegal"),
            "the longer reading is reported: {error}"
        );
    }

    #[test]
    fn errors_name_the_place_the_word_and_the_problem() {
        for (list, problem) in [
            ("7747", "move 1, red (ply 1): '7747' is not a move (like h2e2, C2.5 or 炮二平五)"),
            ("1.nonsense", "move 1, red (ply 1): 'nonsense' is not a move (like h2e2, C2.5 or 炮二平五)"),
        ] {
            assert_eq!(read(list).unwrap_err(), problem, "{list}");
        }
    }
}
