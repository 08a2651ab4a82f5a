// SPDX-License-Identifier: MIT OR Apache-2.0
//! People as players of a match: `cmd=human`, with their moves from a pipe.

use crate::support::run::{Run, new_path, run_reading};

/// Runs a match of one game of Hu against this engine.
fn game(engine: &str, words: &str, input: &str) -> Run {
    let line = format!("match --engine cmd=human,name=Hu --engine {engine} --games 1 {words}");
    run_reading(&line, input.as_bytes())
}

const YANG: &str = "cmd=human,name=Yang";

#[test]
fn two_people_type_in_turn_and_errors_are_asked_again() {
    let lines = "炮二平五\nh9g8\n炮平五\ndraw\nH8+7\nh0g2\nresign\n";
    let Run { status, text, error } = game(YANG, "--movetime 1", lines);
    assert_eq!(status, Some(0), "{error}");
    assert!(text.contains("score 1-0-0\n"), "{text}");
    for part in [
        "Hu (red)> ",
        "Yang (black)> ",
        "'h9g8' is illegal",
        "'炮平五' is",
        "your opponent offers a draw",
        "Hu - Yang: 1-0 (resignation, ",
    ] {
        assert!(error.contains(part), "{part}: {error}");
    }
    assert!(!text.contains("> "), "{text}");
}

#[test]
fn a_person_plays_against_an_engine() {
    let log = new_path("people.jsonl");
    let engine = "cmd=self,option.hashsize=1";
    let Run { status, error, .. } = game(engine, &format!("--nodes 100 --log {log}"), "h2e2\nresign\n");
    assert_eq!(status, Some(0), "{error}");
    assert!(error.contains("Hu - chuhe: 0-1 (resignation, 2 plies)"), "{error}");
    let logged = std::fs::read_to_string(&log).unwrap();
    assert!(logged.contains("\"moves\":[\"h2e2\","), "{logged}");
}

#[test]
fn the_end_of_the_input_ends_the_match_in_both_languages() {
    for (language, end, parts) in [
        (
            "en",
            "chuhe: match: a person has left: standard input has ended; the game is not counted\n",
            ["a draw is offered with your move", "Yang (black)> '什么' is not a move"],
        ),
        (
            "zh",
            "chuhe: match：棋手已离开：标准输入已结束；未下完的一局不计\n",
            ["您走棋时将向对方提和", "Yang（黑方）> “什么”不是着法"],
        ),
    ] {
        let Run { status, text, error } = game(YANG, &format!("--lang {language}"), "炮二平五\n什么\n提和\n");
        assert_eq!(status, Some(1), "{error}");
        assert!(error.ends_with(end), "{error}");
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
        assert!(text.contains("score 0-0-0\n"), "{text}");
    }
}
