// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab exploration`, and what the paper's recipe for learning does without chance.

use crate::support::command;

fn text(words: &[&str]) -> String {
    command::text(&[&["lab"], words].concat(), b"")
}

/// Returns the cells of the rows of numbers of a table.
fn rows(table: &str) -> Vec<Vec<&str>> {
    let cells = |line: &'_ str| line.starts_with("| 0");
    let split = |line| str::trim_matches(line, '|').split('|').map(str::trim).collect();
    table.lines().filter(|line| cells(line)).map(split).collect()
}

#[test]
fn a_table_has_a_row_for_each_setting_and_is_the_same_twice() {
    let words = [
        "exploration",
        "--games",
        "20",
        "--seeds",
        "2",
        "--trials",
        "2",
        "--epsilons",
        "0,0.2",
        "--spreads",
        "0,0.1",
    ];
    let table = text(&words);
    let rows = rows(&table);
    assert_eq!(rows.len(), 4, "{table}");
    let settings: Vec<[&str; 2]> = rows.iter().map(|row| [row[0], row[1]]).collect();
    assert_eq!(settings, [["0", "0"], ["0.2", "0"], ["0", "0.1"], ["0.2", "0.1"]], "{table}");
    assert!(rows.iter().all(|row| row[3].contains('%') && row[4].contains('%')), "{table}");
    assert_eq!(text(&words), table);
}

#[test]
fn without_chance_the_papers_recipe_repeats_itself() {
    let of = |words: &[&str]| {
        let table = text(&[&["td", "--games", "300", "--trials", "0"], words].concat());
        let line =
            table.lines().find(|line| line.ends_with("games are different")).expect("a count").to_owned();
        line.split(' ').next().and_then(|count| count.parse::<u32>().ok()).expect("a number")
    };
    let greedy = of(&[]);
    assert!(greedy < 200, "{greedy}");
    assert_eq!(of(&["--seed", "9"]), greedy);
    assert!(of(&["--epsilon", "0.1"]) > 290);
}
