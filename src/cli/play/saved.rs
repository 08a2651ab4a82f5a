// SPDX-License-Identifier: MIT OR Apache-2.0
//! The unfinished game in the user's state directory: written after each move, whole or not at all, so that
//! it survives a crash of the program or the machine; removed at the end of the game.

use super::record::MARK;
use crate::files;
use crate::notation::{Notation, Record, Records};
use std::fs;
use std::io;
use std::path::PathBuf;

/// The file that holds the unfinished game.
pub struct SavedGame {
    path: PathBuf,
}

impl SavedGame {
    /// Returns the file of this user: `$XDG_STATE_HOME/chuhe/play.pgn` or its like on the system; `None` if
    /// the system has no such place.
    pub fn of_user() -> Option<Self> {
        let directory = dirs::state_dir().or_else(dirs::data_local_dir)?;
        Some(Self { path: directory.join("chuhe").join("play.pgn") })
    }

    /// Returns the unfinished game. A file that cannot be read counts as none.
    pub fn read(&self) -> Option<Record> {
        let text = fs::read_to_string(&self.path).ok()?;
        if !text.lines().any(|line| line.starts_with(MARK)) {
            return None;
        }
        Records::new(text.as_bytes()).next()?.ok()
    }

    /// Writes the game.
    pub fn write(&self, record: &Record) -> io::Result<()> {
        fs::create_dir_all(files::directory(&self.path))?;
        files::write(&self.path, record.to_pgn(Notation::Iccs))
    }

    /// Removes the game, if there is one.
    pub fn remove(&self) {
        // A game that stays is offered again, which does no harm.
        let _ = fs::remove_file(&self.path);
    }
}
