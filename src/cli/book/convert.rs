// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book convert`: books in another format.

use super::open;
use crate::book::{Book, BookFormat, convert};
use crate::cli::failure::{CommandResult, Failure};
use crate::cli::files;
use crate::position::Position;
use anyhow::{Context, anyhow};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Write a book in another format
///
/// From chuhe's own format to ElephantEye's `BOOK.DAT` or the other way round.
#[derive(clap::Args)]
#[command(after_help = "\
Books know positions by keys only, so they are looked for from the start of a game (and from those given by --fen): along all \
moves of the book, and all others that lead to a position it knows. The last lines say how many moves were written of \
how many there are; the others are lost. Of two moves that are mirror images of each other, where both sides of the board \
are alike, chuhe's format keeps one, with the weights of both. A BOOK.DAT keeps moves and weights, nothing else.

Examples:
  chuhe book convert BOOK.DAT --out mine.book
  chuhe book convert mine.book --out BOOK.DAT --format elephant-eye")]
pub struct ConvertArgs {
    /// The book
    file: PathBuf,
    /// The new book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The new book's format [default: the one that the book is not in]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<FormatName>,
    /// Look for positions from this one on as well; may be given several times
    #[arg(long, value_name = "FEN")]
    fen: Vec<Position>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum FormatName {
    /// The own format
    Chuhe,
    /// `BOOK.DAT`
    ElephantEye,
}

pub fn run(args: &ConvertArgs) -> CommandResult {
    let book = open(&args.file)?;
    if files::are_same(&args.out, &args.file) {
        return Err(anyhow!("--out: the book to convert is {}", args.out.display()).into());
    }
    let format = match (args.format, book.format()) {
        (Some(FormatName::Chuhe), _) | (None, BookFormat::ElephantEye) => BookFormat::Chuhe,
        (Some(FormatName::ElephantEye), _) | (None, BookFormat::Chuhe) => BookFormat::ElephantEye,
    };
    let starts: Vec<Position> = [Position::startpos()].into_iter().chain(args.fen.iter().cloned()).collect();
    let made = convert(&book, &starts, format);
    if made.moves == 0 {
        let name = args.file.display();
        return Err(Failure::Job(anyhow!(
            "{name}: none of its moves is to be found from the start of a game"
        )));
    }
    files::save(&args.out, &made.bytes)?;
    let written = Book::from_bytes(made.bytes).context("the book just made")?;
    let mut out = io::stdout().lock();
    writeln!(out, "format {}", written.format())?;
    writeln!(out, "positions {} of {}", made.positions, book.positions())?;
    writeln!(out, "moves {} of {}", made.moves, book.moves())?;
    writeln!(out, "bytes {}", written.size())?;
    Ok(ExitCode::SUCCESS)
}
