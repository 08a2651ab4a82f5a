// SPDX-License-Identifier: MIT OR Apache-2.0
//! Recognises the games of international chess, which share their file format with xiangqi: by the name of
//! the variant, or by moves that are all in chess's algebraic notation.

use crate::notation::GameResult;
use crate::notation::move_list::{without_marks, without_number};
use crate::notation::pgn::words::{PgnWords, Token};

/// Variants of chess as lichess.org and XBoard name them.
const VARIANTS: [&str; 13] = [
    "standard",
    "chess",
    "normal",
    "from position",
    "chess960",
    "fischerandom",
    "antichess",
    "atomic",
    "crazyhouse",
    "horde",
    "king of the hill",
    "racing kings",
    "three-check",
];

/// Returns true for the name of a variant of chess.
pub fn is_variant(name: &str) -> bool {
    VARIANTS.contains(&name.trim().to_lowercase().as_str())
}

/// Returns true if the first move is one of chess's twenty and the others, up to the result, are in its
/// notation. A game of xiangqi has moves to a tenth rank or a ninth file, or of a cannon.
pub fn has_only_chess_moves(text: &str) -> bool {
    let mut words = PgnWords { text, at: 0 };
    let mut has_moves = false;
    while let Ok(Some((token, _))) = words.next() {
        match token {
            Token::Open if words.parenthesis().is_err() => break,
            Token::Word(word) if GameResult::from_text(word).is_some() => break,
            Token::Word(word) if !word.starts_with('$') => {
                let word = without_number(without_marks(word).0);
                let is_chess = if has_moves { is_move } else { is_first_move };
                if !word.is_empty() && !is_chess(word) {
                    return false;
                }
                has_moves |= !word.is_empty();
            }
            _ => {}
        }
    }
    has_moves
}

/// Returns true for a move of White from the start position.
fn is_first_move(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'h', b'3' | b'4'] | [b'N', b'a' | b'c' | b'f' | b'h', b'3'])
}

/// Returns true for a word such as `e4`, `Nf3`, `Rad1`, `exd8=Q` or `O-O`.
fn is_move(word: &str) -> bool {
    if matches!(word, "O-O" | "O-O-O") {
        return true;
    }
    let word = match word.as_bytes() {
        [rest @ .., b'=', b'N' | b'B' | b'R' | b'Q'] => rest,
        whole => whole,
    };
    let [before @ .., b'a'..=b'h', b'1'..=b'8'] = word else { return false };
    match before {
        [] | [b'a'..=b'h', b'x'] => true,
        [b'K' | b'Q' | b'R' | b'B' | b'N', from @ ..] => matches!(
            from.strip_suffix(b"x").unwrap_or(from),
            [] | [b'a'..=b'h' | b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8']
        ),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess_is_told_by_its_moves() {
        for chess in [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2",
            "1.d4 d5 2.c4!? {a gambit} dxc4 (2... e6 3. Nc3) 3. e4 b5 $2 *",
            "1. Nc3 exd8=Q+ Kxd8 42. R1e2 Qh4xe1# 1-0",
            "1. h3 O-O O-O-O+ 13. Rad1 Nbxd2 ; the end\n",
        ] {
            assert!(has_only_chess_moves(chess), "{chess}");
        }
        for other in [
            "",
            "1. *",
            "1. h2e2 h9g7 *",
            "1. Che2 Hg7",
            "1. Nc3 Nc8 2. Cbe3",
            "1. e4 i6",
            "1. e4 e10",
            "1. C2.5 N8+7",
            "1. 炮二平五",
            "1. e4 e5 nonsense",
            "1. d5 *",
            "7. Bb5 a6",
        ] {
            assert!(!has_only_chess_moves(other), "{other}");
        }
    }
}
