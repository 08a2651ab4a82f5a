// SPDX-License-Identifier: MIT OR Apache-2.0
//! Game files, given or in folders.

use super::failure::{Place, warn};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use xiangqi::notation::{Record, record_extensions};
use xiangqi::types::{Bilingual, bilingual, text};

/// Returns true for the path of a game file by its extension.
pub fn is_game_file(path: &Path) -> bool {
    let is_known =
        |extension: &OsStr| record_extensions().iter().any(|known| extension.eq_ignore_ascii_case(known));
    path.extension().is_some_and(is_known)
}

/// Reports the notes on a game and the parts of its variations that could not be read, with the name of the
/// file. Returns true if there are any of the latter.
pub fn warn_of_faults(place: &Bilingual, record: &Record) -> bool {
    for fault in &record.faults {
        let kept = |language| match fault.text(language) {
            text if fault.problem.is_note() => text,
            text => text!(
                language,
                "{text}; this part of a variation is kept as a comment",
                "{text}；这部分变着保留为注释"
            ),
        };
        warn(Bilingual::new(kept).within(place));
    }
    !record.faults.iter().all(|fault| fault.problem.is_note())
}

pub struct GameSource {
    pub path: PathBuf,
    /// Its path within the given folder, or its name.
    pub name: PathBuf,
}

impl GameSource {
    /// Finds the files of a path, in the order of their names: the file itself whatever its name, or all
    /// files in a folder with a known extension.
    pub fn find(path: &Path) -> Result<Vec<Self>, Bilingual> {
        let mut sources = Vec::new();
        collect(path, Path::new(path.file_name().unwrap_or_default()), true, &mut sources)?;
        if sources.is_empty() {
            let kinds = record_extensions().join(", ");
            let problem = bilingual!("no {kinds} files in this folder", "此文件夹中没有 {kinds} 文件");
            return Err(problem.at(path.display()));
        }
        Ok(sources)
    }
}

fn collect(path: &Path, name: &Path, is_given: bool, sources: &mut Vec<GameSource>) -> Result<(), Bilingual> {
    if !fs::metadata(path).at(path.display())?.is_dir() {
        if is_given || is_game_file(path) && path.is_file() {
            sources.push(GameSource { path: path.to_owned(), name: name.to_owned() });
        }
        return Ok(());
    }
    let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries: Vec<_> = entries.at(path.display())?.iter().map(fs::DirEntry::file_name).collect();
    entries.sort();
    for entry in entries {
        // The output folder mirrors the given folder; symbolic links could lead around in a circle.
        let name = if is_given { PathBuf::from(&entry) } else { name.join(&entry) };
        if !path.join(&entry).is_symlink() {
            collect(&path.join(&entry), &name, false, sources)?;
        }
    }
    Ok(())
}
