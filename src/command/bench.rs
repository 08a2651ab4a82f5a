// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe bench`: the bench signature and the speed.

use super::failure::CommandResult;
use super::interrupt;
use super::options::{EngineArgs, MAX_DEPTH};
use super::search::move_text;
use crate::engine::bench;
use crate::json::{result_json, time_json};
use crate::search::Limits;
use chuhe_console::number;
use serde_json::json;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;
use xiangqi::diagram::columns::right;
use xiangqi::types::Language;

/// Search fixed positions: their nodes (the signature) and the speed
#[derive(clap::Args)]
#[command(after_help = "\
With one thread the node count is reproducible. At the default depth and hash size it is the program's signature.

With --json, one object per position: fen, bestmove, score, depth, nodes, time_ms; and one for all of them: positions, nodes, \
time_ms, nps.

Examples:
  chuhe bench
  chuhe bench --movetime 100 --threads 2")]
pub struct BenchArgs {
    /// Depth of each search in plies
    #[arg(long, value_name = "PLIES", default_value_t = bench::DEPTH, value_parser = number::<u32>(1..=MAX_DEPTH))]
    depth: u32,
    /// Search each position for this time instead, in milliseconds, to measure speed only
    #[arg(long, value_name = "MS", conflicts_with = "depth", value_parser = number::<u64>(1..))]
    movetime: Option<u64>,
    #[command(flatten)]
    engine: EngineArgs<{ bench::HASH_MB }>,
    /// Print JSON: one object per position and one with the totals
    #[arg(long)]
    json: bool,
}

pub fn run(args: &BenchArgs, language: Language) -> CommandResult {
    let limits = match args.movetime {
        Some(milliseconds) => Limits::movetime(Duration::from_millis(milliseconds)),
        None => Limits::depth(args.depth),
    };
    let (mut done, total) = (0, bench::positions().count());
    let mut engine = args.engine.engine(1);
    let stopper = engine.stopper();
    interrupt::watch(move || stopper.stop());
    let count = bench::run(&mut engine, &limits, |position, result| {
        if interrupt::is_pressed() {
            return ControlFlow::Break(());
        }
        // The bench goes on if a line cannot be printed; the last one reports it.
        let _ = if args.json {
            let mut object = result_json(result);
            object["fen"] = position.to_fen().into();
            writeln!(io::stdout(), "{object}")
        } else {
            let (mv, score) = (move_text(result.best_move), result.score.text(language));
            let nodes = language.pick("nodes", "节点");
            writeln!(io::stderr(), "{:>10} {nodes}  {mv} {}  {position}", result.nodes, right(&score, 12))
        };
        done += 1;
        ControlFlow::Continue(())
    });
    if args.json {
        let total = json!({
            "positions": done,
            "nodes": count.nodes,
            "time_ms": time_json(count.time),
            "nps": count.nps(),
        });
        writeln!(io::stdout(), "{total}")?;
    } else {
        writeln!(io::stdout(), "{} nodes {} nps", count.nodes, count.nps())?;
    }
    if done < total {
        return Err(interrupt::failure(done, total, interrupt::Parts::Positions));
    }
    Ok(ExitCode::SUCCESS)
}
