// SPDX-License-Identifier: MIT OR Apache-2.0
//! A person's session: what the words typed do to the table and the engine, and what the engine's thoughts do
//! to the table. Both front ends, the full screen and the plain lines, drive it and show its replies.

mod files;
mod thoughts;
mod wording;

use super::command::Command;
use super::saved::SavedGame;
use super::table::{Ending, GameConditions, Seat, Table};
use super::texts::Texts;
use super::thinker::{Opinion, Purpose, Thinker, Thought};
use crate::cli::output::OverwriteArgs;
use crate::notation::{Notation, parse_moves, read_move};
use crate::search::{Clock, Limits};
use crate::types::{Color, Move};
use std::time::{Duration, Instant};

/// Time for a hint, an evaluation and the answer to a draw offer.
const ADVICE_TIME: Duration = Duration::from_secs(1);

/// The settings of a session.
pub struct SessionOptions {
    pub texts: Texts,
    pub notation: Notation,
    /// Limits of the engine's search, besides the clock.
    pub limits: Limits,
    /// Move with human-like delays.
    pub is_paced: bool,
    pub overwrite: OverwriteArgs,
}

/// The table, the engine and the file of the unfinished game.
pub struct Session {
    pub table: Table,
    pub options: SessionOptions,
    thinker: Thinker,
    saved: Option<SavedGame>,
    /// The time at which the side to move began to think.
    turn_began: Instant,
    /// The engine's move, held back until that time.
    held: Option<(Thought, Instant)>,
    /// The side whose offer of a draw stands.
    offer: Option<Color>,
    /// The evaluation of the present position, or of the one before.
    pub opinion: Option<Opinion>,
    /// The evaluation is followed on a person's turn.
    is_watching: bool,
    /// The end has been announced.
    is_announced: bool,
}

/// Playing.
impl Session {
    pub fn new(
        table: Table,
        thinker: Thinker,
        saved: Option<SavedGame>,
        options: SessionOptions,
        now: Instant,
    ) -> Self {
        let mut session = Self {
            table,
            options,
            thinker,
            saved,
            turn_began: now,
            held: None,
            offer: None,
            opinion: None,
            is_watching: false,
            is_announced: false,
        };
        session.begin_turn(now);
        session
    }

    /// Executes a command that concerns the game; returns what to say.
    pub fn obey(&mut self, command: &Command, now: Instant) -> Vec<String> {
        let texts = self.options.texts;
        let is_over = self.table.ending().is_some();
        match command {
            Command::Move(_) | Command::Hint | Command::Draw | Command::Resign if is_over => {
                vec![texts.is_over().to_owned()]
            }
            Command::Move(word) => self.play_word(word, now),
            Command::Hint | Command::Evaluate if self.table.turn() == Some(Seat::Engine) => {
                vec![texts.not_your_turn().to_owned()]
            }
            Command::Hint => self.ask(Purpose::Hint),
            Command::Evaluate => self.ask(Purpose::Evaluation),
            Command::Undo => self.undo(now),
            Command::Draw => self.offer_draw(),
            Command::Resign => {
                self.table.end(Ending::Resignation(self.resigning_side()));
                self.end_if_over()
            }
            Command::New => {
                let start = self.table.start().clone();
                self.set_table(Table::new(&start, self.table.conditions), now)
            }
            Command::Rematch => {
                let [red, black] = self.table.conditions.seats;
                let conditions = GameConditions { seats: [black, red], ..self.table.conditions };
                let start = self.table.start().clone();
                self.set_table(Table::new(&start, conditions), now)
            }
            Command::Save(file) => vec![match self.save(file) {
                Ok(()) => texts.saved(&file.display().to_string()),
                Err(problem) => texts.file_problem(&problem),
            }],
            Command::Load(file) => self.load(file, now),
            Command::Notation(notation) => {
                self.options.notation = *notation;
                self.move_lines()
            }
            Command::Moves => self.move_lines(),
            Command::Pieces => Color::ALL.map(|side| self.pieces_of(side)).to_vec(),
            Command::Fen => vec![self.table.position().to_fen()],
            Command::Help => self.help(),
            Command::Incomplete(usage) => vec![texts.usage(*usage).to_owned()],
            Command::Flip | Command::Board | Command::Quit => Vec::new(),
        }
    }

    /// Plays a person's move; on an error nothing changes.
    fn play_word(&mut self, word: &str, now: Instant) -> Vec<String> {
        if self.table.turn() != Some(Seat::Person) {
            return vec![self.options.texts.not_your_turn().to_owned()];
        }
        // Numbers and marks as in a pasted record are skipped.
        let mut after = self.table.position().clone();
        let plies = after.history().len();
        let read = match parse_moves(&mut after, word.split_whitespace()) {
            Ok(()) if after.history().len() == plies + 1 => after.moves().last(),
            _ => None,
        };
        match read.map_or_else(|| read_move(self.table.position(), word), Ok) {
            Ok(mv) => self.play(mv, now),
            Err(error) => vec![error.text(self.options.texts.0)],
        }
    }

    /// Plays a legal move for the side to move.
    pub fn play(&mut self, mv: Move, now: Instant) -> Vec<String> {
        let lines = self.check_time(now);
        let mover = self.table.position().side_to_move();
        if !lines.is_empty() || self.table.play(mv, self.used(now)).is_err() {
            return lines;
        }
        if self.offer == Some(!mover) {
            self.offer = None;
        }
        self.store();
        let lines = self.end_if_over();
        self.begin_turn(now);
        lines
    }

    /// Starts the clock of the side to move, and the engine on its turn.
    fn begin_turn(&mut self, now: Instant) {
        self.turn_began = now;
        self.held = None;
        if self.table.turn() == Some(Seat::Engine) {
            let limits = self.engine_limits();
            self.thinker.ask(Purpose::Move, self.table.position(), limits);
        } else {
            self.thinker.stop();
            self.watch();
        }
    }

    fn engine_limits(&self) -> Limits {
        let side = self.table.position().side_to_move();
        let clock = self.table.clocks().and_then(|clocks| {
            Some(Clock {
                time: clocks.left()[side]?,
                increment: clocks.control(side)?.increment,
                moves_to_go: clocks.moves_to_go(side),
            })
        });
        Limits { clock, ..self.options.limits.clone() }
    }

    fn ask(&mut self, purpose: Purpose) -> Vec<String> {
        if self.table.position().has_legal_move() {
            let limits = if self.options.limits.is_bounded() {
                self.options.limits.clone()
            } else {
                Limits::movetime(ADVICE_TIME)
            };
            self.thinker.ask(purpose, self.table.position(), limits);
        }
        Vec::new()
    }

    fn undo(&mut self, now: Instant) -> Vec<String> {
        let texts = self.options.texts;
        if !self.table.can_undo() {
            return vec![texts.nothing_to_undo().to_owned()];
        }
        let text = match self.table.undo() {
            0 => texts.result_taken_back().to_owned(),
            moves => texts.undone(moves),
        };
        (self.is_announced, self.offer, self.opinion) = (false, None, None);
        self.store();
        self.begin_turn(now);
        vec![text]
    }

    /// The side that a person who resigns now plays.
    fn resigning_side(&self) -> Color {
        let side = self.table.position().side_to_move();
        if self.table.is_person(side) || !self.table.is_person(!side) { side } else { !side }
    }

    fn offer_draw(&mut self) -> Vec<String> {
        let texts = self.options.texts;
        let side = self.resigning_side();
        if self.table.is_person(!side) {
            if self.offer == Some(!side) {
                self.table.end(Ending::Agreement);
                return self.end_if_over();
            }
            self.offer = Some(side);
            return vec![texts.draw_offered(side)];
        }
        if self.table.turn() == Some(Seat::Engine) {
            // It is answered with the move that the engine is thinking about.
            self.offer = Some(side);
            return Vec::new();
        }
        self.ask(Purpose::DrawOffer)
    }
}
