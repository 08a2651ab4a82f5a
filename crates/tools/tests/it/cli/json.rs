// SPDX-License-Identifier: MIT OR Apache-2.0
//! `--json`: one object a line and nothing else, with the same names and shapes in every command.

use crate::support::command::file;
use crate::support::run::{Run, json_lines, object, objects, printed, refused, run};
use serde_json::{Value, json};
use xiangqi::notation::START_FEN;

/// The names of the fields.
fn fields(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn every_command_documents_its_fields() {
    for line in ["eval", "show", "adjudicate", "perft 1 --divide", "bench --depth 1"] {
        let help = printed(&format!("{} --help", line.split(' ').next().unwrap()));
        for object in objects(&format!("{line} --json")) {
            assert!(fields(&object).iter().all(|field| help.contains(field)), "{line}: {object}");
        }
    }
}

#[test]
fn eval_gives_the_evaluation_for_red() {
    let value = object("eval --json --moves h2e2");
    assert_eq!(fields(&value), ["fen", "network", "score", "side"]);
    assert_eq!(value["side"], "black");
    let shown = printed("eval --moves h2e2");
    assert!(shown.ends_with(&format!("\neval {}\n", value["score"]["cp"])), "{shown}");
    let cp = |value: &Value| value["cp"].as_i64().expect("centipawns");
    let (network, pieces) = (&value["network"], &value["network"]["pieces"]);
    assert_eq!(cp(network), -cp(&value["score"]), "for Red, and for the side to move");
    assert!(pieces["a0"].as_i64() > Some(100) && pieces["a9"].as_i64() < Some(-100), "{pieces}");
    assert_eq!(fields(pieces).len(), 30);
}

#[test]
fn show_gives_the_board() {
    let board = object("show --json --moves h2e2");
    assert_eq!((&board["rows"][0], &board["rows"][7]), (&json!("rnbakabnr"), &json!(".C..C....")));
    assert_eq!((&board["side"], &board["last_move"]), (&json!("black"), &json!("h2e2")));
    assert_eq!(board["legal_moves"].as_array().map(Vec::len), Some(45));
    assert_eq!((&board["in_check"], &board["state"]), (&json!(false), &json!("black to move")));
    let mated = object("show --json --fen '3k1R3/9/3P5/9/9/9/9/9/9/4K4 b'");
    assert_eq!((&mated["in_check"], &mated["state"]), (&json!(true), &json!("black is mated")));
    assert_eq!((&mated["legal_moves"], &mated["last_move"]), (&json!([]), &Value::Null));
    refused("show --json --ascii");
}

#[test]
fn adjudicate_gives_the_verdict_and_the_class_of_every_move() {
    let cycle = "--fen '4k4/R8/9/9/9/9/9/9/9/3K5 w' a8a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9";
    let verdict = object(&format!("adjudicate --json {cycle}"));
    let first = json!({ "number": 1, "side": "red", "move": "a8a9", "class": "check", "text": "check" });
    for (name, expected) in [
        ("/verdict", json!("black wins")),
        ("/winner", json!("black")),
        ("/termination", json!("perpetual check")),
        ("/rules", json!("asian")),
        ("/note", Value::Null),
        ("/ended_earlier", Value::Null),
        ("/repetition/occurrences", json!(3)),
        ("/repetition/offences", json!({ "red": "perpetual check", "black": "idle moves" })),
        ("/repetition/moves/0", first),
        ("/repetition/moves/1/class", json!("idle")),
    ] {
        assert_eq!(verdict.pointer(name), Some(&expected), "{name}");
    }
    assert_eq!(verdict["repetition"]["moves"].as_array().map(Vec::len), Some(8));
    let played_on = object(&format!("adjudicate --json {cycle} a8a9"));
    let end = json!({ "moves": 8, "winner": "black", "termination": "perpetual check" });
    assert_eq!(played_on["ended_earlier"], end);

    let chinese = object(&format!("adjudicate --json --lang zh --rules chinese {cycle}"));
    assert_eq!((&chinese["rules"], &chinese["verdict"]), (&json!("chinese"), &json!("black wins")));
    assert_eq!(chinese["repetition"]["offences"]["red"], "长将（禁止着法，单方长将必变）");
    assert_eq!(chinese["repetition"]["levels"], json!({ "red": "perpetual check", "black": "allowed" }));
    assert_eq!(chinese["repetition"]["article"], "25.1");

    let ongoing = object("adjudicate --json h2e2");
    assert_eq!((&ongoing["verdict"], &ongoing["winner"]), (&json!("ongoing"), &Value::Null));
    assert_eq!(ongoing["repetition"], Value::Null);
}

#[test]
fn perft_gives_its_counts() {
    let count = object("perft 2 --json");
    assert_eq!(fields(&count), ["depth", "nodes", "nps", "time_ms"]);
    assert_eq!((&count["depth"], &count["nodes"]), (&json!(2), &json!(1920)));
    let divided = objects("perft 2 --divide --json");
    assert!(divided.len() == 45 && divided.contains(&json!({ "move": "h2e2", "nodes": 45 })));

    let suite = file("json.epd", &format!("{START_FEN} ;D1 44 ;D2 1920\n{START_FEN} ;D1 45\n"));
    let checked = run(&format!("perft --suite {suite} --json"));
    assert_eq!(checked.status, Some(1));
    assert_eq!(
        json_lines(&checked.text),
        [
            json!({ "fen": START_FEN, "passed": true, "depth": 2 }),
            json!({ "fen": START_FEN, "passed": false, "depth": 1, "counted": 44, "expected": 45 }),
            json!({ "passed": 1, "of": 2 }),
        ]
    );
}

#[test]
fn bench_gives_every_position_and_the_signature() {
    let Run { text, error, .. } = run("bench --depth 2 --json");
    assert_eq!(error, "");
    let mut objects = json_lines(&text);
    let total = objects.pop().expect("a last line");
    assert_eq!(fields(&total), ["nodes", "nps", "positions", "time_ms"]);
    assert_eq!(total["positions"], objects.len());
    let nodes: u64 = objects.iter().filter_map(|position| position["nodes"].as_u64()).sum();
    assert_eq!(total["nodes"], nodes);
    assert_eq!(fields(&objects[0]), ["bestmove", "depth", "fen", "nodes", "score", "time_ms"]);
    assert!(objects.iter().all(|position| position["score"].is_object()));
    let plain = printed("bench --depth 2");
    let last = plain.lines().last().unwrap();
    let nps = last.strip_prefix(&format!("{nodes} nodes ")).and_then(|rest| rest.strip_suffix(" nps"));
    assert!(nps.is_some_and(|nps| nps.parse::<u64>().is_ok()), "{last}");
}
