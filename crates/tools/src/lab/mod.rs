// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab`: the laboratory, whose commands are in its crate, and its studies that the engine plays for.

mod td_leaf;
mod texel;
mod tree_size;
mod zugzwang;

use super::failure::CommandResult;
use chuhe_lab::commands;
use clap::Subcommand;
use xiangqi::types::Language;

/// Run the textbook algorithms of game-tree search on several games
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chuhe lab compare --game xiangqi --depth 4
  chuhe lab tree deep
  chuhe lab play --game reversi")]
pub struct LabArgs {
    #[command(subcommand)]
    command: LabCommand,
}

/// The subcommands of `lab`.
#[derive(Subcommand)]
enum LabCommand {
    #[command(flatten)]
    Papers(commands::LabCommand),
    TdLeaf(td_leaf::TdLeafArgs),
    Texel(texel::TexelArgs),
    TreeSize(tree_size::TreeSizeArgs),
    Zugzwang(zugzwang::ZugzwangArgs),
}

pub fn run(args: &LabArgs, language: Language) -> CommandResult {
    match &args.command {
        LabCommand::Papers(command) => commands::run(command, language),
        LabCommand::TdLeaf(args) => td_leaf::run(args, language),
        LabCommand::Texel(args) => texel::run(args, language),
        LabCommand::TreeSize(args) => tree_size::run(args, language),
        LabCommand::Zugzwang(args) => zugzwang::run(args, language),
    }
}
