// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parts that the experiments share: arguments, tables that are readable as text and as Markdown, and the
//! second thread.
//!
//! Long experiments run on a second thread. The main thread shows the results so far and can stop cleanly at
//! any time, although the algorithms cannot be interrupted.

use crate::ladder::rung_named;
use crate::{MemorySettings, Rung, Subject};
use chuhe_console::failure::{CommandResult, Failure, Place};
use chuhe_console::interrupt::{self, Parts};
use chuhe_console::number;
use chuhe_console::output::{Output, OverwriteArgs};
use chuhe_display::charts;
use chuhe_display::progress::{keep_ticking, style};
use clap::ValueEnum;
use indicatif::ProgressBar;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use xiangqi::types::{Bilingual, bilingual};

pub use super::table::{Column, Table};

/// The games, by name.
#[derive(Clone, Copy, ValueEnum)]
pub enum GameName {
    Xiangqi,
    Reversi,
    /// Reversi valued by the mobility of the side to move
    ReversiSideToMove,
    Gomoku,
    /// Gomoku where a pattern counts only if five in a row still fit
    GomokuStrict,
    Tictactoe,
}

/// Calls a function that is generic over the game for the game of this name.
macro_rules! for_game {
    ($name:expr, $function:ident($($argument:expr),*)) => {
        match $name {
            $crate::commands::common::GameName::Xiangqi => $function::<$crate::games::Xiangqi>($($argument),*),
            $crate::commands::common::GameName::Reversi => $function::<$crate::games::Reversi>($($argument),*),
            $crate::commands::common::GameName::ReversiSideToMove => {
                $function::<$crate::games::SideToMoveReversi>($($argument),*)
            }
            $crate::commands::common::GameName::Gomoku => $function::<$crate::games::Gomoku>($($argument),*),
            $crate::commands::common::GameName::GomokuStrict => {
                $function::<$crate::games::StrictGomoku>($($argument),*)
            }
            $crate::commands::common::GameName::Tictactoe => $function::<$crate::games::TicTacToe>($($argument),*),
        }
    };
}
pub(crate) use for_game;

/// The chart to write.
#[derive(clap::Args)]
pub struct ChartArgs {
    /// Write a chart to an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

/// The file of the chart, if one was asked for.
pub struct ChartFile(Option<Output>);

impl ChartArgs {
    /// Opens the file before any work is done.
    pub fn open(&self) -> Result<ChartFile, Bilingual> {
        let open = |path| Output::create(path, Some(charts::FILE_MARK.as_bytes()), self.overwrite);
        Ok(ChartFile(self.svg.as_deref().map(open).transpose()?))
    }
}

impl ChartFile {
    /// Writes the chart while the work goes on, unless it goes to standard output.
    pub fn refresh(&self, svg: impl FnOnce() -> String) -> Result<(), Failure> {
        match &self.0 {
            Some(output) if !output.is_standard() => output.save(svg()),
            _ => Ok(()),
        }
    }

    /// Writes the chart.
    pub fn write(&self, svg: impl FnOnce() -> String) -> Result<(), Failure> {
        self.0.as_ref().map_or(Ok(()), |output| output.save(svg()))
    }
}

/// The memory of the algorithms.
#[derive(clap::Args, Clone, Copy)]
pub struct MemoryArgs {
    /// Base-2 logarithm of the number of table slots
    #[arg(long, value_name = "N", default_value_t = MemorySettings::default().bits, value_parser = number::<u32>(2..=24))]
    table_bits: u32,
    /// Nodes per move for algorithms with a dynamic depth; the default is the paper's minute
    #[arg(long, value_name = "N", default_value_t = MemorySettings::default().budget, value_parser = number::<u64>(1..))]
    budget: u64,
}

impl MemoryArgs {
    pub fn settings(self) -> MemorySettings {
        MemorySettings { bits: self.table_bits, budget: self.budget, ..MemorySettings::default() }
    }
}

/// Returns the algorithm with this name.
pub fn rung<G: Subject>(name: &str) -> Result<Rung<G>, Failure> {
    rung_named::<G, _>(name, G::ladder()).map_err(Failure::Input)
}

/// An algorithm and its search depth, written `NAME:PLIES`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    pub name: String,
    pub depth: u32,
}

/// The largest search depth.
pub const DEEPEST: u32 = 60;

impl core::str::FromStr for PlayerSpec {
    type Err = Bilingual;

    fn from_str(text: &str) -> Result<Self, Bilingual> {
        let parts = text.split_once(':').and_then(|(name, depth)| Some((name, depth.parse().ok()?)));
        let Some((name, depth @ 1..=DEEPEST)) = parts else {
            return Err(bilingual!(
                "expected NAME:PLIES, with 1 to {DEEPEST} plies",
                "应为“算法:步数”，步数为1至{DEEPEST}"
            ));
        };
        Ok(Self { name: name.to_owned(), depth })
    }
}

impl core::fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}:{}", self.name, self.depth)
    }
}

/// Formats a count with its noun in singular or plural.
pub fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Cuts a text from outside to a length that fits in an error.
pub fn cut(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        text.to_owned()
    } else {
        text.chars().take(LONGEST).chain(['…']).collect()
    }
}

/// The interval of checks for Ctrl-C.
const INTERVAL: Duration = Duration::from_millis(100);

/// An event of an experiment.
enum Event<T> {
    /// The number of finished parts, and a description of the current one.
    At(usize, String),
    /// A result.
    Result(T),
}

/// The channel on which an experiment reports.
pub struct Sender<T>(mpsc::Sender<Event<T>>);

impl<T> Sender<T> {
    /// Reports the number of finished parts, and a description of the current one.
    pub fn at(&self, done: usize, place: String) {
        // Without a receiver the program is about to end.
        let _ = self.0.send(Event::At(done, place));
    }

    /// Reports a result.
    pub fn send(&self, result: T) {
        let _ = self.0.send(Event::Result(result));
    }
}

/// Runs `work`, which consists of `parts` parts, and passes each of its results to `take`. Returns false if
/// Ctrl-C was pressed before the end; the thread is then abandoned, since the program is about to end.
pub fn run_job<T: Send + 'static>(
    parts: usize,
    work: impl FnOnce(&Sender<T>) + Send + 'static,
    mut take: impl FnMut(T) -> Result<(), Failure>,
) -> Result<bool, Failure> {
    interrupt::watch(|| ());
    let (sender, receiver) = mpsc::channel();
    let worker = thread::Builder::new()
        .spawn(move || work(&Sender(sender)))
        .within(|| bilingual!("lab: no thread can be started", "lab：无法启动线程"))
        .map_err(Failure::Job)?;
    let bar = ProgressBar::new(parts as u64).with_style(style("{bar:30} {pos}/{len} {elapsed} {msg}"));
    keep_ticking(&bar, INTERVAL);
    while !interrupt::is_pressed() {
        match receiver.recv_timeout(INTERVAL) {
            Ok(Event::At(done, place)) => {
                bar.set_position(done as u64);
                bar.set_message(place);
            }
            Ok(Event::Result(result)) => bar.suspend(|| take(result))?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                bar.finish_and_clear();
                worker.join().unwrap_or_else(|panic| resume_unwind(panic));
                return Ok(true);
            }
        }
    }
    bar.finish_and_clear();
    Ok(false)
}

/// Returns the result of a job of which `done` of `total` parts were finished.
pub fn end(is_finished: bool, done: usize, total: usize, parts: Parts) -> CommandResult {
    if is_finished { Ok(ExitCode::SUCCESS) } else { Err(interrupt::failure(done, total, parts)) }
}
