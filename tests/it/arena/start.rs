// SPDX-License-Identifier: MIT OR Apache-2.0
//! The start of engines in `chuhe match`. An engine that cannot play as the command line asks ends the match
//! before its first game; one that stops starting ends it later. In neither case does anyone win a game.

use chuhe_arena::LoggedGames;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

const SELF: &str = "cmd=self,name=good,option.hashsize=1,option.usebook=false";

/// Returns the path of a file that does not exist yet, in the directory of the test run.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Returns the specification of a fake engine, whose starts are counted in a new file.
fn starter(mode: &str, options: &str) -> String {
    named_starter("bad", mode, options)
}

fn named_starter(name: &str, mode: &str, options: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/support/starter.sh");
    let count = fresh(&format!("starts-{name}-{mode}"));
    format!("cmd='sh \"{script}\" {mode} \"{}\"',name={name},proto=uci,{options}", count.display())
}

/// Runs a match of short games between the engines.
fn play(engines: [&str; 2], words: &str, log: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.arg("match").env_remove("RUST_LOG").env("CHUHE_LANG", "en").stdin(Stdio::null());
    for engine in engines {
        command.args(["--engine", engine]);
    }
    command.args(["--nodes", "50", "--draw-plies", "20"]).args(words.split_whitespace());
    command.arg("--log").arg(log).output().unwrap()
}

/// Returns the one line on standard error of a match that does not begin; it leaves no log behind.
#[track_caller]
fn refused(engine: &str, words: &str) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let log = fresh(&format!("refused{}.jsonl", COUNT.fetch_add(1, Ordering::Relaxed)));
    let output = play([SELF, engine], words, &log);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{engine}: {error}");
    assert!(output.stdout.is_empty() && error.lines().count() == 1, "{engine}: {error}");
    assert!(!log.exists(), "{engine}");
    error
}

#[test]
fn an_engine_that_cannot_start_or_speak_ends_the_match_before_its_first_game() {
    for (engine, expected) in [
        ("cmd=nosuch", "chuhe: --engine nosuch: cannot start: 'nosuch' cannot be run: "),
        ("cmd=./no/such/engine,name=bad", "--engine bad: cannot start: './no/such/engine' cannot be run: "),
        ("cmd=self,name=bad,dir=/no/such", "--engine bad: cannot start: 'self' cannot be run: '/no/such'"),
        ("cmd=/bin/false", "--engine false: crash: exit status: 1"),
        (
            "cmd=/bin/cat,patience=0.5",
            "--engine cat: no handshake: no 'uciok' within 0.5 s, its last line was 'uci'; before that, no 'ucciok' within 0.5 s",
        ),
        (&starter("never-ready", "patience=0.5"), "--engine bad: no handshake: no readyok within 500ms"),
    ] {
        let error = refused(engine, "--games 4");
        assert!(error.contains(expected), "{engine}: {error}");
    }
}

#[test]
fn an_engine_that_counts_ranks_from_1_unasked_ends_the_match_with_a_hint() {
    let options = "cmd=self,name=bad,proto=uci,option.OwnBook=false,option.UCI_Variant=xiangqi";
    let error = refused(options, "--games 2");
    assert!(error.contains("--engine bad: illegal move: "), "{error}");
    assert!(error.contains(", legal if ranks count from 1: add ranks=1 to this engine"), "{error}");
    let log = fresh("ranks-from-1.jsonl");
    let output = play([SELF, &format!("{options},ranks=1")], "--games 2", &log);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!fs::read_to_string(log).unwrap().contains("illegal"));
}

#[test]
fn a_refused_option_ends_the_match_before_its_first_game() {
    for (options, expected) in [
        ("option.Hsah=16", "option.Hsah=16: the engine has no option 'Hsah'"),
        ("option.Hash=4096", "option.Hash=4096: not from 1 to 1024"),
        ("option.Hash=big", "option.Hash=big: not a whole number"),
        ("option.Style=Tame", "option.Style=Tame: not one of Solid, Wild One"),
        ("option.Ponder=perhaps", "option.Ponder=perhaps: neither true nor false"),
    ] {
        let error = refused(&starter("options", options), "--games 4");
        assert!(error.contains(&format!("--engine bad: {expected}")), "{error}");
        assert!(error.contains("--lenient"), "{error}");
    }
    let error = refused(&starter("options", "option.Hsah=16"), "--games 4");
    assert!(error.contains("no option 'Hsah'; did you mean 'Hash'?"), "{error}");
    let error = refused("cmd=self,name=bad,option.Foo=1,option.multipv=999", "");
    assert!(error.contains("no option 'Foo'") && error.contains("option.multipv=999: not from 1 to 128"));
    // The protocols have names of their own, and a session takes either.
    let log = fresh("both-names.jsonl");
    let both =
        "cmd=self,name=both,proto=ucci,option.Hash=1,option.UCI_ShowWDL=true,option.EvalFile=<embedded>";
    let output = play([SELF, both], "--games 2", &log);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_network_that_cannot_be_loaded_ends_the_match_before_its_first_game() {
    for proto in ["ucci", "uci"] {
        let error =
            refused(&format!("cmd=self,name=bad,proto={proto},option.EvalFile=typo.net"), "--games 4");
        assert!(error.contains("--engine bad: ") && error.contains("typo.net"), "{error}");
        assert!(error.to_lowercase().contains("evalfile rejected: "), "{error}");
    }
    for mode in ["tells", "leaves"] {
        let error = refused(&starter(mode, "option.NetFile=typo.net"), "--games 4");
        assert!(error.contains("typo.net was not loaded"), "{error}");
    }
    let error = refused("cmd=self,name=bad,proto=ucci,option.bookfiles=typo.book", "--games 4");
    assert!(error.contains("book typo.book ignored: "), "{error}");
}

#[test]
fn lenient_plays_without_refused_options() {
    let log = fresh("lenient.jsonl");
    let output = play([SELF, &starter("lenient", "option.Hsah=16")], "--games 2 --lenient", &log);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(error.contains("chuhe: note: --engine bad: option.Hsah=16: the engine has no option"), "{error}");
    assert_eq!(LoggedGames::read(&log).unwrap().records.len(), 2);
}

#[test]
fn an_engine_that_stops_starting_ends_the_match_and_loses_nothing_by_it() {
    let log = fresh("stops.jsonl");
    let engine = starter("stops-after-5", "restart=true");
    let good = named_starter("good", "stops-not", "");
    let output = play([&good, &engine], "--games 100 --sprt elo0=0,elo1=5", &log);
    let (text, error) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(1), "{error}");
    let last = error.lines().last().unwrap();
    assert!(
        last.starts_with("chuhe: match: bad failed to start in three games running: crash: exit"),
        "{last}"
    );
    let records = LoggedGames::read(&log).unwrap().records;
    assert_eq!(records.len(), 5);
    assert!(records.iter().all(|record| record.blame.is_none()), "{records:?}");
    assert!(text.contains("Games 5: W "), "{text}");
}

#[test]
fn a_start_that_fails_once_is_repeated() {
    let log = fresh("once.jsonl");
    let good = named_starter("good", "fails-not", "");
    let output = play([&good, &starter("fails-once-at-2", "restart=true")], "--games 4", &log);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let records = LoggedGames::read(&log).unwrap().records;
    assert!(records.len() == 4 && records.iter().all(|record| record.blame.is_none()), "{records:?}");
}

#[test]
fn a_lack_of_file_handles_is_no_result() {
    let log = fresh("handles.jsonl");
    let own = env!("CARGO_BIN_EXE_chuhe");
    let run = |limit: &str, concurrency: u32, log: &Path| {
        let script = format!(
            "ulimit {limit}; exec \"{own}\" match --engine {SELF} --engine cmd=self,name=b,option.hashsize=1 \
             --nodes 50 --draw-plies 10 --games 40 --concurrency {concurrency} --log \"{}\"",
            log.display()
        );
        Command::new("sh")
            .args(["-c", &script])
            .env_remove("RUST_LOG")
            .env("CHUHE_LANG", "en")
            .output()
            .unwrap()
    };
    let output = run("-n 64", 20, &log);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(output.stdout.is_empty() && error.lines().count() == 1, "{error}");
    assert!(error.contains("--concurrency 20 needs ") && error.contains("the limit is 64"), "{error}");
    assert!(!log.exists());
    // A soft limit is raised.
    let output = run("-S -n 64", 20, &log);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let records = LoggedGames::read(&log).unwrap().records;
    assert!(records.len() == 40 && records.iter().all(|record| record.blame.is_none()));
}
