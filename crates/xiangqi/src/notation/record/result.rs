// SPDX-License-Identifier: MIT OR Apache-2.0
//! Results of games.

use crate::types::Color;
use core::fmt;

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

    /// The result in words, in simplified or traditional Chinese or as in PGN.
    pub fn from_words(text: &str) -> Self {
        let is_won = text.contains(['胜', '勝']);
        match text.chars().next() {
            Some('红' | '紅') if is_won => Self::RedWins,
            Some('黑') if is_won => Self::BlackWins,
            Some('和') => Self::Draw,
            _ => Self::from_text(text).unwrap_or_default(),
        }
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
