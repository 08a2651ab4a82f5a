// SPDX-License-Identifier: MIT OR Apache-2.0
//! Options that several commands share: the position, the limits of a search, the evaluation, the engine,
//! its endgame tables.

use super::failure::{Failure, Place, warn};
use crate::engine::{Engine, MAX_HASH_MB, usual_hash_mb};
use crate::eval::Network;
use crate::search::{Limits, Settings};
use crate::tb::{SharedTb, Tablebase};
use crate::threads::{MAX_THREADS, cores};
use chuhe_console::{number, read as read_from};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use std::ffi::OsStr;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use xiangqi::notation::{Notation, begins_with_position, excerpt, parse_moves, read_position};
use xiangqi::position::Position;
use xiangqi::types::{Bilingual, Depth, bilingual};

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
    pub fn position(&self) -> Result<Position, Bilingual> {
        position_after(fen_position(self.fen.as_ref())?, &self.moves).at("--moves")
    }
}

/// A FEN, with or without moves after it, or `-` for standard input.
#[derive(Clone)]
pub struct FenArg(String);

impl FenArg {
    /// Reads the position, from standard input if the text is `-`.
    pub fn position(&self) -> Result<Position, Bilingual> {
        if self.0 == "-" {
            first_line().and_then(|text| read(&text)).within(standard_input)
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

/// Reads a word of a vocabulary, whose words help and completions list.
#[derive(Clone)]
pub struct Vocabulary<T> {
    pub read: fn(&str) -> Result<T, Bilingual>,
    pub words: fn() -> Vec<&'static str>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Vocabulary<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        self.read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.words)().into_iter().map(PossibleValue::new)))
    }
}

/// Reads the name of a notation.
pub fn notation() -> Vocabulary<Notation> {
    Vocabulary { read: read_from, words: || Notation::ALL.map(Notation::name).into() }
}

/// Reads a position with or without moves.
fn read(text: &str) -> Result<Position, Bilingual> {
    read_position(text).within(|| bilingual!("'{text}'", "“{text}”", text = excerpt(text)))
}

fn standard_input() -> Bilingual {
    bilingual!("standard input", "标准输入")
}

/// Returns the position of `--fen`.
pub fn fen_position(fen: Option<&FenArg>) -> Result<Option<Position>, Bilingual> {
    fen.map(|fen| fen.position().at("--fen")).transpose()
}

/// Returns the first line of standard input that is not blank. A byte order mark is skipped. What follows is
/// left for `--moves -`.
fn first_line() -> Result<String, Bilingual> {
    let mut input = io::stdin().lock().take(MAX_FEN);
    let mut line = String::new();
    while line.trim().is_empty() {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Err(bilingual!("no FEN: the input is empty", "没有 FEN：输入为空"));
        }
        line = line.trim_start_matches('\u{feff}').to_owned();
    }
    Ok(line.trim().to_owned())
}

/// Returns the rest of standard input.
fn read_moves() -> Result<String, Bilingual> {
    let input = io::read_to_string(io::stdin().lock().take(MAX_MOVES))?;
    if input.len() as u64 == MAX_MOVES {
        return Err(bilingual!("longer than any game", "超过任何对局的长度"));
    }
    Ok(input)
}

/// Plays the moves in these words, one of which may be `-` for those on standard input, from `start` on or
/// else from the start of a game. Without `start` the words may begin with a position:
/// `position fen … moves …`.
pub fn position_after(start: Option<Position>, words: &[String]) -> Result<Position, Bilingual> {
    // A hyphen is a field of a FEN, too.
    let is_position = words.first().is_some_and(|word| begins_with_position(word));
    let mut text = words.join(" ");
    if !is_position && words.iter().any(|word| word == "-") {
        let mut input = read_moves().within(standard_input)?;
        let words =
            words.iter().map(|word| if word == "-" { core::mem::take(&mut input) } else { word.clone() });
        text = words.collect::<Vec<_>>().join(" ").replace('\u{feff}', "");
    }
    if begins_with_position(&text) {
        if start.is_some() {
            return Err(bilingual!("--fen and the moves both give a position", "--fen 与着法中都给出了局面"));
        }
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
    #[arg(long, value_name = "PLIES", value_parser = number::<u32>(1..=MAX_DEPTH))]
    depth: Option<u32>,
    /// Number of nodes
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    nodes: Option<u64>,
    /// Time in milliseconds
    #[arg(long, value_name = "MS", value_parser = number::<u64>(1..))]
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
    let range = number::<u16>(0..=i64::from(MAX_THREADS));
    range.map(move |threads| if threads == 0 { cores() } else { threads })
}

/// Reads the size of a transposition table in MiB; 0 is the engine's choice, as in a session.
pub fn hash_mb() -> impl TypedValueParser<Value = usize> {
    let range = number::<usize>(0..=MAX_HASH_MB as i64);
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

fn evaluation(name: &str) -> Result<Evaluation, Bilingual> {
    Ok(Evaluation { name: name.into(), network: Network::named(name)? })
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
        let tables = Tablebase::open(&self.directories).map_err(Bilingual::from)?;
        if !self.directories.is_empty() && tables.most_pieces() == 0 {
            warn(bilingual!(
                "--tables: there are no endgame tables in this directory",
                "--tables：此目录中没有残局库"
            ));
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
