// SPDX-License-Identifier: MIT OR Apache-2.0
//! Options that several commands share: the position, the limits of a search, the evaluation, the engine,
//! its endgame tables, opening books.

use super::failure::{Failure, InputError, warn};
use anyhow::{Context, ensure};
use chuhe::book::{Book, Books};
use chuhe::engine::{BookChoice, BookSettings, Engine, MAX_HASH_MB, usual_hash_mb};
use chuhe::eval::Network;
use chuhe::eval::nnue::NetworkError;
use chuhe::protocol::options::Options;
use chuhe::search::{Limits, Settings};
use chuhe::tb::{SharedTb, Tablebase};
use chuhe::threads::{MAX_THREADS, cores};
use clap::builder::{RangedU64ValueParser, TypedValueParser};
use clap::value_parser;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use ucci::Dialect;
use xiangqi::notation::{begins_with_position, excerpt, parse_moves, read_position};
use xiangqi::position::Position;
use xiangqi::rules::{RuleName, RuleSet};
use xiangqi::types::Depth;

/// Maximum length of a FEN and of a list of moves on standard input, in bytes.
const MAX_FEN: u64 = 1 << 16;
const MAX_MOVES: u64 = 1 << 24;

/// The position that a command works on.
#[derive(clap::Args)]
pub struct PositionArgs {
    /// Position in FEN, `-` for standard input [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<FenArg>,
    /// Moves to play first, in any notation, with or without move numbers; `-` for standard input. Takes all
    /// words that follow, so put it last
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
}

impl PositionArgs {
    /// Returns the position after the moves.
    pub fn position(&self) -> anyhow::Result<Position> {
        position_after(fen_position(self.fen.as_ref())?, &self.moves).context("--moves")
    }
}

/// A FEN, with or without moves after it, or `-` for standard input.
#[derive(Clone)]
pub struct FenArg(String);

impl FenArg {
    /// Reads the position, from standard input if the text is `-`.
    pub fn position(&self) -> anyhow::Result<Position> {
        if self.0 == "-" {
            Ok(first_line().and_then(|text| read(&text)).map_err(InputError::In)?)
        } else {
            read(&self.0)
        }
    }
}

impl From<String> for FenArg {
    fn from(text: String) -> Self {
        Self(text)
    }
}

/// Reads a position with or without moves.
fn read(text: &str) -> anyhow::Result<Position> {
    Ok(read_position(text).map_err(|error| InputError::Fen(excerpt(text), error.into()))?)
}

/// Returns the position of `--fen`.
pub fn fen_position(fen: Option<&FenArg>) -> anyhow::Result<Option<Position>> {
    fen.map(|fen| fen.position().context("--fen")).transpose()
}

/// Returns the position of `--fen`; the start position without it.
pub fn start_position(fen: Option<&FenArg>) -> anyhow::Result<Position> {
    Ok(fen_position(fen)?.unwrap_or_else(Position::startpos))
}

/// Returns the first line of standard input that is not blank. A byte order mark is skipped. What follows is
/// left for `--moves -`.
fn first_line() -> anyhow::Result<String> {
    let mut input = io::stdin().lock().take(MAX_FEN);
    let mut line = String::new();
    while line.trim().is_empty() {
        line.clear();
        ensure!(input.read_line(&mut line)? > 0, InputError::NoFen);
        line = line.trim_start_matches('\u{feff}').to_owned();
    }
    Ok(line.trim().to_owned())
}

/// Returns the rest of standard input.
fn read_moves() -> anyhow::Result<String> {
    let input = io::read_to_string(io::stdin().lock().take(MAX_MOVES))?;
    ensure!((input.len() as u64) < MAX_MOVES, InputError::TooLong);
    Ok(input)
}

/// Plays the moves in these words, one of which may be `-` for those on standard input, from `start` on or
/// else from the start of a game. Without `start` the words may begin with a position:
/// `position fen … moves …`.
pub fn position_after(start: Option<Position>, words: &[String]) -> anyhow::Result<Position> {
    // A hyphen is a field of a FEN, too.
    let is_position = words.first().is_some_and(|word| begins_with_position(word));
    let mut text = words.join(" ");
    if !is_position && words.iter().any(|word| word == "-") {
        let mut input = read_moves().map_err(InputError::In)?;
        let words =
            words.iter().map(|word| if word == "-" { core::mem::take(&mut input) } else { word.clone() });
        text = words.collect::<Vec<_>>().join(" ").replace('\u{feff}', "");
    }
    if begins_with_position(&text) {
        ensure!(start.is_none(), InputError::TwoPositions);
        return read(&text);
    }
    let mut position = start.unwrap_or_else(Position::startpos);
    parse_moves(&mut position, text.split_whitespace())?;
    Ok(position)
}

/// The deepest search or count, in plies.
pub const MAX_DEPTH: i64 = Depth::MAX.whole() as i64;

/// Limits of a search.
#[derive(clap::Args)]
pub struct LimitArgs {
    /// Depth in plies, up to 100
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=MAX_DEPTH))]
    depth: Option<u32>,
    /// Number of nodes
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time in milliseconds
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..))]
    movetime: Option<u64>,
}

impl LimitArgs {
    /// Returns the limits; without any, a time of `default_movetime` milliseconds.
    pub fn limits(&self, default_movetime: u64) -> Limits {
        let given = self.given();
        if given.is_bounded() { given } else { Limits::movetime(Duration::from_millis(default_movetime)) }
    }

    /// Returns the limits given, which may be none.
    pub fn given(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        }
    }
}

/// Reads a number of threads; 0 is the number of processors, as in a session.
pub fn threads() -> impl TypedValueParser<Value = u16> {
    let cores = || u16::try_from(cores()).unwrap_or(u16::MAX);
    let range = value_parser!(u16).range(0..=i64::from(MAX_THREADS));
    range.map(move |threads| if threads == 0 { cores() } else { threads })
}

/// Reads the size of a transposition table in MiB; 0 is the engine's choice, as in a session.
pub fn hash_mb() -> impl TypedValueParser<Value = usize> {
    let range = RangedU64ValueParser::<usize>::new().range(0..=MAX_HASH_MB as u64);
    range.map(|megabytes| if megabytes == 0 { usual_hash_mb() } else { megabytes })
}

/// Resources of the engine, with a transposition table of `HASH` MiB by default.
#[derive(clap::Args)]
pub struct EngineArgs<const HASH: usize> {
    /// Number of search threads; 0: one per processor
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    threads: u16,
    #[arg(
        long,
        value_name = "MB",
        value_parser = hash_mb(),
        help = format!("Size of the transposition table in MiB; 0: the engine's choice [default: {HASH}]")
    )]
    hash: Option<usize>,
    #[command(flatten)]
    network: NetworkArgs,
}

impl<const HASH: usize> EngineArgs<HASH> {
    /// Returns an engine with these resources that reports `multi_pv` lines.
    pub fn engine(&self, multi_pv: usize) -> Engine {
        let mut engine = Engine::new(self.hash.unwrap_or(HASH));
        engine.set_settings(Settings {
            threads: self.threads.into(),
            multi_pv,
            network: self.network.network(),
            ..Settings::default()
        });
        engine
    }
}

/// The network (NNUE) that evaluates.
#[derive(clap::Args)]
pub struct NetworkArgs {
    /// Network file
    #[arg(long, value_name = "FILE", default_value = Network::EMBEDDED, value_parser = evaluation)]
    evalfile: Evaluation,
}

#[derive(Clone)]
struct Evaluation {
    name: PathBuf,
    network: Arc<Network>,
}

fn evaluation(name: &str) -> Result<Evaluation, NetworkError> {
    Network::named(name).map(|network| Evaluation { name: name.into(), network })
}

impl NetworkArgs {
    /// Returns the network.
    pub fn network(&self) -> Arc<Network> {
        Arc::clone(&self.evalfile.network)
    }

    /// Returns the file that holds it, or the word for the embedded one.
    pub fn file(&self) -> &Path {
        &self.evalfile.name
    }
}

/// Endgame tables.
#[derive(clap::Args)]
pub struct TableArgs {
    /// Directory of endgame tables; give the option again for more directories
    #[arg(long = "tables", value_name = "DIR")]
    directories: Vec<PathBuf>,
}

impl TableArgs {
    /// Finds the tables; there are none without the option.
    pub fn open(&self) -> Result<Arc<Tablebase>, Failure> {
        let tables = Tablebase::open(&self.directories).map_err(|error| Failure::Input(error.into()))?;
        if !self.directories.is_empty() && tables.most_pieces() == 0 {
            warn(&"--tables: there are no endgame tables in this directory");
        }
        Ok(Arc::new(tables))
    }

    /// Lets an engine play by the tables.
    pub fn equip(&self, engine: &mut Engine) -> Result<(), Failure> {
        if !self.directories.is_empty() {
            let settings = engine.settings().clone();
            engine.set_settings(Settings { tb: Some(SharedTb::new(self.open()?)), ..settings });
        }
        Ok(())
    }
}

/// The opening books to play from.
#[derive(clap::Args)]
pub struct BookArgs {
    /// Opening book; give the option again for more books [default: chuhe.book beside the program, if it
    /// exists]
    #[arg(long = "book", value_name = "FILE")]
    books: Vec<PathBuf>,
    /// Play without opening books
    #[arg(long, conflicts_with = "books")]
    no_book: bool,
}

impl BookArgs {
    /// Lets an engine play from the books.
    pub fn equip(&self, engine: &mut Engine) -> anyhow::Result<()> {
        if self.no_book {
            return Ok(());
        }
        let files = open_files(&self.books)?.into_iter().map(|(path, _)| path.into()).collect();
        engine.set_book_settings(BookSettings {
            files,
            choice: BookChoice::Weight,
            ..BookSettings::default()
        });
        Ok(())
    }
}

/// Opens a book of any format.
pub fn open_book(file: &Path) -> anyhow::Result<Book> {
    Book::open(file).with_context(|| file.display().to_string())
}

/// Opens these books; without any, the engine's default one. If that cannot be read, the command goes on
/// without it.
pub fn open_books(files: &[PathBuf]) -> anyhow::Result<Books> {
    Ok(Books::new(open_files(files)?.into_iter().map(|(_, book)| book).collect()))
}

/// The same, each book with its file.
pub fn open_files(files: &[PathBuf]) -> anyhow::Result<Vec<(PathBuf, Book)>> {
    let open = |file: &PathBuf| Ok((file.clone(), open_book(file)?));
    if !files.is_empty() {
        return files.iter().map(open).collect();
    }
    let default = Options::default().book_settings(Dialect::Ucci).files;
    let report = |error: &anyhow::Error| warn(&format!("{error:#}"));
    Ok(default.iter().filter_map(|file| open(&file.path).inspect_err(report).ok()).collect())
}

/// The rules by which repetitions are judged.
#[derive(clap::Args)]
pub struct RulesArgs {
    /// Rules of repetition: asian (also: world, wxf), chinese, chinese-three-cycles, chinese-nine-moves,
    /// chinese-2011, computer, check-ban or always-draw
    #[arg(long = "rules", value_name = "NAME", default_value = "asian", value_parser = RuleName::find)]
    name: &'static RuleName,
}

impl RulesArgs {
    /// Returns the rules that are applied.
    pub fn rules(&self) -> RuleSet {
        self.name.rules
    }
}
