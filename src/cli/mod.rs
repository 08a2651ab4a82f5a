// SPDX-License-Identifier: MIT OR Apache-2.0
//! The command line. Without a subcommand the program is an engine and holds a protocol session; each subcommand does
//! one job: arguments → library call → print.
//!
//! Results go to standard output, progress and log to standard error. The exit status is 0 when the job is done, 1 when
//! it was interrupted, failed, or a check that it made failed, 2 when the words given or a file named cannot be used. An error is one line,
//! `chuhe: what: why`.

mod adjudicate;
mod analyze;
mod args;
mod bench;
mod book;
mod chances;
mod convert;
mod datagen;
mod eval;
mod failure;
mod files;
mod game_files;
mod interrupt;
mod lab;
mod matches;
mod net;
mod perft;
mod progress;
mod records;
mod search;
mod show;
#[cfg(feature = "tune")]
mod spsa;
mod suite;
mod train;
mod tune;

use args::{Args, Command};
use clap::{CommandFactory, Parser};
use failure::Failure;
use log::LevelFilter;
use std::io::{self, Write};
use std::process::ExitCode;

/// What becomes of a command: the exit status, or why there is none.
type Outcome = Result<ExitCode, Failure>;

/// Runs the program on its arguments.
pub fn run() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return failure::usage(&error),
    };
    let is_match = matches!(args.command, Some(Command::Match(_)));
    start_log(args.log, if is_match { "warn" } else { "error" });
    let outcome = match &args.command {
        None => return crate::protocol::session(),
        Some(Command::Perft(args)) => perft::run(args),
        Some(Command::Bench(args)) => bench::run(args),
        Some(Command::Eval(args)) => eval::run(args),
        Some(Command::Search(args)) => search::run(args),
        Some(Command::Analyze(args)) => analyze::run(args),
        Some(Command::Suite(args)) => suite::run(args),
        Some(Command::Match(args)) => matches::run(args),
        Some(Command::Show(args)) => show::run(args),
        Some(Command::Convert(args)) => convert::run(args),
        Some(Command::Adjudicate(args)) => adjudicate::run(args),
        Some(Command::Datagen(args)) => datagen::run(args),
        Some(Command::Train(args)) => train::run(args),
        Some(Command::Chances(args)) => chances::run(args),
        Some(Command::Net(args)) => net::run(args),
        Some(Command::Tune(args)) => tune::run(args),
        Some(Command::Book(args)) => book::run(args),
        Some(Command::Lab(args)) => lab::run(args),
        #[cfg(feature = "tune")]
        Some(Command::Spsa(args)) => spsa::run(args),
        Some(Command::Completions { shell }) => completions(*shell),
    };
    outcome.unwrap_or_else(Failure::report)
}

/// Sends the log to standard error: at `level` if given, else as `RUST_LOG` says, else at `default`. That is errors alone
/// for an engine, since some graphical interfaces take the log for its answers.
fn start_log(level: Option<LevelFilter>, default: &str) {
    let mut builder = match level {
        Some(level) => {
            let mut builder = env_logger::Builder::new();
            builder.filter_level(level);
            builder
        }
        None => env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(default)),
    };
    builder.init();
}

/// Prints the script that completes commands and options in a shell.
fn completions(shell: clap_complete::Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "chuhe", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
