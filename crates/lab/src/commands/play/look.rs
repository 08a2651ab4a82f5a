// SPDX-License-Identifier: MIT OR Apache-2.0
//! The look of the laboratory's games: their texts in both languages, and their boards with stones.

use super::player::Player;
use super::record::UNFINISHED;
use crate::Subject;
use xiangqi::text;
use xiangqi::types::Language;

/// The words that a person types and what they do, in English and Chinese.
const WORDS: [[&str; 4]; 6] = [
    ["undo", "悔棋", "take back the last move of a person and its answer", "收回上一着和程序的应着"],
    ["hint", "提示", "show the move that the program would play", "显示程序推荐的着法"],
    ["moves", "着法", "list the moves", "列出可走的着法"],
    ["new", "新局", "start a new game", "重新开局"],
    ["help", "帮助", "show these lines", "显示这些说明"],
    ["quit", "退出", "end the program", "退出程序"],
];

/// The words below a board, as the games write them and in Chinese.
const STATES: [(&str, &str); 7] = [
    ("the game is over", "对局结束"),
    ("Red to move", "轮到红方"),
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
        WORDS.iter().find(|[_, chinese, ..]| *chinese == word).map_or(word, |[english, ..]| english)
    }

    /// Returns the drawing of a game in this form.
    pub fn drawing(self, game: &str) -> String {
        let last = game.lines().count().saturating_sub(1);
        let lines = game.lines().enumerate().map(|(index, line)| self.line(line, index == last));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn line(self, line: &str, is_state: bool) -> String {
        let is_row = line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let mut line = line.to_owned();
        if is_state && self.language == Language::Chinese {
            line = STATES.iter().fold(line, |line, (english, chinese)| line.replace(english, chinese));
        }
        if self.language == Language::Chinese && !self.is_ascii {
            line = line.replace("~   river   ~", "~  楚河汉界 ~");
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
    pub fn side<G: Subject>(self, is_first: bool) -> &'static str {
        let (english, chinese) = G::SIDES[usize::from(!is_first)];
        self.language.pick(english, chinese)
    }

    pub fn welcome<G: Subject>(self, [first, second]: [&Player; 2], has_help: bool) -> String {
        let help = self.language.pick(" `help` lists what you can type.", "输入“帮助”查看可用的命令。");
        let help = if has_help { help } else { "" };
        text!(
            self.language,
            "A game of {name}: {one} ({first}) against {other} ({second}).{help}",
            "{chinese}：{one}（{first}）对{other}（{second}）。{help}",
            name = G::NAME,
            chinese = G::CHINESE,
            one = self.side::<G>(true),
            other = self.side::<G>(false),
            first = self.player(first),
            second = self.player(second),
        )
    }

    fn player(self, player: &Player) -> String {
        match player {
            Player::Person => self.language.pick("person", "人").to_owned(),
            Player::Program(spec) => spec.to_string(),
        }
    }

    pub fn help(self) -> String {
        let heading =
            self.language.pick("Type a move or one of these words:", "请输入着法（如 f6），或下列命令：");
        let line = |[english, chinese, does, does_zh]: &[&str; 4]| match self.language {
            Language::English => format!("\n  {english:<5}  {does}"),
            Language::Chinese => format!("\n  {chinese} {english:<5}  {does_zh}"),
        };
        format!("{heading}{}", WORDS.iter().map(line).collect::<String>())
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

    pub fn must_pass(self, side: &str) -> String {
        text!(self.language, "{side} has no move and passes.", "{side}无子可下，停一手。")
    }

    /// The value of a move that was searched.
    pub fn found(self, value: impl core::fmt::Display, nodes: u64) -> String {
        text!(self.language, "value {value}, {nodes} nodes", "估值{value}，{nodes}个节点")
    }

    pub fn plays(self, side: &str, mv: &str, why: &str) -> String {
        text!(self.language, "{side} plays {mv} ({why}).", "{side}下 {mv}（{why}）。")
    }

    pub fn moves(self, side: &str, mv: &str) -> String {
        text!(self.language, "{side} plays {mv}.", "{side}下 {mv}。")
    }

    pub fn taken_back(self) -> &'static str {
        self.language.pick("Moves were taken back.", "悔棋。")
    }

    pub fn is_left(self) -> &'static str {
        self.language.pick("The game is not being played.", "对局没有下完，现在也没有人在下。")
    }

    pub fn would_play(self, mv: &str, why: &str) -> String {
        text!(self.language, "The program would play {mv} ({why}).", "建议下 {mv}（{why}）。")
    }

    pub fn nothing_to_undo(self) -> &'static str {
        self.language.pick("There is no move to take back.", "没有可悔的棋。")
    }

    /// The result of a game.
    pub fn result<G: Subject>(self, result: &str, players: [&Player; 2]) -> String {
        let is_first = result == "1-0";
        match result {
            UNFINISHED => self.language.pick("The game was left unfinished.", "对局没有下完。").to_owned(),
            "1/2-1/2" => self.language.pick("The game is a draw.", "和棋。").to_owned(),
            _ => text!(
                self.language,
                "{side} ({player}) has won.",
                "{side}（{player}）获胜。",
                side = self.side::<G>(is_first),
                player = self.player(players[usize::from(!is_first)]),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Subject;
    use crate::games::{Gomoku, Reversi, Xiangqi};

    #[test]
    fn boards_have_stones_and_chinese_words() {
        let look = Look { language: Language::Chinese, is_ascii: false, is_colored: false };
        let reversi = look.drawing(&Reversi::start().to_string());
        assert!(reversi.contains("4 · · · ○ ● · · ·"), "{reversi}");
        assert!(reversi.ends_with("\n黑方● 2，白方○ 2，轮到黑方"), "{reversi}");
        let gomoku = look.drawing(&Gomoku::parse("f6").unwrap().to_string());
        assert!(gomoku.contains("[●]") && gomoku.ends_with("轮到白方"), "{gomoku}");
        let xiangqi = look.drawing(&Xiangqi::start().to_string());
        assert!(xiangqi.contains("|         ~  楚河汉界 ~         |\n"), "{xiangqi}");
    }

    #[test]
    fn ascii_boards_stay_as_they_are() {
        let look = Look { language: Language::English, is_ascii: true, is_colored: false };
        let drawn = Gomoku::parse("f6 f7").unwrap().to_string();
        assert_eq!(look.drawing(&drawn), drawn);
    }
}
