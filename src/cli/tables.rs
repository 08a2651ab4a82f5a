// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe tables`: builds, checks and probes endgame tables.

mod build;
mod directory;
mod info;
mod probe;
mod stats;
mod verify;

use super::failure::CommandResult;
use crate::types::Language;
use directory::DirectoryArgs;

/// Build, check and probe endgame tables
///
/// A table has the result of every position of a balance of pieces, with best play, and the distance in
/// plies. Balances are named by the pieces of both sides: `KRvKAABB` is rook against the full guard.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chuhe tables build KRvKAABB KNPvKAAB
  chuhe tables probe '2bak4/4a4/4b4/9/9/R8/9/9/9/4K4 w'
  chuhe tables stats KRvKAABB
  chuhe tables verify")]
pub struct TablesArgs {
    #[command(subcommand)]
    command: TablesCommand,
}

#[derive(clap::Subcommand)]
enum TablesCommand {
    Build(build::BuildArgs),
    /// Print the tables of a directory and the sizes of their files
    #[command(after_help = "Example:\n  chuhe tables info --dir tables")]
    Info {
        #[command(flatten)]
        directory: DirectoryArgs,
    },
    Verify(verify::VerifyArgs),
    Probe(probe::ProbeArgs),
    Stats(stats::StatsArgs),
}

pub fn run(args: &TablesArgs, language: Language) -> CommandResult {
    match &args.command {
        TablesCommand::Build(args) => build::run(args, language),
        TablesCommand::Info { directory } => info::run(&directory.open()?, language),
        TablesCommand::Verify(args) => verify::run(args, language),
        TablesCommand::Probe(args) => probe::run(args),
        TablesCommand::Stats(args) => stats::run(args, language),
    }
}
