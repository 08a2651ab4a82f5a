// SPDX-License-Identifier: MIT OR Apache-2.0
//! Signals: `SIGINT`, which Ctrl-C sends, `SIGTERM`, which service managers and batch systems send, and
//! `SIGHUP`, which the end of a terminal sends, end a job cleanly.

use crate::support::command::file;
use crate::support::run::{Run, end, fresh, new_path, pipe, send_signal, start, start_command, wait_for};
use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};
use xiangqi::notation::START_FEN;

const SIGHUP: u32 = 1;
const SIGINT: u32 = 2;
const SIGTERM: u32 = 15;

/// Waits until the program handles the signal.
fn wait_until_handled(child: &Child, signal: u32) {
    wait_for("the signal is handled", || {
        let text = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0");
        u64::from_str_radix(mask.trim(), 16).unwrap() & 1 << (signal - 1) != 0
    });
}

/// The end of a job that is sent this signal as soon as it handles it.
fn interrupted(line: &str, signal: u32) -> Run {
    let child = start(line);
    wait_until_handled(&child, signal);
    send_signal(child.id(), &format!("-{signal}"));
    end(child)
}

/// The end of a job that is sent this signal after its first line.
fn interrupted_after_a_line(line: &str, signal: u32) -> Run {
    let mut child = start(line);
    let mut first = Vec::new();
    while first.last() != Some(&b'\n') {
        let mut byte = [0];
        child.stdout.as_mut().unwrap().read_exact(&mut byte).unwrap();
        first.extend(byte);
    }
    send_signal(child.id(), &format!("-{signal}"));
    end(child)
}

#[test]
fn jobs_end_cleanly() {
    let game = file("terminated.pgn", "[Red \"a\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 1-0\n");
    let positions = file("terminated.epd", "startpos; bm h2e2\nstartpos; bm h2e2\n");
    let [games, book] = ["terminated.games", "terminated.book"].map(new_path);
    for line in [
        format!("review {game} --movetime 600000"),
        format!("suite {positions} --movetime 600000"),
        format!("datagen --out {games} --games 1000000"),
        "bench --movetime 600000".to_owned(),
        "lab tables --depth 9".to_owned(),
        format!("book build --positions 100000 --nodes 100000000 --out {book}"),
    ] {
        let Run { status, error, .. } = interrupted(&line, SIGTERM);
        assert_eq!(status, Some(1), "{line}: {error}");
        let last = error.lines().last().unwrap_or_default();
        assert!(last.starts_with("chuhe: interrupted"), "{line}: {error}");
    }
    for signal in [SIGTERM, SIGHUP, SIGINT] {
        let Run { status, text, error } = interrupted("search --depth 100", signal);
        assert_eq!((status, error.as_str()), (Some(0), ""));
        assert!(text.lines().last().unwrap().starts_with("bestmove "), "{text}");
    }
    let Run { status, text, .. } = interrupted("search --depth 100 --json", SIGINT);
    assert!(status == Some(0) && text.lines().last().unwrap().contains("\"bestmove\":\""), "{text}");
}

#[test]
fn a_list_of_jobs_ends_after_the_present_one_and_with_its_totals() {
    let problems = file("long.epd", &format!("{START_FEN}; bm h2e2\n").repeat(1000));
    let counts = file("long_counts.epd", &format!("{START_FEN} ;D3 79666\n").repeat(1000));
    let game = file("long.pgn", "1. h2e2 h9g7 2. h0g2 h7i7 3. g3g4 i9h9 4. b0a2 h9h4 5. g2h4 *\n");
    for (line, last, done) in [
        (format!("suite {problems} --movetime 200"), "\nsolved ", " of 1000"),
        (format!("perft --suite {counts}"), "\npassed ", " of 1000"),
        (format!("review {game} --movetime 600000"), "\nblack: 0 inaccuracies", " 0 of 9 moves done"),
    ] {
        let Run { status, text, error } = interrupted_after_a_line(&line, SIGINT);
        assert_eq!(status, Some(1), "{line}: {error}");
        assert!(format!("\n{text}").contains(last) && !text.ends_with(" of 1000\n"), "{line}: {text}");
        assert!(error.starts_with("chuhe: interrupted: ") && error.contains(done), "{line}: {error}");
        assert_eq!(error.lines().count(), 1, "{line}: {error}");
    }
}

#[test]
fn a_job_that_waits_for_a_pipe_ends() {
    let (silent, book) = (pipe("silent.pgn"), new_path("silent.book"));
    for line in [
        format!("convert --games {silent} --to csv"),
        format!("convert --games docs/game.pgn --to csv --out {silent}"),
        format!("book build --games {silent} --out {book}"),
    ] {
        let child = start(&line);
        wait_until_handled(&child, SIGTERM);
        thread::sleep(Duration::from_millis(200));
        send_signal(child.id(), "-TERM");
        let Run { status, error, .. } = end(child);
        assert!(status == Some(1) && error.contains("interrupted"), "{line}: {error}");
    }
}

#[test]
fn pipes_are_an_input_but_no_training_data_and_no_table() {
    let late = pipe("late.pgn");
    let child = start(&format!("convert --games {late} --to csv"));
    thread::sleep(Duration::from_millis(200));
    fs::write(&late, "[Red \"a\"]\n\n1. h2e2 h9g7 1-0\n").unwrap();
    let Run { status, text, error } = end(child);
    assert!(status == Some(0) && text.contains("h2e2"), "{text} {error}");

    let (silent, net) = (pipe("silent.games"), new_path("silent.net"));
    let Run { status, error, .. } = end(start(&format!("train --data {silent} --out {net}")));
    assert!(status != Some(0) && error.contains("silent.games: not a regular file"), "{error}");

    let tables = fresh("pipes");
    fs::create_dir_all(&tables).unwrap();
    pipe("pipes/KRvK.wdl");
    let mut child = start("");
    let setting = format!("uci\nsetoption name TablePath value {}\n", tables.display());
    let commands = "position fen 3k5/9/9/9/9/9/9/9/9/R3K4 w\ngo depth 2\n";
    child.stdin.take().unwrap().write_all((setting + commands).as_bytes()).unwrap();
    let Run { status, text, error } = end(child);
    assert!(status == Some(0) && text.contains("\nbestmove "), "{text} {error}");
}

/// A terminal that goes away is announced by the system and by the shell.
#[test]
fn a_match_ends_with_its_engines_and_with_its_terminal() {
    for signals in [&["-TERM"][..], &["-HUP", "-HUP"]] {
        let log = file("terminated.jsonl", "");
        let pair = "--engine cmd=self,name=a --engine cmd=self,name=b --games 2";
        let child = start(&format!("match {pair} --movetime 600000 --log {log}"));
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
            send_signal(child.id(), signal);
        }
        let Run { status, text, error } = end(child);
        assert_eq!(status, Some(1), "{signals:?}: {error}");
        assert!(error.ends_with("chuhe: interrupted: 0 of 2 games done\n"), "{error}");
        assert!(text.contains("score 0-0-0"), "{text}");
        for engine in engines {
            wait_for("the engines end", || !Path::new("/proc").join(&engine).exists());
        }
    }
}

#[test]
fn a_session_ends_at_once() {
    let mut child = start("");
    child.stdin.as_mut().unwrap().write_all(b"ucci\nposition startpos\ngo infinite\n").unwrap();
    child.stdout.as_mut().unwrap().read_exact(&mut [0; 100]).unwrap();
    send_signal(child.id(), "-TERM");
    let begin = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.signal(), output.stderr.len()), (Some(15), 0));
    assert!(begin.elapsed() < Duration::from_secs(20));
}

/// `nohup` lets a program ignore the end of its terminal.
#[test]
fn a_job_under_nohup_survives_its_terminal() {
    let script = format!("trap '' HUP; exec '{}' search --depth 100", crate::CHUHE);
    let mut child = start_command(Command::new("sh").args(["-c", &script]));
    wait_until_handled(&child, SIGTERM);
    send_signal(child.id(), "-HUP");
    thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none());
    send_signal(child.id(), "-TERM");
    assert_eq!(end(child).status, Some(0));
}
