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

/// The positions that were answered: ids with turns, or all turns of an id that was answered with an error;
/// and the lines without an id that were. A search that was terminated before it began has no answer.
///
/// Kept as hashes of 128 bits, which take less memory than the ids: two of a million are equal with a
/// probability of 10⁻²⁷.
pub struct Answered {
    hashes: HashSet<u128>,
    lines: HashSet<u64>,
    states: [RandomState; 2],
}

/// The fields of an answer that matter here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    #[serde(borrow)]
    id: Option<Cow<'a, str>>,
    turn: Option<u16>,
    #[serde(default)]
    is_during_search: bool,
    fen: Option<Cow<'a, str>>,
    error: Option<Cow<'a, str>>,
    line: Option<u64>,
}

impl Default for Answered {
    fn default() -> Self {
        Self {
            hashes: HashSet::new(),
            lines: HashSet::new(),
            states: [RandomState::new(), RandomState::new()],
        }
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
        match serde_json::from_slice(line) {
            Ok(Answer { id: Some(id), turn: Some(turn), fen: Some(_), is_during_search: false, .. }) => {
                self.hashes.insert(self.hash(&id, Some(turn)));
            }
            Ok(Answer { id: Some(id), error: Some(_), .. }) => {
                self.hashes.insert(self.hash(&id, None));
            }
            Ok(Answer { id: None, error: Some(_), line: Some(line), .. }) => {
                self.lines.insert(line);
            }
            _ => {}
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

    /// Returns true if the line with this number, which has no id, was answered with an error.
    pub fn has_line(&self, number: u64) -> bool {
        self.lines.contains(&number)
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
            "{\"id\":\"a\",\"turn\":3,\"fen\":\"…\",\"best\":\"h2e2\"}\n",
            "{\"id\":\"b\",\"turn\":3,\"fen\":\"…\",\"isDuringSearch\":true}\n",
            "not an answer\n",
            "{\"id\":\"c\",\"error\":\"unknown field\",\"field\":\"x\"}\n",
            "{\"id\":\"d\",\"action\":\"version\"}\n",
            "{\"id\":\"f\",\"turn\":0,\"terminated\":true}\n",
            "{\"id\":null,\"error\":\"not JSON\",\"field\":null,\"line\":7}\n",
            "{\"id\":\"\\u00e4\",\"turn\":0,\"fen\":\"…\"}\n",
        );
        fs::write(&path, format!("{whole}{{\"id\":\"e\",\"tu")).unwrap();
        let answered = Answered::read(&path).unwrap();
        for (id, turn, expected) in [
            ("a", 3, true),
            ("a", 2, false),
            ("b", 3, false),
            ("c", 0, true),
            ("d", 0, false),
            ("f", 0, false),
            ("e", 0, false),
            ("ä", 0, true),
        ] {
            assert_eq!(answered.contains(id, turn), expected, "{id}");
        }
        assert!(answered.has_error("c") && !answered.has_error("a"));
        assert!(answered.has_line(7) && !answered.has_line(6));
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        fs::remove_file(&path).unwrap();
        assert!(!Answered::read(&path).unwrap().contains("a", 3));
    }
}
