// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files without an end, or a gigabyte longer than they should be: refused in one line, in little memory.

use crate::support::command::file;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The memory that a run may use, in KiB; the files are longer than that.
const MEMORY: u32 = 1_500_000;
const GIGABYTES: u64 = 4 << 30;
const PATIENCE: Duration = Duration::from_secs(30);

/// A run with little memory, which ends soon.
fn chuhe(words: &[&str], input: Stdio) -> Output {
    let script = format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command
        .args(["-c", &script, env!("CARGO_BIN_EXE_chuhe")])
        .args(words)
        .env_remove("RUST_LOG")
        .env("CHUHE_LANG", "en")
        .stdin(input);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a shell starts");
    let mut errors = child.stderr.take().unwrap();
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        errors.read_to_end(&mut text).map(|_| text)
    });
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{words:?} still runs");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    Output { stderr: reader.join().unwrap().unwrap(), ..output }
}

/// The error of a run that fails in one line.
fn complaint(words: &[&str], input: Stdio) -> String {
    let output = chuhe(words, input);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(1 | 2)), "{words:?}: {} {error}", output.status);
    assert_eq!(error.lines().count(), 1, "{words:?}: {error}");
    error
}

/// A file with this beginning and gigabytes of zeros, which take no room on the disk; it is removed at the
/// end.
struct Extended(String);

impl Extended {
    fn new(name: &str, beginning: &[u8]) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let mut file = File::create(&path).unwrap();
        file.write_all(beginning).unwrap();
        file.set_len(GIGABYTES).unwrap();
        Self(path.into_os_string().into_string().unwrap())
    }
}

impl Drop for Extended {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn endless_files_are_refused() {
    let out = file("endless.net", "");
    fs::remove_file(&out).unwrap();
    let endless = "/dev/zero";
    for words in [
        &["match", "--engine", "cmd=self,name=a", "--engine", "cmd=self,name=b", "--openings", endless][..],
        &["match", "--merge", endless],
        &["suite", endless, "--nodes", "1"],
        &["perft", "--suite", endless],
        &["train", "--data", endless, "--out", &out, "--config", endless],
        &["train", "--data", endless, "--out", &out],
        &["datagen", "--out", &out, "--games", "1", "--book", endless],
        &["datagen", "--info", endless],
        &["wdl", "--data", endless],
        &["lab", "compare", "--game", "xiangqi", "--positions", endless],
        &["review", endless],
        &["book", "info", endless],
        &["book", "build", "--games", endless, "--out", &out],
        &["book", "build", "--positions", "1", "--lines", endless, "--out", &out],
        &["net", "info", endless],
        &["eval", "--evalfile", endless],
    ] {
        assert!(complaint(words, Stdio::null()).contains(endless), "{words:?}");
    }
    for words in [&["convert", "--to", "iccs", "-"][..], &["review", "-"]] {
        let zeros = File::open(endless).unwrap();
        assert!(complaint(words, zeros.into()).contains("standard input"), "{words:?}");
    }
}

#[test]
fn games_before_the_damage_are_read() {
    let library = fs::read("positions/notation/records/library.cbl").unwrap();
    // Zeros near the beginning of a file show that it is not text.
    let comment = "a comment ".repeat(60);
    let games = format!("[Red \"a\"]\n\n1. h2e2 {{{comment}}} 1-0\n\n[Red \"b\"]\n\n1. h2e2 i9h9 1-0\n");
    let pgn = Extended::new("extended.pgn", games.as_bytes());
    let cbl = Extended::new("extended.cbl", &library);
    let whole = |words: &[&str]| String::from_utf8(chuhe(words, Stdio::null()).stdout).unwrap();
    for (path, complete) in
        [(&pgn, file("complete.pgn", &games)), (&cbl, "positions/notation/records/library.cbl".to_owned())]
    {
        let output = chuhe(&["convert", "--to", "iccs", "--games", &path.0], Stdio::null());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(": the game is longer than 16 MiB"), "{error}");
        let expected = whole(&["convert", "--to", "iccs", "--games", &complete]);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    }
    assert!(!whole(&["review", &pgn.0, "--game", "2", "--nodes", "10"]).is_empty());
    let error = complaint(&["review", &pgn.0, "--game", "3"], Stdio::null());
    assert!(error.contains("line 8: the game is longer than 16 MiB"), "{error}");
}

#[test]
fn files_that_are_read_whole_are_refused_by_their_size() {
    let record = |name: &str| fs::read(Path::new("positions/notation/records").join(name)).unwrap();
    let text = Extended::new("extended.epd", b"startpos\n");
    let book = Extended::new("extended.book", &fs::read("book/chuhe.book").unwrap());
    let wide = Extended::new("extended.utf16.pgn", b"\xff\xfe1\0.\0 \0");
    let log = Extended::new("extended.jsonl", b"{\"game\":");
    let xqf = Extended::new("extended.xqf", &record("hidden.xqf"));
    let forum = Extended::new("extended.ubb", &record("forum.ubb"));
    for words in [
        &["suite", &text.0, "--nodes", "1"][..],
        &["match", "--merge", &log.0],
        &["book", "info", &book.0],
        &["net", "info", &book.0],
        &["review", &wide.0],
        &["review", &xqf.0],
        &["review", &forum.0, "--game", "100"],
    ] {
        let error = complaint(words, Stdio::null());
        assert!(error.contains("extended."), "{words:?}: {error}");
        assert!(error.contains("long") || error.contains("4294967296 bytes"), "{words:?}: {error}");
    }
}

/// The log of another match is not read as a whole, and what cannot be a log is left as it is.
#[test]
fn a_log_extended_by_zeros_is_not_resumed() {
    let log = Extended::new("resumed.jsonl", b"{\"game\":0,");
    let words = "match --engine cmd=self,name=a --engine cmd=self,name=b --games 2 --nodes 1 --resume --log";
    let words = [&words.split(' ').collect::<Vec<_>>()[..], &[&log.0]].concat();
    assert!(complaint(&words, Stdio::null()).contains("resumed.jsonl: line 1: longer than 16 MiB"));
    assert_eq!(fs::metadata(&log.0).unwrap().len(), GIGABYTES);
}

#[test]
fn forty_thousand_books_are_refused_at_once() {
    let names: Vec<_> = (0..40_000).map(|number| format!("/no/{number}.book")).collect();
    let script = format!("ucci\nsetoption bookfiles {}\nposition startpos\ngo depth 1\n", names.join(";"));
    let input = file("books.ucci", &script);
    let output = chuhe(&[], File::open(input).unwrap().into());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("bookfiles rejected: 40000 books; at most 100 can be used"), "{text}");
    assert!(text.contains("bestmove "), "{text}");
}
