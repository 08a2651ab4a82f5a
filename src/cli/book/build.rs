// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book build`: games and analyses → a book.

use super::{analysis, games};
use crate::book::{Book, Builder, BuilderConfig, format};
use crate::cli::failure::CommandResult;
use crate::cli::options::NetworkArgs;
use crate::cli::{files, interrupt};
use anyhow::{Context, anyhow};
use clap::value_parser;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Make a book of games, of analyses, or of both
///
/// Games tell how often each move was played and with what success; analyses, what it is worth. A position and its mirror
/// image count as one.
#[derive(clap::Args)]
#[command(
    group(clap::ArgGroup::new("source").args(["games", "positions", "from"]).required(true).multiple(true)),
    after_help = "\
Games are logs of `chuhe match`, files of `chuhe datagen`, or records in PGN, XQF, CBR, CBL or DhtmlXQ; which it is shows in \
their content. Games of a log that ended by a fault (crash, illegal move, time) are left out, since they tell nothing of the \
opening. The first moves of `datagen` are random and are played, but not counted. A game that is there twice is counted \
once; but games that the book of --from has counted are not known again. A record without a result counts as a draw; \
variations do not count.

With --positions the engine analyses a tree of openings that grows from the start: next is always the position that the \
players give up least to reach. Moves of --lines, and those that were played in --min-games games, cost nothing, so that they \
come first. In the end each move has the value of the best play that follows in the book. The book is saved every minute; \
begun again with --from, the tree grows on.

Weights of a position add up to 10000. Where moves were analysed, a move that is v centipawns worse than the best has a \
weight in proportion to exp(-v/3), and none from 10 on; positions at the ends of lines, behind which nothing was analysed, \
are left to the search and have no weights unless a move was played in 50 games. Games correct values: an analysis counts as \
50 games with the score to be expected of it. Elsewhere, with n games and p points in them (1 for a win, 1/2 for a \
draw), it is in proportion to n ((p + 1) / (n + 2))^2; and where there are neither games nor analyses, weights of --from stay.

Examples:
  chuhe book build --games games.jsonl --out mine.book
  chuhe book build --games match.jsonl selfplay.games masters.pgn --out mine.book --min-games 5 --max-plies 30
  chuhe book build --positions 5000 --lines positions/openings.epd --nodes 500000 --threads 4 --out deep.book
  chuhe book build --positions 9000 --from deep.book --nodes 500000 --threads 4 --out deep.book
  chuhe book build --from deep.book --games games.jsonl --out both.book"
)]
pub struct BuildArgs {
    /// Count these games
    #[arg(long, num_args = 1.., value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Begin with what this book knows; it has to be in chuhe's own format
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Leave moves out that were played in fewer games, unless they were analysed; games of --from count as well
    #[arg(long, value_name = "N", default_value_t = BuilderConfig::default().min_games)]
    min_games: u32,
    /// Leave games out that have fewer plies
    #[arg(long, value_name = "N", default_value_t = BuilderConfig::default().min_plies)]
    min_plies: usize,
    /// Leave moves out that come after so many plies of a game
    #[arg(long, value_name = "N", default_value_t = BuilderConfig::default().max_plies)]
    max_plies: u32,
    #[command(flatten)]
    analysis: AnalysisArgs,
}

/// What to analyse, and how.
#[derive(clap::Args)]
#[command(next_help_heading = "Analysis")]
pub struct AnalysisArgs {
    /// Have so many positions analysed, those of --from included as far as the start and --lines lead to them
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub positions: Option<u32>,
    /// Analyse the lines of this file of openings, whatever they are worth
    #[arg(long, value_name = "FILE", requires = "positions")]
    pub lines: Option<PathBuf>,
    /// Look at so many positions in the analysis of one
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = value_parser!(u64).range(1..), requires = "positions")]
    pub nodes: u64,
    /// Find the values of so many moves of a position
    #[arg(long, value_name = "K", default_value_t = 4, value_parser = value_parser!(u8).range(1..=128), requires = "positions")]
    pub multipv: u8,
    /// Follow moves that are less than so many centipawns worse than the best
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 40, requires = "positions")]
    pub margin: u32,
    /// Analyse so many positions at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024), requires = "positions")]
    pub threads: u16,
    #[command(flatten)]
    pub network: NetworkArgs,
}

pub fn run(args: &BuildArgs) -> CommandResult {
    let &BuildArgs { min_games, min_plies, max_plies, .. } = args;
    let inputs = args.games.iter().chain(&args.analysis.lines).map(PathBuf::as_path);
    if inputs.chain([args.analysis.network.file()]).any(|path| files::are_same(path, &args.out)) {
        return Err(anyhow!("--out: {} is to be read", args.out.display()).into());
    }
    files::check(&args.out)?;
    interrupt::watch(|| ());
    let mut builder = Builder::new(BuilderConfig { min_games, min_plies, max_plies });
    let base = args.from.as_deref().map(open_own).transpose()?;
    builder.add_book(base.iter().filter_map(Book::records).flatten());
    let left_out = games::count(&args.games, &mut builder)?;
    if args.analysis.positions.is_some() {
        analysis::run(&args.analysis, max_plies, &mut builder, &args.out)?;
    }
    let bytes = format::to_bytes(builder.records());
    files::save(&args.out, &bytes)?;
    let book = Book::from_bytes(bytes).context("the book just made")?;
    let mut out = io::stdout().lock();
    writeln!(out, "games {} ({left_out} left out)", builder.games())?;
    writeln!(out, "positions {}", book.positions())?;
    writeln!(out, "moves {}", book.moves())?;
    writeln!(out, "bytes {}", book.size())?;
    Ok(ExitCode::SUCCESS)
}

/// A book in our own format.
fn open_own(path: &Path) -> anyhow::Result<Book> {
    let book = super::open(path)?;
    anyhow::ensure!(book.records().is_some(), "{}: not in chuhe's own format", path.display());
    Ok(book)
}
