// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tables of `docs/rules.md`, rule set by kind of repetition: the program gives each verdict in a game of
//! this kind.

use crate::support::pages;
use chuhe::{GameOutcome, Position, RuleSet};
use serde_json::Value;
use std::collections::HashMap;

/// In the order of the columns.
const RULES: [RuleSet; 4] = [RuleSet::Asian, RuleSet::Chinese, RuleSet::Computer, RuleSet::CheckBan];

/// A game for each row, in their order: its name, or its file and line there; and the side that the row is
/// about.
const CASES: [(&str, &str); 16] = [
    ("cn20-ch8-06", "red"),
    ("cn20-ch8-29v1", "black"),
    ("cn20-ch8-14", "black"),
    ("cn20-ch8-04", "red"),
    ("cn20-ch9-02", "black"),
    ("cn20-ch8-17", "red"),
    ("cn20-ch8-20", "red"),
    ("cn20-ch9-07", "red"),
    ("cn20-ch8-24", "red"),
    ("repetition:67", "black"),
    ("repetition:195", "red"),
    ("w-041", "red"),
    ("cn20-ch9-43", "red"),
    ("cn20-ch9-44", "black"),
    ("repetition:44", "red"),
    ("w-065", "red"),
];

/// The games in `positions/rules`, by their names and by their lines.
fn games() -> HashMap<String, Value> {
    let mut games = HashMap::new();
    for file in ["chinese", "world", "repetition"] {
        for (line, number) in pages::text(&format!("positions/rules/{file}.jsonl")).lines().zip(1..) {
            let game: Value = serde_json::from_str(line).expect("JSON");
            let name = game["id"].as_str().map_or(format!("{file}:{number}"), str::to_owned);
            games.insert(name, game);
        }
    }
    games
}

/// The verdicts in the tables of a page, the last four cells of a row. The rest of the page has other words.
fn table(page: &str, [loses, draw]: [&str; 2]) -> Vec<[bool; 4]> {
    let row = |line: &str| {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let verdicts = cells.last_chunk::<4>()?;
        let is_verdict = verdicts.iter().all(|cell| [loses, draw].contains(cell));
        is_verdict.then(|| verdicts.map(|cell| cell == loses))
    };
    pages::text(page).lines().filter_map(row).collect()
}

#[test]
fn the_tables_of_verdicts_are_those_of_the_program() {
    let games = games();
    let verdicts = CASES.map(|(name, side)| {
        let game = &games[name];
        let mut position = Position::from_fen(game["fen"].as_str().expect("a FEN")).expect("a good FEN");
        for mv in game["moves"].as_array().expect("moves") {
            let mv = mv.as_str().expect("a move").parse().expect("a good move");
            position.play(mv).expect("a legal move");
        }
        RULES.map(|rules| {
            let outcome = GameOutcome::of(&position, rules, None).expect("a repetition");
            let winner = outcome.winner.map(|winner| winner.to_string());
            assert_ne!(winner.as_deref(), Some(side), "{name}: {rules}");
            winner.is_some()
        })
    });
    assert_eq!(table("docs/rules.md", ["loses", "draw"]), verdicts);
    assert_eq!(table("docs/zh/rules.md", ["负", "和"]), verdicts);
}
