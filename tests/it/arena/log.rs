// SPDX-License-Identifier: MIT OR Apache-2.0
//! The log of `chuhe match`: its head, which keeps games of different matches apart, and the limits, names
//! and faults that it and the reports show.

use crate::support::command::{complaint, complaint_reading, file};
use chuhe_arena::{GameLog, LoggedGames};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Returns the path of a file that does not exist yet, in the directory of the test run.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Runs a match of short games between these engines.
fn run(engines: &[&str], words: &str, log: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.arg("match").env_remove("RUST_LOG").env("CHUHE_LANG", "en").stdin(Stdio::null());
    for engine in engines {
        command.args(["--engine", engine]);
    }
    command.args(["--draw-plies", "10"]).args(words.split_whitespace()).arg("--log").arg(log);
    command.output().unwrap()
}

#[track_caller]
fn play(engines: &[&str], words: &str, log: &Path) -> (String, String) {
    let output = run(engines, words, log);
    let [text, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(0), "{error}");
    (text, error)
}

#[track_caller]
fn refused(engines: &[&str], words: &str, log: &Path) -> String {
    let output = run(engines, words, log);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    error
}

const A: &str = "cmd=self,name=a,proto=ucci,option.hashsize=1,option.usebook=false";
const B: &str = "cmd=self,name=b,proto=ucci,option.hashsize=1,option.usebook=false";

#[test]
fn a_log_is_resumed_with_the_options_and_networks_that_it_was_begun_with() {
    let (log, network) = (fresh("head.jsonl"), fresh("net.net"));
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/nnue/default.net"), &network).unwrap();
    let with_network = format!("{A},option.evalfile={}", network.display());
    play(&[&with_network, B], "--nodes 50 --games 2", &log);
    let before = fs::read(&log).unwrap();
    assert!(before.starts_with(b"{\"match\":{\"engines\":{\"a\":{\"cmd\":\"self\","));
    for (engines, words, expected) in [
        ([A, B], "", "engines a "),
        ([&with_network, &format!("{B},option.threads=2")], "", "engines b options threads: '2', not unset"),
        ([&with_network, &B.replace("hashsize=1", "hashsize=2")], "", "options hashsize: '2', not '1'"),
        ([&with_network, B], "--margin 7", "margin_ms: 7, not 100"),
        ([&with_network, B], "--mate", "adjudication mate: true, not false"),
    ] {
        let words = format!("--nodes 50 --games 4 --resume {words}");
        let error = refused(&engines, &words, &log);
        assert!(error.contains("head.jsonl: the match has changed since the log was begun: "), "{error}");
        assert!(error.contains(expected), "{error}");
    }
    let mut bytes = fs::read(&network).unwrap();
    bytes.push(0);
    fs::write(&network, bytes).unwrap();
    let error = refused(&[&with_network, B], "--nodes 50 --games 4 --resume", &log);
    assert!(error.contains("engines a files evalfile: 'crc32 "), "{error}");
    assert_eq!(fs::read(&log).unwrap(), before);
}

#[test]
fn a_log_without_a_head_is_resumed_with_a_note() {
    let (log, old) = (fresh("with.jsonl"), fresh("without.jsonl"));
    play(&[A, B], "--nodes 50 --games 2", &log);
    let text = fs::read_to_string(&log).unwrap();
    fs::write(&old, text.split_once('\n').unwrap().1).unwrap();
    let (_, error) = play(&[A, B], "--nodes 50 --games 4 --resume", &old);
    assert!(error.contains("without.jsonl: the log does not tell the engines' options"), "{error}");
    assert_eq!(LoggedGames::read(&old).unwrap().records.len(), 4);
}

#[test]
fn logs_of_matches_with_different_options_are_not_merged() {
    let logs = ["log1.jsonl", "log2.jsonl", "changed2.jsonl", "logs.jsonl"].map(fresh);
    play(&[A, B], "--nodes 50 --games 4 --shard 1/2", &logs[0]);
    play(&[A, B], "--nodes 50 --games 4 --shard 2/2", &logs[1]);
    play(&[&A.replace("hashsize=1", "hashsize=2"), B], "--nodes 50 --games 4 --shard 2/2", &logs[2]);
    let merge = |part: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command
            .env("CHUHE_LANG", "en")
            .args(["match", "--merge"])
            .args([&logs[0], part])
            .arg("--log")
            .arg(&logs[3])
            .output()
            .unwrap()
    };
    let error = String::from_utf8(merge(&logs[2]).stderr).unwrap();
    assert!(error.contains("changed2.jsonl: engines a options hashsize: '2', not '1' as in "), "{error}");
    assert_eq!(merge(&logs[1]).status.code(), Some(0));
    let merged = LoggedGames::read(&logs[3]).unwrap();
    assert_eq!((merged.heads.len(), merged.records.len()), (1, 4));
    // A log with a head is still a source of games for a book.
    let book = fresh("from_log.book");
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.env("CHUHE_LANG", "en").args(["book", "build", "--games"]).arg(&logs[3]).arg("--out").arg(&book);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn two_matches_cannot_write_to_one_log() {
    let log = fresh("shared.jsonl");
    play(&[A, B], "--nodes 50 --games 2", &log);
    let before = fs::read(&log).unwrap();
    let (held, _) = GameLog::resume(&log).unwrap();
    let error = refused(&[A, B], "--nodes 50 --games 4 --resume", &log);
    assert!(error.contains("shared.jsonl: another match is writing to it"), "{error}");
    assert_eq!(fs::read(&log).unwrap(), before);
    drop(held);
    play(&[A, B], "--nodes 50 --games 4 --resume", &log);
}

#[test]
fn an_engine_has_a_limit_of_its_own() {
    let [log, pgn, html] = ["odds.jsonl", "odds.pgn", "odds.html"].map(fresh);
    let words = format!("--nodes 800 --games 2 --pgn {} --html {}", pgn.display(), html.display());
    let (text, _) = play(&[A, &format!("{B},odds=1/8")], &words, &log);
    assert!(text.starts_with("2 games, a 800 nodes, b 100 nodes, asian rules"), "{text}");
    for record in LoggedGames::read(&log).unwrap().records {
        let (weak, limits) =
            if record.red == "a" { (1, ["800 nodes", "100 nodes"]) } else { (0, ["100 nodes", "800 nodes"]) };
        assert_eq!((record.limit.as_str(), record.limits), ("800 nodes", Some(limits.map(str::to_owned))));
        assert!(
            record.nodes.iter().skip(weak).step_by(2).all(|nodes| nodes.unwrap() < 400),
            "{:?}",
            record.nodes
        );
        assert!(record.nodes.iter().flatten().any(|&nodes| nodes > 400), "{:?}", record.nodes);
    }
    let pgn = fs::read_to_string(&pgn).unwrap();
    assert!(
        pgn.contains("[RedTimeControl \"800 nodes\"]") && pgn.contains("[BlackTimeControl \"800 nodes\"]")
    );
    assert!(fs::read_to_string(&html).unwrap().contains("\"limits\":[\"800 nodes\",\"100 nodes\"]"));
    let error = refused(&[A, B], "--nodes 800 --games 4 --resume", &log);
    assert!(error.contains("game 1: the engines' limits is '800 nodes and 100 nodes' in the log"), "{error}");

    let log = fresh("clocks.jsonl");
    let clock = format!("{A},tc=1+0.02");
    let (text, _) = play(&[&clock, &format!("{B},nodes=60")], "--nodes 50 --games 2 --margin 9000", &log);
    assert!(text.starts_with("2 games, a 1+0.02 s, b 60 nodes, "), "{text}");
    for (engine, expected) in [
        ("odds=1/1000", "--engine b: odds: 1/1000 of 50 nodes leaves less than"),
        ("tc=8,nodes=5", "'nodes=5': the engine has another limit already"),
    ] {
        let error = refused(&[A, &format!("{B},{engine}")], "--nodes 50", &fresh("none.jsonl"));
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn engines_without_names_are_numbered() {
    let log = fresh("names.jsonl");
    let engines = ["cmd=self,option.Hash=1", "cmd=self,option.Hash=1", "cmd=self,option.Hash=1,name=chuhe 2"];
    let (text, _) = play(&engines, "--nodes 50 --games 1 --round-robin", &log);
    for pairing in ["chuhe v chuhe 3: ", "chuhe v chuhe 2: ", "chuhe 3 v chuhe 2: "] {
        assert!(text.contains(&format!("\n{pairing}")), "{text}");
    }
}

#[test]
fn faults_come_before_the_results() {
    let [log, html] = ["banner.jsonl", "banner.html"].map(fresh);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/support/fake_engine.sh");
    let bad = format!("cmd='sh \"{script}\" crash',name=bad,proto=uci");
    let output = run(&[A, &bad], &format!("--nodes 50 --games 2 --html {}", html.display()), &log);
    // A match of faults compares nothing.
    assert_eq!(output.status.code(), Some(1));
    let [text, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(error.ends_with("\nchuhe: match: a fault decided every game\n"), "{error}");
    assert!(text.starts_with("FAULTS decided 2 of 2 games:\n  bad lost "), "{text}");
    assert!(text.contains("exit status: 3, last line on standard error: out of luck"), "{text}");
    assert_eq!(error.matches("FAULT of bad: ").count(), 2, "{error}");
    let page = fs::read_to_string(&html).unwrap();
    let position = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}"));
    assert!(position("id=\"fault-banner\"") < position("id=\"headline\""));
    let log_text = fs::read_to_string(&log).unwrap();
    assert!(log_text.lines().skip(1).all(|line| line.contains("\"blame\":\"bad\"")));
}

#[test]
fn a_file_that_is_not_a_log_is_refused_in_a_sentence() {
    let text = file("no-log.jsonl", "{\"fen\":\"startpos\"}\n");
    for path in [&text, env!("CARGO_BIN_EXE_chuhe"), concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")] {
        let expected = format!("{path}: not a log of 'chuhe match': it begins with something else");
        assert_eq!(complaint(&["match", "--merge", path], 2), expected);
    }
    let error = refused(&[A, B], "--nodes 50 --games 2 --resume", Path::new(&text));
    assert!(error.contains("no-log.jsonl: not a log of 'chuhe match': "), "{error}");
    let error = complaint_reading(&["match", "--merge", &text, "--lang", "zh"], b"", 2);
    assert!(error.ends_with("：不是 chuhe match 的记录：开头不符"), "{error}");
}
