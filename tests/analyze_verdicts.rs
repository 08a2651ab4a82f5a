// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe analyze`: moves that are no mistakes are not marked as such.
#![cfg(feature = "cli")]

#[path = "support/command.rs"]
mod command;

use command::{file, lines};
use serde_json::Value;

/// Limits that end a search after a number of nodes, whatever the machine, and yet set a time as the default
/// limit does.
const LIMITS: [&str; 4] = ["--movetime", "60000", "--nodes", "30000"];

/// The reviewed moves of a game from this position.
fn moves(name: &str, fen: &str, moves: &str, words: &[&str]) -> Vec<Value> {
    let path = file(name, &format!("[FEN \"{fen}\"]\n\n{moves} *\n"));
    let lines = lines(&[&["analyze", &path, "--json"], words].concat());
    let review: Value = serde_json::from_str(&lines[0]).expect("a JSON document");
    review["moves"].as_array().expect("moves").clone()
}

#[test]
fn neither_a_mating_move_nor_the_only_reply_is_a_mistake() {
    for (name, fen, line) in [
        ("forced-1.pgn", "9/2R6/4kN3/9/5PcC1/1r3r1n1/2np1C1p1/5K2c/9/9 w - - 0 1", "1. c8c7 e7e8"),
        ("forced-2.pgn", "5R3/3k5/2c1P4/2N6/9/1C7/9/3p5/9/crnK5 w - - 0 1", "1. f9f8 d8d9"),
    ] {
        let moves = moves(name, fen, line, &LIMITS);
        for mv in &moves {
            assert_eq!((&mv["mark"], &mv["loss"]), (&Value::Null, &0.0.into()), "{mv}");
            assert_eq!(mv["remarks"], serde_json::json!([]), "{mv}");
        }
        assert!(moves[1]["evaluation"]["depth"].as_u64() > Some(4), "{}", moves[1]);
        assert!(moves[1]["evaluation"]["score"]["mate"].as_i64() < Some(0), "{}", moves[1]);
    }
}
