// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe chances`: fits what values mean to games of self-play.

use super::failure::warn;
use super::failure::{CommandResult, Failure};
use crate::eval::network::features::total_strength;
use crate::eval::wdl::{WdlCurves, WdlModel};
use crate::learn::chances::Outcomes;
use crate::learn::data_filter::DataFilter;
use crate::learn::dataset::samples;
use anyhow::anyhow;
use core::ops::RangeInclusive;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Plies around move 32, where 100 centipawns shall be an even chance.
const ANCHOR: RangeInclusive<usize> = 56..=72;
/// Strengths of the attackers and scores of the table.
const STRENGTHS: [u32; 5] = [2, 5, 8, 12, 16];
const SCORES: [i32; 6] = [0, 50, 100, 200, 400, 800];
/// Scores are taken together that differ so much from those of the table.
const NEAR: i32 = 20;

/// Fit the model of winning chances to games of self-play
#[derive(clap::Args)]
#[command(after_help = "\
Prints the factors of the curves for src/eval/wdl.rs and the value of the search that is shown as 100 centipawns, the mean \
of what makes winning as likely as not around move 32, for src/types/value.rs; then a table of what the curves say of values of \
the search and what happened.

Example:
  chuhe datagen --out self.games --games 2000 --nodes 20000
  chuhe chances --data self.games")]
pub struct ChancesArgs {
    /// Files of games, made by `datagen`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
}

pub fn run(args: &ChancesArgs) -> CommandResult {
    let (mut outcomes, mut anchors) = (Outcomes::default(), Vec::new());
    for sample in samples(&args.data, DataFilter::for_wdl_model()) {
        match sample {
            Ok(sample) => {
                let strength = total_strength(sample.position.board());
                outcomes.add(strength, sample.score, sample.result);
                if ANCHOR.contains(&sample.ply) {
                    anchors.push(strength);
                }
            }
            Err(error) if error.is_fatal() => return Err(Failure::Input(error.into())),
            Err(error) => warn(&error),
        }
    }
    if anchors.is_empty() {
        return Err(Failure::Input(anyhow!("--data: no positions around move 32")));
    }
    let Some(curves) = outcomes.fit() else {
        return Err(Failure::Job(anyhow!("too few games: no curve fits them")));
    };
    #[allow(clippy::cast_precision_loss, reason = "few positions")]
    let hundred = anchors.iter().map(|&strength| WdlModel::from_curves(&curves, strength).a).sum::<f64>()
        / anchors.len() as f64;
    print(&outcomes, &curves, hundred)?;
    Ok(ExitCode::SUCCESS)
}

fn print(outcomes: &Outcomes, curves: &WdlCurves, hundred: f64) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "positions {}", outcomes.len())?;
    for (name, curve) in ["even", "spread"].into_iter().zip(curves) {
        writeln!(out, "{name} {:.1} {:.1} {:.1}", curve[0], curve[1], curve[2])?;
    }
    writeln!(out, "hundred {hundred:.0}\n")?;
    writeln!(out, "attackers  value   win  draw  loss %, seen:   win  draw  loss % of positions")?;
    for strength in STRENGTHS {
        let chances = WdlModel::from_curves(curves, strength);
        for score in SCORES {
            let told = chances.probabilities(score.into());
            let (seen, count) = outcomes.seen(strength, score, NEAR);
            let [told, seen] = [told, seen]
                .map(|shares| shares.map(|share| 100.0 * share))
                .map(|[win, draw, loss]| format!("{win:>5.1} {draw:>5.1} {loss:>5.1}"));
            writeln!(out, "{strength:>9} {score:>+6} {told}         {seen} {count:>14}")?;
        }
    }
    Ok(())
}
