// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game to play: its start, its conditions, and the reasons why it may not take place.

use super::adjudication::Adjudication;
use super::limit::SearchLimit;
use super::player::EngineFault;
use super::schedule::ScheduledGame;
use crate::openings::OpeningLine;
use crate::position::Position;
use crate::rules::RuleSet;
use crate::types::Move;
use std::time::Duration;
use thiserror::Error;

/// A game to play.
#[derive(Clone, Copy, Debug)]
pub struct GameTask<'a> {
    /// The game's number in the schedule.
    pub game: usize,
    /// The number of its pair.
    pub pair: usize,
    /// The position before the opening. Its history is not part of the game.
    pub start: &'a Position,
    /// The legal moves played before the engines are asked.
    pub opening: &'a [Move],
    /// The name of the opening.
    pub opening_name: Option<&'a str>,
    /// The limits of Red and Black, if one of them has a limit of its own.
    pub limits: Option<[SearchLimit; 2]>,
}

impl<'a> GameTask<'a> {
    /// Returns the task of a scheduled game, whose opening is one of `openings`.
    pub fn new(game: &ScheduledGame, openings: &'a [OpeningLine]) -> Self {
        let opening = &openings[game.opening];
        Self {
            game: game.game,
            pair: game.pair,
            start: &opening.start,
            opening: &opening.moves,
            opening_name: opening.name.as_deref(),
            limits: None,
        }
    }
}

/// The conditions of the games of a match.
#[derive(Clone, Debug)]
pub struct MatchConditions {
    /// The limit on the engines' search.
    pub limit: SearchLimit,
    /// Time by which an answer may exceed the limit: messages between programs take time.
    pub margin: Duration,
    /// The rules of repetition.
    pub rules: RuleSet,
    /// The number of plies without capture that make a draw (`rule60`).
    pub natural_limit: Option<u16>,
    /// Results by adjudication.
    pub adjudication: Adjudication,
}

/// The reason why a game has no result.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoGame {
    /// A player could not be started.
    #[error("{player}: {fault}")]
    NotStarted {
        /// The player's name.
        player: String,
        /// Why it could not be started.
        fault: EngineFault,
    },
    /// This program lacks file handles, processes or memory.
    #[error("{0}")]
    Exhausted(String),
    /// A person has left.
    #[error("a person has left")]
    Left,
    /// The game was cancelled.
    #[error("cancelled")]
    Cancelled,
}
