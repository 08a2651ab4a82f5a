// SPDX-License-Identifier: MIT OR Apache-2.0
//! The directory that the commands about tables work on.

use crate::cli::failure::Failure;
use crate::tb::{Balance, Tablebase, TablebaseError};
use std::path::PathBuf;

/// The directory of the tables.
#[derive(clap::Args)]
pub struct DirectoryArgs {
    /// Directory of the tables
    #[arg(long, alias = "out", value_name = "DIR", default_value = "tables")]
    pub dir: PathBuf,
}

impl DirectoryArgs {
    /// Finds the tables.
    pub fn open(&self) -> Result<Tablebase, Failure> {
        Tablebase::open(&[&self.dir]).map_err(input)
    }
}

/// A file that cannot be used is one that the user named, or its neighbour.
pub fn input(error: TablebaseError) -> Failure {
    Failure::Input(error.into())
}

/// Returns the balances that were asked for, or all.
pub fn chosen(balances: &[Balance], tablebase: &Tablebase) -> Vec<Balance> {
    if balances.is_empty() { tablebase.balances() } else { balances.to_vec() }
}
