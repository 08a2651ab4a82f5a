// SPDX-License-Identifier: MIT OR Apache-2.0
//! `--json`: one object a line and nothing else, with the same names and shapes in every command.

use crate::support::command::{self, chuhe, complaint, file, lines};
use serde_json::{Value, json};

/// The objects that a successful run prints.
fn objects(words: &[&str]) -> Vec<Value> {
    let read = |line: &String| serde_json::from_str(line).unwrap_or_else(|_| panic!("not JSON: {line}"));
    lines(words).iter().map(read).collect()
}

/// The only object of a run.
fn object(words: &[&str]) -> Value {
    let mut objects = objects(words);
    assert_eq!(objects.len(), 1, "{words:?}");
    objects.remove(0)
}

/// The names of the fields.
fn fields(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn every_command_documents_its_fields() {
    for (command, words) in [
        ("eval", &["eval", "--json"][..]),
        ("show", &["show", "--json"]),
        ("adjudicate", &["adjudicate", "--json"]),
        ("perft", &["perft", "1", "--divide", "--json"]),
        ("bench", &["bench", "--depth", "1", "--json"]),
    ] {
        let help = command::lines(&[command, "--help"]).join(" ");
        for object in objects(words) {
            for field in fields(&object) {
                assert!(help.contains(field), "{command} --help: {field}");
            }
        }
    }
}

#[test]
fn eval_gives_the_evaluation_for_red() {
    let moves = ["--moves", "h2e2"];
    let value = object(&[&["eval", "--json"][..], &moves].concat());
    assert_eq!(fields(&value), ["fen", "network", "score", "side"]);
    assert_eq!(value["side"], "black");
    let shown = command::lines(&[&["eval"][..], &moves].concat()).pop().expect("a last line");
    assert_eq!(format!("eval {}", value["score"]["cp"]), shown);
    let cp = |value: &Value| value["cp"].as_i64().expect("centipawns");
    assert_eq!(cp(&value["network"]), -cp(&value["score"]), "for Red, and for the side to move");
    assert!(value["network"]["pieces"]["a0"].as_i64().is_some_and(|rook| rook > 100));
    assert!(value["network"]["pieces"]["a9"].as_i64().is_some_and(|rook| rook < -100));
    assert_eq!(value["network"]["pieces"].as_object().map(serde_json::Map::len), Some(30));
}

#[test]
fn show_gives_the_board() {
    let board = object(&["show", "--json", "--moves", "h2e2"]);
    assert_eq!(board["rows"][0], "rnbakabnr");
    assert_eq!(board["rows"][7], ".C..C....");
    assert_eq!((&board["side"], &board["last_move"]), (&json!("black"), &json!("h2e2")));
    assert_eq!(board["legal_moves"].as_array().map(Vec::len), Some(45));
    assert_eq!((&board["in_check"], &board["state"]), (&json!(false), &json!("black to move")));
    let mated = object(&["show", "--json", "--fen", "3k1R3/9/3P5/9/9/9/9/9/9/4K4 b"]);
    assert_eq!((&mated["in_check"], &mated["state"]), (&json!(true), &json!("black is mated")));
    assert_eq!((&mated["legal_moves"], &mated["last_move"]), (&json!([]), &Value::Null));
    complaint(&["show", "--json", "--ascii"], 2);
}

#[test]
fn adjudicate_gives_the_verdict_and_the_class_of_every_move() {
    let fen = "4k4/R8/9/9/9/9/9/9/9/3K5 w";
    let cycle = "a8a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9";
    let verdict = object(&["adjudicate", "--json", "--fen", fen, cycle]);
    assert_eq!(verdict["verdict"], "black wins");
    assert_eq!((&verdict["winner"], &verdict["termination"]), (&json!("black"), &json!("perpetual check")));
    assert_eq!(
        (&verdict["rules"], &verdict["note"], &verdict["ended_earlier"]),
        (&json!("asian"), &Value::Null, &Value::Null)
    );
    let repetition = &verdict["repetition"];
    assert_eq!(repetition["occurrences"], 3);
    assert_eq!(repetition["offences"], json!({ "red": "perpetual check", "black": "idle moves" }));
    let first = json!({ "number": 1, "side": "red", "move": "a8a9", "class": "check", "text": "check" });
    assert_eq!(repetition["moves"][0], first);
    assert_eq!(repetition["moves"][1]["class"], "idle");
    assert_eq!(repetition["moves"].as_array().map(Vec::len), Some(8));

    let on = format!("{cycle} a8a9");
    let played_on = object(&["adjudicate", "--json", "--fen", fen, &on]);
    let end = json!({ "moves": 8, "winner": "black", "termination": "perpetual check" });
    assert_eq!(played_on["ended_earlier"], end);

    let chinese =
        object(&["adjudicate", "--json", "--lang", "zh", "--rules", "chinese", "--fen", fen, cycle]);
    assert_eq!((&chinese["rules"], &chinese["verdict"]), (&json!("chinese"), &json!("black wins")));
    assert_eq!(chinese["repetition"]["offences"]["red"], "长将（禁止着法，单方长将必变）");
    assert_eq!(chinese["repetition"]["levels"], json!({ "red": "perpetual check", "black": "allowed" }));
    assert_eq!(chinese["repetition"]["article"], "25.1");

    let ongoing = object(&["adjudicate", "--json", "h2e2"]);
    assert_eq!((&ongoing["verdict"], &ongoing["winner"]), (&json!("ongoing"), &Value::Null));
    assert_eq!(ongoing["repetition"], Value::Null);
}

#[test]
fn perft_gives_its_counts() {
    let count = object(&["perft", "2", "--json"]);
    assert_eq!(fields(&count), ["depth", "nodes", "nps", "time_ms"]);
    assert_eq!((&count["depth"], &count["nodes"]), (&json!(2), &json!(1920)));
    let divided = objects(&["perft", "2", "--divide", "--json"]);
    assert_eq!(divided.len(), 45);
    assert!(divided.contains(&json!({ "move": "h2e2", "nodes": 45 })));

    let start = xiangqi::notation::START_FEN;
    let suite = file("json.epd", &format!("{start} ;D1 44 ;D2 1920\n{start} ;D1 45\n"));
    let output = chuhe(&["perft", "--suite", &suite, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("output is text");
    let checks: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        checks,
        [
            json!({ "fen": start, "passed": true, "depth": 2 }),
            json!({ "fen": start, "passed": false, "depth": 1, "counted": 44, "expected": 45 }),
            json!({ "passed": 1, "of": 2 }),
        ]
    );
}

#[test]
fn bench_gives_every_position_and_the_signature() {
    let output = chuhe(&["bench", "--depth", "2", "--json"]);
    assert!(output.stderr.is_empty());
    let mut objects = objects(&["bench", "--depth", "2", "--json"]);
    let total = objects.pop().expect("a last line");
    assert_eq!(fields(&total), ["nodes", "nps", "positions", "time_ms"]);
    assert_eq!(total["positions"], objects.len());
    let nodes: u64 = objects.iter().filter_map(|position| position["nodes"].as_u64()).sum();
    assert_eq!(total["nodes"], nodes);
    let plain = lines(&["bench", "--depth", "2"]).pop().expect("a last line");
    assert!(plain.starts_with(&format!("{nodes} nodes ")), "{plain}");
    assert_eq!(fields(&objects[0]), ["bestmove", "depth", "fen", "nodes", "score", "time_ms"]);
    assert!(objects.iter().all(|position| position["score"].is_object()));
}
