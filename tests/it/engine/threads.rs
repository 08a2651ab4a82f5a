// SPDX-License-Identifier: MIT OR Apache-2.0
//! More threads than the system grants: no thread gets the stack that it asks for. Every job goes on without
//! them and says so; none is aborted.

use crate::support::command::{lines, without_threads};
use crate::support::timing::assert_within;
use crate::support::{PATIENCE, Session};

/// Runs a command that asks for 64 threads. It does its work on one and warns on standard error.
fn command_goes_on_without(words: &[&str], result: &str) {
    let output = without_threads(words, "");
    let [text, errors] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    let all = format!("{words:?}: {}\n{text}{errors}", output.status);
    assert!(output.status.success() && text.contains(result), "{all}");
    assert!(
        errors.contains("running 1 of ") && errors.contains(" threads: no more can be started: "),
        "{all}"
    );
}

#[test]
fn perft_counts_on_the_threads_there_are() {
    let count = &lines(&["perft", "3", "--threads", "1"])[0];
    command_goes_on_without(&["perft", "3", "--threads", "64"], count);
}

#[test]
fn bench_and_suite_search_on_the_threads_there_are() {
    command_goes_on_without(&["bench", "--depth", "1", "--hash", "1", "--threads", "64"], " nps\n");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/mates.epd");
    command_goes_on_without(&["suite", file, "--depth", "1", "--hash", "1", "--threads", "64"], "\nsolved ");
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
