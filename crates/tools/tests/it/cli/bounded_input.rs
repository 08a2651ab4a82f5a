// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files that are not there, have no end, or are a gigabyte longer than they should be: refused in one line,
//! in little memory.

use crate::support::command::file;
use crate::support::run::{Run, end, new_path, refused, repository, start_command, words};
use std::fs::{self, File};
use std::io::Write;
use std::process::Command;

/// The memory that a run may use, in KiB; the files are longer than that.
const MEMORY: u32 = 1_500_000;
const GIGABYTES: u64 = 4 << 30;

/// A command that runs the program with these words and little memory.
fn limited(line: &str) -> Command {
    let script = format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, crate::CHUHE]).args(words(line)).current_dir(repository(""));
    command.env_remove("RUST_LOG").env("CHUHE_LANG", "en");
    command
}

fn run(line: &str) -> Run {
    end(start_command(&mut limited(line)))
}

/// The error of a run that fails in one line.
fn complaint(line: &str) -> String {
    one_line(line, run(line))
}

fn one_line(line: &str, Run { status, error, .. }: Run) -> String {
    assert!(matches!(status, Some(1 | 2)), "{line}: {status:?} {error}");
    assert_eq!(error.lines().count(), 1, "{line}: {error}");
    error
}

/// A file with this beginning and gigabytes of zeros, which take no room on the disk; it is removed at the
/// end.
struct Extended(String);

impl Extended {
    fn new(name: &str, beginning: &[u8]) -> Self {
        let path = new_path(name);
        let mut file = File::create(&path).unwrap();
        file.write_all(beginning).unwrap();
        file.set_len(GIGABYTES).unwrap();
        Self(path)
    }
}

impl Drop for Extended {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A reason is given once.
#[test]
fn missing_and_endless_files_are_refused() {
    let out = new_path("endless.net");
    let pair = "--engine cmd=self,name=a --engine cmd=self,name=b";
    for line in [
        &format!("match {pair} --openings FILE"),
        "match --merge FILE",
        "suite FILE --nodes 1",
        "perft --suite FILE",
        &format!("train --data FILE --out {out} --config FILE"),
        &format!("train --data FILE --out {out}"),
        &format!("datagen --out {out} --games 1 --book FILE"),
        "datagen --info FILE",
        "wdl --data FILE",
        "lab compare --game xiangqi --positions FILE",
        "review FILE",
        "book info FILE",
        &format!("book build --games FILE --out {out}"),
        &format!("book build --positions 1 --lines FILE --out {out}"),
        "net info FILE",
        "eval --evalfile FILE",
    ] {
        let missing = refused(&line.replace("FILE", "'no such file'"));
        assert_eq!(missing.matches("No such file").count(), 1, "{line}: {missing}");
        assert!(missing.contains("no such file"), "{line}: {missing}");
        assert!(complaint(&line.replace("FILE", "/dev/zero")).contains("/dev/zero"), "{line}");
    }
    for line in ["convert --to iccs -", "review -"] {
        let child = limited(line).stdin(File::open("/dev/zero").unwrap()).output().unwrap();
        assert!(one_line(line, child.into()).contains("standard input"), "{line}");
    }
}

#[test]
fn games_before_the_damage_are_read() {
    let library = repository("positions/notation/records/library.cbl");
    // Zeros near the beginning of a file show that it is not text.
    let comment = "a comment ".repeat(60);
    let games = format!("[Red \"a\"]\n\n1. h2e2 {{{comment}}} 1-0\n\n[Red \"b\"]\n\n1. h2e2 i9h9 1-0\n");
    let pgn = Extended::new("extended.pgn", games.as_bytes());
    let cbl = Extended::new("extended.cbl", &fs::read(&library).unwrap());
    for (path, complete) in [(&pgn, file("complete.pgn", &games)), (&cbl, library)] {
        let Run { status, text, error } = run(&format!("convert --to iccs --games {}", path.0));
        assert_eq!(status, Some(1), "{error}");
        assert!(error.contains(": the game is longer than 16 MiB"), "{error}");
        assert_eq!(text, run(&format!("convert --to iccs --games {complete}")).text);
    }
    assert!(!run(&format!("review {} --game 2 --nodes 10", pgn.0)).text.is_empty());
    let error = complaint(&format!("review {} --game 3", pgn.0));
    assert!(error.contains("line 8: the game is longer than 16 MiB"), "{error}");
}

#[test]
fn files_that_are_read_whole_are_refused_by_their_size() {
    let content = |path: &str| fs::read(repository(path)).unwrap();
    let book = content("book/chuhe.book");
    for (name, beginning, line) in [
        ("extended.epd", b"startpos\n".to_vec(), "suite FILE --nodes 1"),
        ("extended.jsonl", b"{\"game\":".to_vec(), "match --merge FILE"),
        ("extended.book", book.clone(), "book info FILE"),
        ("extended.net", book, "net info FILE"),
        ("extended.utf16.pgn", b"\xff\xfe1\0.\0 \0".to_vec(), "review FILE"),
        ("extended.xqf", content("positions/notation/records/hidden.xqf"), "review FILE"),
        ("extended.ubb", content("positions/notation/records/forum.ubb"), "review FILE --game 100"),
    ] {
        let extended = Extended::new(name, &beginning);
        let error = complaint(&line.replace("FILE", &extended.0));
        assert!(error.contains("extended."), "{line}: {error}");
        assert!(error.contains("long") || error.contains("4294967296 bytes"), "{line}: {error}");
    }
}

/// The log of another match is not read as a whole, and what cannot be a log is left as it is.
#[test]
fn a_log_extended_by_zeros_is_not_resumed() {
    let log = Extended::new("resumed.jsonl", b"{\"game\":0,");
    let pair = "--engine cmd=self,name=a --engine cmd=self,name=b --games 2 --nodes 1";
    let error = complaint(&format!("match {pair} --resume --log {}", log.0));
    assert!(error.contains("resumed.jsonl: line 1: longer than 16 MiB"), "{error}");
    assert_eq!(fs::metadata(&log.0).unwrap().len(), GIGABYTES);
}
