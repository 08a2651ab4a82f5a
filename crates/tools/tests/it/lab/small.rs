// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab small`: the truth of reversi on 4 x 4 squares, and what learning makes of it; and reversi with
//! its two evaluations.

use crate::support::command;

fn text(words: &[&str]) -> String {
    command::text(&[&["lab"], words].concat(), b"")
}

/// Returns the numbers in the row of a table with this name.
fn numbers(table: &str, name: &str) -> Vec<f64> {
    let row = table.lines().find(|line| line.starts_with(&format!("| {name} "))).expect("a row");
    row.split('|').skip(2).filter_map(|cell| cell.trim().parse().ok()).collect()
}

#[test]
fn the_truth_is_known_and_learning_comes_closer_to_it() {
    let words = ["small", "--games", "10000", "--lambdas", "0,0.7"];
    let table = text(&words);
    assert!(table.contains("the start is worth 0 to Black, margin -8 discs"), "{table}");
    for name in ["Monte Carlo", "TD, alpha 0.1, lambda 0", "TD, alpha 1/(1+n), lambda 0.7"] {
        let numbers = numbers(&table, name);
        assert_eq!(numbers.len(), 5, "{table}");
        assert!(numbers[3] < numbers[0] && numbers[4] < 0.5, "{table}");
    }
    assert_eq!(text(&words), table);
}

#[test]
fn the_variants_of_learning_are_options_and_the_printed_form_diverges_without_decay() {
    let words = ["small", "--games", "1000", "--lambdas", "1"];
    let printed = text(&words);
    assert!(printed.contains("game 31 changes nothing") && printed.contains("diverges |"), "{printed}");
    let variant = text(&[&words[..], &["--start", "0.5", "--reset-traces"]].concat());
    assert!(variant.contains("game 10 changes nothing") && !variant.contains("diverges"), "{variant}");
}

#[test]
fn moves_change_class_less_often_than_by_chance() {
    let table = text(&["classes", "--depth", "3", "--games", "2"]);
    for depth in ["2", "3"] {
        let row = table.lines().find(|line| line.starts_with(&format!("| {depth} "))).expect("a row");
        let shares: Vec<f64> =
            row.split('|').filter_map(|cell| cell.trim().strip_suffix(" %")?.parse().ok()).collect();
        assert!(shares.len() == 4 && shares[0] < shares[1] && shares[2] < shares[3], "{table}");
    }
}

#[test]
fn reversi_has_the_papers_evaluation_and_another() {
    let value = |game| {
        let words = ["compare", "--game", game, "--algorithms", "minimax", "--depth", "3", "--count", "3"];
        let table = text(&words);
        assert!(table.starts_with(&format!("3 positions of {game}\n")), "{table}");
        numbers(&table, "minimax")
    };
    assert_ne!(value("reversi"), value("reversi-side-to-move"));
}

#[test]
fn the_value_of_an_ending_on_36_squares_is_found_by_questions() {
    let opening = "c2,d2,e5,b2,d1,f6,d5,e4,a2,a1,f4,c5,e6,d6,b5,e2";
    let words = ["solve", "--opening", opening, "--table-bits", "16"];
    let table = text(&words);
    assert!(table.contains("16 empty squares"), "{table}");
    let last = table.lines().last().expect("a last line");
    for guess in ["-20", "0", "+7"] {
        let other = text(&[&words[..], &["--guess", guess]].concat());
        assert_eq!(other.lines().last(), Some(last));
        assert!(other.contains(&format!("{guess} discs or more?")) || guess == "0", "{other}");
    }
    assert!(
        command::complaint(&["lab", "solve", "--opening", "c2 d3"], 2).contains("'d3' is not a legal move")
    );
}
