// SPDX-License-Identifier: MIT OR Apache-2.0
//! The log of `chuhe match`: its head, which keeps games of different matches apart, and the limits and names
//! that it and the reports show.

use crate::support::run::{Run, new_path, printed, repository, run, run_match};
use chuhe_arena::{LoggedGames, SearchLimit};
use std::fs;

const A: &str = "cmd=self,name=a,proto=ucci,option.hashsize=1,option.usebook=false";
const B: &str = "cmd=self,name=b,proto=ucci,option.hashsize=1,option.usebook=false";

/// Runs a match of short games between these engines.
fn run_short(engines: &[&str], words: &str, log: &str) -> Run {
    run_match(engines, &format!("--draw-plies 10 {words} --log {log}"))
}

#[track_caller]
fn play(engines: &[&str], words: &str, log: &str) -> (String, String) {
    let Run { status, text, error } = run_short(engines, words, log);
    assert_eq!(status, Some(0), "{error}");
    (text, error)
}

#[track_caller]
fn refused(engines: &[&str], words: &str, log: &str) -> String {
    let Run { status, error, .. } = run_short(engines, words, log);
    assert_eq!((status, error.lines().count()), (Some(2), 1), "{error}");
    error
}

#[test]
fn a_log_is_resumed_with_the_options_and_networks_that_it_was_begun_with() {
    let [log, network] = ["head.jsonl", "net.net"].map(new_path);
    fs::copy(repository("src/eval/nnue/default.net"), &network).unwrap();
    let with_network = format!("{A},option.evalfile={network}");
    play(&[&with_network, B], "--nodes 50 --games 2", &log);
    let before = fs::read(&log).unwrap();
    assert!(before.starts_with(b"{\"match\":{\"engines\":{\"a\":{\"cmd\":\"self\","));
    for (engines, words, expected) in [
        ([A, B], "", "engines a "),
        ([&with_network, &format!("{B},option.threads=2")], "", "engines b options threads: '2', not unset"),
        ([&with_network, B], "--margin 7", "margin_ms: 7, not 100"),
        ([&with_network, B], "--mate", "adjudication mate: true, not false"),
    ] {
        let error = refused(&engines, &format!("--nodes 50 --games 4 --resume {words}"), &log);
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
    let log = new_path("without.jsonl");
    play(&[A, B], "--nodes 50 --games 2", &log);
    let text = fs::read_to_string(&log).unwrap();
    fs::write(&log, text.split_once('\n').unwrap().1).unwrap();
    let (_, error) = play(&[A, B], "--nodes 50 --games 4 --resume", &log);
    assert!(error.contains("without.jsonl: the log does not tell the engines' options"), "{error}");
    assert_eq!(LoggedGames::read(log.as_ref()).unwrap().records.len(), 4);
}

#[test]
fn logs_of_matches_with_different_options_are_not_merged() {
    let [one, two, changed, all, book] =
        ["log1.jsonl", "log2.jsonl", "changed2.jsonl", "logs.jsonl", "log.book"].map(new_path);
    play(&[A, B], "--nodes 50 --games 4 --shard 1/2", &one);
    play(&[A, B], "--nodes 50 --games 4 --shard 2/2", &two);
    play(&[&A.replace("hashsize=1", "hashsize=2"), B], "--nodes 50 --games 4 --shard 2/2", &changed);
    let error = run(&format!("match --merge {one} {changed} --log {all}")).error;
    assert!(error.contains("changed2.jsonl: engines a options hashsize: '2', not '1' as in "), "{error}");
    printed(&format!("match --merge {one} {two} --log {all}"));
    let merged = LoggedGames::read(all.as_ref()).unwrap();
    assert_eq!((merged.heads.len(), merged.records.len()), (1, 4));
    // A log with a head is still a source of games for a book.
    printed(&format!("book build --games {all} --out {book}"));
}

#[test]
fn an_engine_has_a_limit_of_its_own() {
    let [log, pgn, html] = ["odds.jsonl", "odds.pgn", "odds.html"].map(new_path);
    let words = format!("--nodes 800 --games 2 --pgn {pgn} --html {html}");
    let (text, _) = play(&[A, &format!("{B},odds=1/8")], &words, &log);
    assert!(text.starts_with("2 games, a 800 nodes, b 100 nodes, asian rules"), "{text}");
    for record in LoggedGames::read(log.as_ref()).unwrap().records {
        let (weak, limits) = if record.red == "a" { (1, [800, 100]) } else { (0, [100, 800]) };
        assert_eq!(record.limit, SearchLimit::Nodes(800));
        assert_eq!(record.limits, Some(limits.map(SearchLimit::Nodes)));
        let nodes: Vec<_> = record.nodes.iter().map(|nodes| nodes.unwrap_or_default()).collect();
        assert!(nodes.iter().skip(weak).step_by(2).all(|&nodes| nodes < 400), "{nodes:?}");
        assert!(nodes.iter().any(|&nodes| nodes > 400), "{nodes:?}");
    }
    let pgn = fs::read_to_string(&pgn).unwrap();
    for side in ["Red", "Black"] {
        assert!(pgn.contains(&format!("[{side}TimeControl \"800 nodes\"]")), "{pgn}");
    }
    assert!(fs::read_to_string(&html).unwrap().contains("\"limits\":[\"800 nodes\",\"100 nodes\"]"));
    let error = refused(&[A, B], "--nodes 800 --games 4 --resume", &log);
    assert!(error.contains("game 1: the engines' limits is '800 nodes and 100 nodes' in the log"), "{error}");

    let engines = [&format!("{A},tc=1+0.02"), &format!("{B},nodes=60")[..]];
    let (text, _) = play(&engines, "--nodes 50 --games 2 --margin 9000", &new_path("clocks.jsonl"));
    assert!(text.starts_with("2 games, a 1+0.02 s, b 60 nodes, "), "{text}");
    for (engine, expected) in [
        ("odds=1/1000", "--engine b: odds: 1/1000 of 50 nodes leaves less than"),
        ("tc=8,nodes=5", "'nodes=5': the engine has another limit already"),
    ] {
        let error = refused(&[A, &format!("{B},{engine}")], "--nodes 50", &new_path("none.jsonl"));
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn engines_without_names_are_numbered() {
    let engines = ["cmd=self,option.Hash=1", "cmd=self,option.Hash=1", "cmd=self,option.Hash=1,name=chuhe 2"];
    let (text, _) = play(&engines, "--nodes 50 --games 1 --round-robin", &new_path("names.jsonl"));
    for pairing in ["chuhe v chuhe 3: ", "chuhe v chuhe 2: ", "chuhe 3 v chuhe 2: ", "points  "] {
        assert!(text.contains(&format!("\n{pairing}")), "{text}");
    }
}
