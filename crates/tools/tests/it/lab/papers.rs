// SPDX-License-Identifier: MIT OR Apache-2.0
//! The commands in the table of the papers' pieces. The table itself is tested with the laboratory.

use crate::support::command;
use std::collections::BTreeSet;

const OVERVIEW: &str = include_str!("../../../../../crates/lab/src/pages/overview.md");

#[test]
fn the_commands_of_the_pieces_exist() {
    let rows = OVERVIEW.lines().filter(|line| line.starts_with("| A") || line.starts_with("| T"));
    let cells = rows.filter_map(|line| line.split(" | ").nth(2));
    let commands: BTreeSet<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(commands.len() > 8, "{commands:?}");
    for command in commands {
        let words: Vec<_> = command.split(' ').skip(1).chain(["--help"]).collect();
        assert!(command::text(&words, b"").contains(&format!("Usage: {command}")), "{command}");
    }
}
