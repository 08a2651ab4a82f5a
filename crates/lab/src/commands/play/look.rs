// SPDX-License-Identifier: MIT OR Apache-2.0
//! The look of the laboratory's games: their texts in both languages, and their boards with stones.

use xiangqi::types::{Language, text};

/// The words that a person types, in English and Chinese.
const WORDS: [(&str, &str); 6] = [
    ("undo", "悔棋"),
    ("hint", "提示"),
    ("moves", "着法"),
    ("new", "新局"),
    ("help", "帮助"),
    ("quit", "退出"),
];

/// The words below a board, as the games write them and in Chinese.
const STATES: [(&str, &str); 6] = [
    ("the game is over", "对局结束"),
    ("Black to move", "轮到黑方"),
    ("White to move", "轮到白方"),
    ("Black ", "黑方"),
    ("White ", "白方"),
    (", ", "，"),
];

/// The form of the output.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub language: Language,
    /// Draw with ASCII characters only.
    pub is_ascii: bool,
    pub is_colored: bool,
}

impl Look {
    /// Returns the English form of a word that was typed.
    pub fn command(word: &str) -> &str {
        WORDS.iter().find(|(_, chinese)| *chinese == word).map_or(word, |(english, _)| english)
    }

    /// Returns the drawing of a game in this form.
    pub fn drawing(self, game: &str) -> String {
        let lines: Vec<String> = game.lines().map(|line| self.line(line)).collect();
        lines.join("\n")
    }

    fn line(self, line: &str) -> String {
        let is_row = line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let is_state = line.contains(", ");
        let mut line = line.to_owned();
        if is_state && self.language == Language::Chinese {
            line = STATES.iter().fold(line, |line, (english, chinese)| line.replace(english, chinese));
        }
        if (is_row || is_state) && !self.is_ascii {
            line = line.replace('X', "●").replace('O', "○").replace('.', "·");
        }
        if is_row && self.is_colored {
            line = line.replace('[', "\x1b[93m[\x1b[0m").replace(']', "\x1b[93m]\x1b[0m");
        }
        line
    }

    /// Returns the name of the first player or of the second.
    pub fn side(self, is_first: bool) -> &'static str {
        if is_first { self.language.pick("Black", "黑方") } else { self.language.pick("White", "白方") }
    }

    pub fn welcome(self, game: &str, is_second: bool) -> String {
        let person = self.side(!is_second);
        let chinese = match game {
            "reversi" => "黑白棋",
            "gomoku" => "五子棋",
            "tictactoe" => "井字棋",
            other => other,
        };
        let who = if is_second {
            self.language.pick("the program begins", "程序先走")
        } else {
            self.language.pick("you begin", "您先走")
        };
        text!(
            self.language,
            "A game of {game}. You are {person}, {who}. `help` lists what you can type.",
            "{chinese}：您执{person}，{who}。输入“帮助”查看可用的命令。"
        )
    }

    pub fn help(self) -> String {
        let heading =
            self.language.pick("Type a move or one of these words:", "请输入着法（如 f6），或下列命令：");
        let lines = [
            self.language.pick("take back your last move and the answer", "收回您的上一着和程序的应着"),
            self.language.pick("show the move that the program would play for you", "显示程序推荐的着法"),
            self.language.pick("list your moves", "列出可走的着法"),
            self.language.pick("start a new game", "重新开局"),
            self.language.pick("show these lines", "显示这些说明"),
            self.language.pick("end the program", "退出程序"),
        ];
        let line = |((word, chinese), text): (&(&str, &str), &&str)| match self.language {
            Language::English => format!("\n  {word:<5}  {text}"),
            Language::Chinese => format!("\n  {chinese} {word:<5}  {text}"),
        };
        format!("{heading}{}", WORDS.iter().zip(&lines).map(line).collect::<String>())
    }

    pub fn is_over(self) -> &'static str {
        self.language.pick("The game is over: `new`, `undo` or `quit`?", "对局已结束：新局、悔棋、退出？")
    }

    pub fn one_word(self) -> &'static str {
        self.language.pick("Type one word per line.", "每行请只输入一个着法或命令。")
    }

    pub fn unknown(self, word: &str) -> String {
        text!(
            self.language,
            "`{word}` is neither a legal move nor a command that `help` lists.",
            "“{word}”不是合法的着法，也不是命令；输入“帮助”查看命令。"
        )
    }

    pub fn must_pass(self) -> &'static str {
        self.language.pick("You have no move and pass.", "您无子可下，停一手。")
    }

    /// The reason for a move that was not searched.
    pub fn at_random(self) -> String {
        self.language.pick("at random", "随机").to_owned()
    }

    /// The value of a move that was searched.
    pub fn found(self, value: impl core::fmt::Display, nodes: u64) -> String {
        text!(self.language, "value {value}, {nodes} nodes", "估值{value}，{nodes}个节点")
    }

    pub fn plays(self, is_first: bool, mv: &str, why: &str) -> String {
        let side = self.side(is_first);
        text!(self.language, "{side} plays {mv} ({why}).", "{side}下 {mv}（{why}）。")
    }

    pub fn would_play(self, mv: &str, why: &str) -> String {
        text!(self.language, "The program would play {mv} ({why}).", "建议下 {mv}（{why}）。")
    }

    pub fn nothing_to_undo(self) -> &'static str {
        self.language.pick("There is no move of yours to take back.", "没有可悔的棋。")
    }

    pub fn draw(self) -> &'static str {
        self.language.pick("The game is a draw.", "和棋。")
    }

    pub fn won(self, is_program: bool, winner: bool) -> String {
        let side = self.side(winner);
        let who = if is_program {
            self.language.pick("The program has", "程序")
        } else {
            self.language.pick("You have", "您")
        };
        text!(self.language, "{who} won, playing {side}.", "{who}执{side}获胜。")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Subject;
    use crate::games::{Gomoku, Reversi};

    #[test]
    fn boards_have_stones_and_chinese_words() {
        let look = Look { language: Language::Chinese, is_ascii: false, is_colored: false };
        let reversi = look.drawing(&Reversi::start().to_string());
        assert!(reversi.contains("4 · · · ○ ● · · ·"), "{reversi}");
        assert!(reversi.ends_with("\n黑方● 2，白方○ 2，轮到黑方"), "{reversi}");
        let gomoku = look.drawing(&Gomoku::parse("f6").unwrap().to_string());
        assert!(gomoku.contains("[●]") && gomoku.ends_with("轮到白方"), "{gomoku}");
    }

    #[test]
    fn ascii_boards_stay_as_they_are() {
        let look = Look { language: Language::English, is_ascii: true, is_colored: false };
        let drawn = Gomoku::parse("f6 f7").unwrap().to_string();
        assert_eq!(look.drawing(&drawn), drawn);
    }
}
