// SPDX-License-Identifier: MIT OR Apache-2.0
//! Options have their effect: each changes the search, or its time, as announced.

use crate::support::driver::reported;

/// Neither side can win here.
const DEAD_DRAW: &str = "fen 3ak4/4a4/9/9/9/9/9/9/4A4/3AK4 w - - 0 1";

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
