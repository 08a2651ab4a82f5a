// SPDX-License-Identifier: MIT OR Apache-2.0
//! The start of engines in `chuhe match`. An engine that cannot play as the command line asks ends the match
//! before its first game; one that stops starting ends it later. In neither case does anyone win a game.

use crate::support::run::{Run, end, fake_engine, new_path, run_match, start_command};
use chuhe_arena::{LoggedGame, LoggedGames};
use std::path::Path;
use std::process::Command;

const SELF: &str = "cmd=self,name=good,option.hashsize=1,option.usebook=false";

/// Returns the specification of a fake engine, whose starts are counted in a new file.
fn starter(name: &str, mode: &str, options: &str) -> String {
    let count = new_path(&format!("starts-{name}-{mode}"));
    fake_engine("starter", mode, &count, &format!("name={name},proto=uci,{options}"))
}

/// Runs a match of short games between the engines.
fn play(engines: [&str; 2], words: &str, log: &str) -> Run {
    run_match(&engines, &format!("--nodes 50 --draw-plies 20 {words} --log {log}"))
}

/// Returns the one line on standard error of a match that does not begin; it leaves no log behind.
#[track_caller]
fn refused(name: &str, engine: &str) -> String {
    let log = new_path(&format!("refused-{name}.jsonl"));
    let Run { status, text, error } = play([SELF, engine], "--games 4", &log);
    assert_eq!((status, text.as_str()), (Some(2), ""), "{engine}: {error}");
    assert_eq!(error.lines().count(), 1, "{engine}: {error}");
    assert!(!Path::new(&log).exists(), "{engine}");
    error
}

/// The games of a match; no engine is blamed for anything.
fn blameless(log: &str) -> Vec<LoggedGame> {
    let records = LoggedGames::read(log.as_ref()).unwrap().records;
    assert!(records.iter().all(|record| record.blame.is_none()), "{records:?}");
    records
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
        (
            &starter("bad", "never-ready", "patience=0.5"),
            "--engine bad: no handshake: no readyok within 500ms",
        ),
    ] {
        let error = refused("start", engine);
        assert!(error.contains(expected), "{engine}: {error}");
    }
}

#[test]
fn an_engine_that_counts_ranks_from_1_unasked_ends_the_match_with_a_hint() {
    let engine = "cmd=self,name=bad,proto=uci,option.OwnBook=false,option.UCI_Variant=xiangqi";
    let error = refused("ranks", engine);
    assert!(error.contains("--engine bad: illegal move: "), "{error}");
    assert!(error.contains(", legal if ranks count from 1: add ranks=1 to this engine"), "{error}");
    let log = new_path("ranks-from-1.jsonl");
    let Run { status, error, .. } = play([SELF, &format!("{engine},ranks=1")], "--games 2", &log);
    assert_eq!((status, blameless(&log).len()), (Some(0), 2), "{error}");
}

#[test]
fn a_refused_option_ends_the_match_before_its_first_game() {
    let bad = |proto| format!("cmd=self,name=bad{proto}");
    for (engine, parts) in [
        (
            starter("bad", "options", "option.Hsah=16"),
            ["no option 'Hsah'; did you mean 'Hash'?", "--lenient"],
        ),
        (
            starter("bad", "options", "option.Hash=4096"),
            ["option.Hash=4096: not from 1 to 1024", "--lenient"],
        ),
        (
            format!("{},option.Foo=1,option.multipv=999", bad("")),
            ["no option 'Foo'", "option.multipv=999: not from 1 to 128"],
        ),
        (format!("{},option.EvalFile=typo.net", bad(",proto=ucci")), ["typo.net", "EvalFile rejected: "]),
        (format!("{},option.EvalFile=typo.net", bad(",proto=uci")), ["typo.net", "EvalFile rejected: "]),
        (format!("{},option.bookfiles=typo.book", bad(",proto=ucci")), ["book typo.book ignored: ", ""]),
        (starter("bad", "tells", "option.NetFile=typo.net"), ["typo.net was not loaded", ""]),
        (starter("bad", "leaves", "option.NetFile=typo.net"), ["typo.net was not loaded", ""]),
    ] {
        let error = refused("option", &engine);
        assert!(error.contains("--engine bad: "), "{engine}: {error}");
        assert!(parts.iter().all(|part| error.contains(part)), "{engine}: {error}");
    }
    // The protocols have names of their own, and a session takes either.
    let both =
        "cmd=self,name=both,proto=ucci,option.Hash=1,option.UCI_ShowWDL=true,option.EvalFile=<embedded>";
    let Run { status, error, .. } = play([SELF, both], "--games 2", &new_path("both-names.jsonl"));
    assert_eq!(status, Some(0), "{error}");
    let (lenient, log) = (starter("bad", "lenient", "option.Hsah=16"), new_path("lenient.jsonl"));
    let Run { status, error, .. } = play([SELF, &lenient], "--games 2 --lenient", &log);
    assert_eq!((status, LoggedGames::read(log.as_ref()).unwrap().records.len()), (Some(0), 2), "{error}");
    assert!(error.contains("chuhe: note: --engine bad: option.Hsah=16: the engine has no option"), "{error}");
}

#[test]
fn an_engine_that_stops_starting_ends_the_match_and_loses_nothing_by_it() {
    let log = new_path("stops.jsonl");
    let engine = starter("bad", "stops-after-5", "restart=true");
    let good = starter("good", "stops-not", "");
    let Run { status, text, error } = play([&good, &engine], "--games 100 --sprt elo0=0,elo1=5", &log);
    assert_eq!((status, blameless(&log).len()), (Some(1), 5), "{error}");
    let last = error.lines().last().unwrap();
    assert!(
        last.starts_with("chuhe: match: bad failed to start in three games running: crash: exit"),
        "{last}"
    );
    assert!(text.contains("Games 5: W "), "{text}");
}

#[test]
fn a_start_that_fails_once_is_repeated() {
    let log = new_path("once.jsonl");
    let (good, bad) = (starter("good", "fails-not", ""), starter("bad", "fails-once-at-2", "restart=true"));
    let Run { status, error, .. } = play([&good, &bad], "--games 4", &log);
    assert_eq!((status, blameless(&log).len()), (Some(0), 4), "{error}");
}

#[test]
fn a_lack_of_file_handles_is_no_result() {
    let log = new_path("handles.jsonl");
    let run = |limit: &str| {
        let script = format!(
            "ulimit {limit}; exec \"{}\" match --engine {SELF} --engine cmd=self,name=b,option.hashsize=1 \
             --nodes 50 --draw-plies 10 --games 40 --concurrency 20 --log \"{log}\"",
            crate::CHUHE
        );
        end(start_command(Command::new("sh").args(["-c", &script]).env("CHUHE_LANG", "en")))
    };
    let Run { status, text, error } = run("-n 64");
    assert_eq!((status, text.as_str(), error.lines().count()), (Some(1), "", 1), "{error}");
    assert!(error.contains("--concurrency 20 needs ") && error.contains("the limit is 64"), "{error}");
    assert!(!Path::new(&log).exists());
    // A soft limit is raised.
    let Run { status, error, .. } = run("-S -n 64");
    assert_eq!((status, blameless(&log).len()), (Some(0), 40), "{error}");
}
