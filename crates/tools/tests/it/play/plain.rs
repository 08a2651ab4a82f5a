// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe play` line by line, as pipes and scripts use it.

use crate::support::command::{file, text};
use crate::support::run::{new_path, words};
use std::fs;

fn play(line: &str, input: &str) -> String {
    text(&words(&format!("play --nodes 300 --hash 1 {line}")), input.as_bytes())
}

#[test]
fn a_game_through_a_pipe() {
    let said = play("--two --terse", "炮二平五\nH8+7\nh0g2\nmoves\n");
    assert!(said.starts_with("Two people play.\n"), "{said}");
    assert!(said.ends_with("  1. h2e2 h9g7\n  2. h0g2\n"), "{said}");
    assert!(!said.contains('\x1b') && !said.contains("Red> "), "{said:?}");
    let said = play("--watch --terse --fen '3k5/1R7/9/9/9/9/R8/9/9/4K4 w'", "");
    assert!(said.contains("Red wins: black is "), "{said}");
}

#[test]
fn the_board_is_shown_at_each_turn_and_turned() {
    let said = play("--ascii --black", "flip\n");
    assert!(said.contains("Red (chuhe) plays "), "{said}");
    // Black sits at the bottom, so the first rank is Red's.
    assert!(said.contains("\n0  ") && said.contains("\n   i   h   g   f   e   d   c   b   a\n"), "{said}");
    assert!(said.contains("Black to move"), "{said}");
    assert!(said.ends_with("\n   a   b   c   d   e   f   g   h   i\n\nBlack to move\n"), "{said}");
}

#[test]
fn games_are_saved_and_loaded() {
    let path = new_path("play-plain.pgn");
    let said = play("--two --terse", &format!("h2e2\nh9g7\nsave {path}\n"));
    assert!(said.ends_with(&format!("Saved to {path}.\n")), "{said}");
    let saved = fs::read_to_string(&path).expect("the game was saved");
    assert!(saved.contains("[Seats \"person person\"]") && saved.contains("1. H2-E2"), "{saved}");
    let said = play("--terse", &format!("load {path}\nmoves\nundo\nmoves\nsave {path}\n"));
    assert!(said.contains("2 moves.\nTwo people play.\n  1. h2e2 h9g7\n"), "{said}");
    assert!(said.contains("1 move taken back.\n  1. h2e2\n"), "{said}");
    // A game goes on at its level.
    play("--terse --level 2", &format!("h2e2\nsave {path}\n"));
    let said = play("--terse --two", &format!("load {path}\n"));
    assert!(said.ends_with("You play Red; chuhe level 2 plays Black.\n"), "{said}");
    let foreign = file("play-foreign.txt", "something else\n");
    let said = play("--terse", &format!("save {foreign}\nload {foreign}.missing\n"));
    assert!(said.contains("was not written by this command"), "{said}");
    assert!(said.contains("No such file"), "{said}");
    assert_eq!(fs::read_to_string(foreign).expect("it is there"), "something else\n");
}

#[test]
fn a_seed_repeats_a_game() {
    let game = |seed: u32| {
        let words = format!("play --level 2 --seed {seed} --terse");
        text(&self::words(&words), b"h2e2\nb2c2\nh0i2\nmoves\n")
    };
    assert_eq!(game(1), game(1));
    assert!((2..=5).any(|seed| game(seed) != game(1)));
}
