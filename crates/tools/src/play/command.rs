// SPDX-License-Identifier: MIT OR Apache-2.0
//! The words that a person types: commands in English and Chinese; everything else is a move.

use chuhe::engine::Level;
use std::path::PathBuf;
use xiangqi::notation::Notation;
use xiangqi::position::Position;

/// A line that a person typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A move in any notation.
    Move(String),
    Hint,
    Undo,
    Draw,
    Resign,
    /// A new game with the same conditions; the seats change sides.
    Rematch,
    /// A new game from the start.
    New,
    Save(PathBuf),
    Load(PathBuf),
    Flip,
    /// The evaluation of the position.
    Evaluate,
    /// The notation of moves.
    Notation(Notation),
    /// The engine's level from now on.
    Level(Level),
    Board,
    Pieces,
    Moves,
    Fen,
    Help,
    Quit,
    /// A command that lacks its argument.
    Incomplete(Usage),
}

/// The commands that need an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Usage {
    Save,
    Load,
    Notation,
    Level,
}

/// The commands without an argument, with their names.
const WORDS: [(Command, &[&str]); 14] = [
    (Command::Hint, &["hint", "提示"]),
    (Command::Undo, &["undo", "takeback", "悔棋"]),
    (Command::Draw, &["draw", "提和"]),
    (Command::Resign, &["resign", "认输", "認輸"]),
    (Command::Rematch, &["rematch", "再来", "再來"]),
    (Command::New, &["new", "新局"]),
    (Command::Flip, &["flip", "翻转", "翻轉"]),
    (Command::Evaluate, &["eval", "评估", "評估"]),
    (Command::Board, &["board", "棋盘", "棋盤"]),
    (Command::Pieces, &["pieces", "棋子"]),
    (Command::Moves, &["moves", "棋谱", "棋譜"]),
    (Command::Fen, &["fen", "局面"]),
    (Command::Help, &["help", "?", "？", "帮助", "幫助"]),
    (Command::Quit, &["quit", "exit", "退出"]),
];

/// The commands with an argument.
const SAVE: [&str; 2] = ["save", "保存"];
const LOAD: [&str; 3] = ["load", "打开", "打開"];
const NOTATION: [&str; 4] = ["notation", "记法", "記法", "记谱"];
const LEVEL: [&str; 3] = ["level", "级别", "級別"];

impl Command {
    /// Reads a line, in which a colon before a command is skipped. `None`: the line is blank.
    pub fn read(line: &str) -> Option<Self> {
        let line = line.trim().trim_start_matches([':', '：', '/']).trim_start();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (lower, rest) = (word.to_lowercase(), rest.trim());
        let is = |names: &[&str]| names.contains(&lower.as_str());
        if word.is_empty() {
            return None;
        }
        if rest.is_empty()
            && let Some((command, _)) = WORDS.iter().find(|(_, names)| is(names))
        {
            return Some(command.clone());
        }
        Some(match rest {
            "" if is(&SAVE) => Self::Incomplete(Usage::Save),
            "" if is(&LOAD) => Self::Incomplete(Usage::Load),
            "" if is(&NOTATION) => Self::Incomplete(Usage::Notation),
            "" if is(&LEVEL) => Self::Incomplete(Usage::Level),
            file if is(&SAVE) => Self::Save(file.into()),
            file if is(&LOAD) => Self::Load(file.into()),
            name if is(&NOTATION) => match name.parse() {
                Ok(notation) => Self::Notation(notation),
                Err(_) => Self::Incomplete(Usage::Notation),
            },
            level if is(&LEVEL) => match level.parse() {
                Ok(level) => Self::Level(level),
                Err(_) => Self::Incomplete(Usage::Level),
            },
            _ => Self::Move(line.to_owned()),
        })
    }

    /// Returns the names of all commands in all scripts, for completion.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let words = WORDS.iter().flat_map(|(_, names)| names.iter().copied());
        words.chain(SAVE).chain(LOAD).chain(NOTATION).chain(LEVEL).filter(|name| name.chars().count() > 1)
    }
}

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
    fn commands_are_read_in_both_languages() {
        for (line, command) in [
            ("hint", Command::Hint),
            (" :Undo ", Command::Undo),
            ("悔棋", Command::Undo),
            ("?", Command::Help),
            (":save a game.pgn", Command::Save("a game.pgn".into())),
            ("打开 a.pgn", Command::Load("a.pgn".into())),
            ("save", Command::Incomplete(Usage::Save)),
            ("notation WXF", Command::Notation(Notation::Wxf)),
            ("level 3", Command::Level(Level::new(3).unwrap())),
            ("级别 0", Command::Level(Level::new(0).unwrap())),
            ("level 21", Command::Incomplete(Usage::Level)),
            ("level", Command::Incomplete(Usage::Level)),
            ("notation klingon", Command::Incomplete(Usage::Notation)),
            ("炮二平五", Command::Move("炮二平五".to_owned())),
            ("C2.5", Command::Move("C2.5".to_owned())),
            ("1. h2e2", Command::Move("1. h2e2".to_owned())),
        ] {
            assert_eq!(Command::read(line), Some(command), "{line}");
        }
        assert_eq!(Command::read("  "), None);
        assert_eq!(Command::read(":"), None);
    }

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
        assert_eq!(completions(&position, "m2"), ["M2.1", "M2.3"]);
        assert_eq!(completions(&position, ":h"), ["help", "hint"]);
        assert_eq!(completions(&position, "提"), ["提和", "提示"]);
        assert!(completions(&position, "xyz").is_empty() && completions(&position, "").is_empty());
    }

    #[test]
    fn a_text_grows_as_far_as_the_completions_agree() {
        let position = Position::startpos();
        for (text, grown) in [("马二", "马二进"), ("h0", "h0"), ("und", "undo"), ("h2+", "N2+"), ("z", "z")]
        {
            assert_eq!(extended(text, &completions(&position, text)), grown, "{text}");
        }
    }
}
