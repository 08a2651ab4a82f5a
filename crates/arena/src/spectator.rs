// SPDX-License-Identifier: MIT OR Apache-2.0
//! Observers of a match: progress, monitor, PGN and report files.

use crate::log_records::{LoggedGame, LoggedMove};
use crate::sprt::Sprt;
use std::time::Duration;
use xiangqi::notation::ReadMoveError;
use xiangqi::position::Position;
use xiangqi::types::{Color, Language, text};

/// The facts of a match that are known before its first game.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct MatchInfo {
    pub title: String,
    /// The names of the engines; scores are the first one's.
    pub engines: Vec<String>,
    pub games: usize,
    /// The sequential probability ratio test that may end the match early.
    pub sprt: Option<Sprt>,
    /// The language of the output for people.
    pub language: Language,
}

/// An event in one of the games of a match.
#[derive(Clone, Copy, Debug)]
pub enum MatchEvent<'a> {
    Started {
        game: usize,
        red: &'a str,
        black: &'a str,
        /// The position after the moves of the opening.
        position: &'a Position,
    },
    Moved {
        game: usize,
        position: &'a Position,
        /// The move and the evaluation reported with it.
        record: LoggedMove<'a>,
        /// The time left on Red's and Black's clocks, if they have clocks.
        clocks: [Option<Duration>; 2],
    },
    /// A person is asked for a move.
    Asked { name: &'a str, position: &'a Position, remark: Option<&'a Remark> },
    /// A game has ended and is in the log.
    Ended { record: &'a LoggedGame },
}

/// A remark to a person who is asked for a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// The line was not a move that can be played.
    Refused(ReadMoveError),
    DrawOffered,
    /// The draw will be offered with the move.
    DrawNoted,
}

impl Remark {
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Refused(error) => error.text(language),
            Self::DrawOffered => language
                .pick(
                    "your opponent offers a draw; accept with draw before your move",
                    "对方提和；同意请先输入“提和”，再走棋",
                )
                .to_owned(),
            Self::DrawNoted => {
                language.pick("a draw is offered with your move", "您走棋时将向对方提和").to_owned()
            }
        }
    }
}

/// Returns the prompt for a person who is asked for a move.
pub fn prompt(name: &str, side: Color, language: Language) -> String {
    let side = side.word(language);
    text!(language, "{name} ({side})> ", "{name}（{side}）> ")
}

/// An observer of games that are played in several threads at once. It is called in the thread of the game,
/// which waits for it.
pub trait Spectator: Sync {
    fn on_event(&self, event: &MatchEvent<'_>);
}

pub struct Spectators<'a>(pub Vec<&'a dyn Spectator>);

impl Spectator for Spectators<'_> {
    fn on_event(&self, event: &MatchEvent<'_>) {
        for spectator in &self.0 {
            spectator.on_event(event);
        }
    }
}
