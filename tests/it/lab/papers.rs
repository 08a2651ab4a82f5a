// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table of the papers' pieces in the laboratory's overview: each row has a command that exists, a page
//! and a test.

use crate::support::command;
use std::fs;

const OVERVIEW: &str = include_str!("../../../crates/lab/src/pages/overview.md");

/// Returns what stands between pairs of backquotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_piece_has_a_command_a_page_and_a_test() {
    let rows: Vec<Vec<&str>> = OVERVIEW
        .lines()
        .filter(|line| line.starts_with("| A") && line.as_bytes()[3].is_ascii_digit())
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), 35);
    for (row, number) in rows.iter().zip(1..) {
        let [piece, paper, commands, pages, test] = row[..] else { panic!("{row:?}") };
        assert!(piece.starts_with(&format!("A{number} ")), "{piece}");
        assert!(paper.split(' ').all(|paper| ["S1", "S2", "S3", "S4"].contains(&paper)), "{paper}");
        for command in quoted(commands) {
            let words: Vec<_> = command.split(' ').skip(1).chain(["--help"]).collect();
            assert!(command::text(&words, b"").contains(&format!("Usage: {command}")), "{command}");
        }
        assert!(!quoted(pages).is_empty(), "{pages}");
        let [file, name] = quoted(test)[..] else { panic!("{test}") };
        let source = fs::read_to_string(file).unwrap();
        assert!(source.contains(&format!("fn {name}()")), "{file}: {name}");
    }
}
