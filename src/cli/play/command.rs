// SPDX-License-Identifier: MIT OR Apache-2.0
//! The words that a person types: commands in English and Chinese; everything else is a move.

use crate::notation::Notation;
use std::path::PathBuf;

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

/// The commands with an argument, in the order of [`ARGUMENTS`].
const SAVE: [&str; 2] = ["save", "保存"];
const LOAD: [&str; 3] = ["load", "打开", "打開"];
const NOTATION: [&str; 4] = ["notation", "记法", "記法", "记谱"];

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
            file if is(&SAVE) => Self::Save(file.into()),
            file if is(&LOAD) => Self::Load(file.into()),
            name if is(&NOTATION) => match name.parse() {
                Ok(notation) => Self::Notation(notation),
                Err(_) => Self::Incomplete(Usage::Notation),
            },
            _ => Self::Move(line.to_owned()),
        })
    }

    /// Returns the names of all commands in all scripts, for completion.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let words = WORDS.iter().flat_map(|(_, names)| names.iter().copied());
        words.chain(SAVE).chain(LOAD).chain(NOTATION).filter(|name| name.chars().count() > 1)
    }
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
}
