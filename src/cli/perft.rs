// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe perft`: counts the leaves of the game tree, or checks a file of such counts.

use super::failure::{CommandResult, Failure};
use super::interrupt;
use super::options::{MAX_DEPTH, PositionArgs};
use super::records::{self, TestPosition};
use crate::position::{Position, divide};
use crate::types::Move;
use anyhow::Context;
use clap::value_parser;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Count move sequences: the test of a move generator
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  chuhe perft 5 --divide\n  chuhe perft --suite positions/perft/suite.epd --max-depth 4"
)]
pub struct PerftArgs {
    /// Length of the sequences in plies
    #[arg(required_unless_present = "suite", conflicts_with = "suite", value_parser = value_parser!(u32).range(..=MAX_DEPTH))]
    depth: Option<u32>,
    #[command(flatten)]
    position: PositionArgs,
    /// Print the count behind each first move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Threads to count with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Check the counts in a file of lines `FEN ;D1 n ;D2 n …`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    suite: Option<PathBuf>,
    /// Leave out the counts of a suite that lie deeper
    #[arg(long, value_name = "D", requires = "suite")]
    max_depth: Option<u32>,
}

pub fn run(args: &PerftArgs) -> CommandResult {
    let threads = usize::from(args.threads);
    match (&args.suite, args.depth) {
        (Some(file), _) => check_suite(file, args.max_depth.unwrap_or(u32::MAX), threads),
        (None, depth) => count(&args.position.position()?, depth.unwrap_or(0), args.divide, threads),
    }
}

fn count(position: &Position, depth: u32, by_move: bool, threads: usize) -> CommandResult {
    let mut out = io::stdout().lock();
    let start = Instant::now();
    let (counts, nodes) = leaves(position, depth, threads);
    let time = start.elapsed();
    if by_move {
        for (mv, nodes) in counts {
            writeln!(out, "{mv}: {nodes}")?;
        }
    }
    writeln!(out, "nodes {nodes}")?;
    writeln!(out, "time {:.3} s", time.as_secs_f64())?;
    writeln!(out, "nps {}", u128::from(nodes) * 1_000_000 / time.as_micros().max(1))?;
    Ok(ExitCode::SUCCESS)
}

/// The leaves behind each first move, and all of them. At depth 0 there is no first move and one leaf.
fn leaves(position: &Position, depth: u32, threads: usize) -> (Vec<(Move, u64)>, u64) {
    if depth == 0 {
        return (Vec::new(), 1);
    }
    let counts = divide(position, depth, threads);
    let nodes = counts.iter().map(|(_, nodes)| nodes).sum();
    (counts, nodes)
}

/// The counts that a line of a suite promises, as (depth, leaves).
fn promises(record: &TestPosition) -> anyhow::Result<Vec<(u32, u64)>> {
    let promise = |text: &String| {
        let (depth, nodes) = text.strip_prefix('D')?.split_once(char::is_whitespace)?;
        let depth = depth.parse().ok().filter(|&depth| i64::from(depth) <= MAX_DEPTH)?;
        Some((depth, nodes.trim().parse().ok()?))
    };
    let read = |text| {
        promise(text).with_context(|| format!("{}: '{text}' is not a count like 'D1 44'", record.location))
    };
    record.operations.iter().map(read).collect()
}

fn check_suite(file: &Path, max_depth: u32, threads: usize) -> CommandResult {
    let records = records::read(file)?;
    let promises = records.iter().map(promises).collect::<anyhow::Result<Vec<_>>>()?;
    let (mut passed, mut done) = (0, 0);
    interrupt::watch(|| ());
    for (record, promises) in records.iter().zip(promises) {
        passed += usize::from(check(&record.position, &promises, max_depth, threads)?);
        done += 1;
        if interrupt::is_pressed() {
            break;
        }
    }
    writeln!(io::stdout(), "passed {passed} of {done}")?;
    if done < records.len() {
        return Err(interrupt::failure(done, records.len(), "positions"));
    }
    Ok(if passed == done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Checks one position as far as `max_depth` and prints its line.
fn check(
    position: &Position,
    promises: &[(u32, u64)],
    max_depth: u32,
    threads: usize,
) -> Result<bool, Failure> {
    let mut reached = 0;
    for &(depth, expected) in promises.iter().filter(|(depth, _)| *depth <= max_depth) {
        let (_, counted) = leaves(position, depth, threads);
        if counted != expected {
            writeln!(
                io::stdout(),
                "WRONG  depth {depth}: counted {counted}, expected {expected}: {position}"
            )?;
            return Ok(false);
        }
        reached = reached.max(depth);
    }
    writeln!(io::stdout(), "ok     depth {reached}: {position}")?;
    Ok(true)
}
