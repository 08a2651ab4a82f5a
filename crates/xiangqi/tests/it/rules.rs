// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules tested on the cases in `positions/rules`.
//!
//! A case is a line of JSON: `fen` and `moves` of a game, the `ruleset` (`both`: Asian and computer), the
//! `verdict` on its last position (`none`: the game goes on), `why` in words, and the `source`.

use serde_json::Value;
use xiangqi::Position;
use xiangqi::notation::parse_moves;
use xiangqi::rules::{Game, RuleSet, Verdict, judge_repetition};
use xiangqi::types::Color;

const REPETITION: &str = include_str!("../../../../positions/rules/repetition.jsonl");
const DISPUTED: &str = include_str!("../../../../positions/rules/repetition_disputed.jsonl");
const NATURAL: &str = include_str!("../../../../positions/rules/rule60.jsonl");

pub(crate) fn cases(lines: &str) -> impl Iterator<Item = Value> + '_ {
    lines.lines().map(|line| serde_json::from_str(line).unwrap())
}

/// Returns the position at the end of a case.
pub(crate) fn replay(case: &Value) -> Position {
    let mut position = Position::from_fen(case["fen"].as_str().unwrap()).unwrap();
    let moves = case["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap());
    parse_moves(&mut position, moves).unwrap_or_else(|error| panic!("{error} in {case}"));
    position
}

/// Returns the verdict on a repetition as the case files write it.
fn repetition_verdict(position: &Position, rules: RuleSet) -> &'static str {
    let side = position.side_to_move();
    match judge_repetition(position, rules) {
        None => "none",
        Some(Verdict::Draw) => "draw",
        Some(verdict) if (side == Color::Red) == (verdict == Verdict::Loss) => "red_loses",
        Some(_) => "black_loses",
    }
}

#[test]
fn agreed_repetitions_are_judged_as_agreed() {
    let mut wrong = Vec::new();
    let mut judged = 0;
    for case in cases(REPETITION) {
        let rule_sets = match case["ruleset"].as_str().unwrap() {
            "asian" => vec![RuleSet::Asian],
            "computer" => vec![RuleSet::Computer],
            _ => vec![RuleSet::Asian, RuleSet::Computer],
        };
        let position = replay(&case);
        for rules in rule_sets {
            judged += 1;
            let verdict = repetition_verdict(&position, rules);
            if verdict != case["verdict"] {
                wrong.push(format!("{rules:?} says {verdict}: {case}"));
            }
        }
    }
    assert!(judged >= 390, "only {judged} judged");
    assert!(wrong.is_empty(), "{} of {judged} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Programs and books disagree on these: the verdicts are printed for the reader, and none is held to be
/// right.
#[test]
fn disputed_repetitions_are_reported() {
    for case in cases(DISPUTED) {
        let verdict = repetition_verdict(&replay(&case), RuleSet::Asian);
        assert_ne!(verdict, "none", "{case}");
        println!("{verdict:12}others: {}  {}", case["verdicts"], case["why"]);
    }
}

#[test]
fn the_natural_limit_counts_as_agreed() {
    for case in cases(NATURAL) {
        let position = replay(&case);
        assert_eq!(u64::from(position.rule60_count()), case["clock"].as_u64().unwrap(), "{case}");
        let outcome = Game::new(position, RuleSet::Asian).outcome();
        let verdict = match outcome.map(|outcome| outcome.winner) {
            None => "none",
            Some(None) => "draw",
            Some(Some(Color::Red)) => "black_loses",
            Some(Some(Color::Black)) => "red_loses",
        };
        assert_eq!(verdict, case["verdict"], "{case}");
    }
}
