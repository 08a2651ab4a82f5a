// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe tables verify`: checks that every value follows from those of the positions after it.

use super::directory::{DirectoryArgs, chosen, input};
use crate::cli::failure::CommandResult;
use crate::cli::interrupt::{self, Parts};
use crate::tb::{Balance, first_fault};
use crate::types::{Language, text};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Check tables: the value of every position must follow from those of the positions after it
#[derive(clap::Args)]
#[command(after_help = "\
Mirror images, and positions with the sides exchanged, must have the same value, and all checksums must be right. The exit \
status is 1 if a table is wrong.

Example:
  chuhe tables verify --threads 2 KRvKAABB")]
pub struct VerifyArgs {
    /// Balances [default: all tables of the directory]
    balances: Vec<Balance>,
    #[command(flatten)]
    directory: DirectoryArgs,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
}

static STOP: AtomicBool = AtomicBool::new(false);

pub fn run(args: &VerifyArgs, language: Language) -> CommandResult {
    let tablebase = args.directory.open()?;
    interrupt::watch(|| STOP.store(true, Ordering::Relaxed));
    let balances = chosen(&args.balances, &tablebase);
    let mut are_right = true;
    for (done, &balance) in balances.iter().enumerate() {
        let fault = first_fault(balance, &tablebase, args.threads.get(), &STOP).map_err(input)?;
        if interrupt::is_pressed() {
            return Err(interrupt::failure(done, balances.len(), Parts::Tables));
        }
        let line = match &fault {
            None => text!(language, "{balance}: right", "{balance}：正确"),
            Some(position) => text!(language, "{balance}: wrong: {position}", "{balance}：有误：{position}"),
        };
        are_right &= fault.is_none();
        writeln!(io::stdout(), "{line}")?;
    }
    Ok(if are_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
