// SPDX-License-Identifier: MIT OR Apache-2.0
//! Everything that people do around the engine: `chuhe-tools` has all commands, those of the engine too, and `chuhe`
//! hands over to it what it does not know. A file of this room is a command: its arguments, a call of the rooms below,
//! what it prints.

mod adjudicate;
mod analysis;
mod book;
mod convert;
mod datagen;
mod lab;
mod matches;
mod net;
mod options;
mod play;
mod review;
mod serve;
mod sources;
mod spsa;
mod tables;
mod train;
mod wdl;

use chuhe::command::{self, Args, Commands, EngineCommand, help::Group};
use chuhe_console::{failure, files, input, interrupt, output};
use chuhe_display::progress;
use clap::{CommandFactory, Subcommand};
use clap_complete::Shell;
use failure::{CommandResult, Place};
use output::{Output, OverwriteArgs};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xiangqi::types::Language;

/// The commands.
#[derive(Subcommand)]
enum Command {
    #[command(flatten)]
    Engine(EngineCommand),
    Play(Box<play::PlayArgs>),
    #[command(alias = "analyze")]
    Review(Box<review::ReviewArgs>),
    Analysis(Box<analysis::AnalysisArgs>),
    Match(Box<matches::MatchArgs>),
    Serve(serve::ServeArgs),
    Convert(convert::ConvertArgs),
    Adjudicate(adjudicate::AdjudicateArgs),
    Datagen(datagen::DatagenArgs),
    Train(Box<train::TrainArgs>),
    Net(net::NetArgs),
    #[command(alias = "chances")]
    Wdl(wdl::WdlArgs),
    Book(book::BookArgs),
    Tables(tables::TablesArgs),
    Lab(Box<lab::LabArgs>),
    #[command(hide = !cfg!(feature = "tune"))]
    Spsa(spsa::SpsaArgs),
    /// Print the completion script for a shell
    #[command(
        after_help = "Example:\n  chuhe completions bash > ~/.local/share/bash-completion/completions/chuhe"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual pages, one for each command, to a folder
    #[command(after_help = "Example:\n  chuhe manual ~/.local/share/man/man1")]
    Manual {
        /// The folder; it is made if it does not exist
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        overwrite: OverwriteArgs,
    },
}

impl Commands for Command {
    const HAS_ALL: bool = true;
    const EXAMPLES: &'static str =
        "  chuhe serve --open\n  chuhe play --level 3\n  chuhe review game.pgn --html game.html";
    const GROUPS: &'static [Group] = &[
        Group { name: ("Play", "下棋"), commands: &["play", "serve"] },
        Group { name: ("Analyse", "分析"), commands: &["review", "search", "eval", "suite", "analysis"] },
        Group {
            name: ("Games and books", "棋谱与开局库"),
            commands: &["convert", "adjudicate", "show", "book", "tables"],
        },
        Group {
            name: ("Engine work", "引擎开发"),
            commands: &["match", "perft", "bench", "completions", "manual"],
        },
        Group { name: ("Learning", "学习与研究"), commands: &["datagen", "train", "net", "wdl", "lab"] },
    ];
    const CHINESE: &'static [&'static str] = &[include_str!("help.zh.txt"), EngineCommand::CHINESE[0]];

    fn run(&self, language: Language) -> CommandResult {
        match self {
            Self::Engine(command) => command.run(language),
            Self::Play(args) => play::run(args, language),
            Self::Review(args) => review::run(args, language),
            Self::Analysis(args) => analysis::run(args, language),
            Self::Match(args) => matches::run(args, language),
            Self::Serve(args) => serve::run(args),
            Self::Convert(args) => convert::run(args),
            Self::Adjudicate(args) => adjudicate::run(args, language),
            Self::Datagen(args) => datagen::run(args),
            Self::Train(args) => train::run(args),
            Self::Wdl(args) => wdl::run(args),
            Self::Net(args) => net::run(args),
            Self::Book(args) => book::run(args, language),
            Self::Tables(args) => tables::run(args, language),
            Self::Lab(args) => lab::run(args, language),
            Self::Spsa(args) => spsa::run(args),
            Self::Completions { shell } => completions(*shell),
            Self::Manual { folder, overwrite } => manual(folder, *overwrite),
        }
    }
}

fn main() -> ExitCode {
    command::run::<Command>()
}

/// Prints the script that completes commands and options in a shell.
fn completions(shell: Shell) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::<Command>::command(), "chuhe", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the manual pages; a page of the same name is replaced.
fn manual(folder: &Path, overwrite: OverwriteArgs) -> CommandResult {
    fs::create_dir_all(folder).at(folder.display())?;
    let made = tempfile::tempdir().at("manual")?;
    clap_mangen::generate_to(Args::<Command>::command().disable_help_subcommand(true), &made).at("manual")?;
    let mut pages = Vec::new();
    for page in fs::read_dir(&made).at("manual")? {
        let page = page.at("manual")?;
        let output = Output::create(&folder.join(page.file_name()), Some(PAGE_MARK), overwrite)?;
        pages.push((output, fs::read(page.path()).at("manual")?));
    }
    pages.iter().try_for_each(|(output, page)| output.save(page))?;
    Ok(ExitCode::SUCCESS)
}

/// A line of a manual page begins with this.
const PAGE_MARK: &[u8] = b".TH chuhe";

#[cfg(test)]
mod tests {
    use super::Command;
    use chuhe::command::help;

    #[test]
    fn the_pages_of_all_commands_are_complete_in_both_languages() {
        assert_eq!(help::faults::<Command>(), Vec::<String>::new());
    }
}
