// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files of a session: the unfinished game, and games that a person saves and loads.

use super::Session;
use crate::cli::output::{Output, refuse_standard};
use crate::cli::play::record;
use crate::cli::play::table::Table;
use crate::engine::Level;
use crate::files;
use crate::notation::{Notation, Record, Records};
use crate::types::Color;
use anyhow::Context;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

impl Session {
    fn record(&self) -> Record {
        let name = |side: Color| {
            if self.table.is_person(side) {
                self.options.texts.person().to_owned()
            } else {
                self.engine_name()
            }
        };
        record::record(&self.table, Color::ALL.map(name), self.thinker.level)
    }

    /// Keeps the unfinished game for the next start.
    pub fn store(&mut self) {
        let Some(saved) = &self.saved else { return };
        if let Err(error) = saved.write(&self.record()) {
            log::warn!("the unfinished game cannot be kept: {error}");
            self.saved = None;
        }
    }

    pub fn save(&self, file: &Path) -> anyhow::Result<()> {
        refuse_standard("save", file)?;
        Output::create(file, Some(record::MARK.as_bytes()), self.options.overwrite)?;
        files::write(file, self.record().to_pgn(Notation::Iccs)).with_context(|| file.display().to_string())
    }

    pub fn load(&mut self, file: &Path, now: Instant) -> Vec<String> {
        let texts = self.options.texts;
        let name = file.display().to_string();
        let read = || -> anyhow::Result<Option<(Table, Option<Level>)>> {
            let opened = File::open(file).with_context(|| name.clone())?;
            let Some(game) = Records::new(BufReader::new(opened)).next() else { return Ok(None) };
            let game = game.with_context(|| name.clone())?;
            let table = record::table(&game, self.table.conditions).with_context(|| name.clone())?;
            Ok(Some((table, record::level(&game))))
        };
        match read() {
            Ok(Some((table, level))) => {
                self.thinker.level = level.unwrap_or(self.thinker.level);
                let mut lines = vec![texts.loaded(&name, table.moves().len())];
                lines.extend(self.set_table(table, now));
                lines
            }
            Ok(None) => vec![texts.no_game_in(&name)],
            Err(error) => vec![texts.file_problem(&error)],
        }
    }

    /// Begins or goes on with another game.
    pub fn set_table(&mut self, table: Table, now: Instant) -> Vec<String> {
        self.thinker.new_game();
        self.table = table;
        (self.is_announced, self.offer, self.opinion, self.held) = (false, None, None, None);
        let mut lines = vec![self.welcome()];
        lines.extend(self.end_if_over());
        if self.table.ending().is_none() {
            self.store();
        }
        self.begin_turn(now);
        lines
    }
}
