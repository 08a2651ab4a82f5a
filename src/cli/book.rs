// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book`: makes and inspects opening books.

mod analysis;
mod build;
mod convert;
mod games;
mod info;
mod open;
mod probe;

use super::failure::CommandResult;
use crate::types::Language;
use std::path::PathBuf;

/// Make, convert and inspect opening books
///
/// Books are files in chuhe's own format, ElephantEye's `BOOK.DAT`, or the databases of BHGUI (`.obk`,
/// `.yfk`), pfBook (`.pfb`) and xqbook (`.xqb`); the format is detected from the content.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chuhe book probe BOOK.DAT --moves h2e2 h9g7
  chuhe book info BOOK.DAT
  chuhe book build --games games.jsonl --out mine.book
  chuhe book convert BOOK.DAT --out mine.book")]
pub struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(clap::Subcommand)]
enum BookCommand {
    Build(Box<build::BuildArgs>),
    Convert(convert::BookConvertArgs),
    Probe(probe::ProbeArgs),
    /// Print the format and size of a book
    #[command(after_help = "\
Of a database, what is unusual is counted too: keys stored as floating-point numbers, as the original program does; keys lost \
in this way; moves marked as not to be played; rows without a move; and a table without an index of the keys, for which \
chuhe writes one beside the book (BOOK.index).

Example:
  chuhe book info BOOK.DAT")]
    Info {
        /// The book
        file: PathBuf,
    },
}

pub fn run(args: &BookArgs, language: Language) -> CommandResult {
    match &args.command {
        BookCommand::Build(args) => build::run(args),
        BookCommand::Convert(args) => convert::run(args, language),
        BookCommand::Probe(args) => probe::run(args, language),
        BookCommand::Info { file } => info::run(file, language),
    }
}
