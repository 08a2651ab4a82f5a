// SPDX-License-Identifier: MIT OR Apache-2.0
//! Who plays: what the referee asks of it, what it answers, and how it can fail.

use super::limit::{Clocks, Limit};
use crate::position::Position;
use crate::rules::RuleSet;
use crate::types::Move;
use core::fmt;
use std::time::Duration;

/// Asked from time to time: is the game called off?
pub type IsCancelled<'a> = &'a (dyn Fn() -> bool + Sync);

/// Someone who plays games, one at a time.
pub trait Player {
    /// What it is called.
    fn name(&self) -> &str;

    /// Gets ready for a game that begins at `start`.
    ///
    /// # Errors
    /// [`Trouble`] if it fails to.
    fn new_game(&mut self, start: &Position, is_cancelled: IsCancelled<'_>) -> Result<(), Trouble>;

    /// Chooses a move. There is a legal one.
    ///
    /// # Errors
    /// [`Trouble`] if it fails to.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Trouble>;

    /// Its move was played; `turn` is the opponent's. It may think on until it is asked again.
    fn ponder(&mut self, _turn: &Turn<'_>) {}

    /// The game is over.
    fn end_game(&mut self) {}

    /// It has failed, or was interrupted: nothing that goes on in it may reach into the next game.
    fn dismiss(&mut self) {}
}

/// What there is to know before a move.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The position, with all moves of the game.
    pub position: &'a Position,
    /// What ends the thinking.
    pub limit: Limit,
    /// The clocks, if the limit is one.
    pub clocks: Option<Clocks>,
    /// Time beyond the limit that is forgiven.
    pub margin: Duration,
    /// How repetitions are judged.
    pub rules: RuleSet,
    /// The opponent offers a draw.
    pub is_draw_offered: bool,
    /// Is the game called off?
    pub is_cancelled: IsCancelled<'a>,
}

impl Turn<'_> {
    /// The time until the game is lost on time; `None` if it never is.
    pub fn allowance(&self) -> Option<Duration> {
        let time = match (self.limit, &self.clocks) {
            (Limit::Movetime(time), _) => Some(time),
            (Limit::Clock(_), Some(clocks)) => Some(clocks.left()[self.position.side_to_move()]),
            _ => None,
        };
        time.map(|time| time + self.margin)
    }
}

/// What a player decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// To play this move, which need not be legal.
    Play(Move),
    /// To resign.
    Resign,
}

/// What a player tells of its thinking.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Told {
    /// What it thinks of its position, as in [`GameRecord::scores`](super::GameRecord::scores).
    pub score: Option<i32>,
    /// How deep it searched.
    pub depth: Option<u32>,
    /// How many positions it searched.
    pub nodes: Option<u64>,
}

/// The answer to the question for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move.
    pub decision: Decision,
    /// It offers a draw with the move, or accepts one.
    pub is_draw: bool,
    /// How it came to it.
    pub told: Told,
    /// The time it took.
    pub time: Duration,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The player is to blame, and loses.
    Fault(Fault),
    /// The game was called off.
    Cancelled,
}

/// What a player did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What kind of thing.
    pub kind: FaultKind,
    /// What exactly: the exit status, the word that makes no sense, the time that passed.
    pub detail: String,
}

impl Fault {
    /// The fault as a [`Trouble`].
    pub(crate) fn trouble<T>(kind: FaultKind, detail: impl Into<String>) -> Result<T, Trouble> {
        Err(Trouble::Fault(Self { kind, detail: detail.into() }))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.detail)
    }
}

/// The kinds of faults. Each has a word that games are recorded with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FaultKind {
    /// The program cannot be run.
    Start,
    /// It does not answer the greeting.
    Handshake,
    /// It ended.
    Crash,
    /// It hangs: it does not answer, not even to `stop`.
    NoAnswer,
    /// It answered too late.
    Time,
    /// It answered with something that is no legal move.
    IllegalMove,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "cannot start",
            Self::Handshake => "no handshake",
            Self::Crash => "crash",
            Self::NoAnswer => "no answer",
            Self::Time => "time",
            Self::IllegalMove => "illegal move",
        })
    }
}
