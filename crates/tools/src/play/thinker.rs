// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine at work in the background: one question at a time, answered through a channel.

use chuhe::engine::{Engine, Level};
use chuhe::search::{Limits, Listener, ScoreBound, SearchInfo, SearchResult};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;
use xiangqi::position::Position;
use xiangqi::types::{Color, Move, Score};

/// The question that a search answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The engine's move.
    Move,
    /// A move for the person.
    Hint,
    /// The answer to a draw offer.
    DrawOffer,
    /// The evaluation, asked for once.
    Evaluation,
    /// The evaluation, shown until something else is asked.
    Watching,
}

/// An evaluation from Red's perspective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opinion {
    pub score: Score,
    pub depth: u32,
    /// The line that it expects.
    pub line: Vec<Move>,
}

/// A message from the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    pub purpose: Purpose,
    /// `None`: the position has no legal move.
    pub mv: Option<Move>,
    pub opinion: Opinion,
    pub is_final: bool,
}

/// The engine with its present question.
pub struct Thinker {
    engine: Engine,
    /// The level of the engine's own moves; advice is given at full strength.
    pub level: Level,
    sender: Sender<(u64, Thought)>,
    thoughts: Receiver<(u64, Thought)>,
    /// The number of the present question; answers to earlier ones are dropped.
    question: u64,
    purpose: Option<Purpose>,
}

impl Thinker {
    pub fn new(engine: Engine) -> Self {
        let (sender, thoughts) = mpsc::channel();
        Self { level: engine.level(), engine, sender, thoughts, question: 0, purpose: None }
    }

    /// Returns the question that is not yet answered.
    pub fn purpose(&self) -> Option<Purpose> {
        self.purpose
    }

    /// Asks a question in place of the present one.
    pub fn ask(&mut self, purpose: Purpose, position: &Position, limits: Limits) {
        self.stop();
        self.purpose = Some(purpose);
        let reporter = Reporter {
            sender: self.sender.clone(),
            question: self.question,
            purpose,
            side: position.side_to_move(),
        };
        self.engine.set_level(if purpose == Purpose::Move { self.level } else { Level::FULL });
        self.engine.start(position, limits, Box::new(reporter));
    }

    /// Drops the present question.
    pub fn stop(&mut self) {
        self.question += 1;
        self.purpose = None;
        self.engine.stop();
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.stop();
        self.engine.new_game();
    }

    /// Returns the next thought about the present question, waiting up to `patience` for it.
    pub fn next(&mut self, patience: Duration) -> Option<Thought> {
        while let Ok((question, thought)) = self.thoughts.recv_timeout(patience) {
            if question == self.question {
                if thought.is_final {
                    self.purpose = None;
                }
                return Some(thought);
            }
        }
        None
    }
}

/// Sends what the search reports.
struct Reporter {
    sender: Sender<(u64, Thought)>,
    question: u64,
    purpose: Purpose,
    side: Color,
}

impl Reporter {
    /// Sending fails only when the program is ending.
    fn send(&self, mv: Option<Move>, score: Score, depth: u32, line: &[Move], is_final: bool) {
        let opinion = Opinion { score: for_red(score, self.side), depth, line: line.to_vec() };
        let _ = self.sender.send((self.question, Thought { purpose: self.purpose, mv, opinion, is_final }));
    }
}

impl Listener for Reporter {
    fn on_info(&mut self, info: &SearchInfo) {
        if info.bound == ScoreBound::Exact && info.multi_pv == 1 {
            self.send(info.pv.first().copied(), info.score, info.depth, &info.pv, false);
        }
    }

    fn on_result(&mut self, result: &SearchResult) {
        self.send(result.best_move, result.score, result.depth, &result.pv, true);
    }
}

/// Converts a score for `side` into one for Red, or back.
pub fn for_red(score: Score, side: Color) -> Score {
    if side == Color::Red { score } else { -score }
}
