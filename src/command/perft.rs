// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe perft`: counts the leaves of the game tree, or checks a perft suite.

use super::failure::CommandResult;
use super::interrupt;
use super::options::{MAX_DEPTH, PositionArgs, threads};
use super::positions::{TestPosition, read_positions};
use crate::engine::divide;
use crate::json::time_json;
use chuhe_console::number;
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use xiangqi::position::Position;
use xiangqi::types::{Bilingual, Language, Move, bilingual, text};

/// Count the leaves of the game tree, to test the move generator
#[derive(clap::Args)]
#[command(after_help = "\
With --json, one object: depth, nodes, time_ms, nps; before it with --divide, one object per first move: move, nodes. With \
--suite, one object per position: fen, passed, and either depth or the first wrong count: depth, counted, expected; then \
one with the totals: passed, of.

Examples:
  chuhe perft 5 --divide
  chuhe perft --suite positions/perft/suite.epd --max-depth 4")]
pub struct PerftArgs {
    /// Depth in plies
    #[arg(required_unless_present = "suite", conflicts_with = "suite", value_parser = number::<u32>(..=MAX_DEPTH))]
    depth: Option<u32>,
    #[command(flatten)]
    position: PositionArgs,
    /// Print the count for each first move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    threads: u16,
    /// Check the counts in a file with lines `FEN ;D1 n ;D2 n …`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    suite: Option<PathBuf>,
    /// Skip deeper counts of the suite
    #[arg(long, value_name = "D", requires = "suite", value_parser = number::<u32>(0..))]
    max_depth: Option<u32>,
    /// Print JSON: one object per move or position and one with the totals
    #[arg(long)]
    json: bool,
}

/// The first wrong count of a position.
struct WrongCount {
    depth: u32,
    counted: u64,
    expected: u64,
}

pub fn run(args: &PerftArgs, language: Language) -> CommandResult {
    match &args.suite {
        Some(file) => check_suite(file, args, language),
        None => count(&args.position.position()?, args.depth.unwrap_or(0), args),
    }
}

fn count(position: &Position, depth: u32, args: &PerftArgs) -> CommandResult {
    let mut out = io::stdout().lock();
    interrupt::watch(|| ());
    let start = Instant::now();
    let (counts, nodes) = leaves(position, depth, args.threads.into());
    let time = start.elapsed();
    for (mv, nodes) in counts.iter().filter(|_| args.divide) {
        if args.json {
            writeln!(out, "{}", json!({ "move": mv.to_string(), "nodes": nodes }))?;
        } else {
            writeln!(out, "{mv}: {nodes}")?;
        }
    }
    let moves = position.legal_moves().len();
    if depth > 0 && counts.len() < moves {
        return Err(interrupt::failure(counts.len(), moves, interrupt::Parts::Moves));
    }
    let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    if args.json {
        let total = json!({ "depth": depth, "nodes": nodes, "time_ms": time_json(time), "nps": nps });
        writeln!(out, "{total}")?;
    } else {
        writeln!(out, "nodes {nodes}\ntime {:.3} s\nnps {nps}", time.as_secs_f64())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the leaves after each first move, and their sum. At depth 0 there are no moves and one leaf. After
/// Ctrl-C the moves that are not counted yet are missing.
fn leaves(position: &Position, depth: u32, threads: usize) -> (Vec<(Move, u64)>, u64) {
    if depth == 0 {
        return (Vec::new(), 1);
    }
    let counts = divide(position, depth, threads, interrupt::is_pressed);
    let nodes = counts.iter().map(|(_, nodes)| nodes).sum();
    (counts, nodes)
}

/// Reads the expected counts of a line of a suite, as (depth, leaves).
fn read_counts(record: &TestPosition) -> Result<Vec<(u32, u64)>, Bilingual> {
    let count = |text: &String| {
        let (depth, nodes) = text.strip_prefix('D')?.split_once(char::is_whitespace)?;
        let depth = depth.parse().ok().filter(|&depth| i64::from(depth) <= MAX_DEPTH)?;
        Some((depth, nodes.trim().parse().ok()?))
    };
    let read = |text| {
        count(text).ok_or_else(|| {
            bilingual!("'{text}' is not a count like 'D1 44'", "“{text}”不是“D1 44”这样的数目")
                .within(&record.location)
        })
    };
    record.operations.iter().map(read).collect()
}

fn check_suite(file: &Path, args: &PerftArgs, language: Language) -> CommandResult {
    let records = read_positions(file)?;
    let max_depth = args.max_depth.unwrap_or(u32::MAX);
    let expected_counts = records.iter().map(read_counts).collect::<Result<Vec<_>, Bilingual>>()?;
    let (mut passed, mut done) = (0, 0);
    interrupt::watch(|| ());
    for (TestPosition { position, .. }, mut counts) in records.iter().zip(expected_counts) {
        counts.retain(|&(depth, _)| depth <= max_depth);
        let wrong = first_wrong(position, &counts, args.threads.into());
        if interrupt::is_pressed() {
            break;
        }
        passed += usize::from(wrong.is_none());
        done += 1;
        let depth = counts.iter().map(|&(depth, _)| depth).max().unwrap_or(0);
        let line = if args.json {
            check_json(position, depth, wrong.as_ref())
        } else {
            check_row(position, depth, wrong.as_ref(), language)
        };
        writeln!(io::stdout(), "{line}")?;
    }
    if args.json {
        writeln!(io::stdout(), "{}", json!({ "passed": passed, "of": done }))?;
    } else {
        writeln!(io::stdout(), "passed {passed} of {done}")?;
    }
    if done < records.len() {
        return Err(interrupt::failure(done, records.len(), interrupt::Parts::Positions));
    }
    Ok(if passed == done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the first of the expected counts, as (depth, leaves), that is not met.
fn first_wrong(position: &Position, expected_counts: &[(u32, u64)], threads: usize) -> Option<WrongCount> {
    expected_counts.iter().find_map(|&(depth, expected)| {
        let (_, counted) = leaves(position, depth, threads);
        (counted != expected).then_some(WrongCount { depth, counted, expected })
    })
}

/// Returns the row of a position. The first word is the same in every language.
fn check_row(position: &Position, depth: u32, wrong: Option<&WrongCount>, language: Language) -> String {
    match wrong {
        None => {
            let result = text!(language, "depth {depth}", "深度{depth}");
            format!("ok     {result}: {position}")
        }
        Some(WrongCount { depth, counted, expected }) => {
            let result = text!(
                language,
                "depth {depth}: counted {counted}, expected {expected}",
                "深度{depth}：实得{counted}，应为{expected}",
            );
            format!("WRONG  {result}: {position}")
        }
    }
}

fn check_json(position: &Position, depth: u32, wrong: Option<&WrongCount>) -> String {
    let fen = position.to_fen();
    let object = match wrong {
        None => json!({ "fen": fen, "passed": true, "depth": depth }),
        Some(WrongCount { depth, counted, expected }) => {
            json!({ "fen": fen, "passed": false, "depth": depth, "counted": counted, "expected": expected })
        }
    };
    object.to_string()
}
