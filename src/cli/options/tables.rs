// SPDX-License-Identifier: MIT OR Apache-2.0
//! `--tables`: endgame tables for one command.

use crate::cli::failure::Failure;
use crate::engine::Engine;
use crate::search::{Settings, SharedTb};
use crate::tb::Tablebase;
use std::path::PathBuf;
use std::sync::Arc;

/// Endgame tables.
#[derive(clap::Args)]
pub struct TableArgs {
    /// Directory of endgame tables; give the option again for more directories
    #[arg(long = "tables", value_name = "DIR")]
    directories: Vec<PathBuf>,
}

impl TableArgs {
    /// Finds the tables; there are none without the option.
    pub fn open(&self) -> Result<Arc<Tablebase>, Failure> {
        let tables = Tablebase::open(&self.directories);
        tables.map(Arc::new).map_err(|error| Failure::Input(error.into()))
    }

    /// Lets an engine play by the tables.
    pub fn equip(&self, engine: &mut Engine) -> Result<(), Failure> {
        if !self.directories.is_empty() {
            let settings = engine.settings().clone();
            engine.set_settings(Settings { tb: Some(SharedTb::new(self.open()?)), ..settings });
        }
        Ok(())
    }
}
