// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe analysis` as a worker in a larger system: every query is answered once, whatever else is on the
//! input, and answers depend on nothing but the query.

use crate::support::analysis::{ANSWER, Analysis, QUERY, answers, sorted};
use crate::support::run::{Run, objects, send_signal, start};
use crate::support::{command, pages};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{Read, Write};
use std::time::Duration;

const MATED: &str = "3k1R3/9/3P5/9/9/9/9/9/9/4K4 b";

/// Queries at 300 nodes for positions of the openings.
fn queries(count: usize) -> Vec<String> {
    let openings = include_str!("../../../../positions/openings.epd").lines();
    let lines = openings.filter_map(|line| line.split(';').next()?.strip_prefix("startpos moves "));
    let query = |(index, moves): (usize, &str)| {
        json!({ "id": format!("q{index}"), "moves": moves, "nodes": 300 }).to_string()
    };
    lines.cycle().take(count).enumerate().map(query).collect()
}

fn ids(answers: &[Value]) -> Vec<&str> {
    answers.iter().map(|answer| answer["id"].as_str().unwrap_or("null")).collect()
}

#[test]
fn an_answer_has_the_fields_asked_for() {
    let query = json!({
        "id": "a", "moves": ["炮二平五", "h9g7"], "nodes": 3000, "multiPV": 3, "searchMoves": ["h0g2", "b0c2", "a0a1"],
        "includeEval": true, "includeBook": true, "includeTable": true, "includeChinese": true, "limit60": 0,
    });
    assert!(QUERY.is_valid(&query));
    let [answer] = &answers(&["--book", "book/chuhe.book"], &[query.to_string()])[..] else {
        panic!("one answer")
    };
    assert_eq!((&answer["id"], &answer["turn"], &answer["nodes"]), (&json!("a"), &json!(2), &json!(3000)));
    let lines = answer["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["move"], &lines[0]["score"]), (&answer["best"], &answer["score"]));
    assert_eq!(lines[0]["chinese"].as_array().map(Vec::len), lines[0]["pv"].as_array().map(Vec::len));
    assert!(answer["eval"]["cp"].is_i64() && answer["table"].is_null());
    assert!(answer["book"].as_array().is_some_and(|moves| !moves.is_empty()));
}

#[test]
fn the_scores_are_those_of_other_commands() {
    let fen = "3k5/9/9/9/9/9/9/9/4R4/4K4 w";
    let answers = answers(
        &["--in-order"],
        &[
            json!({ "id": "mate", "fen": fen, "depth": 4 }).to_string(),
            json!({ "id": "over", "fen": MATED }).to_string(),
            json!({ "id": "start", "nodes": 2000 }).to_string(),
            json!({ "id": "pawn", "fen": "3k5/9/9/9/9/9/9/9/4P4/4K4", "depth": 1 }).to_string(),
        ],
    );
    assert_eq!(answers[3]["doubts"], json!("P on e1 cannot have come there"));
    assert_eq!(answers[2]["doubts"], Value::Null);
    assert_eq!((&answers[0]["score"], &answers[0]["best"]), (&json!({ "mate": 1 }), &json!("e1d1")));
    assert_eq!((&answers[1]["verdict"], &answers[1]["best"]), (&json!("red wins"), &Value::Null));
    let result = objects("search --nodes 2000 --hash 1 --json").pop().expect("a result");
    assert_eq!((&answers[2]["best"], &answers[2]["score"]), (&result["bestmove"], &result["score"]));
}

#[test]
fn bad_lines_are_answered_and_disturb_nothing() {
    let mut lines = queries(40);
    let good = lines.len();
    for (index, bad) in [
        "nonsense",
        "{\"id\": \"half\", \"nodes\": ",
        "[]",
        "{\"id\": \"bad1\", \"nodes\": 0}",
        "{\"id\": \"bad2\", \"fen\": \"nothing\"}",
        "{\"id\": \"bad3\", \"colour\": \"red\"}",
        "",
        "  ",
    ]
    .into_iter()
    .enumerate()
    {
        lines.insert(3 * index, bad.to_owned());
    }
    lines.insert(10, format!("{{\"id\": \"{}\"}}", "x".repeat(1 << 17)));
    lines.push("[".repeat(10_000));
    let answers = answers(&["--threads", "2"], &lines);
    let errors: Vec<_> = answers.iter().filter(|answer| !answer["error"].is_null()).collect();
    assert_eq!(errors.len(), 8);
    for (id, field) in [("bad1", "nodes"), ("bad2", "fen"), ("bad3", "colour")] {
        let error = errors.iter().find(|error| error["id"] == id).expect("answered");
        assert_eq!(error["field"], field);
        let line = usize::try_from(error["line"].as_u64().expect("a number")).expect("small");
        assert!(lines[line - 1].contains(id), "{error}");
    }
    let answered: HashSet<_> = ids(&answers).into_iter().filter(|id| id.starts_with('q')).collect();
    assert_eq!((answered.len(), answers.len()), (good, good + errors.len()));
}

#[test]
fn answers_are_the_same_whatever_else_runs() {
    let queries = queries(60);
    let one = sorted(&answers(&["--threads", "1"], &queries));
    for options in [
        &["--threads", "2"][..],
        &["--threads", "4", "--max-pending", "3"],
        &["--threads", "3", "--in-order"],
    ] {
        assert_eq!(sorted(&answers(options, &queries)), one, "{options:?}");
    }
    let mut backwards = queries;
    backwards.reverse();
    assert_eq!(sorted(&answers(&["--threads", "2"], &backwards)), one);
}

#[test]
fn answers_come_in_order_if_that_is_wanted() {
    let mut lines = queries(50);
    lines[0] = json!({ "id": "long", "nodes": 30_000 }).to_string();
    lines[7] = json!({ "id": "bad", "nodes": "many" }).to_string();
    lines[8] = json!({ "id": "turns", "moves": "h2e2 h9g7 h0g2", "analyzeTurns": [3, 0, 2], "nodes": 300 })
        .to_string();
    lines[9] = json!({ "id": "version", "action": "version" }).to_string();
    let given: Vec<String> = lines
        .iter()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("JSON")["id"].as_str().expect("an id").to_owned()
        })
        .flat_map(|id| std::iter::repeat_n(id.clone(), if id == "turns" { 3 } else { 1 }))
        .collect();
    let found = answers(&["--threads", "4", "--in-order"], &lines);
    assert_eq!(ids(&found), given);
    let turns: Vec<_> =
        found.iter().filter(|answer| answer["id"] == "turns").map(|answer| &answer["turn"]).collect();
    assert_eq!(turns, [3, 0, 2]);
}

#[test]
fn larger_priorities_are_searched_first() {
    let mut session = Analysis::start(&["--threads", "1"]);
    session.send(r#"{"id": "first", "movetime": 300, "reportDuringSearch": 10}"#);
    assert_eq!(session.next().expect("a report")["isDuringSearch"], true);
    for (id, priority) in [("low", -5), ("none", 0), ("high", 9), ("higher", 10), ("later", 9)] {
        session.send(&json!({ "id": id, "priority": priority, "nodes": 100 }).to_string());
    }
    let answers: Vec<Value> =
        session.finish().into_iter().filter(|answer| answer["isDuringSearch"].is_null()).collect();
    assert_eq!(ids(&answers), ["first", "higher", "high", "later", "none", "low"]);
}

#[test]
fn terminate_stops_a_search_at_once() {
    let mut session = Analysis::start(&["--threads", "2"]);
    session.send(r#"{"id": "long", "movetime": 600000, "reportDuringSearch": 20}"#);
    session.send(r#"{"id": "other", "movetime": 600000, "analyzeTurns": [0]}"#);
    session.send(r#"{"id": "waits", "moves": "h2e2", "analyzeTurns": [0, 1], "movetime": 600000}"#);
    let report = session.next().expect("a report");
    assert_eq!((&report["id"], &report["isDuringSearch"]), (&json!("long"), &json!(true)));
    for (target, turns) in [("waits", 2), ("long", 1), ("other", 1)] {
        session.send(&json!({ "id": "stop", "action": "terminate", "terminateId": target }).to_string());
        let mut left = turns + 1;
        while left > 0 {
            let answer = session.next().expect("answers");
            if answer["action"] == "terminate" {
                assert_eq!((&answer["terminateId"], &answer["stopped"]), (&json!(target), &json!(turns)));
                left -= 1;
            } else if answer["isDuringSearch"].is_null() {
                assert_eq!((&answer["id"], &answer["terminated"]), (&json!(target), &json!(true)));
                assert_eq!(answer["best"].is_string(), target != "waits", "{answer}");
                left -= 1;
            }
        }
    }
    assert!(session.finish().is_empty());
}

#[test]
fn actions_are_obeyed_while_no_query_has_room() {
    let mut session = Analysis::start(&["--threads", "1", "--max-pending", "1"]);
    session.send(&json!({ "id": "long", "movetime": 600_000 }).to_string());
    session.send(r#"{"id": "stop", "action": "terminate", "terminateId": "long"}"#);
    session.send(r#"{"id": "next", "nodes": 100}"#);
    let answers = session.finish();
    assert_eq!(answers.len(), 3, "{answers:?}");
    let find = |id: &str| answers.iter().find(|answer| answer["id"] == id).expect("an answer");
    assert_eq!((&find("stop")["stopped"], &find("long")["terminated"]), (&json!(1), &json!(true)));
    assert!(find("next")["best"].is_string());
}

#[test]
fn lines_are_of_different_moves_and_the_deepest_come_first() {
    let mut session = Analysis::start(&["--threads", "1"]);
    for nodes in [500, 1500, 2000, 5000] {
        for lines in [2, 3, 10, 128] {
            let id = format!("{nodes} {lines}");
            session.send(&json!({ "id": id, "multiPV": lines, "nodes": nodes }).to_string());
        }
    }
    for answer in session.finish() {
        let lines = answer["lines"].as_array().expect("lines");
        let wanted: usize =
            answer["id"].as_str().and_then(|id| id.split(' ').nth(1)?.parse().ok()).expect("an id");
        assert_eq!(lines[0]["move"], answer["best"]);
        let moves: HashSet<_> = lines.iter().map(|line| line["move"].as_str()).collect();
        assert_eq!(moves.len(), lines.len(), "{answer}");
        assert!(lines.len() <= wanted && lines.len() >= wanted.min(3), "{answer}");
        let keys = lines[1..].iter().map(|line| (line["depth"].as_u64(), line["score"]["cp"].as_i64()));
        assert!(keys.rev().is_sorted(), "{answer}");
    }
}

#[test]
fn terminate_all_stops_everything() {
    let mut lines: Vec<_> =
        ["a", "b", "c"].map(|id| json!({ "id": id, "movetime": 600_000 }).to_string()).into();
    lines.push(r#"{"id": "stop", "action": "terminate_all"}"#.to_owned());
    lines.push(r#"{"id": "next", "nodes": 100}"#.to_owned());
    let answers = answers(&["--threads", "1"], &lines);
    let terminated = answers.iter().filter(|answer| answer["terminated"] == true);
    let terminated: HashSet<_> = terminated.filter_map(|answer| answer["id"].as_str()).collect();
    assert_eq!((terminated, answers.len()), (HashSet::from(["a", "b", "c"]), 5));
}

#[test]
fn a_shared_table_can_be_cleared() {
    let mut lines = queries(5);
    lines.push(r#"{"id": "clear", "action": "clear_cache"}"#.to_owned());
    lines.push(r#"{"id": "other rules", "rules": "computer", "nodes": 300}"#.to_owned());
    let answers = answers(&["--threads", "1", "--shared-hash", "--in-order"], &lines);
    assert_eq!((answers.len(), &answers[5]), (7, &json!({ "id": "clear", "action": "clear_cache" })));
}

#[test]
fn what_was_answered_is_left_out() {
    let mut lines = queries(20);
    lines.push(
        json!({ "id": "turns", "moves": "h2e2 h9g7", "analyzeTurns": [0, 1, 2], "nodes": 300 }).to_string(),
    );
    lines.push(json!({ "id": "bad", "nodes": 0 }).to_string());
    let all = answers(&["--in-order"], &lines);
    // A run was killed in the middle of a line, between two turns of a query.
    let texts: Vec<String> = all.iter().map(Value::to_string).collect();
    let file =
        command::file("analysis_resume.jsonl", &format!("{}\n{}", texts[..21].join("\n"), &texts[21][..30]));
    let rest = answers(&["--in-order", "--resume", &file], &lines);
    assert_eq!(sorted(&rest), sorted(&all[21..]));
    let kept = fs::read_to_string(&file).expect("the file stays");
    fs::write(&file, rest.iter().fold(kept, |kept, answer| format!("{kept}{answer}\n")))
        .expect("it can be written");
    assert!(answers(&["--resume", &file], &lines).is_empty());
    assert_eq!(answers(&["--resume", "no such file"], &lines).len(), all.len());
}

#[test]
fn reading_stops_while_enough_queries_wait() {
    let mut session = Analysis::start(&["--threads", "1", "--max-pending", "4"]);
    let mut input = session.input.take().expect("the input is open");
    let line = format!("{}\n", json!({ "id": "x".repeat(1000), "movetime": 60_000 }));
    let writer = std::thread::spawn(move || {
        let mut written = 0;
        while input.write_all(line.as_bytes()).is_ok() {
            written += line.len();
        }
        written
    });
    std::thread::sleep(Duration::from_millis(500));
    session.child.kill().expect("it runs");
    session.child.wait().expect("it ended");
    let written = writer.join().expect("the writer does not panic");
    // A pipe holds 64 KiB.
    assert!(written < 300_000, "{written} bytes were taken");
}

#[cfg(unix)]
#[test]
fn a_closed_output_ends_the_session() {
    let mut child = start("analysis --threads 1");
    let mut input = child.stdin.take().expect("the input is open");
    input
        .write_all(b"{\"id\": \"a\", \"nodes\": 10}\n{\"id\": \"b\", \"movetime\": 600000}\n")
        .expect("it reads");
    let mut output = child.stdout.take().expect("the output is open");
    output.read_exact(&mut [0; 10]).expect("an answer begins");
    drop(output);
    assert!(child.wait().expect("it ends").success());
}

#[cfg(unix)]
#[test]
fn an_input_that_cannot_be_read_to_its_end_is_an_error() {
    let folder = fs::File::open("tests").expect("a folder");
    let mut command = command::program();
    let output = command.args(["analysis", "--threads", "1"]).stdin(folder).output();
    let Run { status, error, .. } = output.expect("the program starts").into();
    assert_eq!((status, error.lines().count()), (Some(2), 1), "{error}");
    assert!(error.starts_with("chuhe: standard input: "), "{error}");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_session_and_whole_lines_are_left() {
    let mut session = Analysis::start(&["--threads", "2"]);
    session.send(r#"{"id": "a", "nodes": 100}"#);
    session.send(r#"{"id": "b", "movetime": 600000}"#);
    assert_eq!(session.next().expect("an answer")["id"], "a");
    send_signal(session.child.id(), "-TERM");
    assert_eq!(session.next(), None, "the search that was stopped has no answer");
    assert_eq!(session.child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn every_field_is_documented() {
    let page = pages::text("docs/analysis.md");
    for schema in ["query", "answer"] {
        let path = format!("crates/review/src/analysis/{schema}.schema.json");
        let schema: Value = serde_json::from_str(&pages::text(&path)).expect("JSON");
        for (name, field) in properties(&schema) {
            let forms = [format!("`{name}`"), format!("\"{name}\"")];
            assert!(forms.iter().any(|form| page.contains(form)), "{name}: {field}");
        }
    }
}

/// All properties that a schema names.
fn properties(schema: &Value) -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    if let Some(object) = schema.as_object() {
        for (name, value) in object {
            if name == "properties" {
                let fields = value.as_object().expect("an object");
                found.extend(fields.iter().map(|(name, value)| (name.clone(), value.clone())));
            }
            found.extend(properties(value));
        }
    }
    found
}

#[test]
fn the_schemas_agree_with_the_program() {
    for (query, is_valid) in [
        // What a schema calls an integer is one.
        (json!({ "id": "a", "nodes": 300.0, "multiPV": 2.0, "priority": -1.0, "limit60": 0.0 }), true),
        (json!({ "id": "局".repeat(1024), "nodes": 3e2, "moves": "h2e2", "analyzeTurns": [1.0] }), true),
        (json!({}), false),
        (json!({ "id": 5 }), false),
        (json!({ "id": "a", "nodes": 0 }), false),
        (json!({ "id": "a", "colour": "red" }), false),
        (json!({ "id": "a", "action": "dance" }), false),
    ] {
        assert_eq!(QUERY.is_valid(&query), is_valid, "{query}");
        let answer = &answers(&[], &[query.to_string()])[0];
        assert_eq!((answer["nodes"] == 300, answer["error"].is_string()), (is_valid, !is_valid), "{query}");
    }
    for answer in [
        json!({ "id": "a" }),
        json!({ "id": "a", "turn": 0, "best": "h2e2" }),
        json!({ "id": "a", "error": "" }),
    ] {
        assert!(!ANSWER.is_valid(&answer), "{answer}");
    }
}
