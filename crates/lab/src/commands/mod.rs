// SPDX-License-Identifier: MIT OR Apache-2.0
//! The commands of `chuhe lab`.

#![expect(missing_docs, clippy::missing_errors_doc, reason = "their help documents the commands")]

mod classes;
pub mod common;
mod compare;
mod explain;
mod exploration;
mod play;
mod small;
mod solve;
mod table;
mod tables;
mod td;
mod tournament;
mod tree;
mod watch;
mod words;

use chuhe_console::failure::CommandResult;
use clap::Subcommand;
use xiangqi::types::Language;

/// The commands that need no engine.
#[derive(Subcommand)]
pub enum LabCommand {
    Compare(compare::CompareArgs),
    Tables(tables::TablesArgs),
    Tournament(tournament::TournamentArgs),
    Classes(classes::ClassesArgs),
    Td(td::TdArgs),
    Exploration(exploration::ExplorationArgs),
    Small(small::SmallArgs),
    Solve(solve::SolveArgs),
    Tree(tree::TreeArgs),
    Watch(watch::WatchArgs),
    Explain(explain::ExplainArgs),
    Play(play::LabPlayArgs),
}

/// Runs a command.
pub fn run(command: &LabCommand, language: Language) -> CommandResult {
    match command {
        LabCommand::Compare(args) => compare::run(args, language),
        LabCommand::Tables(args) => tables::run(args, language),
        LabCommand::Tournament(args) => tournament::run(args, language),
        LabCommand::Classes(args) => classes::run(args, language),
        LabCommand::Td(args) => td::run(args, language),
        LabCommand::Exploration(args) => exploration::run(args, language),
        LabCommand::Small(args) => small::run(args, language),
        LabCommand::Solve(args) => solve::run(args, language),
        LabCommand::Tree(args) => tree::run(args, language),
        LabCommand::Watch(args) => watch::run(args, language),
        LabCommand::Explain(args) => explain::run(args, language),
        LabCommand::Play(args) => play::run(args, language),
    }
}
