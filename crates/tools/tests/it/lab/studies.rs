// SPDX-License-Identifier: MIT OR Apache-2.0
//! The laboratory's studies of xiangqi: `chuhe lab td-leaf`, `texel`, `zugzwang` and `tree-size`. Each is
//! made small, and gives the same twice.

use crate::support::command;

/// Returns the table of a study, after checking that it comes out the same again.
fn study(words: &[&str]) -> String {
    let words = [&["lab"], words].concat();
    let table = command::text(&words, b"");
    assert_eq!(command::text(&words, b""), table);
    table
}

/// Returns the cells of the rows that begin with this word.
fn rows<'a>(table: &'a str, name: &str) -> Vec<Vec<&'a str>> {
    let begins = |line: &&str| line.starts_with(&format!("| {name}"));
    let cells = |line: &'a str| line.trim_matches('|').split('|').map(str::trim).collect();
    table.lines().filter(begins).map(cells).collect()
}

#[test]
fn td_leaf_is_compared_with_the_supervised_recipe() {
    let table = study(&[
        "td-leaf",
        "--games",
        "10",
        "--seeds",
        "2",
        "--pairs",
        "2",
        "--depth",
        "1",
        "--lambdas",
        "0,0.7",
        "--nodes",
        "20",
    ]);
    // Points, matches, and values of pieces.
    assert_eq!(rows(&table, "TD-leaf(0)").len(), 2 + 3, "{table}");
    assert_eq!(rows(&table, "results - engine").len(), 1, "{table}");
    let first = &rows(&table, "TD-leaf(0) - TD-leaf(0.7)")[0];
    assert_eq!(first[1], "8", "2 seeds of 2 pairs: {table}");
    assert!(rows(&table, "engine").iter().all(|row| row[1].ends_with('%') || row[1] == "9.00"), "{table}");
}

#[test]
fn texel_tuning_lowers_the_loss() {
    let games = concat!(env!("CARGO_TARGET_TMPDIR"), "/texel.games");
    // Games of an earlier run would be added to.
    let _ = std::fs::remove_file(games);
    command::text(&["datagen", "--out", games, "--games", "40", "--nodes", "20"], b"");
    let table = study(&["texel", "--data", games]);
    let training = &rows(&table, "training")[0];
    assert!(training[2] > training[3], "{table}");
    assert_eq!((rows(&table, "held out").len(), rows(&table, "rook").len()), (1, 1), "{table}");
    command::complaint(&["lab", "texel", "--data", "no such file"], 2);
}

#[test]
fn null_moves_are_counted_by_material() {
    let table = study(&[
        "zugzwang",
        "--positions",
        "3",
        "--games",
        "10",
        "--nodes",
        "20",
        "--depth",
        "3",
        "--reduction",
        "1",
    ]);
    for name in
        ["defenders only", "pawns", "one horse", "one cannon", "one rook", "two", "three", "four", "five"]
    {
        let rows = rows(&table, name);
        assert_eq!((rows.len(), rows[0].len()), (1, 7), "{table}");
    }
    let two = study(&["zugzwang", "--positions", "2", "--games", "2", "--nodes", "20", "--classes", "2"]);
    assert_eq!(two.lines().count(), 2 + 2 + 2, "{two}");
    let complaint = command::complaint(&["lab", "zugzwang", "--depth", "3", "--reduction", "2"], 2);
    assert!(complaint.contains("--reduction 2: must be below the depth less 1"), "{complaint}");
}

#[test]
fn the_tree_of_xiangqi_begins_with_44_nodes_and_that_of_reversi_is_known() {
    let table = study(&[
        "tree-size",
        "--walkers",
        "1,50",
        "--descents",
        "100",
        "--plies",
        "20",
        "--games",
        "2",
        "--nodes",
        "20",
    ]);
    let first = &rows(&table, "1 ")[0];
    assert_eq!(first[1], "1.643", "{table}");
    assert!(first[2] == "1.643 (1.643 to 1.643; 100)" && first[3].starts_with("1.643"), "{table}");
    assert_eq!((rows(&table, "20").len(), rows(&table, "40").len()), (1, 0), "{table}");
    assert_eq!(rows(&table, "reversi 4x4").len(), 1, "{table}");
    assert!(table.contains("2 self-play games, 20 nodes a move"), "{table}");
}
