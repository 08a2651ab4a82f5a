// SPDX-License-Identifier: MIT OR Apache-2.0
//! The result of a game as records state it, and the words for it.

use crate::types::Color;
use core::fmt;

/// The words for each result in game files. `1:0`, `2-0` and `W` are those of tournaments; results in which
/// Red is not named are Red's.
const RESULT_WORDS: [(GameResult, &str); 4] = [
    (
        GameResult::RedWins,
        "1-0 1:0 2-0 2:0 w redwins redwon redwin whitewins 红胜 红方胜 红先胜 红棋胜 红赢 红方赢 黑负 黑方负 黑棋负 \
         黑输 黑方输 胜 先胜",
    ),
    (
        GameResult::BlackWins,
        "0-1 0:1 0-2 0:2 l blackwins blackwon blackwin 黑胜 黑方胜 黑先胜 黑棋胜 黑赢 黑方赢 红负 红方负 红先负 红棋负 \
         红输 红方输 负 先负",
    ),
    (
        GameResult::Draw,
        "1/2-1/2 1/2:1/2 1/2 ½-½ ½:½ ½ 1-1 1:1 0.5-0.5 0.5:0.5 d draw drawn 和 和棋 和局 平 平局 平棋 先和 红先和 \
         红方和 双和 双方和 双方和棋",
    ),
    (GameResult::Open, "* unknown unfinished 未知 未完 未结束"),
];

/// The result of a game as records state it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum GameResult {
    /// `1-0`
    RedWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished or unknown.
    #[default]
    Open,
}

impl GameResult {
    const ALL: [Self; 4] = [Self::RedWins, Self::BlackWins, Self::Draw, Self::Open];

    /// Returns the result of a finished game that `winner` won; `None` is a draw.
    #[must_use]
    pub const fn from_winner(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::Red) => Self::RedWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }

    /// Returns the winner; `None` for a draw and for a game that is not finished.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::RedWins => Some(Color::Red),
            Self::BlackWins => Some(Color::Black),
            Self::Draw | Self::Open => None,
        }
    }

    /// Returns the result with this PGN text.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.text() == text)
    }

    /// Returns the result that these words of a game file state, in English or Chinese, whatever their case,
    /// script, width and white space; `None` for words that are not in the table.
    ///
    /// ```
    /// use xiangqi::notation::GameResult;
    /// assert_eq!(GameResult::from_words("紅方勝"), Some(GameResult::RedWins));
    /// assert_eq!(GameResult::from_words("Draw"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::from_words("adjourned"), None);
    /// ```
    pub fn from_words(text: &str) -> Option<Self> {
        let text = text.trim_matches(|c: char| c.is_whitespace() || "`'\"()（）【】.。,，;；!！".contains(c));
        let plain = || {
            text.chars().filter(|c| !c.is_whitespace()).map(|c| match c {
                '０'..='９' => char::from(b'0' + (u32::from(c) - u32::from('０')) as u8),
                '－' | '–' | '—' | '−' => '-',
                '：' => ':',
                '紅' => '红',
                '勝' => '胜',
                '負' => '负',
                '贏' => '赢',
                '輸' => '输',
                '雙' => '双',
                c => c.to_ascii_lowercase(),
            })
        };
        let first = plain().next()?;
        let is_result =
            |words: &str| words.split(' ').any(|word| word.starts_with(first) && plain().eq(word.chars()));
        RESULT_WORDS.iter().find(|(_, words)| is_result(words)).map(|&(result, _)| result)
    }

    /// The result with this code in the binary formats.
    pub fn from_code(code: u8) -> Self {
        match code {
            1 => Self::RedWins,
            2 => Self::BlackWins,
            3 => Self::Draw,
            _ => Self::Open,
        }
    }

    /// The code of the result in the binary formats.
    pub fn code(self) -> u8 {
        match self {
            Self::RedWins => 1,
            Self::BlackWins => 2,
            Self::Draw => 3,
            Self::Open => 0,
        }
    }

    /// Returns the text of the PGN tag: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn text(self) -> &'static str {
        match self {
            Self::RedWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}
