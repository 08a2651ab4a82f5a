// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe tables stats`: prints what tables say as a whole.

use super::directory::{DirectoryArgs, chosen, input};
use crate::cli::failure::CommandResult;
use crate::tb::{Balance, Results, Statistics};
use crate::types::{Color, Language, text};
use std::io::{self, Write};
use std::process::ExitCode;

/// Print shares of wins, draws and losses, the longest wins, and mutual zugzwangs
#[derive(clap::Args)]
#[command(after_help = "\
Red is the stronger side. Wins that the rule of perpetual check decides are among the wins, but not the longest.

Example:
  chuhe tables stats KRvKAABB")]
pub struct StatsArgs {
    /// Balances [default: all tables of the directory]
    balances: Vec<Balance>,
    #[command(flatten)]
    directory: DirectoryArgs,
}

pub fn run(args: &StatsArgs, language: Language) -> CommandResult {
    let tablebase = args.directory.open()?;
    let mut out = io::stdout().lock();
    for balance in chosen(&args.balances, &tablebase) {
        let statistics = Statistics::new(&tablebase.table(balance).map_err(input)?);
        writeln!(out, "{balance}")?;
        for side in Color::ALL {
            writeln!(out, "  {}", line(side, &statistics.results[side as usize], language))?;
        }
        let zugzwangs = statistics.mutual_zugzwangs;
        writeln!(
            out,
            "  {}",
            text!(language, "mutual zugzwangs: {zugzwangs}", "谁先走谁吃亏的局面：{zugzwangs}")
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn line(side: Color, results: &Results, language: Language) -> String {
    #[expect(clippy::cast_precision_loss, reason = "for display")]
    let percent = |count: u64| 100.0 * count as f64 / results.positions().max(1) as f64;
    let (positions, by_rule, side) = (results.positions(), results.by_rule, side.word(language));
    let [wins, draws, losses] = [results.wins, results.draws, results.losses].map(percent);
    let mut line = text!(
        language,
        "{side} to move: {positions} positions, {wins:.2} % won, {draws:.2} % drawn, {losses:.2} % lost, {by_rule} by perpetual check",
        "{side}先走：{positions}个局面，胜{wins:.2}%，和{draws:.2}%，负{losses:.2}%，其中按长将规则判定{by_rule}"
    );
    if let Some((plies, position)) = &results.longest {
        line +=
            &text!(language, "; longest win {plies} plies: {position}", "；最长的胜局{plies}着：{position}");
    }
    line
}
