// SPDX-License-Identifier: MIT OR Apache-2.0
//! Zugzwang: the search wins the positions of `positions/zugzwang.epd`, where a null move that is trusted
//! blindly hides the win (`src/search/techniques.rs` has the proof that it does).

use crate::support::epd::{self, Case};
use chuhe::{Engine, Limits, Position};
use xiangqi::types::Value;
use xiangqi::types::value::RULE_BAND;

const SUITE: &str = include_str!("../../../positions/zugzwang.epd");
const NODES: u64 = 100_000;

/// The cases for this build.
fn cases() -> impl Iterator<Item = Case> {
    epd::cases(SUITE, "bm").into_iter().step_by(if cfg!(debug_assertions) { 3 } else { 1 })
}

/// Returns the value of a search for the side to move.
fn value(position: &Position) -> Value {
    Engine::new(4).search(position, &Limits::nodes(NODES)).value
}

/// Returns the position with the other side to move.
fn passed(position: &Position) -> Position {
    let fen = position.to_fen();
    let turn = if fen.contains(" w ") { (" w ", " b ") } else { (" b ", " w ") };
    Position::from_fen_strict(&fen.replace(turn.0, turn.1)).expect("neither king is in check")
}

#[test]
fn the_suite_is_varied() {
    let cases = epd::cases(SUITE, "bm");
    assert!(cases.len() >= 30, "only {} positions", cases.len());
    epd::assert_all_different(&cases);
    for case in &cases {
        assert!(case.position.is_legal(case.best_moves()[0]), "{}", case.id);
    }
}

#[test]
fn most_are_won() {
    let (mut count, mut missed) = (0, Vec::new());
    for case in cases() {
        count += 1;
        let result = Engine::new(4).search(&case.position, &Limits::nodes(NODES));
        if result.value < RULE_BAND || result.best_move != Some(case.best_moves()[0]) {
            missed.push((case.id, result.value));
        }
    }
    assert!(missed.len() * 4 <= count, "{} of {count} missed: {missed:?}", missed.len());
}

#[test]
fn after_the_winning_move_every_move_loses_but_passing_holds() {
    let (mut count, mut unseen) = (0, Vec::new());
    for case in cases() {
        count += 1;
        let after = case.position.after(case.best_moves()[0]);
        if value(&after) > -RULE_BAND {
            unseen.push(case.id.clone());
        }
        assert!(value(&passed(&after)) < RULE_BAND, "{} is won without zugzwang", case.id);
    }
    assert!(unseen.len() * 4 <= count, "{} of {count} not seen: {unseen:?}", unseen.len());
}
