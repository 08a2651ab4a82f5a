// SPDX-License-Identifier: MIT OR Apache-2.0
//! The trait of players, with the referee's requests, the players' answers, and the ways in which they can
//! fail.

use crate::time_control::{Clocks, SearchLimit};
use core::fmt;
use std::time::Duration;
use xiangqi::position::Position;
use xiangqi::rules::RuleSet;
use xiangqi::types::{Bilingual, Language, Move, bilingual_errors, text};

/// Returns true if the game is cancelled; called from time to time.
pub type IsCancelled<'a> = &'a (dyn Fn() -> bool + Sync);

/// A participant in games, which plays one game at a time.
pub trait Player {
    fn name(&self) -> &str;

    /// Prepares for a game that begins at `start`.
    fn new_game(&mut self, start: &Position, is_cancelled: IsCancelled<'_>) -> Result<(), PlayerError>;

    /// Chooses a move. There is at least one legal move.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, PlayerError>;

    /// Called after the player's move was played; `turn` is the opponent's. The player may ponder until its
    /// next [`think`](Self::think).
    fn ponder(&mut self, _turn: &Turn<'_>) {}

    /// Called at the end of a game.
    fn end_game(&mut self) {}

    /// Called after a fault or a cancelled game: the player stops, so that the next game is not affected.
    fn abort(&mut self) {}
}

/// A request for a move.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The position, with all moves of the game.
    pub position: &'a Position,
    /// The limits on Red's and Black's searches.
    pub limits: [SearchLimit; 2],
    /// The clocks, if a limit is a time control.
    pub clocks: Option<Clocks>,
    /// Time by which the limit may be exceeded.
    pub margin: Duration,
    pub rules: RuleSet,
    pub is_draw_offered: bool,
    /// Returns true if the game is cancelled.
    pub is_cancelled: IsCancelled<'a>,
}

impl Turn<'_> {
    /// Returns the time after which the game is lost, margin included; `None` without a limit on time.
    pub fn allowance(&self) -> Option<Duration> {
        let side = self.position.side_to_move();
        let time = match self.limits[side] {
            SearchLimit::Movetime(time) => Some(time),
            SearchLimit::Clock(_) => self.clocks.and_then(|clocks| clocks.left()[side]),
            SearchLimit::Nodes(_) | SearchLimit::Depth(_) => None,
        };
        time.map(|time| time + self.margin)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Play this move, which may be illegal.
    Play(Move),
    Resign,
}

/// The figures that a player reports with its move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MoveEvaluation {
    /// The score, as in [`LoggedGame::scores`](super::log_records::LoggedGame::scores).
    pub score: Option<i32>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    pub decision: Decision,
    /// The player offers a draw with the move, or accepts one.
    pub is_draw: bool,
    pub evaluation: MoveEvaluation,
    pub time: Duration,
}

/// The reason why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerError {
    /// The player is at fault and loses the game.
    Fault(EngineFault),
    /// The player could not be started, so there is no game to lose.
    NotStarted(EngineFault),
    /// This program lacks file handles, processes or memory; no player is at fault.
    Exhausted(Bilingual),
    /// The person has left: the input has ended.
    Left,
    Cancelled,
}

/// A fault of a player: it loses the game, or cannot be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineFault {
    pub kind: FaultKind,
    /// Details: the exit status, the text that is not a move, the time used.
    pub detail: Bilingual,
}

impl EngineFault {
    pub(crate) fn error<T>(kind: FaultKind, detail: Bilingual) -> Result<T, PlayerError> {
        Err(PlayerError::Fault(Self { kind, detail }))
    }

    /// Returns the fault in words.
    pub fn text(&self, language: Language) -> String {
        let (kind, detail) = (self.kind.text(language), self.detail.text(language));
        text!(language, "{kind}: {detail}", "{kind}：{detail}")
    }
}

bilingual_errors!(EngineFault);

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

/// The kinds of faults. Their texts are the terminations in the log.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FaultKind {
    Start,
    /// No answer to `ucci` or `uci`.
    Handshake,
    Crash,
    /// The program hangs: no answer, not even to `stop`.
    NoAnswer,
    Time,
    /// The answer is not a legal move.
    IllegalMove,
}

impl FaultKind {
    pub const ALL: [Self; 6] =
        [Self::Start, Self::Handshake, Self::Crash, Self::NoAnswer, Self::Time, Self::IllegalMove];

    /// Returns the kind in words; in English as it is logged.
    pub fn text(self, language: Language) -> &'static str {
        match self {
            Self::Start => language.pick("cannot start", "无法启动"),
            Self::Handshake => language.pick("no handshake", "启动后无应答"),
            Self::Crash => language.pick("crash", "程序崩溃"),
            Self::NoAnswer => language.pick("no answer", "无应答"),
            Self::Time => language.pick("time", "超时"),
            Self::IllegalMove => language.pick("illegal move", "着法不合法"),
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text(Language::English))
    }
}
