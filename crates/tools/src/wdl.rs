// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe wdl`: fits the WDL model to self-play games.

use super::failure::{CommandResult, Failure, warn};
use chuhe::eval::nnue::features::total_strength;
use chuhe::eval::wdl::{WdlCurves, WdlModel};
use chuhe_learn::dataset::{DataFilter, samples};
use chuhe_learn::wdl::WdlCounts;
use core::ops::RangeInclusive;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use xiangqi::types::bilingual;

/// The plies around move 32, where a win shall have a probability of 50 % at 100 centipawns.
const ANCHOR: RangeInclusive<usize> = 56..=72;
/// The strengths of the attackers and the scores of the table.
const STRENGTHS: [u32; 5] = [2, 5, 8, 12, 16];
const SCORES: [i32; 6] = [0, 50, 100, 200, 400, 800];
/// Scores up to this far from those of the table are counted with them.
const TOLERANCE: i32 = 20;

/// Fit the model of win, draw and loss (WDL) to self-play games
#[derive(clap::Args)]
#[command(after_help = "\
Prints the coefficients of the curves `a` and `b` for src/eval/wdl.rs, and NORMALIZE_TO_PAWN for \
crates/xiangqi/src/types/value.rs: the internal value to show as 100 centipawns, which is the mean value with a win probability of 50 % around move 32. A table then compares \
the model with the observed results.

Example:
  chuhe datagen --out self.games --games 2000 --nodes 20000
  chuhe wdl --data self.games")]
pub struct WdlArgs {
    /// Game files, as written by `datagen`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
}

pub fn run(args: &WdlArgs) -> CommandResult {
    let (mut counts, mut anchors) = (WdlCounts::default(), Vec::new());
    for sample in samples(&args.data, DataFilter::for_wdl_model()) {
        match sample {
            Ok(sample) => {
                let strength = total_strength(sample.position.board());
                counts.add(strength, sample.score, sample.result);
                if ANCHOR.contains(&sample.ply) {
                    anchors.push(strength);
                }
            }
            Err(error) if error.is_fatal() => return Err(Failure::Input(error.into())),
            Err(error) => warn(error),
        }
    }
    if anchors.is_empty() {
        return Err(Failure::Input(bilingual!(
            "--data: no positions around move 32, which the scale is fitted to",
            "--data：没有第32回合前后的局面，无从拟合比例"
        )));
    }
    let Some(curves) = counts.fit() else {
        return Err(Failure::Job(bilingual!(
            "too few games for a fit; generate more with `datagen`",
            "对局太少，无法拟合；请用 `datagen` 生成更多"
        )));
    };
    let normalize_to_pawn =
        anchors.iter().map(|&strength| WdlModel::from_curves(&curves, strength).a).sum::<f64>()
            / anchors.len() as f64;
    print(&counts, &curves, normalize_to_pawn)?;
    Ok(ExitCode::SUCCESS)
}

fn print(counts: &WdlCounts, curves: &WdlCurves, normalize_to_pawn: f64) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "positions {}", counts.positions())?;
    for (name, curve) in ["a", "b"].into_iter().zip(curves) {
        writeln!(out, "{name} {:.1} {:.1} {:.1}", curve[0], curve[1], curve[2])?;
    }
    writeln!(out, "NORMALIZE_TO_PAWN {normalize_to_pawn:.0}\n")?;
    writeln!(out, "attackers  value   win  draw  loss %, observed:   win  draw  loss %, positions")?;
    for strength in STRENGTHS {
        let model = WdlModel::from_curves(curves, strength);
        for score in SCORES {
            let expected = model.probabilities(score.into());
            let (observed, count) = counts.observed(strength, score, TOLERANCE);
            let [expected, observed] = [expected, observed]
                .map(|fractions| fractions.map(|fraction| 100.0 * fraction))
                .map(|[win, draw, loss]| format!("{win:>5.1} {draw:>5.1} {loss:>5.1}"));
            writeln!(out, "{strength:>9} {score:>+6} {expected}             {observed} {count:>12}")?;
        }
    }
    Ok(())
}
