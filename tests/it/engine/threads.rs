// SPDX-License-Identifier: MIT OR Apache-2.0
//! More threads than the system grants: no thread gets the stack that it asks for. Every job goes on without
//! them and says so; none is aborted.

use crate::support::driver::Process;
use crate::support::timing::assert_within;
use crate::support::{PATIENCE, Session};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The size of a stack that no system grants: 64 TiB.
const REFUSED_STACK: u64 = 1 << 46;

/// Runs the program, which can start no thread.
fn without_threads(words: &[&str], input: &str) -> Output {
    let mut child = Command::new(Process::program())
        .args(words)
        .env("RUST_MIN_STACK", REFUSED_STACK.to_string())
        .env_remove("RUST_LOG")
        .env("CHUHE_LANG", "en")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("input is piped").write_all(input.as_bytes()).expect("the input is read");
    child.wait_with_output().expect("a child can be waited for")
}

/// Runs a command that asks for 64 threads. It does its work on one and warns on standard error.
fn command_goes_on_without(words: &[&str], result: &str) {
    let output = without_threads(words, "");
    let [text, errors] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    let all = format!("{words:?}: {}\n{text}{errors}", output.status);
    assert!(output.status.success() && text.contains(result), "{all}");
    let wanted = if words[0] == "perft" { 44 } else { 64 };
    assert!(errors.contains(&format!("running 1 of {wanted} threads: no more can be started: ")), "{all}");
}

/// Returns the name of a file that does not exist.
fn new_file(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path.to_str().expect("the directory has a plain name").to_owned()
}

#[test]
fn perft_counts_on_the_threads_there_are() {
    command_goes_on_without(&["perft", "3", "--threads", "64"], "nodes 79666\n");
}

#[test]
fn bench_and_suite_search_on_the_threads_there_are() {
    command_goes_on_without(&["bench", "--depth", "1", "--hash", "1", "--threads", "64"], " nps\n");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/mates.epd");
    command_goes_on_without(&["suite", file, "--depth", "1", "--hash", "1", "--threads", "64"], "\nsolved ");
}

#[test]
fn datagen_plays_on_the_threads_there_are() {
    let out = new_file("threads.games");
    let words = ["datagen", "--out", &out, "--games", "1", "--nodes", "50", "--threads", "64"];
    command_goes_on_without(&words, "games 1: ");
}

#[test]
fn a_book_is_not_built_without_a_thread() {
    let out = new_file("threads.book");
    let words = ["book", "build", "--out", &out, "--positions", "2", "--nodes", "50", "--threads", "64"];
    let output = without_threads(&words, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("running 0 of 64 threads: no more can be started: "), "{errors}");
}

#[test]
fn a_session_searches_on_the_threads_there_are() {
    let input = "uci\nsetoption name Hash value 1\nsetoption name Threads value 512\ngo depth 4\nisready\n";
    let output = without_threads(&[], input);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("info string running 1 of 512 threads: no more can be started: "), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("bestmove ")).count(), 1, "{text}");
}

#[test]
fn the_clock_holds_with_far_more_threads_than_cores() {
    let mut session = Session::uci();
    session.send("setoption name Threads value 512\nposition startpos\ngo depth 1");
    session.skip_to(&["info (depth|currmove) .*"], "info string running \\d+ of 512 threads: .*", PATIENCE);
    session.answer(PATIENCE);
    assert_within(1000, || {
        let sent = session.send("go movetime 100");
        session.answer(PATIENCE).at - sent
    });
    session.finish();
}
