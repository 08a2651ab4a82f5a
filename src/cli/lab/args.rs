// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arguments that the experiments share.

use crate::cli::failure::Failure;
use crate::cli::output::{Output, OverwriteArgs};
use crate::lab::{MemorySettings, Rise, Rung, Scheme, Subject};
use crate::render::charts;
use anyhow::anyhow;
use clap::builder::PossibleValue;
use clap::{ValueEnum, value_parser};
use std::path::PathBuf;

/// The games, by name.
#[derive(Clone, Copy, ValueEnum)]
pub enum GameName {
    Xiangqi,
    Reversi,
    /// Reversi valued by the mobility of both sides, with weight 8
    ReversiBalanced,
    Gomoku,
}

/// Calls a function that is generic over the game for the game of this name.
macro_rules! for_game {
    ($name:expr, $function:ident($($argument:expr),*)) => {
        match $name {
            $crate::cli::lab::args::GameName::Xiangqi => $function::<$crate::lab::games::Xiangqi>($($argument),*),
            $crate::cli::lab::args::GameName::Reversi => $function::<$crate::lab::games::Reversi>($($argument),*),
            $crate::cli::lab::args::GameName::ReversiBalanced => {
                $function::<$crate::lab::games::BalancedReversi>($($argument),*)
            }
            $crate::cli::lab::args::GameName::Gomoku => $function::<$crate::lab::games::Gomoku>($($argument),*),
        }
    };
}
pub(crate) use for_game;

/// The files to write.
#[derive(clap::Args)]
pub struct OutputArgs {
    /// Write the measurements to a CSV file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a chart to an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

/// The requested files.
pub struct Outputs {
    csv: Option<Output>,
    svg: Option<Output>,
}

impl OutputArgs {
    /// Opens the files before any work is done. `header` is the first line of the CSV file.
    pub fn open(&self, header: &str) -> anyhow::Result<Outputs> {
        let open = |path: &Option<PathBuf>, mark: &str| {
            path.as_ref().map(|path| Output::create(path, Some(mark.as_bytes()), self.overwrite)).transpose()
        };
        Ok(Outputs { csv: open(&self.csv, header)?, svg: open(&self.svg, charts::FILE_MARK)? })
    }
}

impl Outputs {
    /// Writes the requested files.
    pub fn write(&self, csv: impl FnOnce() -> String, svg: impl FnOnce() -> String) -> Result<(), Failure> {
        if let Some(output) = &self.csv {
            output.save(csv())?;
        }
        if let Some(output) = &self.svg {
            output.save(svg())?;
        }
        Ok(())
    }
}

/// The memory of the algorithms.
#[derive(clap::Args, Clone, Copy)]
pub struct MemoryArgs {
    /// Base-2 logarithm of the number of table slots
    #[arg(long, value_name = "N", default_value_t = MemorySettings::default().bits, value_parser = value_parser!(u32).range(2..=24))]
    table_bits: u32,
    /// Replacement scheme of the table, except Bai's: the position that stays when two want the same slot
    #[arg(long, value_name = "SCHEME", default_value = MemorySettings::default().scheme.name())]
    scheme: Scheme,
    /// Rule by which moves rise in a history of one list: to the front (float) or by one place (advance)
    #[arg(long, value_name = "RULE", default_value = "float")]
    rise: Rise,
}

impl MemoryArgs {
    pub fn settings(self) -> MemorySettings {
        MemorySettings { scheme: self.scheme, bits: self.table_bits, rise: self.rise }
    }
}

impl ValueEnum for Scheme {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

impl ValueEnum for Rise {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Float, Self::Advance]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Float => PossibleValue::new("float"),
            Self::Advance => PossibleValue::new("advance").alias("advantage"),
        })
    }
}

/// Returns the algorithm with this name.
pub fn rung<G: Subject>(name: &str) -> Result<Rung<G>, Failure> {
    let mut ladder = G::ladder();
    let Some(place) = ladder.iter().position(|rung| rung.name == name) else {
        let names: Vec<_> = ladder.iter().map(|rung| rung.name).collect();
        let error = anyhow!("no algorithm '{name}' for {}; available: {}", G::NAME, names.join(", "));
        return Err(Failure::Input(error));
    };
    Ok(ladder.swap_remove(place))
}

/// An algorithm and its search depth, written `NAME:PLIES`.
#[derive(Clone)]
pub struct PlayerSpec {
    pub name: String,
    pub depth: u32,
}

/// The largest search depth.
pub const DEEPEST: u32 = 60;

impl core::str::FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once(':').and_then(|(name, depth)| Some((name, depth.parse().ok()?)));
        let Some((name, depth @ 1..=DEEPEST)) = parts else {
            return Err(format!("expected NAME:PLIES, with 1 to {DEEPEST} plies"));
        };
        Ok(Self { name: name.to_owned(), depth })
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
