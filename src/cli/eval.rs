// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe eval`: the static evaluation of a position, term by term (HCE) and piece by piece (NNUE).

use super::failure::CommandResult;
use super::options::{NetworkArgs, PositionArgs};
use super::show;
use crate::analysis::json::{score_json, side_json};
use crate::eval::nnue::NetworkExplanation;
use crate::eval::{self, Evaluator, HceExplanation};
use crate::render::{hce_table, network_table};
use crate::types::value::centipawns;
use crate::types::{Language, Score, Square};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::process::ExitCode;

/// Show the static evaluation of a position: hand-crafted (HCE) and network (NNUE)
#[derive(clap::Args)]
#[command(after_help = "\
The table is the hand-crafted evaluation in its internal units: the middlegame (mg) and endgame (eg) values of each term \
for each side, and the interpolated difference for Red. The board shows the value of each piece to the network, in \
centipawns from Red's perspective: the evaluation minus the evaluation without the piece. Plies without capture (rule60) and \
drawish material scale the evaluation down. The last line is the evaluation that the search uses, in centipawns from \
the perspective of the side to move.

With --json, one object: fen, side (to move), score (of the evaluation in use, as in `search --json`), hce and network, both \
from Red's perspective. hce: cp, value (in internal units), phase, scale, rule60_damping, and terms, each with name, red and \
black ([mg, eg]) and total. network (null if none is used): cp, name, bucket, and pieces (the value in centipawns of each \
piece but the kings, by its square).

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
    let value = |network| Evaluator::new(&position, network).evaluate(&position);
    let red_value = |network| centipawns(value(network) * position.side_to_move().sign());
    let hce = eval::explain(&position);
    let explained = network.as_ref().map(|network| network.explain(&position));
    if args.json {
        let object = json!({
            "fen": position.to_fen(),
            "side": side_json(position.side_to_move()),
            "score": score_json(Score::Cp(centipawns(value(network.clone())))),
            "hce": hce_json(&hce, red_value(None)),
            "network": explained.map(|explained| network_json(&explained, red_value(network))),
        });
        writeln!(io::stdout(), "{object}")?;
        return Ok(ExitCode::SUCCESS);
    }
    show::print_board(&position, false, language)?;
    let mut out = io::stdout().lock();
    write!(out, "{}", hce_table(&hce, language))?;
    if let Some(explained) = &explained {
        write!(out, "\n{}", network_table(explained, &position, language))?;
    }
    writeln!(
        out,
        "\n{}",
        language.pick("evaluation for red, in centipawns", "红方的评分（单位：分，100分约合一兵）")
    )?;
    writeln!(out, "HCE  {:+}", red_value(None))?;
    if network.is_some() {
        writeln!(out, "NNUE {:+}", red_value(network.clone()))?;
    }
    writeln!(out, "\neval {}", centipawns(value(network)))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the hand-crafted evaluation, which is worth `cp` centipawns to Red.
fn hce_json(explanation: &HceExplanation, cp: i32) -> Value {
    let terms = explanation
        .terms
        .iter()
        .map(|term| json!({ "name": term.name, "red": term.red, "black": term.black, "total": term.total }));
    json!({
        "cp": cp,
        "value": explanation.red_value,
        "phase": explanation.phase,
        "scale": explanation.scale,
        "rule60_damping": explanation.damping,
        "terms": terms.collect::<Vec<_>>(),
    })
}

/// Returns the evaluation of the network, which is worth `cp` centipawns to Red.
fn network_json(explanation: &NetworkExplanation, cp: i32) -> Value {
    let NetworkExplanation { name, bucket, pieces, .. } = explanation;
    let values = Square::ALL.into_iter().filter_map(|square| Some((square, pieces[square]?)));
    let values: Map<_, _> =
        values.map(|(square, value)| (square.to_string(), centipawns(value).into())).collect();
    json!({ "cp": cp, "name": name, "bucket": bucket, "pieces": values })
}
