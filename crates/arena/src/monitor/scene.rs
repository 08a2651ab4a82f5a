// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state that the monitor shows: the boards and the results so far.

use crate::log_records::{LoggedGame, LoggedMove};
use crate::spectator::{MatchEvent, MatchInfo, prompt};
use crate::tally::RunningTally;
use crate::translation;
use std::time::{Duration, Instant};
use xiangqi::position::Position;
use xiangqi::types::{Language, text};

pub struct Scene {
    pub info: MatchInfo,
    pub colored: bool,
    /// One board for each game in progress. A game that has ended stays until another one needs its place.
    pub boards: Vec<Board>,
    /// The number of games that have ended.
    pub played: usize,
    /// The results of each engine against all others.
    pub tallies: Vec<RunningTally>,
    /// The last game that has ended, and its result.
    pub last_result: Option<String>,
    /// The time of the first frame.
    pub begin: Instant,
    /// The number of games played before it.
    pub resumed: usize,
    pub question: Option<Question>,
}

/// A question to a person, who types the answer behind the prompt.
pub struct Question {
    /// Counts the questions.
    pub number: usize,
    pub prompt: String,
    pub remark: String,
}

pub struct Board {
    pub game: usize,
    pub names: [String; 2],
    pub position: Position,
    /// The evaluations that Red and Black reported with their last moves.
    pub evaluations: [Option<BoardEvaluation>; 2],
    pub clocks: [Option<Duration>; 2],
    /// The time at which the side to move began to think.
    pub since: Instant,
    /// Result and termination, once the game has ended.
    pub result: Option<String>,
}

/// The evaluation that an engine reported with a move.
#[derive(Clone, Copy)]
pub struct BoardEvaluation {
    /// From Red's perspective.
    pub score: Option<i32>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub ms: f64,
}

impl Scene {
    pub fn new(info: MatchInfo, played: &[LoggedGame], colored: bool, now: Instant) -> Self {
        let tallies = info.engines.iter().map(|engine| RunningTally::of(played, engine)).collect();
        let last_result = played.last().map(|game| result_line(game, info.language));
        let (boards, played) = (Vec::new(), played.len());
        let (begin, resumed, question) = (now, played, None);
        Self { info, colored, boards, played, tallies, last_result, begin, resumed, question }
    }

    pub fn on_event(&mut self, event: &MatchEvent<'_>, now: Instant) {
        match *event {
            MatchEvent::Started { game, red, black, position } => {
                let board = Board {
                    game,
                    names: [red.to_owned(), black.to_owned()],
                    position: position.clone(),
                    evaluations: [None; 2],
                    clocks: [None; 2],
                    since: now,
                    result: None,
                };
                match self.boards.iter_mut().find(|board| board.result.is_some()) {
                    Some(place) => *place = board,
                    None => self.boards.push(board),
                }
            }
            MatchEvent::Moved { game, position, record, clocks } => {
                if let Some(board) = self.board(game) {
                    let mover = !position.side_to_move();
                    board.position = position.clone();
                    let LoggedMove { score, depth, nodes, ms, .. } = record;
                    let score = score.map(|score| score * mover.sign());
                    board.evaluations[mover] = Some(BoardEvaluation { score, depth, nodes, ms });
                    board.clocks = clocks;
                    board.since = now;
                }
            }
            MatchEvent::Asked { name, position, remark } => {
                let prompt = prompt(name, position.side_to_move(), self.info.language);
                let remark = remark.map(|remark| remark.text(self.info.language)).unwrap_or_default();
                let number = self.question.as_ref().map_or(0, |question| question.number + 1);
                self.question = Some(Question { number, prompt, remark });
            }
            MatchEvent::Ended { record } => {
                let language = self.info.language;
                if let Some(board) = self.board(record.game) {
                    let is_fault = record.blame.is_some();
                    let fault = if is_fault { language.pick(" (fault)", "（故障）") } else { "" };
                    let reason = translation::reason(&record.reason, language);
                    board.result = Some(format!("{} {reason}{fault}", record.result));
                }
                self.played += 1;
                self.tallies.iter_mut().for_each(|tally| tally.add(record));
                self.last_result = Some(result_line(record, language));
            }
        }
    }

    fn board(&mut self, game: usize) -> Option<&mut Board> {
        self.boards.iter_mut().find(|board| board.game == game)
    }
}

fn result_line(game: &LoggedGame, language: Language) -> String {
    let LoggedGame { game, red, black, result, reason, .. } = game;
    let (number, reason) = (game + 1, translation::reason(reason, language));
    text!(
        language,
        "game {number}: {red} - {black} {result} ({reason})",
        "第{number}局：{red} - {black} {result}（{reason}）"
    )
}
