// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tactics: the search finds the one good move of nearly every position in `positions/tactics.epd`.
//!
//! This is a floor for regressions at a modest number of nodes, not a measure of strength.

#[path = "support/epd.rs"]
mod epd;

use chuhe::types::Color;
use chuhe::{Engine, Limits};
use epd::Case;

const SUITE: &str = include_str!("../positions/tactics.epd");

fn is_solved(case: &Case, limits: &Limits) -> bool {
    let best_move = Engine::new(8).search(&case.position, limits).best_move.expect("there are moves");
    case.best_moves().contains(&best_move)
}

#[test]
fn the_suite_is_varied_and_not_seen_at_a_glance() {
    let cases = epd::cases(SUITE, "bm");
    assert!(cases.len() >= 60, "only {} positions", cases.len());
    epd::assert_all_different(&cases);
    for case in &cases {
        for mv in case.best_moves() {
            assert!(case.position.is_legal(mv), "{mv} is not legal in {}", case.id);
        }
    }
    let red = cases.iter().filter(|case| case.position.side_to_move() == Color::Red).count();
    assert!((cases.len() / 3..=cases.len() * 2 / 3).contains(&red), "Red is to move {red} times");
    let easy = cases.iter().filter(|case| is_solved(case, &Limits::depth(2))).count();
    assert!(easy * 2 <= cases.len(), "{easy} of {} are solved at depth 2", cases.len());
}

#[test]
fn nine_of_ten_are_solved_at_a_modest_number_of_nodes() {
    let (limits, step) =
        if cfg!(debug_assertions) { (Limits::nodes(50_000), 6) } else { (Limits::nodes(150_000), 1) };
    let cases: Vec<_> = epd::cases(SUITE, "bm").into_iter().step_by(step).collect();
    let missed: Vec<_> = cases.iter().filter(|case| !is_solved(case, &limits)).map(|case| &case.id).collect();
    assert!(missed.len() * 10 <= cases.len(), "{} of {} missed: {missed:?}", missed.len(), cases.len());
}
