// SPDX-License-Identifier: MIT OR Apache-2.0
//! `--depth`, `--nodes` and `--movetime`.

use crate::search::Limits;
use crate::types::Depth;
use clap::value_parser;
use std::time::Duration;

/// The deepest search or count, in plies.
pub const MAX_DEPTH: i64 = Depth::MAX.whole() as i64;

/// Limits of a search.
#[derive(clap::Args)]
pub struct LimitArgs {
    /// Depth in plies, up to 100
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=MAX_DEPTH))]
    depth: Option<u32>,
    /// Number of nodes
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time in milliseconds
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..))]
    movetime: Option<u64>,
}

impl LimitArgs {
    /// Returns the limits; without any, a time of `default_movetime` milliseconds.
    pub fn limits(&self, default_movetime: u64) -> Limits {
        let given = self.given();
        if given.is_bounded() { given } else { Limits::movetime(Duration::from_millis(default_movetime)) }
    }

    /// Returns the limits given, which may be none.
    pub fn given(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        }
    }
}
