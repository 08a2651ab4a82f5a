// SPDX-License-Identifier: MIT OR Apache-2.0
//! More threads than the system grants: a limit on the address space refuses the memory of threads. Every job
//! goes on with those there are and says so; none is aborted.
#![cfg(target_os = "linux")]

mod support;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use support::driver::Process;
use support::timing::{assert_within, quiet};
use support::{PATIENCE, Session};

/// Runs the program with an address space of this many MiB. The word OUT stands for a new file.
fn limited(megabytes: u32, words: &[&str], input: &str) -> Output {
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v \"$0\" && exec \"$@\""])
        .arg((megabytes << 10).to_string())
        .arg(Process::program())
        .args(words.iter().map(|&word| if word == "OUT" { new_file() } else { word.to_owned() }))
        .env_remove("RUST_LOG")
        .env("CHUHE_LANG", "en")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    let written = child.stdin.take().expect("input is piped").write_all(input.as_bytes());
    // A program that cannot start has closed it.
    drop(written);
    child.wait_with_output().expect("a child can be waited for")
}

/// The smallest address space, in MiB, with which a job can run at all.
fn smallest(words: &[&str], input: &str) -> u32 {
    let mut sizes = (16..1024).step_by(16);
    sizes.find(|&size| limited(size, words, input).status.success()).expect("a gigabyte is enough")
}

/// Megabytes above the smallest address space from which a job has room for certain. With less, it depends on
/// the moments at which the C library sets apart 64 MiB for each of two threads.
const CERTAIN: u32 = 150;

/// Runs a job that asks for many threads in ever larger address spaces. It does its work, or ends with a
/// message where there may not be room for one thread. It says so on `channel` where threads are refused,
/// which happens at least once. Where the threads have little to do, each may end before the next one starts,
/// and none is refused: then it is tried again.
fn goes_on_without(
    words: &[&str],
    input: &str,
    first: u32,
    channel: fn(&Output) -> &[u8],
    is_done: impl Fn(&str) -> bool,
) {
    let is_refused = |more: u32| {
        let output = limited(first + more, words, input);
        let [text, errors] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        let all = format!("{words:?} with {first} + {more} MiB: {}\n{text}{errors}", output.status);
        let ends_with_message = output.status.code() == Some(1) && errors.ends_with("out of memory\n");
        assert!(output.status.success() || more < CERTAIN && ends_with_message, "{all}");
        assert!(is_done(&text) || !output.status.success(), "{all}");
        output.status.success()
            && String::from_utf8_lossy(channel(&output)).contains("threads: no more can be started: ")
    };
    let sizes = [0, 8, 16, 24, 32, 40, 64, 100, 160, 300, 700, 2000];
    let mut attempts = (0..10).map(|_| sizes.into_iter().filter(|&more| is_refused(more)).count());
    assert!(attempts.any(|refused| refused > 0), "{words:?}");
}

/// The same for a command that warns on standard error.
fn command_goes_on_without(words: &[&str], result: &str) {
    let one = words.iter().map(|&word| if word == "64" { "1" } else { word }).collect::<Vec<_>>();
    goes_on_without(words, "", smallest(&one, ""), |output| &output.stderr, |text| text.contains(result));
}

/// Returns the name of a file that does not exist.
fn new_file() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("threads_{number}"));
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
    let words = ["datagen", "--out", "OUT", "--games", "1", "--nodes", "50", "--threads", "64"];
    command_goes_on_without(&words, "games 1: ");
}

#[test]
fn a_book_is_built_on_the_threads_there_are() {
    let words = ["book", "build", "--out", "OUT", "--positions", "2", "--nodes", "50", "--threads", "64"];
    command_goes_on_without(&words, "");
}

#[test]
fn a_session_searches_on_the_threads_there_are() {
    let session = |threads: u32| {
        format!(
            "uci\nsetoption name Hash value 1\nsetoption name Threads value {threads}\ngo depth 4\nisready\n"
        )
    };
    let first = smallest(&[], &session(1));
    let answers = |text: &str| text.lines().filter(|line| line.starts_with("bestmove ")).count() == 1;
    goes_on_without(&[], &session(512), first, |output| &output.stdout, answers);
}

#[test]
fn the_clock_holds_with_far_more_threads_than_cores() {
    let _quiet = quiet();
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
