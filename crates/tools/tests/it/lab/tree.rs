// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab tree`: the worked trees as a user sees them.

use crate::support::command;

fn text(words: &[&str]) -> String {
    command::text(&[&["lab", "tree"], words].concat(), b"")
}

#[test]
fn a_deep_cutoff_is_marked_with_the_position_that_has_the_bound() {
    let expected = "\
tree              minimax  negamax        window  alphabeta
root (Max)              5        5  [-inf, +inf]          5
├─ A (Min)              5       -5  [-inf, +inf]          5
│  ├─ leaf              5        5  [-inf, +inf]          5
│  └─ leaf              8        8     [-inf, 5]          8
└─ B (Min)              4       -4     [5, +inf]       <= 4
   ├─ C (Max)           6        6     [5, +inf]          6
   │  ├─ D (Min)        3       -3     [5, +inf]       <= 3  deep alpha cutoff (redundancy of Max): 3 <= alpha 5 of root, 3 plies above
   │  │  ├─ leaf        3        3     [5, +inf]          3
   │  │  └─ leaf        9        9                      cut
   │  └─ E (Min)        6       -6     [5, +inf]          6
   │     ├─ leaf        6        6     [5, +inf]          6
   │     └─ leaf        7        7        [5, 6]          7
   └─ leaf              4        4        [5, 6]          4

minimax: searched 13 of 13 positions, 7 of 7 leaves
negamax: searched 13 of 13 positions, 7 of 7 leaves
alphabeta: searched 12 of 13 positions, 6 of 7 leaves
";
    assert_eq!(text(&["deep"]), expected);
    assert_eq!(text(&["positions/trees/deep.txt"]), expected, "the file of the tree");
}

#[test]
fn a_shallow_cutoff_is_marked_and_its_siblings_are_cut() {
    let table = text(&["shallow", "--algorithm", "alphabeta"]);
    let words = table.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected =
        "B (Min) [6, +inf] <= 4 shallow alpha cutoff (redundancy of Max): 4 <= alpha 6 of root, 1 ply above";
    assert!(words.contains(expected), "{table}");
    assert_eq!(table.lines().filter(|line| line.ends_with(" cut")).count(), 2, "{table}");
    assert!(table.ends_with("\nalphabeta: searched 11 of 13 positions, 7 of 9 leaves\n"), "{table}");
}

#[test]
fn a_cutoff_where_max_moves_is_a_beta_cutoff() {
    let table = text(&["yue-2b", "--algorithm", "alphabeta"]);
    let expected = "shallow beta cutoff (redundancy of Min): -16 >= beta -19 of A, 1 ply above";
    assert!(table.contains(expected) && table.contains("A (Min)"), "{table}");
    let chinese = command::text(&["lab", "tree", "yue-2b", "--lang", "zh"], b"");
    assert!(
        chinese.contains("浅层 beta 剪枝（Min 冗余）：-16 >= beta -19，界限来自上方 1 步的 A"),
        "{chinese}"
    );
}

#[test]
fn minimax_and_negamax_stand_beside_each_other() {
    let table = text(&["shallow", "--algorithm", "minimax,negamax"]);
    let cells = |line: &str| line.split_whitespace().rev().take(2).map(str::to_owned).collect::<Vec<_>>();
    for line in table.lines().skip(1).take_while(|line| !line.is_empty()) {
        let [negamax, minimax] = &cells(line)[..] else { panic!("{line}") };
        let is_same = !line.contains("(Min)");
        assert_eq!(*negamax, if is_same { minimax.clone() } else { format!("-{minimax}") }, "{line}");
    }
}

#[test]
fn a_tree_that_cannot_be_read_is_named_with_its_line() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad_tree.txt");
    std::fs::write(&path, "root( A(6 9)\n B() )\n").expect("the directory can be written");
    let path = path.to_str().expect("a plain name");
    for (words, parts) in [
        (&["lab", "tree", path][..], &["bad_tree.txt", "line 2", "without moves"][..]),
        (&["lab", "tree", "/nowhere/at/all"], &["/nowhere/at/all"]),
        (&["lab", "tree", path, "--algorithm", "hash"], &["'hash'", "alphabeta"]),
    ] {
        let message = command::complaint_reading(words, b"", 2);
        assert!(parts.iter().all(|part| message.contains(part)), "{words:?}: {message}");
    }
}
