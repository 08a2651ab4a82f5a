// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whoever looks on: the referee tells, and never waits for an answer.

use super::record::{GameRecord, MoveRecord};
use crate::position::Position;
use std::time::Duration;

/// Something happened in one of the games.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A game begins.
    Started {
        /// Its number in the schedule.
        game: usize,
        /// Who plays Red.
        red: &'a str,
        /// Who plays Black.
        black: &'a str,
        /// Where they begin, behind the moves of the opening.
        position: &'a Position,
    },
    /// A move was played.
    Moved {
        /// The game's number in the schedule.
        game: usize,
        /// The position behind the move.
        position: &'a Position,
        /// The move, and what its mover told.
        record: MoveRecord<'a>,
        /// What Red and Black have left on their clocks, if they play with clocks.
        clocks: Option<[Duration; 2]>,
    },
    /// A game has ended and is in the log.
    Ended {
        /// All of it.
        record: &'a GameRecord,
    },
}

/// Looks on at games that are played in several threads at once.
pub trait Spectator: Sync {
    /// Takes notice.
    fn notice(&self, event: &Event<'_>);
}

/// Several spectators, told one after the other.
pub struct Spectators<'a>(pub Vec<&'a dyn Spectator>);

impl Spectator for Spectators<'_> {
    fn notice(&self, event: &Event<'_>) {
        for spectator in &self.0 {
            spectator.notice(event);
        }
    }
}
