// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree of commands, and the groups of options that several of them share.

#[cfg(feature = "tune")]
use super::spsa;
use super::{
    adjudicate, analyze, bench, book, chances, convert, datagen, eval, lab, matches, net, perft, search,
    show, suite, train, tune,
};
use crate::engine::Engine;
use crate::eval::{Network, network::NetworkError};
use crate::notation::parse_moves;
use crate::position::Position;
use crate::search::{Limits, Settings};
use crate::types::Depth;
use anyhow::Context;
use clap::builder::RangedU64ValueParser;
use clap::{Parser, Subcommand, value_parser};
use clap_complete::Shell;
use log::LevelFilter;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// No search and no count goes deeper.
pub const MAX_DEPTH: i64 = Depth::MAX.whole() as i64;

/// A tebibyte: what exceeds the memory at hand is cut by the engine.
const MAX_HASH_MB: u64 = 1 << 20;

/// A Xiangqi (Chinese chess) engine.
///
/// Without a command it speaks UCCI or UCI on standard input and output, for a graphical interface to drive.
#[derive(Parser)]
#[command(
    name = "chuhe",
    version,
    max_term_width = 100,
    after_help = "Examples:\n  chuhe search --movetime 2000\n  echo 'ucci' | chuhe"
)]
pub struct Args {
    /// What to log on standard error: off, error, warn, info, debug or trace [default: as `RUST_LOG` says, or error]
    #[arg(long, global = true, value_name = "LEVEL", display_order = 100)]
    pub log: Option<LevelFilter>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Eval(eval::EvalArgs),
    Search(search::SearchArgs),
    Analyze(analyze::AnalyzeArgs),
    Suite(suite::SuiteArgs),
    Match(Box<matches::MatchArgs>),
    Show(show::ShowArgs),
    Convert(convert::ConvertArgs),
    Adjudicate(adjudicate::AdjudicateArgs),
    Datagen(datagen::DatagenArgs),
    Train(Box<train::TrainArgs>),
    Net(net::NetArgs),
    Chances(chances::ChancesArgs),
    Tune(tune::TuneArgs),
    Book(book::BookArgs),
    Lab(Box<lab::LabArgs>),
    #[cfg(feature = "tune")]
    Spsa(spsa::SpsaArgs),
    /// Print the completion script for a shell
    #[command(
        after_help = "Example:\n  chuhe completions bash > ~/.local/share/bash-completion/completions/chuhe"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Which position.
#[derive(clap::Args)]
pub struct PositionArgs {
    /// The position [default: the start of a game]
    #[arg(long, value_name = "FEN")]
    fen: Option<Position>,
    /// Moves to play from there first, like h2e2; takes all words that follow, so put it last
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
}

impl PositionArgs {
    /// The position after the moves.
    pub fn position(&self) -> anyhow::Result<Position> {
        let mut position = self.fen.clone().unwrap_or_else(Position::startpos);
        let words = self.moves.iter().flat_map(|words| words.split_whitespace());
        parse_moves(&mut position, words).context("--moves")?;
        Ok(position)
    }
}

/// When to end a search.
#[derive(clap::Args)]
pub struct LimitArgs {
    /// Search so many plies deep, 100 at most
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=MAX_DEPTH))]
    depth: Option<u32>,
    /// Search so many positions
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search for so many milliseconds
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..))]
    movetime: Option<u64>,
}

impl LimitArgs {
    /// The limits; without any, so many milliseconds.
    pub fn limits(&self, default_movetime: u64) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none() && self.movetime.is_none();
        let movetime = if unlimited { Some(default_movetime) } else { self.movetime };
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: movetime.map(Duration::from_millis),
            ..Limits::default()
        }
    }
}

/// What evaluates positions: a network, or if it is none the hand-made evaluation.
#[derive(clap::Args)]
pub struct NetworkArgs {
    /// The network to evaluate with; `<classic>`: none, but the hand-made evaluation
    #[arg(long, value_name = "FILE", default_value = Network::EMBEDDED, value_parser = evaluation)]
    evalfile: Evaluation,
}

#[derive(Clone)]
struct Evaluation {
    name: PathBuf,
    network: Option<Arc<Network>>,
}

fn evaluation(name: &str) -> Result<Evaluation, NetworkError> {
    Network::named(name).map(|network| Evaluation { name: name.into(), network })
}

impl NetworkArgs {
    /// The network asked for.
    pub fn network(&self) -> Option<Arc<Network>> {
        self.evalfile.network.clone()
    }

    /// The file that it is in, or one of the words that stand for another.
    pub fn file(&self) -> &Path {
        &self.evalfile.name
    }
}

/// What the engine may use: a table of `HASH` MiB if no other is asked for.
#[derive(clap::Args)]
pub struct EngineArgs<const HASH: usize> {
    /// Threads to search with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[arg(long, value_name = "MB", value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_HASH_MB), help = format!("Size of the transposition table in MiB [default: {HASH}]"))]
    hash: Option<usize>,
    #[command(flatten)]
    network: NetworkArgs,
}

impl<const HASH: usize> EngineArgs<HASH> {
    /// An engine that uses this and reports `multi_pv` lines.
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

/// A number from 0 to 1.
pub fn share<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    let share: T = text.parse().map_err(|_| "not a number".to_owned())?;
    if (T::from(0)..=T::from(1)).contains(&share) { Ok(share) } else { Err("not from 0 to 1".to_owned()) }
}
