// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe net`: inspects network files.

use super::failure::{CommandResult, Place};
use chuhe::eval::nnue::arch::{QA, SECOND, THIRD, VERSION};
use chuhe::eval::nnue::features::{BUCKETS, FEATURES};
use chuhe::eval::nnue::{LayerWeights, NetworkWeights};
use chuhe_learn::train::idle_neurons;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Inspect a network file
#[derive(clap::Args)]
#[command(after_help = "Example:\n  chuhe net info first.net")]
pub struct NetArgs {
    #[command(subcommand)]
    command: NetCommand,
}

#[derive(clap::Subcommand)]
enum NetCommand {
    /// Print the architecture, quantisation, checksum and statistics
    Info {
        /// Network file
        file: PathBuf,
    },
}

pub fn run(args: &NetArgs) -> CommandResult {
    let NetCommand::Info { file: path } = &args.command;
    let name = || path.display().to_string();
    let network = NetworkWeights::load(path).at(name())?;
    let bytes = network.to_bytes().at(name())?;
    let NetworkWeights {
        name,
        hidden_size,
        qb,
        scale,
        feature_weights,
        feature_biases,
        output_weights,
        output_biases,
        layers,
    } = &network;
    let stored = hidden_size / 2;
    let mut out = io::stdout().lock();
    writeln!(out, "name {name}")?;
    writeln!(out, "version {VERSION}")?;
    writeln!(out, "bytes {}", bytes.len())?;
    writeln!(out, "checksum of the file {:08x}", crc32fast::hash(&bytes))?;
    let further = match layers {
        Some(_) => format!(" + (-> {} -> {THIRD} -> {BUCKETS})", 2 * SECOND),
        None => String::new(),
    };
    writeln!(
        out,
        "network ({FEATURES} -> {hidden_size}) x 2 -> {BUCKETS}{further}, SCReLU, half of the neurons mirrored"
    )?;
    let shallow = feature_weights.len() + feature_biases.len() + output_weights.len() + output_biases.len();
    writeln!(out, "parameters {}", shallow + layers.as_ref().map_or(0, LayerWeights::parameters))?;
    writeln!(out, "quantisation: QA {QA}, QB {qb}, SCALE {scale}")?;
    for (what, weights, one) in [
        ("feature weights", feature_weights, f64::from(QA)),
        ("feature biases", feature_biases, f64::from(QA)),
        ("output weights", output_weights, f64::from(*qb)),
    ] {
        let (rms, max) = spread(weights);
        writeln!(out, "{what}: root mean square {:.4}, largest {:.4}", rms / one, max / one)?;
    }
    let [inactive, saturated] = idle_neurons(&network);
    writeln!(out, "idle neurons: {inactive} of {stored} always inactive, {saturated} always saturated")?;
    Ok(ExitCode::SUCCESS)
}

/// The root mean square and the largest absolute value.
fn spread(weights: &[i16]) -> (f64, f64) {
    let squares: f64 = weights.iter().map(|&weight| f64::from(weight).powi(2)).sum();
    let max = weights.iter().map(|weight| weight.unsigned_abs()).max().unwrap_or(0);
    ((squares / weights.len().max(1) as f64).sqrt(), max.into())
}
