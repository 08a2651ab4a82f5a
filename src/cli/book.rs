// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book`: looks into opening books, and makes them.

mod analysis;
mod build;
mod games;

use super::Outcome;
use super::args::PositionArgs;
use crate::book::{Book, Books};
use anyhow::Context;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Make opening books and look into them
///
/// Books are files in chuhe's own format or ElephantEye's `BOOK.DAT`; which it is shows in their content.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chuhe book probe BOOK.DAT --moves h2e2 h9g7
  chuhe book info BOOK.DAT
  chuhe book build --games games.jsonl --out mine.book")]
pub(super) struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(clap::Subcommand)]
enum BookCommand {
    Build(Box<build::BuildArgs>),
    /// Print the moves that books know in a position, with their weights, the best first
    #[command(after_help = "\
Nothing is printed for a position that no book knows. A move of weight 0 is known, but not to be played.

Examples:
  chuhe book probe BOOK.DAT
  chuhe book probe first.book BOOK.DAT --moves h2e2 h9g7
  chuhe book probe BOOK.DAT --fen 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'")]
    Probe {
        /// The books; the first that knows the position answers
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        position: Box<PositionArgs>,
    },
    /// Print format and size of a book
    #[command(after_help = "Example:\n  chuhe book info BOOK.DAT")]
    Info {
        /// The book
        file: PathBuf,
    },
}

pub(super) fn run(args: &BookArgs) -> Outcome {
    match &args.command {
        BookCommand::Build(args) => build::run(args),
        BookCommand::Probe { files, position } => probe(files, position),
        BookCommand::Info { file } => info(file),
    }
}

fn probe(files: &[PathBuf], position: &PositionArgs) -> Outcome {
    let position = position.position()?;
    let books = files.iter().map(|file| open(file)).collect::<anyhow::Result<_>>()?;
    let mut out = io::stdout().lock();
    for known in Books::new(books).probe(&position) {
        writeln!(out, "{} {}", known.mv, known.weight)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn info(file: &Path) -> Outcome {
    let book = open(file)?;
    let mut out = io::stdout().lock();
    writeln!(out, "format {}", book.format())?;
    writeln!(out, "positions {}", book.positions())?;
    writeln!(out, "moves {}", book.moves())?;
    writeln!(out, "bytes {}", book.size())?;
    Ok(ExitCode::SUCCESS)
}

fn open(file: &Path) -> anyhow::Result<Book> {
    Book::open(file).with_context(|| file.display().to_string())
}
