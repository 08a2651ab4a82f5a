// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book build`: games → a book.

use crate::arena::{self, LoggedGames};
use crate::book::{Builder, Selection, format};
use crate::cli::datagen::warn;
use crate::cli::progress::style;
use crate::cli::{Failure, Outcome, files, interrupt};
use crate::learn::{self, FileError, GameReader};
use crate::notation::parse_moves;
use crate::position::Position;
use crate::types::Move;
use anyhow::{Context, anyhow, bail};
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Make a book of games
///
/// Counts how often each move was played and with what success, a position together with its mirror image, and gives the
/// moves of a position weights that grow with how often they were played and, squared, with how well they did.
#[derive(clap::Args)]
#[command(after_help = "\
Games are logs of `chuhe match` or files of `chuhe datagen`; which it is shows in their content. Games of a log that ended by \
a fault (crash, illegal move, time) are left out, since they tell nothing of the opening. The first moves of `datagen` are \
random and are played, but not counted.

Weights of a position add up to 10000. With n games and p points in them (1 for a win, 1/2 for a draw), a move's weight is in \
proportion to n ((p + 1) / (n + 2))^2.

Examples:
  chuhe book build --games games.jsonl --out mine.book
  chuhe book build --games match1.jsonl match2.jsonl selfplay.games --out mine.book --min-games 5 --max-plies 30")]
pub(super) struct BuildArgs {
    /// The games
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    games: Vec<PathBuf>,
    /// The book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Leave moves out that were played in fewer games
    #[arg(long, value_name = "N", default_value_t = Selection::default().min_games)]
    min_games: u32,
    /// Leave games out that have fewer plies
    #[arg(long, value_name = "N", default_value_t = Selection::default().min_plies)]
    min_plies: usize,
    /// Leave moves out that come after so many plies of a game
    #[arg(long, value_name = "N", default_value_t = Selection::default().max_plies)]
    max_plies: u32,
}

/// A job under way.
struct Build {
    builder: Builder,
    /// Games that were not counted.
    left_out: u64,
    bar: ProgressBar,
}

pub(super) fn run(args: &BuildArgs) -> Outcome {
    let &BuildArgs { min_games, min_plies, max_plies, .. } = args;
    let is_input =
        |path: &PathBuf| files::place(path).is_some_and(|place| Some(place) == files::place(&args.out));
    if args.games.iter().any(is_input) {
        return Err(anyhow!("--out: the games are in {}", args.out.display()).into());
    }
    interrupt::watch(|| ());
    let bar = ProgressBar::new_spinner().with_style(style("{elapsed_precise} {spinner} {pos} games"));
    let builder = Builder::new(Selection { min_games, min_plies, max_plies });
    let mut build = Build { builder, left_out: 0, bar };
    for path in &args.games {
        build.read(path)?;
        if interrupt::is_pressed() {
            build.bar.finish_and_clear();
            return Err(Failure::Job(anyhow!("interrupted: {} games read", build.builder.games())));
        }
    }
    build.bar.finish_and_clear();
    let bytes = format::to_bytes(build.builder.records());
    files::save(&args.out, &bytes)?;
    let book = crate::book::Book::from_bytes(bytes).context("the book just made")?;
    let mut out = io::stdout().lock();
    writeln!(out, "games {} ({} left out)", build.builder.games(), build.left_out)?;
    writeln!(out, "positions {}", book.positions())?;
    writeln!(out, "moves {}", book.moves())?;
    writeln!(out, "bytes {}", book.size())?;
    Ok(ExitCode::SUCCESS)
}

impl Build {
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
