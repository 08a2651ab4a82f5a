// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe play` line by line, as pipes and scripts use it.

use crate::support::command::{complaint, file, text};
use std::fs;

const FAST: [&str; 5] = ["play", "--nodes", "300", "--hash", "1"];

fn play(words: &[&str], input: &str) -> String {
    text(&[&FAST, words].concat(), input.as_bytes())
}

#[test]
fn a_game_through_a_pipe_in_three_notations() {
    let said = play(&["--two", "--terse"], "炮二平五\nH8+7\nh0g2\nmoves\n");
    assert!(said.starts_with("Two people play.\n"), "{said}");
    assert!(said.ends_with("  1. h2e2 h9g7\n  2. h0g2\n"), "{said}");
    assert!(!said.contains('\x1b') && !said.contains("Red> "), "{said:?}");
}

#[test]
fn the_board_is_shown_at_each_turn_and_turned() {
    let said = play(&["--ascii", "--black"], "flip\n");
    assert!(said.contains("Red (chuhe) plays "), "{said}");
    // Black sits at the bottom, so the first rank is Red's.
    assert!(said.contains("\n0  ") && said.contains("\n   i   h   g   f   e   d   c   b   a\n"), "{said}");
    assert!(said.contains("Black to move"), "{said}");
    assert!(said.ends_with("\n   a   b   c   d   e   f   g   h   i\n\nBlack to move\n"), "{said}");
}

#[test]
fn games_are_saved_and_loaded() {
    let path = format!("{}/play-plain.pgn", env!("CARGO_TARGET_TMPDIR"));
    let _ = fs::remove_file(&path);
    let said = play(&["--two", "--terse"], &format!("h2e2\nh9g7\nsave {path}\n"));
    assert!(said.ends_with(&format!("Saved to {path}.\n")), "{said}");
    let saved = fs::read_to_string(&path).expect("the game was saved");
    assert!(saved.contains("[Seats \"person person\"]") && saved.contains("1. H2-E2"), "{saved}");
    let said = play(&["--terse"], &format!("load {path}\nmoves\nundo\nmoves\nsave {path}\n"));
    assert!(said.contains("2 moves.\nTwo people play.\n  1. h2e2 h9g7\n"), "{said}");
    assert!(said.contains("1 move taken back.\n  1. h2e2\n"), "{said}");
    let foreign = file("play-foreign.txt", "something else\n");
    let said = play(&["--terse"], &format!("save {foreign}\nload {foreign}.missing\n"));
    assert!(said.contains("was not written by this command"), "{said}");
    assert!(said.contains("No such file"), "{said}");
    assert_eq!(fs::read_to_string(foreign).expect("it is there"), "something else\n");
}

#[test]
fn a_loaded_game_goes_on_at_its_level() {
    let path = format!("{}/play-level.pgn", env!("CARGO_TARGET_TMPDIR"));
    let _ = fs::remove_file(&path);
    play(&["--terse", "--level", "2"], &format!("h2e2\nsave {path}\n"));
    let said = play(&["--terse", "--two"], &format!("load {path}\n"));
    assert!(said.ends_with("You play Red; chuhe level 2 plays Black.\n"), "{said}");
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let said = play(&["--watch", "--terse", "--fen", "3k5/1R7/9/9/9/9/R8/9/9/4K4 w"], "");
    assert!(said.contains("Red wins: black is "), "{said}");
}

#[test]
fn wrong_usage_is_explained() {
    assert!(complaint(&["play", "--tc", "soon"], 2).contains("'soon' is not a time control"));
    assert!(complaint(&["play", "--red", "--black"], 2).contains("cannot be used with"));
    assert!(complaint(&["play", "--notation", "klingon"], 2).contains("unknown notation"));
    assert!(complaint(&["play", "--fen", "nonsense"], 2).starts_with("--fen: "));
}
