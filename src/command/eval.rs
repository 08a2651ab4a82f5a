// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe eval`: the static evaluation of a position, piece by piece.

use super::failure::CommandResult;
use super::options::{NetworkArgs, PositionArgs};
use super::show;
use crate::eval::Evaluator;
use crate::eval::network_table;
use crate::eval::nnue::NetworkExplanation;
use crate::json::{score_json, side_json};
use serde_json::json;
use std::io::{self, Write};
use std::process::ExitCode;
use xiangqi::types::value::centipawns;
use xiangqi::types::{Language, Score, Square};

/// Show the static evaluation of a position by the network (NNUE)
#[derive(clap::Args)]
#[command(after_help = "\
The board shows the value of each piece to the network, in centipawns from Red's perspective: the evaluation minus the \
evaluation without the piece. Plies without capture (rule60) and drawish material scale the evaluation down. The last line \
is the evaluation that the search uses, in centipawns from the perspective of the side to move.

With --json, one object: fen, side (to move), score (as in `search --json`), and network, from Red's perspective: cp, name, \
bucket, and pieces (the value in centipawns of each piece but the kings, by its square).

Example:
  chuhe eval --moves h2e2 h9g7")]
pub struct EvalArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    network: NetworkArgs,
    /// Print JSON: one object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &EvalArgs, language: Language) -> CommandResult {
    let position = args.position.position()?;
    let network = args.network.network();
    let explained = network.explain(&position);
    let value = Evaluator::new(&position, network).evaluate(&position);
    let for_red = centipawns(value * position.side_to_move().sign());
    if args.json {
        let object = json!({
            "fen": position.to_fen(),
            "side": side_json(position.side_to_move()),
            "score": score_json(Score::Cp(centipawns(value))),
            "network": network_json(&explained, for_red),
        });
        writeln!(io::stdout(), "{object}")?;
        return Ok(ExitCode::SUCCESS);
    }
    show::print_board(&position, false, language)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", network_table(&explained, &position, language))?;
    let heading = language.pick("evaluation for red, in centipawns", "红方的评分（单位：分，100分约合一兵）");
    writeln!(out, "{heading}\nNNUE {for_red:+}\n\neval {}", centipawns(value))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the evaluation of the network, which is worth `cp` centipawns to Red.
fn network_json(explanation: &NetworkExplanation, cp: i32) -> serde_json::Value {
    let NetworkExplanation { name, bucket, pieces, .. } = explanation;
    let values = Square::ALL.into_iter().filter_map(|square| Some((square, pieces[square]?)));
    let values: serde_json::Map<_, _> =
        values.map(|(square, value)| (square.to_string(), centipawns(value).into())).collect();
    json!({ "cp": cp, "name": name, "bucket": bucket, "pieces": values })
}
