// SPDX-License-Identifier: MIT OR Apache-2.0
//! People as players of a match: `cmd=human`, with their moves from a pipe.

use crate::support::command::{chuhe_reading, complaint};

const HU: &str = "cmd=human,name=Hu";
const YANG: &str = "cmd=human,name=Yang";
const ENGINE: &str = "cmd=self,option.hashsize=1";

/// Runs a match of one game; returns its status, standard output and standard error.
fn game(engines: [&str; 2], more: &[&str], input: &str) -> (Option<i32>, String, String) {
    let words = ["match", "--engine", engines[0], "--engine", engines[1], "--games", "1"];
    let output = chuhe_reading(&[&words, more].concat(), input.as_bytes());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn two_people_type_in_turn_and_errors_are_asked_again() {
    let lines = "炮二平五\nh9g8\n炮平五\nH8+7\nresign\n";
    let (status, out, err) = game([HU, YANG], &["--movetime", "1"], lines);
    assert_eq!(status, Some(0), "{err}");
    assert!(out.ends_with("score 0-0-1\nelo -inf +- inf\n") || out.contains("score 0-0-1\n"), "{out}");
    assert!(err.contains("Hu (red)> ") && err.contains("Yang (black)> "), "{err}");
    assert!(err.contains("'h9g8' is illegal") && err.contains("'炮平五' is"), "{err}");
    assert!(err.contains("Hu - Yang: 0-1 (resignation, 2 plies)"), "{err}");
    assert!(!out.contains("> "), "{out}");
}

#[test]
fn people_agree_on_a_draw() {
    let lines = "h2e2\ndraw\nh9g7\ndraw\nh0g2\n";
    let (status, out, err) = game([HU, YANG], &["--tc", "600"], lines);
    assert_eq!(status, Some(0), "{err}");
    assert!(err.contains("your opponent offers a draw") && err.contains("(agreement, 3 plies)"), "{err}");
    assert!(out.contains("score 0-1-0\n"), "{out}");
}

#[test]
fn a_person_plays_against_an_engine() {
    let log = format!("{}/people.jsonl", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_file(&log);
    let lines = "h2e2\nresign\n";
    let (status, _, err) = game([HU, ENGINE], &["--nodes", "100", "--log", &log], lines);
    assert_eq!(status, Some(0), "{err}");
    assert!(err.contains("Hu - chuhe: 0-1 (resignation, 2 plies)"), "{err}");
    let logged = std::fs::read_to_string(&log).expect("the game is logged");
    assert!(logged.contains("\"moves\":[\"h2e2\","), "{logged}");
}

#[test]
fn the_end_of_the_input_ends_the_match() {
    let (status, out, err) = game([HU, YANG], &[], "h2e2\n");
    assert_eq!(status, Some(1), "{err}");
    assert!(
        err.ends_with("chuhe: match: a person has left: standard input has ended; the game is not counted\n")
    );
    assert!(out.contains("score 0-0-0\n"), "{out}");
}

#[test]
fn a_match_of_people_speaks_chinese() {
    let (status, out, err) = game([HU, YANG], &["--lang", "zh"], "炮二平五\n什么\n提和\n");
    assert_eq!(status, Some(1), "{err}");
    assert!(err.contains("Yang（黑方）> “什么”不是着法"), "{err}");
    assert!(err.contains("您走棋时将向对方提和"), "{err}");
    assert!(err.ends_with("chuhe: match：棋手已离开：标准输入已结束；未下完的一局不计\n"), "{err}");
    assert!(out.starts_with("没有对局\n"), "{out}");
}

#[test]
fn what_people_cannot_do_is_refused() {
    let two = ["match", "--engine", HU, "--engine", YANG, "--games", "2"];
    let error = complaint(&[&two[..], &["--concurrency", "2"]].concat(), 2);
    assert_eq!(error, "--concurrency 2: a person (cmd=human) plays one game at a time");
    let error = complaint(&["match", "--engine", "cmd=human,nodes=5", "--engine", ENGINE, "--games", "2"], 2);
    assert!(error.contains("'nodes': a person (cmd=human) takes only name and tc"), "{error}");
}
