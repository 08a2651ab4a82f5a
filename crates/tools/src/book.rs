// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book`: makes, converts and inspects opening books.

mod analysis;
mod build;

use super::failure::{CommandResult, Failure, Place};
use super::files;
use super::options::{PositionArgs, open_book};
use super::output::{Output, OverwriteArgs, refuse_standard};
use chuhe::book::{self, Book, BookFormat, BookMove, Books, Oddities};
use chuhe_console::read;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xiangqi::diagram::columns::{pad, right};
use xiangqi::notation::Notation;
use xiangqi::openings::Opening;
use xiangqi::position::Position;
use xiangqi::types::{Bilingual, Language, bilingual, text};

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
    Convert(ConvertArgs),
    Probe(ProbeArgs),
    /// Print the format and size of a book
    #[command(after_help = "\
Irregularities of a database are counted too: keys stored as floating-point numbers, as the original program does; keys lost \
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
        BookCommand::Convert(args) => convert(args, language),
        BookCommand::Probe(args) => probe(args, language),
        BookCommand::Info { file } => info(file, language),
    }
}

fn info(file: &Path, language: Language) -> CommandResult {
    let book = open_book(file)?;
    let mut out = io::stdout().lock();
    let [format, positions, moves, bytes] =
        language.pick(["format", "positions", "moves", "bytes"], ["格式", "局面", "着法", "字节"]);
    writeln!(out, "{format} {}", book.format())?;
    writeln!(out, "{positions} {}", book.positions())?;
    writeln!(out, "{moves} {}", book.moves())?;
    writeln!(out, "{bytes} {}", book.size())?;
    if let Some(Oddities { real_keys, lost_keys, barred, malformed, is_unindexed }) =
        book.oddities().map_err(Bilingual::from)?
    {
        let counts = [
            (language.pick("keys stored as floating-point numbers", "以浮点数保存的键值"), real_keys),
            (language.pick("moves with a lost key", "键值丢失的着法"), lost_keys),
            (language.pick("moves not to be played", "标为不用的着法"), barred),
            (language.pick("rows without a move", "不含着法的记录"), malformed),
        ];
        for (what, count) in counts.into_iter().filter(|&(_, count)| count > 0) {
            writeln!(out, "{what} {count}")?;
        }
        if is_unindexed {
            writeln!(out, "{}", language.pick("no index of the keys", "键值没有索引"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Print the book moves of a position, the best one first
#[derive(clap::Args)]
#[command(after_help = "\
Nothing is printed for a position that is in none of the books. A move of weight 0 is known, but not to be played; if a book \
has no move to play, the engine asks the next book.

With --verbose, a table shows everything stored with the moves, and the opening that each move leads to. The value is in \
pawns, from the mover's perspective; `-` stands for data that the book does not contain.

Examples:
  chuhe book probe BOOK.DAT
  chuhe book probe first.book BOOK.DAT --verbose --moves h2e2 h9g7
  chuhe book probe BOOK.DAT --fen 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'")]
struct ProbeArgs {
    /// Books to probe in this order; the first one that contains the position answers
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print everything stored with the moves
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    position: Box<PositionArgs>,
}

fn probe(args: &ProbeArgs, language: Language) -> CommandResult {
    let position = args.position.position()?;
    let books = args.files.iter().map(|file| open_book(file)).collect::<Result<_, Bilingual>>()?;
    let known = Books::new(books).probe(&position);
    let mut out = io::stdout().lock();
    if args.verbose && !known.is_empty() {
        let header = language.pick(
            ["move", "in Chinese", "weight", "value", "depth", "games", "score", "opening"],
            ["坐标", "着法", "权重", "评分", "深度", "局数", "得分率", "开局"],
        );
        writeln!(out, "{}", probe_line(header))?;
    }
    for known in known {
        if args.verbose {
            writeln!(out, "{}", probe_row(&position, &known, language))?;
        } else {
            writeln!(out, "{} {}", known.mv, known.weight)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A line of the table; numbers stand at the right of their columns.
fn probe_line([mv, chinese, weight, value, depth, games, score, opening]: [&str; 8]) -> String {
    let numbers = [right(weight, 6), right(value, 6), right(depth, 5), right(games, 6), right(score, 6)];
    format!("{}  {}  {}  {opening}", pad(mv, 4), pad(chinese, 10), numbers.join("  "))
}

fn probe_row(position: &Position, known: &BookMove, language: Language) -> String {
    let &BookMove { mv, weight, value, depth, games, points } = known;
    let or_dash = |is_known: bool, text: String| if is_known { text } else { "-".to_owned() };
    let mut after = position.clone();
    after.play_unchecked(mv);
    let opening = Opening::of(&after).map(|opening| {
        let Opening { code, chinese, .. } = opening;
        text!(language, "{opening} {chinese}", "{code} {chinese}")
    });
    probe_line([
        &mv.to_string(),
        &Notation::Chinese.write(position, mv),
        &weight.to_string(),
        &or_dash(depth > 0, format!("{:+.2}", f64::from(value) / 100.0)),
        &or_dash(depth > 0, depth.to_string()),
        &or_dash(games > 0, games.to_string()),
        &or_dash(games > 0, format!("{:.1} %", 50.0 * f64::from(points) / f64::from(games.max(1)))),
        opening.as_deref().unwrap_or("-"),
    ])
}

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
struct ConvertArgs {
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
    #[arg(long, value_name = "FEN", value_parser = read::<Position>)]
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

fn convert(args: &ConvertArgs, language: Language) -> CommandResult {
    let book = open_book(&args.file)?;
    if files::are_same(&args.out, &args.file) {
        let name = args.out.display();
        let problem = bilingual!(
            "--out: {name} is the input; input files are never overwritten",
            "--out：{name} 是输入文件，输入文件不会被覆盖"
        );
        return Err(problem.into());
    }
    refuse_standard("--out", &args.out)?;
    let output = Output::create(&args.out, None, args.overwrite)?;
    let format = match (args.format.or_else(|| FormatName::of(&args.out)), book.format()) {
        (Some(name), _) => name.into(),
        (None, BookFormat::Chuhe) => BookFormat::ElephantEye,
        (None, _) => BookFormat::Chuhe,
    };
    let starts: Vec<Position> = [Position::startpos()].into_iter().chain(args.fen.iter().cloned()).collect();
    let made = book::convert(&book, &starts, format).map_err(Bilingual::from)?;
    if made.moves == 0 {
        let name = args.file.display();
        return Err(Failure::Job(bilingual!(
            "{name}: no position of this book is reachable from the start position; give others with --fen",
            "{name}：从初始局面到不了此开局库中的任何局面；请用 --fen 给出别的局面"
        )));
    }
    output.save(&made.bytes)?;
    let written = Book::from_bytes(made.bytes).within(|| bilingual!("the new book", "新开局库"))?;
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
