// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe eval`: the static evaluation of a position, taken apart.

use super::failure::{CommandResult, Failure};
use super::options::{NetworkArgs, PositionArgs};
use super::show;
use crate::eval::{self, Evaluator, HceExplanation, network::NetworkExplanation};
use crate::position::Position;
use crate::types::value::centipawns;
use crate::types::{File, Rank, Square};
use std::io::{self, Write};
use std::process::ExitCode;

/// Show the static evaluation, hand-made and learned, without searching
#[derive(clap::Args)]
#[command(after_help = "\
The table is the hand-made evaluation, in units of its own: what each side gets in the middlegame and in the endgame, and what \
Red is ahead by after mixing the two. The board is the network's view: how many centipawns less Red would be ahead by without \
the man on each point. Moves without capture and thin endings that nobody wins leave less of a value. The last line is the \
value that the engine goes by, in centipawns for the side to move.

Example:
  chuhe eval --moves h2e2 h9g7")]
pub struct EvalArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &EvalArgs) -> CommandResult {
    let position = args.position.position()?;
    show::print_board(&position, false)?;
    print_table(&eval::explain(&position))?;
    let network = args.network.network();
    if let Some(network) = &network {
        print_view(&position, &network.explain(&position))?;
    }
    let value = |network| Evaluator::new(&position, network).evaluate(&position);
    let red_value = |network| centipawns(value(network) * position.side_to_move().sign());
    let mut out = io::stdout().lock();
    writeln!(out, "\nred ahead by, in centipawns")?;
    writeln!(out, "hand-made {:+}", red_value(None))?;
    if network.is_some() {
        writeln!(out, "learned   {:+}", red_value(network.clone()))?;
    }
    writeln!(out, "\neval {}", centipawns(value(network)))?;
    Ok(ExitCode::SUCCESS)
}

/// What each man is worth to the network, as a board.
fn print_view(position: &Position, explanation: &NetworkExplanation) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let NetworkExplanation { name, bucket, red_value, pieces } = explanation;
    let red_value = centipawns(*red_value);
    writeln!(
        out,
        "\nnetwork '{name}', output {bucket}: red ahead by {red_value:+}, and less without each man by"
    )?;
    for rank in Rank::ALL.into_iter().rev() {
        write!(out, "{rank}")?;
        for file in File::ALL {
            let square = Square::new(file, rank);
            match (position.piece_on(square), pieces[square]) {
                (Some(piece), Some(value)) => write!(out, " {}{:<+6}", piece.letter(), centipawns(value))?,
                (Some(piece), None) => write!(out, " {}      ", piece.letter())?,
                _ => write!(out, " .      ")?,
            }
        }
        writeln!(out)?;
    }
    write!(out, " ")?;
    for file in File::ALL {
        write!(out, " {file}      ")?;
    }
    writeln!(out)?;
    Ok(())
}

fn print_table(explanation: &HceExplanation) -> Result<(), Failure> {
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
    writeln!(out, "{:<50} {:>+9.1}", "sum", sum)?;
    for (name, factor) in [
        ("phase (1: middlegame, 0: endgame)", explanation.phase),
        ("scale by winning chances", explanation.scale),
        ("damping by moves without capture", explanation.damping),
    ] {
        writeln!(out, "{name:<50} {factor:>9.2}")?;
    }
    writeln!(out, "{:<50} {:>+9}", "value for red", explanation.red_value)?;
    Ok(())
}
