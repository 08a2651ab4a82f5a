// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe review`: good moves, only moves and book moves get no mark.

use crate::support::command::{complaint, file, lines};
use chuhe::book::{BookMove, format};
use chuhe::{Move, Position};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use xiangqi::notation::START_FEN;

/// Limits that end a search after a number of nodes, whatever the machine, and yet set a time as the default
/// limit does.
const LIMITS: [&str; 4] = ["--movetime", "60000", "--nodes", "30000"];

/// The reviewed moves of a game from this position.
fn moves(name: &str, fen: &str, moves: &str, words: &[&str]) -> Vec<Value> {
    let path = file(name, &format!("[FEN \"{fen}\"]\n\n{moves} *\n"));
    let lines = lines(&[&["review", &path, "--json"], words].concat());
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
        for (mv, remarks) in moves.iter().zip([json!([]), json!(["only move"])]) {
            assert_eq!((&mv["mark"], &mv["loss"]), (&Value::Null, &0.0.into()), "{mv}");
            assert_eq!(mv["remarks"], remarks, "{mv}");
        }
        assert!(moves[1]["evaluation"]["depth"].as_u64() > Some(4), "{}", moves[1]);
        assert!(moves[1]["evaluation"]["score"]["mate"].as_i64() < Some(0), "{}", moves[1]);
    }
}

#[test]
fn the_mirror_image_of_the_best_move_is_the_best_move() {
    let words = ["--nodes", "3000", "--no-book"];
    let first = moves("mirror-1.pgn", START_FEN, "1. b2e2", &words);
    let best: Move = first[0]["evaluation"]["pv"][0].as_str().unwrap().parse().unwrap();
    let image = best.mirror().to_string();
    let mirrored = moves("mirror-2.pgn", START_FEN, &format!("1. {image}"), &words);
    assert_eq!((&mirrored[0]["loss"], &mirrored[0]["loss_cp"]), (&0.0.into(), &0.into()));
    let line = mirrored[0]["evaluation"]["pv"].as_array().unwrap();
    assert!(line.len() > 1 && line[0] == *image, "{line:?}");
    let mut position = Position::startpos();
    for mv in line {
        position.play(mv.as_str().unwrap().parse().unwrap()).unwrap();
    }
}

/// The cannon takes a horse and is taken. No search approves of it.
const SACRIFICE: &str = "h2h9";

/// A book that knows nothing but this.
fn book(name: &str) -> String {
    let path = file(name, "");
    let entry = format::BookEntry::new(&Position::startpos(), BookMove::new(SACRIFICE.parse().unwrap(), 1));
    fs::write(&path, format::to_bytes([entry])).unwrap();
    path
}

#[test]
fn a_move_that_the_book_has_is_no_mistake() {
    let book = book("sacrifice.book");
    let judged = |mv: &str, words: &[&str]| {
        moves("book.pgn", START_FEN, &format!("1. {mv}"), &[&["--nodes", "3000"], words].concat()).remove(0)
    };
    for image in [SACRIFICE, "b2b9"] {
        let known = judged(image, &["--book", &book]);
        assert_eq!((&known["mark"], &known["loss"]), (&Value::Null, &0.0.into()), "{known}");
        assert_eq!(known["remarks"], json!(["book move"]));
    }
    for words in [&["--no-book"][..], &["--book", "positions/books/synthetic.dat"]] {
        let own = judged(SACRIFICE, words);
        assert!(own["mark"].is_string() && own["remarks"] == json!([]), "{own}");
    }
    let game = file("book-shown.pgn", &format!("1. {SACRIFICE} *"));
    let words = ["review", &game, "--depth", "3", "--book", &book];
    assert!(lines(&words)[1].ends_with(" [book move]"));
    let chinese = lines(&[&words[..], &["--lang", "zh", "--pgn", "-"]].concat()).join("\n");
    assert!(chinese.contains("库着}"), "{chinese}");
    assert!(complaint(&["review", &game, "--book", "no/such.book"], 2).starts_with("no/such.book: "));
    assert!(complaint(&["review", &game, "--book", &game], 2).starts_with(&game));
}

#[test]
fn the_book_beside_the_program_is_the_default() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("beside-the-book");
    fs::create_dir_all(&folder).unwrap();
    let (program, original) = (folder.join("chuhe"), env!("CARGO_BIN_EXE_chuhe"));
    fs::remove_file(&program).unwrap_or_default();
    // A copy is the second choice: while it is written it may be open in a child of another test, and then
    // it cannot be run.
    fs::hard_link(original, &program).or_else(|_| fs::copy(original, &program).map(|_| ())).unwrap();
    let game = file("default-book.pgn", &format!("1. {SACRIFICE} *"));
    let review = || {
        let output = Command::new(&program)
            .env("CHUHE_LANG", "en")
            .args(["review", &game, "--depth", "1"])
            .output()
            .unwrap();
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    fs::copy(book("beside.book"), folder.join("chuhe.book")).unwrap();
    let [table, errors] = review();
    assert!(table.contains("[book move]") && errors.is_empty(), "{table}{errors}");
    fs::write(folder.join("chuhe.book"), "damaged").unwrap();
    let [table, errors] = review();
    assert!(!table.contains("[book move]") && errors.contains("chuhe.book: "), "{table}{errors}");
    fs::remove_file(folder.join("chuhe.book")).unwrap();
    let [table, errors] = review();
    assert!(!table.contains("[book move]") && errors.is_empty(), "{table}{errors}");
}
