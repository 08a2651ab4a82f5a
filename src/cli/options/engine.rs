// SPDX-License-Identifier: MIT OR Apache-2.0
//! `--threads`, `--hash` and the evaluation: an engine for one command.

use super::evaluation::NetworkArgs;
use crate::engine::Engine;
use crate::search::Settings;
use clap::builder::RangedU64ValueParser;
use clap::value_parser;

/// A tebibyte: the engine cuts the size to the memory there is.
const MAX_HASH_MB: u64 = 1 << 20;

/// Resources of the engine, with a transposition table of `HASH` MiB by default.
#[derive(clap::Args)]
pub struct EngineArgs<const HASH: usize> {
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[arg(
        long,
        value_name = "MB",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_HASH_MB),
        help = format!("Size of the transposition table in MiB [default: {HASH}]")
    )]
    hash: Option<usize>,
    #[command(flatten)]
    network: NetworkArgs,
}

impl<const HASH: usize> EngineArgs<HASH> {
    /// Returns an engine with these resources that reports `multi_pv` lines.
    pub fn engine(&self, multi_pv: usize) -> Engine {
        let mut engine = Engine::new(self.hash.unwrap_or(HASH));
        engine.set_settings(Settings {
            threads: self.threads.into(),
            multi_pv,
            network: self.network.network(),
            ..Settings::default()
        });
        engine
    }
}
