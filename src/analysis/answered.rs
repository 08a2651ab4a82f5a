// SPDX-License-Identifier: MIT OR Apache-2.0
//! The answers of an earlier run, which need not be given again.

use crate::bounded;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::HashSet;
use std::collections::hash_map::RandomState;
use std::fs::{File, OpenOptions};
use std::hash::BuildHasher;
use std::io::{self, BufReader, ErrorKind};
use std::path::Path;

/// Longest line of the file, in bytes.
const MAX_LINE: u64 = 1 << 24;

/// The positions that were answered: ids with turns, or all turns of an id that was answered with an error.
///
/// Kept as hashes of 128 bits, which take less memory than the ids: two of a million are equal with a
/// probability of 10⁻²⁷.
pub struct Answered {
    hashes: HashSet<u128>,
    states: [RandomState; 2],
}

/// The fields of an answer that matter here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    #[serde(borrow)]
    id: Option<Cow<'a, str>>,
    turn: Option<u16>,
    #[serde(default)]
    is_during_search: bool,
    action: Option<Cow<'a, str>>,
}

impl Default for Answered {
    fn default() -> Self {
        Self { hashes: HashSet::new(), states: [RandomState::new(), RandomState::new()] }
    }
}

impl Answered {
    /// Reads the answers of a file; a file that does not exist has none. A last line without a line feed is
    /// what a program that was killed has left: it is cut off, so that answers can be appended.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(path: &Path) -> io::Result<Self> {
        let mut answered = Self::default();
        let file = match File::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(answered),
            file => file?,
        };
        let mut source = BufReader::new(file);
        let mut line = Vec::new();
        let mut complete = 0;
        loop {
            line.clear();
            let length = bounded::read_until(&mut source, b'\n', &mut line, MAX_LINE)?;
            if line.last() != Some(&b'\n') {
                if length > 0 {
                    OpenOptions::new().write(true).open(path)?.set_len(complete)?;
                }
                return Ok(answered);
            }
            complete += length as u64;
            answered.add(&line);
        }
    }

    fn add(&mut self, line: &[u8]) {
        // Other lines do not count.
        if let Ok(Line { id: Some(id), turn, is_during_search: false, action: None }) =
            serde_json::from_slice(line)
        {
            self.hashes.insert(self.hash(&id, turn));
        }
    }

    /// Returns true if this position was answered.
    pub fn contains(&self, id: &str, turn: u16) -> bool {
        let has = |turn| self.hashes.contains(&self.hash(id, turn));
        !self.hashes.is_empty() && (has(Some(turn)) || has(None))
    }

    /// Returns true if the line with this id was answered with an error.
    pub fn has_error(&self, id: &str) -> bool {
        self.hashes.contains(&self.hash(id, None))
    }

    fn hash(&self, id: &str, turn: Option<u16>) -> u128 {
        let [high, low] = self.states.each_ref().map(|state| u128::from(state.hash_one((id, turn))));
        high << 64 | low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn answers_are_known_again_and_half_a_line_is_cut_off() {
        let path = std::env::temp_dir().join(format!("chuhe-answered-{}.jsonl", std::process::id()));
        let whole = concat!(
            "{\"id\":\"a\",\"turn\":3,\"best\":\"h2e2\"}\n",
            "{\"id\":\"b\",\"turn\":3,\"isDuringSearch\":true}\n",
            "not an answer\n",
            "{\"id\":\"c\",\"error\":\"unknown field\",\"field\":\"x\"}\n",
            "{\"id\":\"d\",\"action\":\"version\"}\n",
            "{\"id\":\"\\u00e4\",\"turn\":0}\n",
        );
        fs::write(&path, format!("{whole}{{\"id\":\"e\",\"tu")).unwrap();
        let answered = Answered::read(&path).unwrap();
        for (id, turn, expected) in [
            ("a", 3, true),
            ("a", 2, false),
            ("b", 3, false),
            ("c", 0, true),
            ("d", 0, false),
            ("e", 0, false),
            ("ä", 0, true),
        ] {
            assert_eq!(answered.contains(id, turn), expected, "{id}");
        }
        assert!(answered.has_error("c") && !answered.has_error("a"));
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        fs::remove_file(&path).unwrap();
        assert!(!Answered::read(&path).unwrap().contains("a", 3));
    }
}
