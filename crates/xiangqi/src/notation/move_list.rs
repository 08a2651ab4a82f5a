// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists of moves as people paste them: in any notation, with or without the numbers, marks and result that
//! surround moves in a game record.

use crate::notation::coordinates::Ranks;
use crate::notation::moves::{MoveTextError, ReadMoveError, read_ranked};
use crate::notation::record::GameResult;
use crate::position::Position;
use crate::types::Move;

/// Plays a list of moves in any notation. Move numbers (`1.`, `12...`) may stand alone or before a move;
/// marks such as `!?` and a result are skipped, and words may be separated by commas. Ranks are counted from 1
/// if a word names rank 10, as in `h10g8`, or if two or more moves are legal only so; else from 0. On an error
/// the moves before it have been played.
///
/// # Errors
/// The first word that is not a legal move.
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
    let words: Vec<_> = words.into_iter().flat_map(|word| word.split([',', '，'])).collect();
    let moves: Vec<_> = words.iter().copied().filter(|word| !is_skipped(word)).collect();
    let ranks = Ranks::of(words);
    let start = position.clone();
    let played = play_words(position, &moves, ranks);
    if played.is_err() && ranks == Ranks::FromZero && moves.len() > 1 {
        let mut other = start;
        if play_words(&mut other, &moves, Ranks::FromOne).is_ok() {
            *position = other;
            return Ok(());
        }
    }
    played
}

fn play_words(position: &mut Position, words: &[&str], ranks: Ranks) -> Result<(), MoveTextError> {
    for word in words {
        let (bare, _) = without_marks(word);
        let read = read_numbered(position, bare, word, ranks);
        let mv = read.map_err(|problem| MoveTextError::next(position, problem))?;
        position.play_unchecked(mv);
    }
    Ok(())
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
    ranks: Ranks,
) -> Result<Move, ReadMoveError> {
    let unnumbered = without_number(bare);
    match read_ranked(position, bare, ranks) {
        Err(ReadMoveError::Unreadable(_)) if !unnumbered.is_empty() && unnumbered != bare => {
            read_ranked(position, unnumbered, ranks)
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
