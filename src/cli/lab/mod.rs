// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab`: the laboratory of textbook algorithms.

mod compare;
mod job;
mod markdown;
mod play;
mod tables;
mod td;
mod tournament;

use super::failure::{CommandResult, Failure};
use super::files;
use crate::lab::{MemorySettings, Rise, Rung, Scheme, Subject};
use anyhow::anyhow;
use clap::builder::PossibleValue;
use clap::{Subcommand, ValueEnum, value_parser};
use std::path::{Path, PathBuf};

/// Run the textbooks' algorithms on xiangqi, reversi and gomoku
#[derive(clap::Args)]
pub struct LabArgs {
    #[command(subcommand)]
    command: LabCommand,
}

/// The experiments.
#[derive(Subcommand)]
enum LabCommand {
    Compare(compare::CompareArgs),
    Tables(tables::TablesArgs),
    Tournament(tournament::TournamentArgs),
    Td(td::TdArgs),
    Play(play::PlayArgs),
}

pub fn run(args: &LabArgs) -> CommandResult {
    match &args.command {
        LabCommand::Compare(args) => compare::run(args),
        LabCommand::Tables(args) => tables::run(args),
        LabCommand::Tournament(args) => tournament::run(args),
        LabCommand::Td(args) => td::run(args),
        LabCommand::Play(args) => play::run(args),
    }
}

/// Which game.
#[derive(Clone, Copy, ValueEnum)]
enum GameName {
    Xiangqi,
    Reversi,
    Gomoku,
}

/// Calls a function that is generic over the game for the game of this name.
macro_rules! for_game {
    ($name:expr, $function:ident($($argument:expr),*)) => {
        match $name {
            $crate::cli::lab::GameName::Xiangqi => $function::<$crate::lab::games::Xiangqi>($($argument),*),
            $crate::cli::lab::GameName::Reversi => $function::<$crate::lab::games::Reversi>($($argument),*),
            $crate::cli::lab::GameName::Gomoku => $function::<$crate::lab::games::Gomoku>($($argument),*),
        }
    };
}
use for_game;

/// Which files to write.
#[derive(clap::Args)]
struct OutputArgs {
    /// Write the measurements to a file, a line each
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a picture of them to a file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl OutputArgs {
    /// Can the files be written? Better said before the work than after it.
    fn check(&self) -> anyhow::Result<()> {
        let written = [&self.csv, &self.svg].into_iter().flatten();
        written.filter(|file| *file != Path::new("-")).try_for_each(|file| files::check(file))
    }

    /// Writes those that were asked for.
    fn write(&self, csv: impl FnOnce() -> String, svg: impl FnOnce() -> String) -> Result<(), Failure> {
        if let Some(file) = &self.csv {
            files::write(file, &csv())?;
        }
        if let Some(file) = &self.svg {
            files::write(file, &svg())?;
        }
        Ok(())
    }
}

/// What algorithms remember with.
#[derive(clap::Args, Clone, Copy)]
struct MemoryArgs {
    /// Tables have two to this power of slots
    #[arg(long, value_name = "N", default_value_t = MemorySettings::default().bits, value_parser = value_parser!(u32).range(2..=24))]
    table_bits: u32,
    /// What a table keeps when two positions want one slot
    #[arg(long, value_name = "SCHEME", default_value = MemorySettings::default().scheme.name())]
    scheme: Scheme,
    /// How moves rise in the history: to the front (float) or by one place (advantage)
    #[arg(long, value_name = "RULE", default_value = "float")]
    rise: Rise,
}

impl MemoryArgs {
    fn settings(self) -> MemorySettings {
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
        &[Self::Float, Self::Advantage]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::Float => "float",
            Self::Advantage => "advantage",
        }))
    }
}

/// The step of the ladder that is called so.
fn rung<G: Subject>(name: &str) -> Result<Rung<G>, Failure> {
    let mut ladder = G::ladder();
    let Some(place) = ladder.iter().position(|rung| rung.name == name) else {
        let names: Vec<_> = ladder.iter().map(|rung| rung.name).collect();
        let error = anyhow!("there is no algorithm '{name}' for {}, but {}", G::NAME, names.join(", "));
        return Err(Failure::Input(error));
    };
    Ok(ladder.swap_remove(place))
}

/// An algorithm and how many plies it looks ahead, written `NAME:PLIES`.
#[derive(Clone)]
struct PlayerSpec {
    name: String,
    depth: u32,
}

/// No algorithm looks further ahead.
const DEEPEST: u32 = 60;

impl core::str::FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once(':').and_then(|(name, depth)| Some((name, depth.parse().ok()?)));
        let Some((name, depth @ 1..=DEEPEST)) = parts else {
            return Err(format!("not NAME:PLIES, with 1 to {DEEPEST} plies"));
        };
        Ok(Self { name: name.to_owned(), depth })
    }
}

/// A number of things, one or several.
fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A text from outside, cut to what an error can show.
fn cut(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        text.to_owned()
    } else {
        text.chars().take(LONGEST).chain(['…']).collect()
    }
}
