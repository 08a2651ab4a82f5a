// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe play` on a pseudo terminal: a person's games, from the first key to the restored screen.

use crate::support::screen::{Screen, forget, state_directory};
use std::fs;

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const F2: &str = "\x1bOQ";
const F3: &str = "\x1bOR";
const F5: &str = "\x1b[15~";
const CONTROL_C: &str = "\x03";

/// Starts a game against a fast engine.
fn game(state: &str, size: (u16, u16), words: &[&str]) -> Screen {
    forget(state);
    Screen::start(state, size, &[&["play", "--nodes", "300", "--hash", "1"], words].concat(), &[])
}

#[test]
fn a_game_by_typed_moves_and_by_cursor() {
    let mut screen = game("typed", (80, 24), &["--two"]);
    screen.wait_for("Two people play.");
    screen.enter("炮二平五");
    screen.wait_for("1. h2e2");
    screen.enter("H8+7");
    screen.wait_for("1. h2e2 h9g7");
    screen.enter("h0g2");
    screen.wait_for("2. h0g2");
    // Black: the rook from i9 to h9. The cursor begins on e0.
    screen.press(&UP.repeat(9));
    screen.press(&RIGHT.repeat(4));
    screen.press("\r");
    screen.wait_for("(┤)");
    screen.press(LEFT);
    screen.press("\r");
    screen.wait_for("2. h0g2 i9h9");
    screen.press(DOWN);
    // A click on the rook i0 and on h0.
    screen.press("\x1b[<0;36;19M\x1b[<0;36;19m");
    screen.wait_for("<车>");
    screen.press("\x1b[<0;32;19M\x1b[<0;32;19m");
    screen.wait_for("3. i0h0");
    screen.enter("a9a5");
    screen.wait_for("is illegal: blocked path");
    screen.press(CONTROL_C);
    assert_eq!(screen.status(), 0);
    screen.wait_for_written(&["\x1b[?1049h", "\x1b[?1049l"]);
}

#[test]
fn hint_undo_flip_help_and_files() {
    let mut screen = game("words", (80, 24), &["--notation", "chinese"]);
    screen.wait_for("You play Red");
    screen.enter("C2.5");
    screen.wait_for("Black (chuhe) plays");
    screen.press(F3);
    screen.wait_for("2 moves taken back.");
    screen.press(F2);
    screen.wait_for("Hint: ");
    screen.press("?");
    screen.wait_for("any key: close");
    screen.press("q");
    screen.wait_without("any key: close");
    screen.press(F5);
    screen.wait_for("１  ２  ３  ４  ５  ６  ７  ８  ９");
    screen.enter("炮八平五");
    screen.wait_for("Black (chuhe) plays");
    let file = "play-screen-saved.pgn";
    let _ = fs::remove_file(format!("{}/{file}", env!("CARGO_TARGET_TMPDIR")));
    screen.enter(&format!("save {file}"));
    screen.wait_for(&format!("Saved to {file}"));
    screen.enter("new");
    screen.wait_for("The game is not finished");
    screen.enter("new");
    screen.wait_without("炮八平五");
    screen.enter(&format!(":load {file}"));
    screen.wait_for("1. 炮八平五");
    screen.press("q");
    screen.enter("resign");
    screen.wait_for("Black wins: Red resigns");
    screen.wait_for("It is game 2 of ");
    screen.press(" ");
    screen.wait_for("rematch, new, undo");
    screen.enter("quit");
    assert_eq!(screen.status(), 0);
    let state = state_directory("words").join("chuhe");
    assert!(!state.join("play.pgn").exists(), "a game that is over is not offered");
    let games = fs::read_to_string(state.join("games.pgn")).unwrap();
    assert_eq!(games.matches("[Result \"*\"]").count(), 1, "the game that was left: {games}");
    assert_eq!(games.matches("[Termination \"resignation\"]").count(), 1, "{games}");
}

#[test]
fn a_killed_game_is_resumed() {
    let mut screen = game("killed", (80, 24), &["--tc", "600+5"]);
    screen.wait_for("You play Red");
    screen.enter("h2e2");
    screen.wait_for("Black (chuhe) plays");
    let moves = screen.text().lines().find(|line| line.contains("1. h2e2")).expect("listed").to_owned();
    let listed = moves[moves.find("1. h2e2").expect("listed")..].trim().to_owned();
    screen.kill();
    let resume = |words: &[&str]| {
        Screen::start("killed", (80, 24), &[&["play", "--nodes", "300", "--hash", "1"], words].concat(), &[])
    };
    let mut screen = resume(&[]);
    screen.wait_for("A game of 2 moves was not finished. Resume it?");
    screen.press("\r");
    screen.wait_for(&listed);
    screen.wait_for("10:0");
    screen.press(CONTROL_C);
    assert_eq!(screen.status(), 0);
    let mut screen = resume(&["--new"]);
    screen.wait_for("You play Red");
    assert!(!screen.text().contains("1. h2e2"), "{}", screen.text());
    screen.press(CONTROL_C);
    assert_eq!(screen.status(), 0);
    let mut screen = resume(&["--resume"]);
    screen.wait_for(&listed);
    screen.kill();
}

#[test]
fn without_colours_marks_are_characters() {
    forget("plain-colours");
    let words = ["play", "--two", "--ascii"];
    let mut screen = Screen::start("plain-colours", (60, 24), &words, &[("NO_COLOR", "1")]);
    screen.wait_for("0  R---N---B---A--<K>--A---B---N---R");
    screen.enter("h2e2");
    screen.wait_for("[C]");
    screen.press(CONTROL_C);
    assert_eq!(screen.status(), 0);
    let written = screen.written();
    for color in ["\x1b[38;5;", "\x1b[31", "\x1b[91"] {
        assert!(!written.contains(color), "{written:?}");
    }
}
