// SPDX-License-Identifier: MIT OR Apache-2.0
//! Signals: `SIGTERM`, which service managers and batch systems send, and `SIGHUP`, which the end of a terminal
//! sends, end a job as cleanly as Ctrl-C.

use crate::support::command::file;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);
const SIGHUP: u32 = 1;
const SIGTERM: u32 = 15;

fn start(command: &mut Command) -> Child {
    let command = command.env_remove("RUST_LOG").env("CHUHE_LANG", "en").stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

fn chuhe(words: &[&str]) -> Child {
    start(Command::new(env!("CARGO_BIN_EXE_chuhe")).args(words))
}

/// Waits until this holds.
fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < deadline, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until the program handles the signal.
fn wait_until_handled(child: &Child, signal: u32) {
    let is_handled = || {
        let text = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0");
        u64::from_str_radix(mask.trim(), 16).unwrap() & 1 << (signal - 1) != 0
    };
    wait_for("the signal is handled", is_handled);
}

fn send(child: &Child, signal: &str) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// The status, standard output and standard error of a program that ends soon.
fn end(mut child: Child) -> (ExitStatus, String, String) {
    wait_for("the program ends", || child.try_wait().unwrap().is_some());
    let (mut text, mut error) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    (child.wait().unwrap(), text, error)
}

#[test]
fn jobs_end_cleanly() {
    let game = file("terminated.pgn", "[Red \"a\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 1-0\n");
    let positions = file("terminated.epd", "startpos; bm h2e2\nstartpos; bm h2e2\n");
    let path = |name: &str| Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).to_string_lossy().into_owned();
    let [games, book] = ["terminated.games", "terminated.book"].map(path);
    for path in [&games, &book] {
        let _ = fs::remove_file(path);
    }
    for words in [
        &["review", &game, "--movetime", "600000"][..],
        &["suite", &positions, "--movetime", "600000"],
        &["datagen", "--out", &games, "--games", "1000000"],
        &["bench", "--movetime", "600000"],
        &["lab", "tables", "--depth", "9"],
        &["book", "build", "--positions", "100000", "--nodes", "100000000", "--out", &book],
    ] {
        let child = chuhe(words);
        wait_until_handled(&child, SIGTERM);
        send(&child, "-TERM");
        let (status, _, error) = end(child);
        assert_eq!(status.code(), Some(1), "{words:?}: {error}");
        let last = error.lines().last().unwrap_or_default();
        assert!(last.starts_with("chuhe: interrupted"), "{words:?}: {error}");
    }
    for (number, signal) in [(SIGTERM, "-TERM"), (SIGHUP, "-HUP")] {
        let child = chuhe(&["search", "--depth", "100"]);
        wait_until_handled(&child, number);
        send(&child, signal);
        let (status, text, error) = end(child);
        assert_eq!((status.code(), error.as_str()), (Some(0), ""));
        assert!(text.lines().last().unwrap().starts_with("bestmove "), "{text}");
    }
}

/// Creates a pipe without a writer.
fn pipe(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path.to_string_lossy().into_owned()
}

#[test]
fn a_job_that_waits_for_a_pipe_ends() {
    let (silent, book) = (pipe("silent.pgn"), Path::new(env!("CARGO_TARGET_TMPDIR")).join("silent.book"));
    let position = ["convert", "--games", "docs/game.pgn", "--to", "csv", "--out", &silent];
    for words in [
        &["convert", "--games", &silent, "--to", "csv"][..],
        &position,
        &["book", "build", "--games", &silent, "--out", &book.to_string_lossy()],
    ] {
        let child = chuhe(words);
        wait_until_handled(&child, SIGTERM);
        thread::sleep(Duration::from_millis(200));
        send(&child, "-TERM");
        let (status, _, error) = end(child);
        assert_eq!(status.code(), Some(1), "{words:?}: {error}");
        assert!(error.contains("interrupted"), "{words:?}: {error}");
    }
}

#[test]
fn training_data_are_regular_files() {
    let (silent, net) = (pipe("silent.games"), Path::new(env!("CARGO_TARGET_TMPDIR")).join("silent.net"));
    let (status, _, error) = end(chuhe(&["train", "--data", &silent, "--out", &net.to_string_lossy()]));
    assert!(status.code() != Some(0) && error.contains("silent.games: not a regular file"), "{error}");
}

#[test]
fn a_pipe_that_is_written_to_is_an_input() {
    let late = pipe("late.pgn");
    let child = chuhe(&["convert", "--games", &late, "--to", "csv"]);
    thread::sleep(Duration::from_millis(200));
    fs::write(&late, "[Red \"a\"]\n\n1. h2e2 h9g7 1-0\n").unwrap();
    let (status, text, error) = end(child);
    assert!(status.success() && text.contains("h2e2"), "{text} {error}");
}

#[test]
fn a_pipe_among_the_tables_is_no_table() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pipes");
    fs::create_dir_all(&path).unwrap();
    pipe("pipes/KRvK.wdl");
    let mut child = chuhe(&[]);
    let setting = format!("uci\nsetoption name TablePath value {}\n", path.display());
    let commands = "position fen 3k5/9/9/9/9/9/9/9/9/R3K4 w\ngo depth 2\n";
    child.stdin.take().unwrap().write_all((setting + commands).as_bytes()).unwrap();
    let (status, text, error) = end(child);
    assert!(status.success() && text.contains("\nbestmove "), "{text} {error}");
}

/// A terminal that goes away is announced by the system and by the shell.
#[test]
fn a_match_ends_with_its_engines_and_with_its_terminal() {
    for signals in [&["-TERM"][..], &["-HUP", "-HUP"]] {
        let log = file("terminated.jsonl", "");
        let words =
            "match --engine cmd=self,name=a --engine cmd=self,name=b --games 2 --movetime 600000 --log";
        let child = chuhe(&[&words.split(' ').collect::<Vec<_>>()[..], &[&log]].concat());
        let threads = format!("/proc/{}/task", child.id());
        let engines = || {
            let mut engines = Vec::new();
            for thread in fs::read_dir(&threads).into_iter().flatten().flatten() {
                let text = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
                engines.extend(text.split_whitespace().map(str::to_owned));
            }
            engines
        };
        wait_for("the engines were tried", || fs::metadata(&log).unwrap().len() > 0);
        wait_for("two engines run", || engines().len() == 2);
        let engines = engines();
        for signal in signals {
            send(&child, signal);
        }
        let (status, text, error) = end(child);
        assert_eq!(status.code(), Some(1), "{signals:?}: {error}");
        assert!(error.ends_with("chuhe: interrupted: 0 of 2 games done\n"), "{error}");
        assert!(text.contains("score 0-0-0"), "{text}");
        for engine in engines {
            wait_for("the engines end", || !Path::new("/proc").join(&engine).exists());
        }
    }
}

#[test]
fn a_session_ends_at_once() {
    let mut child = chuhe(&[]);
    child.stdin.as_mut().unwrap().write_all(b"ucci\nposition startpos\ngo infinite\n").unwrap();
    let mut beginning = [0; 100];
    child.stdout.as_mut().unwrap().read_exact(&mut beginning).unwrap();
    send(&child, "-TERM");
    let begin = Instant::now();
    let (status, _, error) = end(child);
    assert_eq!((status.signal(), error.as_str()), (Some(15), ""));
    assert!(begin.elapsed() < Duration::from_secs(20));
}

/// `nohup` lets a program ignore the end of its terminal.
#[test]
fn a_job_under_nohup_survives_its_terminal() {
    let program = env!("CARGO_BIN_EXE_chuhe");
    let script = format!("trap '' HUP; exec '{program}' search --depth 100");
    let mut child = start(Command::new("sh").args(["-c", &script]));
    wait_until_handled(&child, SIGTERM);
    send(&child, "-HUP");
    thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none());
    send(&child, "-TERM");
    assert_eq!(end(child).0.code(), Some(0));
}
