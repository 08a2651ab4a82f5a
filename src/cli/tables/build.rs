// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe tables build`: builds tables and those that they depend on.

use super::directory::DirectoryArgs;
use crate::cli::failure::{CommandResult, Failure};
use crate::cli::interrupt::{self, Parts};
use crate::cli::progress::{keep_ticking, style};
use crate::files::Draft;
use crate::tb::{self, Balance, Content, Index, Tablebase, in_order};
use crate::types::{Language, text};
use anyhow::Context;
use indicatif::ProgressBar;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Build tables, and all tables that captures lead to
#[derive(clap::Args)]
#[command(after_help = "\
Tables that are there already are not built again, so a run that was interrupted goes on with the next one. A table \
that cannot be built is reported; the others are built all the same, and the exit status is 1. Building takes about six bytes \
of memory for each placement of the pieces.

Examples:
  chuhe tables build KRvKAABB
  chuhe tables build K{R,C,N,P}vK{,A,B,AA,AB,BB,AAB,ABB,AABB} --threads 2
  chuhe tables build --pieces 4")]
pub struct BuildArgs {
    /// Balances: K and the pieces R C N P A B of one side, v, the same for the other
    #[arg(required_unless_present = "pieces")]
    balances: Vec<Balance>,
    /// All balances of at most this number of pieces, the kings included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=32), conflicts_with = "balances")]
    pieces: Option<u8>,
    #[command(flatten)]
    directory: DirectoryArgs,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
}

static STOP: AtomicBool = AtomicBool::new(false);

pub fn run(args: &BuildArgs, language: Language) -> CommandResult {
    let balances = match args.pieces {
        Some(pieces) => Balance::up_to(pieces),
        None => args.balances.clone(),
    };
    let directory = &args.directory.dir;
    fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
    interrupt::watch(|| STOP.store(true, Ordering::Relaxed));
    let order = in_order(&balances);
    let bar = progress(&order, &args.directory.open()?);
    let mut failed = Vec::new();
    for (done, &balance) in order.iter().enumerate() {
        let tablebase = args.directory.open()?;
        if tablebase.balances().contains(&balance) {
            continue;
        }
        bar.set_message(format!("{balance}, {} / {}", done + 1, order.len()));
        let start = Instant::now();
        match make(balance, &tablebase, &failed, args) {
            Ok(positions) => {
                let seconds = start.elapsed().as_secs_f64();
                let line = text!(
                    language,
                    "{balance}: {positions} places, {seconds:.1} s",
                    "{balance}：{positions}个局面编号，{seconds:.1}秒"
                );
                bar.suspend(|| writeln!(io::stdout(), "{line}"))?;
            }
            Err(_) if interrupt::is_pressed() => {
                return Err(interrupt::failure(done, order.len(), Parts::Tables));
            }
            Err(error) => {
                failed.push(balance);
                bar.suspend(|| Failure::Job(error.context(balance.to_string())).report(language));
            }
        }
        bar.inc(places(balance));
    }
    bar.finish_and_clear();
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns a bar over the places of the tables that are not there yet.
fn progress(order: &[Balance], tablebase: &Tablebase) -> ProgressBar {
    let built = tablebase.balances();
    let missing = order.iter().filter(|balance| !built.contains(balance));
    let total = missing.map(|&balance| places(balance)).fold(0, u64::saturating_add);
    let bar = ProgressBar::new(total).with_style(style("{elapsed_precise} {wide_bar} {msg} (eta {eta})"));
    keep_ticking(&bar, Duration::from_millis(500));
    bar
}

/// Returns the number of places of a table.
fn places(balance: Balance) -> u64 {
    Index::size_of(&balance).map_or(u64::MAX, |size| (size as u64).saturating_mul(2))
}

/// Builds a table and writes its files. Returns the number of its places.
fn make(
    balance: Balance,
    tablebase: &Tablebase,
    failed: &[Balance],
    args: &BuildArgs,
) -> anyhow::Result<usize> {
    if let Some(needed) = balance.after_capture().into_iter().find(|needed| failed.contains(needed)) {
        anyhow::bail!("needs {needed}, which could not be built");
    }
    let table = tb::build(balance, tablebase, args.threads.get(), &STOP)?;
    // The file that says that a table is there comes last.
    let [wdl, dtm] = Content::ALL;
    save(&table, dtm, &args.directory.dir)?;
    save(&table, wdl, &args.directory.dir)?;
    Ok(2 * table.index().size())
}

fn save(table: &tb::Table, content: Content, directory: &Path) -> anyhow::Result<()> {
    let path = directory.join(table.index().balance().to_string()).with_extension(content.extension());
    let write = || {
        let mut draft = Draft::new(&path)?;
        tb::write(table, content, &mut draft)?;
        draft.finish()
    };
    write().with_context(|| path.display().to_string())
}
