// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search under the rules of repetition: the cases of `positions/rules/search.epd`, which explains their
//! format.

use chuhe::engine::Engine;
use chuhe::search::{SearchResult, Settings};
use chuhe::{Limits, Position};
use std::collections::HashMap;
use xiangqi::notation::parse_moves;
use xiangqi::types::Score;

const CASES: &str = include_str!("../../../positions/rules/search.epd");

/// Returns the FEN and the operand of each operation in a line.
fn operations(line: &str) -> (&str, HashMap<&str, &str>) {
    let (fen, rest) = line.split_once(';').unwrap();
    let words = rest.split(';').map(|part| part.trim().split_once(' ').unwrap());
    (fen, words.collect())
}

fn has_value(score: Score, word: &str) -> bool {
    let (won, lost) = match score {
        Score::Mate(plies) => (plies > 0, plies <= 0),
        Score::Rule(plies) | Score::Tb(plies) => (plies >= 0, plies < 0),
        Score::Cp(_) => (false, false),
    };
    match (word, score) {
        ("draw", score) => score == Score::Cp(0),
        ("better", Score::Cp(cp)) => cp >= 60,
        ("worse", Score::Cp(cp)) => cp <= -60,
        ("win" | "better", _) => won,
        ("loss" | "worse", _) => lost,
        _ => panic!("unknown value '{word}'"),
    }
}

/// Describes the fault of an answer; `None` if it is right.
fn fault(result: &SearchResult, expected: &HashMap<&str, &str>) -> Option<String> {
    let best = result.best_move.unwrap().to_string();
    let names = |key: &str| expected.get(key).is_some_and(|moves| moves.split(' ').any(|mv| mv == best));
    let is_right = (!expected.contains_key("bm") || names("bm"))
        && !names("am")
        && expected.get("value").is_none_or(|word| has_value(result.score, word));
    (!is_right)
        .then(|| format!("{} under {} rules: {best} {}", expected["id"], expected["rules"], result.score))
}

#[test]
fn repetitions_are_sought_and_avoided_as_the_rules_require() {
    let lines: Vec<&str> = CASES.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 20);
    let mut faults = Vec::new();
    for line in lines {
        let (fen, expected) = operations(line);
        let mut position = Position::from_fen(fen).unwrap();
        let moves = expected.get("moves").copied().unwrap_or_default();
        parse_moves(&mut position, moves.split_whitespace())
            .unwrap_or_else(|error| panic!("{error}: {line}"));
        let mut engine = Engine::new(16);
        engine.set_settings(Settings { rules: expected["rules"].parse().unwrap(), ..Settings::default() });
        // The answer must not depend on one depth; the larger is slow without optimisation.
        for nodes in [60_000, 100_000].into_iter().take(if cfg!(debug_assertions) { 1 } else { 2 }) {
            faults.extend(fault(&engine.search(&position, &Limits::nodes(nodes)), &expected));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
