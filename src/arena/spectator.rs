// SPDX-License-Identifier: MIT OR Apache-2.0
//! Observers of a match: progress, monitor, PGN and report files.

use super::logged_game::{LoggedGame, LoggedMove};
use crate::position::Position;
use std::time::Duration;

/// An event in one of the games of a match.
#[derive(Clone, Copy, Debug)]
pub enum MatchEvent<'a> {
    /// A game has started.
    Started {
        /// Its number in the schedule.
        game: usize,
        /// The name of the engine that plays Red.
        red: &'a str,
        /// The name of the engine that plays Black.
        black: &'a str,
        /// The position after the moves of the opening.
        position: &'a Position,
    },
    /// A move was played.
    Moved {
        /// The game's number in the schedule.
        game: usize,
        /// The position after the move.
        position: &'a Position,
        /// The move and the evaluation reported with it.
        record: LoggedMove<'a>,
        /// The time left on Red's and Black's clocks, if they have clocks.
        clocks: [Option<Duration>; 2],
    },
    /// A game has ended and is in the log.
    Ended {
        /// The whole game.
        record: &'a LoggedGame,
    },
}

/// An observer of games that are played in several threads at once. It is called in the thread of the game,
/// which waits for it.
pub trait Spectator: Sync {
    /// Called for each event.
    fn on_event(&self, event: &MatchEvent<'_>);
}

/// Several spectators, called one after the other.
pub struct Spectators<'a>(pub Vec<&'a dyn Spectator>);

impl Spectator for Spectators<'_> {
    fn on_event(&self, event: &MatchEvent<'_>) {
        for spectator in &self.0 {
            spectator.on_event(event);
        }
    }
}
