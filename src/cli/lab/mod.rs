// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab`: the laboratory of textbook algorithms.

mod args;
mod compare;
mod exploration;
mod job;
mod markdown;
mod play;
mod small;
mod solve;
mod tables;
mod td;
mod td_leaf;
mod tournament;
mod tree;
mod tree_size;
mod zugzwang;

use super::failure::CommandResult;
use crate::types::Language;
use clap::Subcommand;

/// Run textbook search algorithms on xiangqi, reversi and gomoku
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chuhe lab compare --game xiangqi --depth 4
  chuhe lab tree positions/trees/deep.txt
  chuhe lab play --game reversi")]
pub struct LabArgs {
    #[command(subcommand)]
    command: LabCommand,
}

/// The subcommands of `lab`.
#[derive(Subcommand)]
enum LabCommand {
    Compare(compare::CompareArgs),
    Tables(tables::TablesArgs),
    Tournament(tournament::TournamentArgs),
    Td(td::TdArgs),
    TdLeaf(td_leaf::TdLeafArgs),
    Exploration(exploration::ExplorationArgs),
    Small(small::SmallArgs),
    Solve(solve::SolveArgs),
    Tree(tree::TreeArgs),
    TreeSize(tree_size::TreeSizeArgs),
    Zugzwang(zugzwang::ZugzwangArgs),
    Play(play::LabPlayArgs),
}

pub fn run(args: &LabArgs, language: Language) -> CommandResult {
    match &args.command {
        LabCommand::Compare(args) => compare::run(args),
        LabCommand::Tables(args) => tables::run(args),
        LabCommand::Tournament(args) => tournament::run(args),
        LabCommand::Td(args) => td::run(args),
        LabCommand::TdLeaf(args) => td_leaf::run(args),
        LabCommand::Exploration(args) => exploration::run(args),
        LabCommand::Small(args) => small::run(args),
        LabCommand::Solve(args) => solve::run(args),
        LabCommand::Tree(args) => tree::run(args),
        LabCommand::TreeSize(args) => tree_size::run(args),
        LabCommand::Zugzwang(args) => zugzwang::run(args),
        LabCommand::Play(args) => play::run(args, language),
    }
}
