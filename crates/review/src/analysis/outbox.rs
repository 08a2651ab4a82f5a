// SPDX-License-Identifier: MIT OR Apache-2.0
//! The output: each line is written whole and at once, in the order of the input if that is wanted; and the
//! answers of an earlier run, which need not be given again.

use chuhe::files::require_regular;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::hash::BuildHasher;
use std::io::{self, BufReader, ErrorKind, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use xiangqi::bounded;
use xiangqi::notation::excerpt;
use xiangqi::types::bilingual;

/// The place of a line: the number of its request, and the index among the request's lines.
pub type Place = (u64, usize);

/// Lines that are ready take at most about this many bytes while they wait for earlier ones.
const MAX_HELD: usize = 16 << 20;

/// Takes the lines of all threads.
pub struct Outbox<W>(Mutex<Lines<W>>);

struct Lines<W> {
    output: W,
    order: Option<Order>,
    /// The first error of the output.
    error: Option<io::Error>,
}

/// Lines that wait for earlier ones.
#[derive(Default)]
struct Order {
    next: Place,
    /// Each line, and true for the last one of its request.
    held: BTreeMap<Place, (String, bool)>,
    /// Total length of the lines held.
    bytes: usize,
}

impl<W: Write> Outbox<W> {
    pub fn new(output: W, is_in_order: bool) -> Self {
        Self(Mutex::new(Lines { output, order: is_in_order.then(Order::default), error: None }))
    }

    fn lock(&self) -> MutexGuard<'_, Lines<W>> {
        self.0.lock().expect("no thread panics")
    }

    /// Writes a line, or holds it until the lines before it are written. `is_last` is true for the last line
    /// of a request by index. Returns true unless the output has failed.
    pub fn put(&self, place: Place, line: String, is_last: bool) -> bool {
        let mut lines = self.lock();
        let Lines { output, order, error } = &mut *lines;
        let written = match order {
            None => write(output, &line),
            Some(order) => order.put(place, line, is_last, output),
        };
        if let Err(failure) = written {
            error.get_or_insert(failure);
        }
        error.is_none()
    }

    /// Writes a line that has no place in the order.
    pub fn put_now(&self, line: &str) -> bool {
        let mut lines = self.lock();
        if let Err(failure) = write(&mut lines.output, line) {
            lines.error.get_or_insert(failure);
        }
        lines.error.is_none()
    }

    /// Returns the number of the first request that is not written completely, if the lines of later requests
    /// take too much memory: it has to be answered first.
    pub fn awaited(&self) -> Option<u64> {
        let lines = self.lock();
        let order = lines.order.as_ref()?;
        (order.bytes > MAX_HELD).then_some(order.next.0)
    }

    /// Returns the number of requests that are written completely if they are in order: the first this many.
    pub fn written_in_order(&self) -> Option<u64> {
        Some(self.lock().order.as_ref()?.next.0)
    }

    /// Returns the first error of the output, once.
    pub fn take_error(&self) -> io::Result<()> {
        self.lock().error.take().map_or(Ok(()), Err)
    }
}

impl Order {
    fn put(&mut self, place: Place, line: String, is_last: bool, output: &mut impl Write) -> io::Result<()> {
        self.bytes += line.len();
        self.held.insert(place, (line, is_last));
        while let Some((line, is_last)) = self.held.remove(&self.next) {
            self.bytes -= line.len();
            self.next = if is_last { (self.next.0 + 1, 0) } else { (self.next.0, self.next.1 + 1) };
            write(output, &line)?;
        }
        Ok(())
    }
}

/// Writes a line in one piece, so that a program that ends in between leaves no half of it.
fn write(output: &mut impl Write, line: &str) -> io::Result<()> {
    output.write_all(line.as_bytes())?;
    output.flush()
}

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
    action: Option<Cow<'a, str>>,
}

/// Returns true if half a line may be that of an answer. In a file without any other answer it must have the
/// program's own form: a query may be somebody's only copy.
fn begins_like_an_answer(line: &[u8], has_answers: bool) -> bool {
    let starts: [&[u8]; 3] = [br#"{"id":""#, br#"{"action":""#, br#"{"error":""#];
    let is_start = |start: &&[u8]| start.starts_with(line) || line.starts_with(start);
    if has_answers || !starts.iter().any(is_start) {
        return has_answers && line.starts_with(b"{");
    }
    // A whole query has these fields, half an answer has not.
    let has = |field: &[u8]| line.windows(field.len()).any(|part| part == field);
    let is_query = ["moves", "analyzeTurns", "multiPV", "movetime", "rules", "priority"];
    !is_query.iter().any(|field| has(format!("\"{field}\":").as_bytes()))
        && !serde_json::from_slice::<serde_json::Value>(line).is_ok_and(|whole| whole.get("turn").is_none())
}

/// Returns the error for a line that is not an answer.
fn foreign(line: &[u8]) -> io::Error {
    let text = String::from_utf8_lossy(line);
    let message = bilingual!(
        "not a file of answers: '{line}'; the file is left as it is",
        "不是回答的文件：“{line}”；未作改动",
        line = excerpt(text.trim_end())
    );
    io::Error::new(ErrorKind::InvalidData, message)
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
    /// Reads the answers of a file; a file that does not exist has none. A last line without a line feed that
    /// begins like an answer is what a program that was killed has left: it is cut off, so that answers can
    /// be appended.
    ///
    /// # Errors
    /// If the file cannot be read, or holds anything but answers; it is left as it is.
    pub fn read(path: &Path) -> io::Result<Self> {
        let mut answered = Self::default();
        let file = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(answered),
            file => file?,
        };
        require_regular(&file)?;
        let mut source = BufReader::new(File::open(path)?);
        let mut line = Vec::new();
        let mut complete = 0;
        loop {
            line.clear();
            let length = bounded::read_until(&mut source, b'\n', &mut line, MAX_LINE)?;
            if line.last() != Some(&b'\n') {
                if length > 0 && !begins_like_an_answer(&line, complete > 0) {
                    return Err(foreign(&line));
                }
                if length > 0 {
                    OpenOptions::new().write(true).open(path)?.set_len(complete)?;
                }
                return Ok(answered);
            }
            complete += length as u64;
            if !answered.add(&line) {
                return Err(foreign(&line));
            }
        }
    }

    /// Adds what a line answers. Returns false if the line is none of the program's.
    fn add(&mut self, line: &[u8]) -> bool {
        match serde_json::from_slice(line) {
            Ok(Answer { id: Some(id), turn: Some(turn), fen: Some(_), is_during_search: false, .. }) => {
                self.hashes.insert(self.hash(&id, Some(turn)))
            }
            Ok(Answer { id: Some(id), error: Some(_), .. }) => self.hashes.insert(self.hash(&id, None)),
            Ok(Answer { id: None, error: Some(_), line: Some(line), .. }) => self.lines.insert(line),
            // A report, a search that was terminated, or an action.
            Ok(Answer { turn, action, .. }) => return turn.is_some() || action.is_some(),
            Err(_) => return false,
        };
        true
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
    fn lines_are_written_at_once_or_in_order() {
        for (is_in_order, expected) in [(false, "cadb"), (true, "abcd")] {
            let mut output = Vec::new();
            let outbox = Outbox::new(&mut output, is_in_order);
            for (place, line, is_last) in
                [((1, 0), "c", true), ((0, 0), "a", false), ((2, 0), "d", true), ((0, 1), "b", true)]
            {
                assert!(outbox.put(place, line.to_owned(), is_last));
            }
            assert_eq!(outbox.written_in_order(), is_in_order.then_some(3));
            assert!(outbox.take_error().is_ok());
            assert_eq!(output, expected.as_bytes());
        }
    }

    #[test]
    fn the_first_request_is_awaited_when_much_is_held() {
        let outbox = Outbox::new(Vec::new(), true);
        outbox.put((1, 0), "x".repeat(MAX_HELD), true);
        assert_eq!(outbox.awaited(), None);
        outbox.put((2, 0), "x".to_owned(), true);
        assert_eq!(outbox.awaited(), Some(0));
        outbox.put((0, 0), "x".to_owned(), true);
        assert_eq!(outbox.awaited(), None);
    }

    #[test]
    fn an_output_that_fails_is_reported() {
        let mut room = [0; 4];
        let outbox = Outbox::new(&mut room[..], false);
        assert!(outbox.put((0, 0), "1234".to_owned(), true));
        assert!(!outbox.put((1, 0), "5".to_owned(), true));
        assert!(!outbox.put_now("6"));
        assert_eq!(outbox.take_error().unwrap_err().kind(), io::ErrorKind::WriteZero);
    }

    #[test]
    fn answers_are_known_again_and_half_a_line_is_cut_off() {
        let path = std::env::temp_dir().join(format!("chuhe-answered-{}.jsonl", std::process::id()));
        let whole = concat!(
            "{\"id\":\"a\",\"turn\":3,\"fen\":\"…\",\"best\":\"h2e2\"}\n",
            "{\"id\":\"b\",\"turn\":3,\"fen\":\"…\",\"isDuringSearch\":true}\n",
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

    #[test]
    fn foreign_files_are_refused_and_left_as_they_are() {
        let path = std::env::temp_dir().join(format!("chuhe-foreign-{}.txt", std::process::id()));
        let answer = "{\"id\":\"a\",\"turn\":3,\"fen\":\"…\"}\n";
        for text in [
            "my important notes",
            "my important notes\n",
            "{\"id\":\"a\",\"moves\":\"h2e2\"}\n",
            "{\"id\":\"a\",\"moves\":\"h2e2\"}",
            "{\"id\": \"a\", \"nodes\": 100",
            "{\"id\":\"a\",\"nodes\":100}",
            "{}",
            "[1, 2]\n",
            "\n",
            "1. 炮二平五\n1... 马8进7",
            &format!("{answer}my notes\n{answer}"),
            &format!("{answer}my notes"),
        ] {
            fs::write(&path, text).unwrap();
            let error = Answered::read(&path).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.starts_with("not a file of answers: "), "{text}: {error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::remove_file(&path).unwrap();
    }
}
