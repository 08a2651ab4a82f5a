// SPDX-License-Identifier: MIT OR Apache-2.0
//! Completion of what a person has begun to type: the legal moves in every notation, and the commands.

use super::command::Command;
use crate::notation::Notation;
use crate::position::Position;

/// Returns the moves and commands that begin with the text, in their order; none for an empty text. The
/// notation of the first matching move decides, so that one move is not listed several times.
pub fn completions(position: &Position, text: &str) -> Vec<String> {
    let text = text.trim_start();
    let bare = text.trim_start_matches([':', '：', '/']);
    if bare.is_empty() {
        return Vec::new();
    }
    let is_begun = |whole: &str, begun: &str| whole.to_lowercase().starts_with(&begun.to_lowercase());
    let moves = position.legal_moves();
    let in_notation = |notation: Notation| -> Vec<String> {
        let begun = if notation == Notation::Wxf { with_usual_letter(bare) } else { bare.to_owned() };
        let written = moves.iter().map(|&mv| notation.write(position, mv));
        let mut found: Vec<String> = written.filter(|whole| is_begun(whole, &begun)).collect();
        found.sort_by_cached_key(|written| sort_key(written));
        found
    };
    let is_command = bare.len() < text.len();
    let mut found = if is_command {
        Vec::new()
    } else {
        Notation::ALL.map(in_notation).into_iter().find(|moves| !moves.is_empty()).unwrap_or_default()
    };
    let mut commands: Vec<String> =
        Command::names().filter(|name| is_begun(name, bare)).map(str::to_owned).collect();
    commands.sort();
    found.extend(commands);
    found
}

/// Returns what sorts moves in Chinese notation as they are counted: 一 before 二, 进 before 退 before 平.
fn sort_key(written: &str) -> Vec<usize> {
    let rank = |c: char| "一二三四五六七八九前中后後进進退平".chars().position(|known| known == c);
    written.chars().map(|c| rank(c).unwrap_or(c as usize)).collect()
}

/// Replaces the first letter of a move in WXF notation by the one that is written for the piece: horses and
/// elephants have two.
fn with_usual_letter(text: &str) -> String {
    let usual = match text.chars().next() {
        Some('h' | 'H') => "N",
        Some('e' | 'E') => "B",
        _ => return text.to_owned(),
    };
    format!("{usual}{}", &text[1..])
}

/// Returns the text extended as far as all completions agree, or the only one.
pub fn extended(text: &str, completions: &[String]) -> String {
    let Some(first) = completions.first() else { return text.to_owned() };
    let agree = |length: usize| {
        completions.iter().all(|other| other.chars().take(length).eq(first.chars().take(length)))
    };
    let length = (0..=first.chars().count()).rev().find(|&length| agree(length)).unwrap_or(0);
    let common: String = first.chars().take(length).collect();
    if common.chars().count() < text.chars().count() { text.to_owned() } else { common }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_completed_in_the_notation_that_was_begun() {
        let position = Position::startpos();
        assert_eq!(
            completions(&position, "炮二平"),
            ["炮二平一", "炮二平三", "炮二平四", "炮二平五", "炮二平六", "炮二平七"]
        );
        assert_eq!(completions(&position, "h0"), ["h0g2", "h0i2"]);
        assert_eq!(completions(&position, "h2+"), ["N2+1", "N2+3"]);
        assert_eq!(completions(&position, "馬二"), ["馬二進一", "馬二進三"]);
        assert_eq!(completions(&position, ":h"), ["help", "hint"]);
        assert_eq!(completions(&position, "提"), ["提和", "提示"]);
        assert!(completions(&position, "xyz").is_empty() && completions(&position, "").is_empty());
    }

    #[test]
    fn a_text_grows_as_far_as_the_completions_agree() {
        let position = Position::startpos();
        for (text, grown) in [("马二", "马二进"), ("h0", "h0"), ("und", "undo"), ("h2+", "N2+"), ("x", "x")]
        {
            assert_eq!(extended(text, &completions(&position, text)), grown, "{text}");
        }
    }
}
