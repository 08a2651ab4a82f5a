// SPDX-License-Identifier: MIT OR Apache-2.0
//! The endgame tables in force: opened when their directories change, with the problems that there were.

use crate::search::SharedTb;
use crate::tb::Tablebase;
use std::path::PathBuf;
use std::slice;
use std::sync::Arc;

#[derive(Default)]
pub struct TableSet {
    directories: Vec<PathBuf>,
    tables: Option<SharedTb>,
    problems: Vec<(PathBuf, String)>,
}

impl TableSet {
    /// Returns the tables of these directories, opened now unless they are those in force. A directory that
    /// has none is left out.
    pub fn of(&mut self, directories: Vec<PathBuf>) -> Option<SharedTb> {
        if directories != self.directories {
            self.problems.clear();
            let mut usable = directories.clone();
            usable.retain(|directory| match problem(directory) {
                Some(reason) => {
                    self.problems.push((directory.clone(), reason));
                    false
                }
                None => true,
            });
            self.tables = Tablebase::open(&usable)
                .ok()
                .filter(|_| !usable.is_empty())
                .map(|tables| SharedTb::new(Arc::new(tables)));
            self.directories = directories;
        }
        self.tables.clone()
    }

    /// Returns the directories that are of no use, and why, that have not been returned before.
    pub fn take_problems(&mut self) -> Vec<(PathBuf, String)> {
        std::mem::take(&mut self.problems)
    }
}

/// Returns the reason why a directory is of no use.
fn problem(directory: &PathBuf) -> Option<String> {
    match Tablebase::open(slice::from_ref(directory)) {
        Err(error) => Some(error.error.to_string()),
        Ok(tables) if tables.most_pieces() == 0 => Some("no tables".to_owned()),
        Ok(_) => None,
    }
}
