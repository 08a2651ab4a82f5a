// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe net`: looks into files of networks.

use super::failure::CommandResult;
use crate::eval::network::NetworkWeights;
use crate::eval::network::arch::{QA, VERSION};
use crate::eval::network::features::{BUCKETS, FEATURES};
use crate::learn::train::idle_units;
use anyhow::Context;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Look into a file of a network
#[derive(clap::Args)]
#[command(after_help = "Example:\n  chuhe net info first.net")]
pub struct NetArgs {
    #[command(subcommand)]
    command: NetCommand,
}

#[derive(clap::Subcommand)]
enum NetCommand {
    /// Print sizes, units, checksum and what the weights look like
    Info {
        /// The file
        file: PathBuf,
    },
}

pub fn run(args: &NetArgs) -> CommandResult {
    match &args.command {
        NetCommand::Info { file } => info(file),
    }
}

fn info(path: &Path) -> CommandResult {
    let name = || path.display().to_string();
    let weights = NetworkWeights::load(path).with_context(name)?;
    let bytes = weights.to_bytes().with_context(name)?;
    let NetworkWeights {
        name,
        hidden_size,
        qb,
        scale,
        feature_weights,
        feature_biases,
        output_weights,
        output_biases,
    } = &weights;
    let free = hidden_size / 2;
    let mut out = io::stdout().lock();
    writeln!(out, "name {name}")?;
    writeln!(out, "version {VERSION}")?;
    writeln!(out, "bytes {}", bytes.len())?;
    writeln!(out, "checksum of the file {:08x}", crc32fast::hash(&bytes))?;
    writeln!(out, "network ({FEATURES} -> {hidden_size}) x 2 -> {BUCKETS}, half of the units mirrored")?;
    writeln!(
        out,
        "numbers {}",
        feature_weights.len() + feature_biases.len() + output_weights.len() + output_biases.len()
    )?;
    writeln!(
        out,
        "one is {QA} in a hidden unit, {qb} in an output weight, a value of {scale} in the output"
    )?;
    for (what, numbers, unit) in [
        ("rows", feature_weights, f64::from(QA)),
        ("biases", feature_biases, f64::from(QA)),
        ("outputs", output_weights, f64::from(*qb)),
    ] {
        let (rms, max) = spread(numbers);
        writeln!(out, "{what}: {:.4} root mean square, {:.4} at most", rms / unit, max / unit)?;
    }
    let [dead, full] = idle_units(&weights);
    writeln!(out, "idle units of {free}: {dead} never on, {full} always fully on")?;
    Ok(ExitCode::SUCCESS)
}

/// The root of the mean square, and the largest.
#[allow(clippy::cast_precision_loss, reason = "networks are small")]
fn spread(numbers: &[i16]) -> (f64, f64) {
    let squares: f64 = numbers.iter().map(|&number| f64::from(number).powi(2)).sum();
    let max = numbers.iter().map(|number| number.unsigned_abs()).max().unwrap_or(0);
    ((squares / numbers.len().max(1) as f64).sqrt(), max.into())
}
