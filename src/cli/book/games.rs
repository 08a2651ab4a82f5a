// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counts games for a book: match logs, `datagen` files, and game records.

use crate::arena::{self, LoggedGames};
use crate::book::Builder;
use crate::cli::failure::Failure;
use crate::cli::failure::warn;
use crate::cli::interrupt;
use crate::cli::progress::style;
use crate::learn::{self, GameFileError, GameReader};
use crate::notation::{GameResult, ReadRecordError, Record, Records, parse_moves};
use crate::position::Position;
use crate::types::{Color, Move};
use anyhow::{Context, anyhow, bail, ensure};
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Adds games to a builder.
pub struct GameCounter<'a> {
    builder: &'a mut Builder,
    /// Number of games that were not counted.
    left_out: u64,
    bar: ProgressBar,
}

/// Counts the games in all files. Returns the number of games that were left out.
pub fn count(files: &[PathBuf], builder: &mut Builder) -> Result<u64, Failure> {
    let bar = ProgressBar::new_spinner().with_style(style("{elapsed_precise} {spinner} {pos} games"));
    let mut games = GameCounter { builder, left_out: 0, bar };
    for path in files {
        games.read(path)?;
        if interrupt::is_pressed() {
            games.bar.finish_and_clear();
            return Err(Failure::Job(anyhow!("interrupted: {} games counted", games.builder.games())));
        }
    }
    games.bar.finish_and_clear();
    Ok(games.left_out)
}

impl GameCounter<'_> {
    fn read(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = || path.display().to_string();
        // The first bytes identify the kind of file. It is opened only once, because it may be a pipe.
        let mut file = File::open(path).with_context(name)?;
        let mut beginning = Vec::new();
        file.by_ref().take(6).read_to_end(&mut beginning).with_context(name)?;
        let source = BufReader::new(beginning.as_slice().chain(file));
        if beginning == *b"chuheG" {
            self.read_self_play(path, source)
        } else if beginning.trim_ascii_start().starts_with(b"{\"") {
            self.read_log(path, source)
        } else {
            self.read_records(path, source)
        }
    }

    fn read_self_play(&mut self, path: &Path, source: impl Read) -> anyhow::Result<()> {
        for game in GameReader::new(path, source)? {
            match game {
                Ok(game) => {
                    if self.add_self_play(&game).is_none() {
                        let learn::SelfPlayGame { seed, number, .. } = game;
                        warn(&GameFileError::Illegal { path: path.to_owned(), seed, number });
                        self.left_out += 1;
                    }
                }
                Err(error) if error.is_fatal() => bail!(error),
                Err(error) => warn(&error),
            }
            if self.step().is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Adds a game of `datagen`; `None` if it has an illegal move.
    fn add_self_play(&mut self, game: &learn::SelfPlayGame) -> Option<()> {
        let mut start = game.start_position()?;
        for &mv in &game.opening {
            start.play(mv).ok()?;
        }
        let moves: Vec<Move> = game.moves.iter().map(|scored| scored.mv).collect();
        let is_counted = self.builder.add(&start, &moves, game.winner).ok()?;
        self.left_out += u64::from(!is_counted);
        Some(())
    }

    fn read_log(&mut self, path: &Path, source: impl BufRead) -> anyhow::Result<()> {
        let mut failure = None;
        let is_cut = LoggedGames::visit(source, |game| {
            if let Err(error) = self.add_logged(&game) {
                failure = Some(error.context(format!("game {}", game.game + 1)));
                return ControlFlow::Break(());
            }
            self.step()
        });
        let name = || path.display().to_string();
        if is_cut.with_context(name)? {
            warn(&format!("{}: the last line is cut off and left out", name()));
        }
        failure.map_or(Ok(()), |error| Err(error.context(name())))
    }

    fn add_logged(&mut self, game: &arena::LoggedGame) -> anyhow::Result<()> {
        let is_counted = game.blame.is_none() && {
            let start = Position::from_fen(&game.fen)?;
            let mut played = start.clone();
            parse_moves(&mut played, game.opening.iter().chain(&game.moves).map(String::as_str))?;
            let moves: Vec<Move> = played.moves().collect();
            self.builder.add(&start, &moves, game.winner())?
        };
        self.left_out += u64::from(!is_counted);
        Ok(())
    }

    fn read_records(&mut self, path: &Path, source: impl BufRead) -> anyhow::Result<()> {
        let name = || path.display().to_string();
        let (mut has_games, mut unreadable) = (false, Vec::new());
        for record in Records::new(source) {
            match record {
                Ok(record) => {
                    has_games = true;
                    self.add_record(&record).with_context(name)?;
                }
                Err(ReadRecordError::Game(error)) => unreadable.push(error),
                Err(error) => return Err(anyhow::Error::from(error).context(name())),
            }
            if self.step().is_break() {
                break;
            }
        }
        for error in unreadable {
            // Without any readable game the file is not a game file at all.
            ensure!(has_games, "{}: {error}", name());
            warn(&format_args!("{}: {error}", name()));
            self.left_out += 1;
        }
        Ok(())
    }

    fn add_record(&mut self, Record { start, line, result, .. }: &Record) -> anyhow::Result<()> {
        let moves: Vec<Move> = line.moves.iter().map(|recorded| recorded.mv).collect();
        let winner = match result {
            GameResult::RedWins => Some(Color::Red),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw | GameResult::Open => None,
        };
        let is_counted = self.builder.add(start, &moves, winner)?;
        self.left_out += u64::from(!is_counted);
        Ok(())
    }

    /// Counts a game as done; breaks after Ctrl-C.
    fn step(&self) -> ControlFlow<()> {
        self.bar.inc(1);
        if interrupt::is_pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
