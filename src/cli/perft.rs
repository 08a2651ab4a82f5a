// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe perft`: counts the leaves of the game tree, or checks a perft suite.

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

/// Count the leaves of the game tree (perft), to test the move generator
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  chuhe perft 5 --divide\n  chuhe perft --suite positions/perft/suite.epd --max-depth 4"
)]
pub struct PerftArgs {
    /// Depth in plies
    #[arg(required_unless_present = "suite", conflicts_with = "suite", value_parser = value_parser!(u32).range(..=MAX_DEPTH))]
    depth: Option<u32>,
    #[command(flatten)]
    position: PositionArgs,
    /// Print the count for each first move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Check the counts in a file with lines `FEN ;D1 n ;D2 n …`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    suite: Option<PathBuf>,
    /// Skip deeper counts of the suite
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

/// Returns the leaves after each first move, and their sum. At depth 0 there are no moves and one leaf.
fn leaves(position: &Position, depth: u32, threads: usize) -> (Vec<(Move, u64)>, u64) {
    if depth == 0 {
        return (Vec::new(), 1);
    }
    let counts = divide(position, depth, threads);
    let nodes = counts.iter().map(|(_, nodes)| nodes).sum();
    (counts, nodes)
}

/// Reads the expected counts of a line of a suite, as (depth, leaves).
fn read_counts(record: &TestPosition) -> anyhow::Result<Vec<(u32, u64)>> {
    let count = |text: &String| {
        let (depth, nodes) = text.strip_prefix('D')?.split_once(char::is_whitespace)?;
        let depth = depth.parse().ok().filter(|&depth| i64::from(depth) <= MAX_DEPTH)?;
        Some((depth, nodes.trim().parse().ok()?))
    };
    let read = |text| {
        count(text).with_context(|| format!("{}: '{text}' is not a count like 'D1 44'", record.location))
    };
    record.operations.iter().map(read).collect()
}

fn check_suite(file: &Path, max_depth: u32, threads: usize) -> CommandResult {
    let records = records::read(file)?;
    let expected_counts = records.iter().map(read_counts).collect::<anyhow::Result<Vec<_>>>()?;
    let (mut passed, mut done) = (0, 0);
    interrupt::watch(|| ());
    for (record, expected_counts) in records.iter().zip(expected_counts) {
        passed += usize::from(check(&record.position, &expected_counts, max_depth, threads)?);
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

/// Checks one position up to `max_depth` and prints a line with the result.
fn check(
    position: &Position,
    expected_counts: &[(u32, u64)],
    max_depth: u32,
    threads: usize,
) -> Result<bool, Failure> {
    let mut reached = 0;
    for &(depth, expected) in expected_counts.iter().filter(|(depth, _)| *depth <= max_depth) {
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
