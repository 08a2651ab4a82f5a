// SPDX-License-Identifier: MIT OR Apache-2.0
//! Options have their effect: each changes the search, or its time, as announced.

use crate::support::{PATIENCE, Session};

/// Neither side can win here.
const DEAD_DRAW: &str = "fen 3ak4/4a4/9/9/9/9/9/9/4A4/3AK4 w - - 0 1";

/// Returns the number after a keyword in the last report that has it, of a search on one thread with these
/// settings.
#[track_caller]
fn reported(word: &str, settings: &[&str], position: &str, go: &str) -> i64 {
    let mut session = Session::ucci();
    for setting in settings {
        session.send(&format!("setoption {setting}"));
    }
    session.send(&format!("position {position}\n{go}"));
    let lines = session.lines_until("INFO", "BM", PATIENCE);
    session.finish();
    let number = |text: &str| text.split_once(word)?.1.split_ascii_whitespace().next()?.parse().ok();
    let found = lines.iter().rev().find_map(|line| number(&line.text));
    found.unwrap_or_else(|| panic!("no '{word}' in {lines:?}"))
}

#[test]
fn without_pruning_the_tree_is_much_larger() {
    let nodes = |value: &str| {
        reported(" nodes ", &[&format!("pruning {value}")], "startpos moves h2e2 h9g7", "go depth 4")
    };
    let (full, pruned) = (nodes("none"), nodes("large"));
    assert!(full > 2 * pruned, "{full} and {pruned}");
}

#[test]
fn style_sets_the_value_of_a_draw() {
    let score = |value: &str| reported(" score ", &[&format!("style {value}")], DEAD_DRAW, "go depth 4");
    let (solid, normal, risky) = (score("solid"), score("normal"), score("risky"));
    assert!(risky < normal && normal < solid && normal == 0, "{risky} {normal} {solid}");
}

#[test]
fn knowledge_changes_the_evaluation_and_has_four_levels() {
    let score = |value: &str| {
        let setting = format!("knowledge {value}");
        reported(" score ", &[&setting], "startpos moves h2e2 h9g7 h0g2 g6g5", "go depth 1")
    };
    let scores = ["none", "small", "medium", "large"].map(score);
    assert!(scores.is_sorted_by(|one, other| one != other), "{scores:?}");
    let default = reported(" score ", &[], "startpos moves h2e2 h9g7 h0g2 g6g5", "go depth 1");
    assert_eq!(default, scores[3]);
}
