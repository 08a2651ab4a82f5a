// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book convert`: converts a book to another format.

use super::open::open;
use crate::book::{Book, BookFormat, convert};
use crate::cli::failure::{CommandResult, Failure};
use crate::cli::files;
use crate::cli::output::{Output, OverwriteArgs, refuse_standard};
use crate::position::Position;
use crate::types::{Language, text};
use anyhow::{Context, anyhow};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Convert a book to another format
///
/// Converts a book of another program to chuhe's own format, or any book to the format given.
#[derive(clap::Args)]
#[command(after_help = "\
Books identify positions by keys only, so the positions are searched for from the start position (and from those of --fen): \
along all moves of the book, and along all other moves that lead to a position in the book. The last lines say how many of \
the book's moves were written; the others are lost. In a position that is its own mirror image, chuhe's format stores only \
one of two mirrored moves, with their combined weight. A BOOK.DAT stores moves and weights, nothing else; the databases \
(obk, yfk, pfb, xqb) store the weight as the score, and the games.

Examples:
  chuhe book convert BOOK.DAT --out mine.book
  chuhe book convert mine.book --out mine.obk")]
pub struct BookConvertArgs {
    /// Book to convert
    file: PathBuf,
    /// File to write the new book to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Format of the new book [default: by the ending of its name: book, dat, obk, yfk, pfb or xqb; else
    /// chuhe, or elephant-eye for a book in chuhe's format]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<FormatName>,
    /// Search from this position, too; may be given several times
    #[arg(long, value_name = "FEN")]
    fen: Vec<Position>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum FormatName {
    /// chuhe's own format
    Chuhe,
    /// `BOOK.DAT`
    ElephantEye,
    /// BHGUI's database
    Obk,
    /// The same with the squares of a move swapped
    Yfk,
    /// pfBook's database
    Pfb,
    /// xqbook's database
    Xqb,
}

impl FormatName {
    /// Returns the format that is usual for files with this ending.
    fn of(file: &Path) -> Option<Self> {
        match &*file.extension()?.to_string_lossy().to_lowercase() {
            "book" => Some(Self::Chuhe),
            "dat" => Some(Self::ElephantEye),
            "obk" => Some(Self::Obk),
            "yfk" => Some(Self::Yfk),
            "pfb" => Some(Self::Pfb),
            "xqb" => Some(Self::Xqb),
            _ => None,
        }
    }
}

impl From<FormatName> for BookFormat {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Chuhe => Self::Chuhe,
            FormatName::ElephantEye => Self::ElephantEye,
            FormatName::Obk => Self::Obk,
            FormatName::Yfk => Self::Yfk,
            FormatName::Pfb => Self::Pfb,
            FormatName::Xqb => Self::Xqb,
        }
    }
}

pub fn run(args: &BookConvertArgs, language: Language) -> CommandResult {
    let book = open(&args.file)?;
    if files::are_same(&args.out, &args.file) {
        let name = args.out.display();
        return Err(anyhow!("--out: {name} is the input; input files are never overwritten").into());
    }
    refuse_standard("--out", &args.out)?;
    let output = Output::create(&args.out, None, args.overwrite)?;
    let format = match (args.format.or_else(|| FormatName::of(&args.out)), book.format()) {
        (Some(name), _) => name.into(),
        (None, BookFormat::Chuhe) => BookFormat::ElephantEye,
        (None, _) => BookFormat::Chuhe,
    };
    let starts: Vec<Position> = [Position::startpos()].into_iter().chain(args.fen.iter().cloned()).collect();
    let made = convert(&book, &starts, format).map_err(anyhow::Error::from)?;
    if made.moves == 0 {
        let name = args.file.display();
        return Err(Failure::Job(anyhow!(
            "{name}: no position of this book is reachable from the start position; give others with --fen"
        )));
    }
    output.save(&made.bytes)?;
    let written = Book::from_bytes(made.bytes).context("the new book")?;
    let mut out = io::stdout().lock();
    let [format, positions, moves, bytes] =
        language.pick(["format", "positions", "moves", "bytes"], ["格式", "局面", "着法", "字节"]);
    let share = |part, whole| text!(language, "{part} of {whole}", "{part}，共{whole}");
    writeln!(out, "{format} {}", written.format())?;
    writeln!(out, "{positions} {}", share(made.positions, book.positions()))?;
    writeln!(out, "{moves} {}", share(made.moves, book.moves()))?;
    writeln!(out, "{bytes} {}", written.size())?;
    Ok(ExitCode::SUCCESS)
}
