// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files of games, counted for a book: logs of matches and games of `datagen`.

use crate::arena::{self, LoggedGames};
use crate::book::Builder;
use crate::cli::datagen::warn;
use crate::cli::progress::style;
use crate::cli::{Failure, interrupt};
use crate::learn::{self, FileError, GameReader};
use crate::notation::parse_moves;
use crate::position::Position;
use crate::types::Move;
use anyhow::{Context, anyhow, bail};
use indicatif::ProgressBar;
use std::fs::File;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Counts games under way.
pub(super) struct Games<'a> {
    builder: &'a mut Builder,
    /// Games that were not counted.
    left_out: u64,
    bar: ProgressBar,
}

/// Counts the games in all files, and tells how many were left out.
pub(super) fn count(files: &[PathBuf], builder: &mut Builder) -> Result<u64, Failure> {
    let bar = ProgressBar::new_spinner().with_style(style("{elapsed_precise} {spinner} {pos} games"));
    let mut games = Games { builder, left_out: 0, bar };
    for path in files {
        games.read(path)?;
        if interrupt::is_pressed() {
            games.bar.finish_and_clear();
            return Err(Failure::Job(anyhow!("interrupted: {} games read", games.builder.games())));
        }
    }
    games.bar.finish_and_clear();
    Ok(games.left_out)
}

impl Games<'_> {
    fn read(&mut self, path: &Path) -> anyhow::Result<()> {
        if is_of_datagen(path)? { self.read_self_play(path) } else { self.read_log(path) }
    }

    fn read_self_play(&mut self, path: &Path) -> anyhow::Result<()> {
        for game in GameReader::open(path)? {
            match game {
                Ok(game) => {
                    if self.add_self_play(&game).is_none() {
                        let learn::GameRecord { seed, number, .. } = game;
                        warn(&FileError::Illegal { path: path.to_owned(), seed, number });
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

    /// `None` if the game cannot be played.
    fn add_self_play(&mut self, game: &learn::GameRecord) -> Option<()> {
        let mut start = game.start_position()?;
        for &mv in &game.opening {
            start.play(mv).ok()?;
        }
        let moves: Vec<Move> = game.moves.iter().map(|scored| scored.mv).collect();
        let is_counted = self.builder.add(&start, &moves, game.winner).ok()?;
        self.left_out += u64::from(!is_counted);
        Some(())
    }

    fn read_log(&mut self, path: &Path) -> anyhow::Result<()> {
        let mut failure = None;
        let is_cut = LoggedGames::visit(path, |game| {
            if let Err(error) = self.add_logged(&game) {
                failure = Some(error.context(format!("game {}", game.game)));
                return ControlFlow::Break(());
            }
            self.step()
        });
        let name = || path.display().to_string();
        if is_cut.with_context(name)? {
            warn(&format!("{}: the last line is cut off: left out", name()));
        }
        failure.map_or(Ok(()), |error| Err(error.context(name())))
    }

    fn add_logged(&mut self, game: &arena::GameRecord) -> anyhow::Result<()> {
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

    /// Another game is done: goes on until Ctrl-C.
    fn step(&self) -> ControlFlow<()> {
        self.bar.inc(1);
        if interrupt::is_pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Are the games in a file of `datagen`?
fn is_of_datagen(path: &Path) -> anyhow::Result<bool> {
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(6).read_to_end(&mut beginning));
    read.with_context(|| path.display().to_string())?;
    Ok(beginning == *b"chuheG")
}
