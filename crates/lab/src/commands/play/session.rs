// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game at a terminal. People type one word per line: a move or a command. Programs move as soon as it is
//! their turn, or at the pace that was asked for. Where the rules allow a person only a pass, it is played.

use super::super::common::cut;
use super::look::Look;
use super::player::Player;
use super::record::{GameRecord, RecordFile, UNFINISHED, replay, result};
use crate::tournament::LONGEST_GAME;
use crate::{BoxedAlgorithm, NodeTally, Subject};
use chuhe_console::failure::{Failure, Place};
use chuhe_console::input::read_line;
use core::fmt::Display;
use std::io::{self, BufRead, Write};
use std::thread;
use std::time::{Duration, Instant};
use xiangqi::types::bilingual;

/// The text of the move that is played for a person.
const PASS: &str = "pass";

/// A seat at the board.
pub struct Seat<G: Subject> {
    pub player: Player,
    /// The algorithm that plays, or gives hints to a person.
    pub algorithm: BoxedAlgorithm<G>,
    /// Its search depth in plies.
    pub depth: u32,
}

impl<G: Subject> Seat<G> {
    fn is_person(&self) -> bool {
        self.player == Player::Person
    }
}

/// The options of a session.
#[derive(Clone, Copy, Debug)]
pub struct SessionOptions {
    /// Shortest time for a program's move.
    pub pace: Duration,
    pub look: Look,
}

/// Returns the number of the side to move.
fn side<G: Subject>(game: &G) -> usize {
    usize::from(!game.is_first_to_move())
}

/// A game between two players.
pub struct PlaySession<G: Subject, W> {
    game: G,
    seats: [Seat<G>; 2],
    options: SessionOptions,
    moves: Vec<G::Move>,
    /// The plies at which a person has chosen a move.
    choices: Vec<u32>,
    record: Option<RecordFile>,
    output: W,
}

impl<G: Subject + Display, W: Write> PlaySession<G, W> {
    /// Creates a session whose game has not begun.
    pub fn new(seats: [Seat<G>; 2], options: SessionOptions, record: Option<RecordFile>, output: W) -> Self {
        let (moves, choices) = (Vec::new(), Vec::new());
        Self { game: G::start(), seats, options, moves, choices, record, output }
    }

    /// Plays until the people quit or the input ends; programs alone play one game.
    pub fn run(&mut self, mut input: impl BufRead) -> Result<(), Failure> {
        while self.has_people() {
            self.prompt()?;
            let line = read_line(&mut input).within(|| bilingual!("standard input", "标准输入"));
            let Some(line) = line.map_err(Failure::Job)? else {
                // The prompt's line still needs its end.
                writeln!(self.output)?;
                break;
            };
            match *line.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>() {
                [] => {}
                [ref word] if Look::command(word) == "quit" => break,
                [ref word] => self.obey(Look::command(word))?,
                _ => self.say(self.options.look.one_word())?,
            }
        }
        self.save(true)
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    /// Returns the players.
    fn players(&self) -> [&Player; 2] {
        self.seats.each_ref().map(|seat| &seat.player)
    }

    fn has_people(&self) -> bool {
        self.seats.iter().any(Seat::is_person)
    }

    fn prompt(&mut self) -> io::Result<()> {
        let side =
            if self.is_over() { "" } else { self.options.look.side::<G>(self.game.is_first_to_move()) };
        write!(self.output, "{side}> ")?;
        self.output.flush()
    }

    /// Starts a new game.
    pub fn begin(&mut self) -> Result<(), Failure> {
        if !self.moves.is_empty() {
            self.save(true)?;
            self.record.iter_mut().for_each(RecordFile::begin);
        }
        self.game = G::start();
        self.moves.clear();
        self.choices.clear();
        self.seats.iter_mut().for_each(|seat| seat.algorithm.forget());
        self.welcome()?;
        self.go_on()
    }

    /// Goes on with a recorded game.
    pub fn resume(&mut self, record: &GameRecord) -> Result<(), Failure> {
        self.game = replay::<G>(record, |game, mv| {
            if self.seats[side(game)].is_person() && mv.to_string() != PASS {
                self.choices.push(game.ply());
            }
            self.moves.push(mv);
            Ok(())
        })?;
        self.welcome()?;
        self.go_on()
    }

    fn welcome(&mut self) -> io::Result<()> {
        self.say(&self.options.look.welcome::<G>(self.players(), self.has_people()))
    }

    /// Executes a command or plays a move.
    fn obey(&mut self, word: &str) -> Result<(), Failure> {
        match word {
            "help" => self.say(&self.options.look.help())?,
            "new" => self.begin()?,
            "undo" => self.undo()?,
            _ if self.is_over() => self.say(self.options.look.is_over())?,
            "hint" => {
                let (mv, why) = self.choose();
                self.say(&self.options.look.would_play(&mv.to_string(), &why))?;
            }
            "moves" => {
                let words: Vec<String> = self.game.moves().iter().map(ToString::to_string).collect();
                self.say(&words.join(" "))?;
            }
            _ => match self.game.parse_move(word) {
                Some(mv) => {
                    self.choices.push(self.game.ply());
                    self.play(mv)?;
                    self.go_on()?;
                }
                None => self.say(&self.options.look.unknown(&cut(word).escape_debug().to_string()))?,
            },
        }
        Ok(())
    }

    /// Returns true if the game has ended, or is ended as too long.
    fn is_over(&self) -> bool {
        self.game.ply() >= LONGEST_GAME || self.game.moves().is_empty()
    }

    /// Plays a move and records it.
    fn play(&mut self, mv: G::Move) -> Result<(), Failure> {
        self.game.play(mv);
        self.moves.push(mv);
        self.save(false)
    }

    /// Plays until a person has a choice, and shows the board, or until the game is over. Between programs,
    /// all boards are shown.
    fn go_on(&mut self) -> Result<(), Failure> {
        self.save(false)?;
        loop {
            let moves = self.game.moves();
            let is_person = self.seats[side(&self.game)].is_person();
            match *moves {
                _ if self.is_over() => return self.show_result(),
                [only] if is_person && only.to_string() == PASS => {
                    let side = self.options.look.side::<G>(self.game.is_first_to_move());
                    self.say(&self.options.look.must_pass(side))?;
                    self.play(only)?;
                }
                _ if is_person => return Ok(self.show()?),
                _ => {
                    if !self.has_people() {
                        self.show()?;
                    }
                    self.answer()?;
                }
            }
        }
    }

    /// Plays the move of the program.
    fn answer(&mut self) -> Result<(), Failure> {
        let start = Instant::now();
        let (mv, why) = self.choose();
        thread::sleep(self.options.pace.saturating_sub(start.elapsed()));
        let side = self.options.look.side::<G>(self.game.is_first_to_move());
        self.say(&self.options.look.plays(side, &mv.to_string(), &why))?;
        self.play(mv)
    }

    /// Returns the algorithm's move for the side to move, with its value and nodes.
    fn choose(&mut self) -> (G::Move, String) {
        let mut tally = NodeTally::default();
        let seat = &mut self.seats[side(&self.game)];
        let found = seat.algorithm.search(&mut self.game, seat.depth, &mut tally);
        let why = self.options.look.found(format!("{:+}", found.value), tally.nodes);
        (found.best.unwrap_or_else(|| self.game.moves()[0]), why)
    }

    fn undo(&mut self) -> Result<(), Failure> {
        let Some(ply) = self.choices.pop() else {
            return Ok(self.say(self.options.look.nothing_to_undo())?);
        };
        while self.game.ply() > ply {
            self.game.undo();
            self.moves.pop();
        }
        self.save(false)?;
        Ok(self.show()?)
    }

    fn show(&mut self) -> io::Result<()> {
        let drawing = self.options.look.drawing(&self.game.to_string());
        writeln!(self.output, "\n{drawing}\n")
    }

    fn show_result(&mut self) -> Result<(), Failure> {
        self.show()?;
        let result = result(self.game.score());
        let text = self.options.look.result::<G>(result, self.players());
        Ok(self.say(&text)?)
    }

    /// Writes the record, with a result if the game is over or `is_left`.
    fn save(&mut self, is_left: bool) -> Result<(), Failure> {
        let is_over = self.is_over();
        let Some(file) = &mut self.record else { return Ok(()) };
        let result = match () {
            () if is_over => Some(result(self.game.score())),
            () if is_left => Some(UNFINISHED),
            () => None,
        };
        let moves = self.moves.iter().map(ToString::to_string).collect();
        let players = self.seats.each_ref().map(|seat| seat.player.clone());
        file.save(&GameRecord { game: G::NAME.to_owned(), players, moves, result })
    }
}
