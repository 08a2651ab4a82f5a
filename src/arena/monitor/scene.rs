// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the monitor shows: the boards as they stand, and the results so far.

use crate::arena::programme::Programme;
use crate::arena::record::{GameRecord, MoveRecord};
use crate::arena::spectator::Event;
use crate::arena::tally::Tally;
use crate::position::Position;
use crate::types::Color;
use std::time::{Duration, Instant};

/// All there is to see.
pub struct Scene {
    pub programme: Programme,
    pub colored: bool,
    /// One for each game in play; a game that has ended leaves when another one needs its place.
    pub boards: Vec<Board>,
    /// The games that have ended, without their moves.
    pub results: Vec<GameRecord>,
    /// The results of the first engine.
    pub tally: Tally,
    /// When the first frame was due, and how many games had been played then.
    pub begin: Instant,
    pub resumed: usize,
}

/// A game in play, or just ended.
pub struct Board {
    pub game: usize,
    /// Red's name, Black's name.
    pub names: [String; 2],
    pub position: Position,
    /// What Red and Black told with their last moves.
    pub told: [Option<Told>; 2],
    pub clocks: Option<[Duration; 2]>,
    /// When the side to move began to think.
    pub since: Instant,
    /// Result and reason.
    pub ending: Option<String>,
}

/// What an engine told with a move.
#[derive(Clone, Copy)]
pub struct Told {
    /// From Red's side.
    pub score: Option<i32>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub ms: f64,
}

impl Scene {
    pub fn new(programme: Programme, played: &[GameRecord], colored: bool, now: Instant) -> Self {
        let results: Vec<_> = played.iter().map(without_moves).collect();
        let tally = programme.tally(&results);
        let resumed = results.len();
        Self { programme, colored, boards: Vec::new(), results, tally, begin: now, resumed }
    }

    pub fn notice(&mut self, event: &Event<'_>, now: Instant) {
        match *event {
            Event::Started { game, red, black, position } => {
                let board = Board {
                    game,
                    names: [red.to_owned(), black.to_owned()],
                    position: position.clone(),
                    told: [None; 2],
                    clocks: None,
                    since: now,
                    ending: None,
                };
                match self.boards.iter_mut().find(|board| board.ending.is_some()) {
                    Some(place) => *place = board,
                    None => self.boards.push(board),
                }
            }
            Event::Moved { game, position, record, clocks } => {
                if let Some(board) = self.board(game) {
                    let mover = !position.side_to_move();
                    board.position = position.clone();
                    board.told[mover as usize] = Some(Told::new(&record, mover));
                    board.clocks = clocks;
                    board.since = now;
                }
            }
            Event::Ended { record } => {
                if let Some(board) = self.board(record.game) {
                    board.ending = Some(format!("{} {}", record.result, record.reason));
                }
                self.results.push(without_moves(record));
                self.tally = self.programme.tally(&self.results);
            }
        }
    }

    fn board(&mut self, game: usize) -> Option<&mut Board> {
        self.boards.iter_mut().find(|board| board.game == game)
    }
}

impl Told {
    fn new(record: &MoveRecord<'_>, mover: Color) -> Self {
        let score = match mover {
            Color::Red => record.score,
            Color::Black => record.score.map(|score| -score),
        };
        Self { score, depth: record.depth, nodes: record.nodes, ms: record.ms }
    }
}

/// Results are kept for the whole match; what is not needed for the score would only fill the memory.
fn without_moves(record: &GameRecord) -> GameRecord {
    GameRecord {
        opening: Vec::new(),
        moves: Vec::new(),
        scores: Vec::new(),
        depths: Vec::new(),
        nodes: Vec::new(),
        ms: Vec::new(),
        ..record.clone()
    }
}
