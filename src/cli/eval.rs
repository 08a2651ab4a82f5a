// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe eval`: the static evaluation of a position, taken apart.

use super::args::PositionArgs;
use super::{Failure, Outcome, show};
use crate::eval::{self, Explanation};
use std::io::{self, Write};
use std::process::ExitCode;

/// Show the static evaluation term by term, without searching
#[derive(clap::Args)]
#[command(after_help = "\
The table is in centipawns: what each side gets in the middlegame and in the endgame, and what Red is ahead by after \
mixing the two. The last line is the value for the side to move.

Example:
  chuhe eval --moves h2e2 h9g7")]
pub(super) struct EvalArgs {
    #[command(flatten)]
    position: PositionArgs,
}

pub(super) fn run(args: &EvalArgs) -> Outcome {
    let position = args.position.position()?;
    show::print_board(&position, false)?;
    print_table(&eval::explain(&position))?;
    Ok(ExitCode::SUCCESS)
}

fn print_table(explanation: &Explanation) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "                         red            black         red ahead")?;
    writeln!(out, "term                  mg      eg      mg      eg          by")?;
    for term in &explanation.terms {
        let (red, black) = (term.red, term.black);
        writeln!(
            out,
            "{:<18} {:>5}   {:>5}   {:>5}   {:>5}   {:>+9.1}",
            term.name, red.0, red.1, black.0, black.1, term.total
        )?;
    }
    let sum: f64 = explanation.terms.iter().map(|term| term.total).sum();
    writeln!(out, "{:<50} {sum:>+9.1}", "sum")?;
    for (name, factor) in [
        ("phase (1: middlegame, 0: endgame)", explanation.phase),
        ("scale by winning chances", explanation.scale),
        ("damping by moves without capture", explanation.damping),
    ] {
        writeln!(out, "{name:<50} {factor:>9.2}")?;
    }
    writeln!(out, "{:<50} {:>+9}\n", "value for red", explanation.red_value)?;
    writeln!(out, "eval {}", explanation.value)?;
    Ok(())
}
