// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab play`: a person plays one of the laboratory's games against one of its algorithms.
//!
//! The person types one word per line: a move or a command. The program moves as soon as it is its turn.
//! Where the rules allow only a pass, the program plays it for the person.

mod look;
#[cfg(test)]
mod tests;

use super::common::{DEEPEST, cut, rung};
use crate::games::{Gomoku, Reversi, TicTacToe};
use crate::{Algorithm, MemorySettings, NodeTally, Subject};
use anyhow::Context;
use chuhe_console::failure::{CommandResult, Failure};
use clap::{ValueEnum, value_parser};
use core::fmt::Display;
use look::Look;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use xiangqi::bounded;
use xiangqi::types::{Language, SplitMix64};

/// The text of the move that is played for the person.
const PASS: &str = "pass";

/// Play a game in the terminal
#[derive(clap::Args)]
#[command(after_help = "\
Type moves as they are shown, and `help` to list the other commands.

Example:
  chuhe lab play --game gomoku")]
pub struct LabPlayArgs {
    /// Game
    #[arg(long, value_enum)]
    game: BoardGame,
    /// Algorithm to play against [default: deepening for reversi, filtered for gomoku, alphabeta for tictactoe]
    #[arg(long, value_name = "NAME")]
    algorithm: Option<String>,
    /// Its search depth in plies [default: 8 in reversi, 6 in gomoku, 9 in tictactoe]
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    depth: Option<u32>,
    /// Play second: the program moves first
    #[arg(long)]
    second: bool,
    /// Let the program choose its first move of a game at random, with this seed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

/// The games to play here. `chuhe play` is xiangqi, against the engine itself.
#[derive(Clone, Copy, ValueEnum)]
enum BoardGame {
    Reversi,
    Gomoku,
    Tictactoe,
}

pub fn run(args: &LabPlayArgs, language: Language) -> CommandResult {
    let is_colored =
        io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    let look = Look { language, is_ascii: args.ascii, is_colored };
    match args.game {
        BoardGame::Reversi => start::<Reversi>(args, look, "deepening", 8)?,
        BoardGame::Gomoku => start::<Gomoku>(args, look, "filtered", 6)?,
        BoardGame::Tictactoe => start::<TicTacToe>(args, look, "alphabeta", 9)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn start<G: Subject + Display>(
    args: &LabPlayArgs,
    look: Look,
    usual: &str,
    usual_depth: u32,
) -> Result<(), Failure> {
    let rung = rung::<G>(args.algorithm.as_deref().unwrap_or(usual))?;
    let depth = args.depth.unwrap_or(usual_depth);
    let options = PlayOptions { depth, second: args.second, seed: args.seed, look };
    play(rung.algorithm(MemorySettings::default()), options, io::stdin().lock(), io::stdout().lock())
}

/// The options of a session.
#[derive(Clone, Copy, Debug)]
struct PlayOptions {
    depth: u32,
    second: bool,
    seed: Option<u64>,
    look: Look,
}

/// Plays until the person quits or the input ends.
fn play<G: Subject + Display>(
    algorithm: Box<dyn Algorithm<G>>,
    options: PlayOptions,
    mut input: impl BufRead,
    output: impl Write,
) -> Result<(), Failure> {
    let random = options.seed.map(SplitMix64::new);
    let mut session =
        PlaySession { game: G::start(), algorithm, options, random, choices: Vec::new(), output };
    session.begin()?;
    loop {
        session.prompt()?;
        let Some(line) = read_line(&mut input).context("standard input").map_err(Failure::Job)? else {
            // The prompt's line still needs its end.
            return Ok(writeln!(session.output)?);
        };
        match *line.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>() {
            [] => {}
            [ref word] if Look::command(word) == "quit" => return Ok(()),
            [ref word] => session.obey(Look::command(word))?,
            _ => session.say(options.look.one_word())?,
        }
    }
}

/// Maximum length of a line in bytes.
const MAX_LINE: u64 = 1 << 20;

/// Reads the next line; `None` at the end of the input. Bytes that are not UTF-8 become replacement
/// characters.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let length = bounded::read_until(input, b'\n', &mut line, MAX_LINE)?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

/// A game between a person and an algorithm.
struct PlaySession<G: Subject, W> {
    game: G,
    algorithm: Box<dyn Algorithm<G>>,
    options: PlayOptions,
    random: Option<SplitMix64>,
    /// The plies at which the person has chosen a move.
    choices: Vec<u32>,
    output: W,
}

impl<G: Subject + Display, W: Write> PlaySession<G, W> {
    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    fn prompt(&mut self) -> io::Result<()> {
        write!(self.output, "{}> ", self.options.look.side(!self.options.second))?;
        self.output.flush()
    }

    /// Starts a new game.
    fn begin(&mut self) -> io::Result<()> {
        self.game = G::start();
        self.choices.clear();
        self.algorithm.forget();
        self.say(&self.options.look.welcome(G::NAME, self.options.second))?;
        self.go_on()
    }

    /// Executes a command or plays a move.
    fn obey(&mut self, word: &str) -> io::Result<()> {
        match word {
            "help" => self.say(&self.options.look.help()),
            "new" => self.begin(),
            "undo" => self.undo(),
            _ if self.game.moves().is_empty() => self.say(self.options.look.is_over()),
            "hint" => self.hint(),
            "moves" => {
                let words: Vec<String> = self.game.moves().iter().map(ToString::to_string).collect();
                self.say(&words.join(" "))
            }
            _ => self.try_move(word),
        }
    }

    fn try_move(&mut self, word: &str) -> io::Result<()> {
        let Some(mv) = self.game.parse_move(word) else {
            let word = cut(word);
            let word = word.escape_debug();
            return self.say(&self.options.look.unknown(&word.to_string()));
        };
        self.choices.push(self.game.ply());
        self.game.play(mv);
        self.go_on()
    }

    /// Plays until the person has a choice, and shows the board, or until the game is over.
    fn go_on(&mut self) -> io::Result<()> {
        loop {
            let moves = self.game.moves();
            let is_persons = self.game.is_first_to_move() != self.options.second;
            match *moves {
                [] => return self.show_result(),
                [only] if is_persons && only.to_string() == PASS => {
                    self.say(self.options.look.must_pass())?;
                    self.game.play(only);
                }
                _ if is_persons => return self.show(),
                _ => self.answer(&moves)?,
            }
        }
    }

    /// Plays the program's move.
    fn answer(&mut self, moves: &[G::Move]) -> io::Result<()> {
        let (mv, why) = match self.random_first_move(moves) {
            Some(mv) => (mv, self.options.look.at_random()),
            None => self.choose(moves),
        };
        self.say(&self.options.look.plays(self.options.second, &mv.to_string(), &why))?;
        self.game.play(mv);
        Ok(())
    }

    /// Returns a random move if the program is to choose its first move at random and has not played yet.
    fn random_first_move(&mut self, moves: &[G::Move]) -> Option<G::Move> {
        let random = self.random.as_mut().filter(|_| self.game.ply() <= 1)?;
        let local: Vec<G::Move> = moves.iter().copied().filter(|&mv| self.game.is_local(mv)).collect();
        (!local.is_empty()).then(|| local[random.below(local.len())])
    }

    /// Returns the algorithm's move for the side to move, with its value and nodes.
    fn choose(&mut self, moves: &[G::Move]) -> (G::Move, String) {
        let mut tally = NodeTally::default();
        let found = self.algorithm.search(&mut self.game, self.options.depth, &mut tally);
        let why = self.options.look.found(format!("{:+}", found.value), tally.nodes);
        (found.best.unwrap_or(moves[0]), why)
    }

    fn hint(&mut self) -> io::Result<()> {
        let (mv, why) = self.choose(&self.game.moves());
        self.say(&self.options.look.would_play(&mv.to_string(), &why))
    }

    fn undo(&mut self) -> io::Result<()> {
        let Some(ply) = self.choices.pop() else {
            return self.say(self.options.look.nothing_to_undo());
        };
        while self.game.ply() > ply {
            self.game.undo();
        }
        self.show()
    }

    fn show(&mut self) -> io::Result<()> {
        let drawing = self.options.look.drawing(&self.game.to_string());
        writeln!(self.output, "\n{drawing}\n")
    }

    fn show_result(&mut self) -> io::Result<()> {
        self.show()?;
        let value = self.game.evaluate();
        if value == 0 {
            return self.say(self.options.look.draw());
        }
        let winner = self.game.is_first_to_move() == (value > 0);
        self.say(&self.options.look.won(winner == self.options.second, winner))
    }
}
