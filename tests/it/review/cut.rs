// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe review`: games that cannot be read to the end, and files of many games.

use crate::support::command::{chuhe, chuhe_reading, complaint, file};
use serde_json::Value;
use std::fs;
use std::process::Output;
use xiangqi::notation::Records;

/// Red's third move jumps over a pawn.
const CUT: &str = "[Red \"甲\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7\n2. h0g2 i9h9\n3. i0i4 h9h3 1-0\n";

fn texts(output: Output) -> [String; 2] {
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("output is UTF-8"))
}

/// The output and the error of a review that ends where the game cannot be read further.
fn cut_short(words: &[&str], input: &[u8]) -> [String; 2] {
    let output = chuhe_reading(words, input);
    assert_eq!(output.status.code(), Some(1), "{words:?}");
    texts(output)
}

#[test]
fn a_game_with_an_illegal_move_is_reviewed_up_to_it() {
    let path = file("cut.pgn", CUT);
    let words = ["review", &path, "--depth", "3"];
    let [table, error] = cut_short(&words, b"");
    let lines: Vec<_> = table.lines().collect();
    assert!(lines[4].starts_with("  2... i9h9") && lines[5].is_empty(), "{table}");
    let last = lines.last().unwrap();
    assert!(last.starts_with("not reviewed from 3. on: line 6: move 3, red (ply 5): 'i0i4' is "), "{table}");
    let reason = last.split_once("on: ").unwrap().1;
    assert_eq!(error, format!("chuhe: {path}: {reason}; reviewed up to there (plies: 4)\n"));

    let [json, _] = cut_short(&[&words[..], &["--json"]].concat(), b"");
    let review: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&review["complete"], &review["moves"].as_array().unwrap().len()), (&false.into(), &4));
    assert_eq!(review["error"], serde_json::json!({ "ply": 5, "message": reason }));
    assert_eq!(review["summary"]["red"]["moves"], 2);

    let (page, annotated) = (file("cut.html", ""), file("cut-out.pgn", ""));
    cut_short(&[&words[..], &["--html", &page, "--pgn", &annotated, "--lang", "zh"]].concat(), b"");
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("not reviewed from 3. on: line 6") && page.contains("从3.起未复盘"), "no note");
    let record = Records::new(&*fs::read(annotated).unwrap()).next().unwrap().unwrap();
    assert_eq!((record.tag("Red"), record.line.moves.len()), (Some("甲"), 4));
    assert!(record.line.moves[3].comment.contains("从3.起未复盘：第6行：第3回合红方（第5着）：“i0i4”不合法"));
}

#[test]
fn games_in_other_formats_are_reviewed_as_far_as_they_can_be_read() {
    // The file ends in the middle of the moves.
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/notation/records/open.xqf");
    let xqf = fs::read(path).unwrap();
    let [table, error] = cut_short(&["review", "-", "--depth", "1"], &xqf[..xqf.len() - 100]);
    assert!(
        table.contains("not reviewed from ") && error.contains(" reviewed up to there "),
        "{table}{error}"
    );
    assert!(error.starts_with("chuhe: standard input: byte "), "{error}");
    let forum = "[DhtmlXQ]\n[DhtmlXQ_movelist]774770627747[/DhtmlXQ_movelist]\n[/DhtmlXQ]";
    let [table, _] = cut_short(&["review", "-", "--depth", "1"], forum.as_bytes());
    assert!(
        table.contains("not reviewed from 2. on: line 2: move 2, red (ply 3): '7747' (h2e2) is "),
        "{table}"
    );
}

#[test]
fn a_game_that_cannot_be_read_at_all_is_an_error() {
    let none = file("cut-none.pgn", "1. h2h8 *");
    assert!(
        complaint(&["review", &none], 2).contains("cut-none.pgn: line 1: move 1, red (ply 1): 'h2h8' is ")
    );
}

#[test]
fn a_file_of_many_games_is_noted_unless_the_game_is_given() {
    let games = format!("1. h2e2 *\n\n{CUT}\n[Game \"x\"]\n\n1. b2e2 *\n");
    let path = file("many.pgn", &games);
    let reviewed = |words: &[&str]| {
        let words = [&["review", &path, "--depth", "1", "--json"], words].concat();
        let [json, error] = texts(chuhe(&words));
        let review: Value = serde_json::from_str(&json).unwrap();
        ([review["game"].as_u64().unwrap(), review["games"].as_u64().unwrap()], error)
    };
    let (numbers, error) = reviewed(&[]);
    assert_eq!(numbers, [1, 3]);
    assert_eq!(error, format!("chuhe: {path}: 3 games; reviewing game 1, choose another with --game N\n"));
    assert_eq!(reviewed(&["--game", "3"]), ([3, 3], String::new()));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/notation/records/library.cbl");
    let [_, error] = texts(chuhe(&["review", path, "--depth", "1"]));
    assert!(error.contains(" games; reviewing game 1, "), "{error}");
}
