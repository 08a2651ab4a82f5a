// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe review`: good moves, only moves and book moves get no mark.

use crate::support::command::file;
use crate::support::run::{Run, folder, object, printed};
use chuhe::book::{BookMove, format};
use chuhe::{Move, Position};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use xiangqi::notation::START_FEN;

/// The reviewed moves of a game from this position.
fn moves(name: &str, fen: &str, moves: &str, words: &str) -> Vec<Value> {
    let path = file(name, &format!("[FEN \"{fen}\"]\n\n{moves} *\n"));
    object(&format!("review {path} --json {words}"))["moves"].as_array().expect("moves").clone()
}

#[test]
fn neither_a_mating_move_nor_the_only_reply_is_a_mistake() {
    for (name, fen, line) in [
        ("forced-1.pgn", "9/2R6/4kN3/9/5PcC1/1r3r1n1/2np1C1p1/5K2c/9/9 w - - 0 1", "1. c8c7 e7e8"),
        ("forced-2.pgn", "5R3/3k5/2c1P4/2N6/9/1C7/9/3p5/9/crnK5 w - - 0 1", "1. f9f8 d8d9"),
    ] {
        // The limits end a search after a number of nodes, whatever the machine, and yet set a time as the
        // default limit does.
        let moves = moves(name, fen, line, "--movetime 60000 --nodes 30000");
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
    let words = "--nodes 3000 --no-book";
    let first = moves("mirror-1.pgn", START_FEN, "1. b2e2", words);
    let best: Move = first[0]["evaluation"]["pv"][0].as_str().unwrap().parse().unwrap();
    let image = best.mirror().to_string();
    let mirrored = moves("mirror-2.pgn", START_FEN, &format!("1. {image}"), words);
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
fn book() -> Vec<u8> {
    let sacrifice = BookMove::new(SACRIFICE.parse().unwrap(), 1);
    format::to_bytes([format::BookEntry::new(&Position::startpos(), sacrifice)])
}

#[test]
fn a_move_that_the_book_has_is_no_mistake() {
    let path = file("sacrifice.book", "");
    fs::write(&path, book()).unwrap();
    let own = format!("--book {path}");
    for (mv, words, is_known) in [
        (SACRIFICE, &*own, true),
        ("b2b9", &own, true),
        (SACRIFICE, "--no-book", false),
        (SACRIFICE, "--book positions/books/synthetic.dat", false),
    ] {
        let judged =
            moves("book.pgn", START_FEN, &format!("1. {mv}"), &format!("--nodes 3000 {words}")).remove(0);
        assert_eq!(judged["mark"].is_null(), is_known, "{judged}");
        assert_eq!(judged["loss"] == json!(0.0), is_known, "{judged}");
        assert_eq!(judged["remarks"], if is_known { json!(["book move"]) } else { json!([]) });
    }
    let review = format!("review {} --depth 3 {own}", file("book-shown.pgn", &format!("1. {SACRIFICE} *")));
    assert!(printed(&review).lines().nth(1).unwrap().ends_with(" [book move]"));
    assert!(printed(&format!("{review} --lang zh --pgn -")).contains("库着}"));
}

#[test]
fn the_book_beside_the_program_is_the_default() {
    let folder = folder("beside-the-book");
    let (program, original) = (folder.join("chuhe"), crate::CHUHE);
    // A copy is the second choice: while it is written it may be open in a child of another test, and then
    // it cannot be run.
    fs::hard_link(original, &program).or_else(|_| fs::copy(original, &program).map(|_| ())).unwrap();
    let game = file("default-book.pgn", &format!("1. {SACRIFICE} *"));
    for (content, is_known, is_reported) in
        [(Some(book()), true, false), (Some(b"damaged".to_vec()), false, true), (None, false, false)]
    {
        let path = folder.join("chuhe.book");
        match content {
            Some(content) => fs::write(path, content).unwrap(),
            None => fs::remove_file(path).unwrap(),
        }
        let mut command = Command::new(&program);
        let Run { text, error, .. } =
            command.args(["review", &game, "--depth", "1", "--lang", "en"]).output().unwrap().into();
        assert_eq!(text.contains("[book move]"), is_known, "{text}");
        assert!(error.is_empty() != is_reported && error.contains("chuhe.book: ") == is_reported, "{error}");
    }
}
