// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tactics: the search finds the one good move of nearly every position in `positions/tactics.epd`, to attack
//! or to hold.
//!
//! This is a floor for regressions at a modest number of nodes, not a measure of strength.

use crate::support::epd::{self, Case};
use chuhe::{Engine, Limits};
use xiangqi::types::Color;

const SUITE: &str = include_str!("../../../positions/tactics.epd");

fn is_solved(case: &Case, limits: &Limits) -> bool {
    let best_move = Engine::new(8).search(&case.position, limits).best_move.expect("there are moves");
    case.best_moves().contains(&best_move)
}

/// A position with more pieces than this is an opening.
const OPENING: u32 = 26;
/// A position with at most this number of pieces is an ending.
const ENDING: u32 = 16;

fn piece_count(case: &Case) -> u32 {
    case.position.board().occupied().len()
}

#[test]
fn the_suite_is_varied_and_not_seen_at_a_glance() {
    let cases = epd::cases(SUITE, "bm");
    assert!(cases.len() >= 150, "only {} positions", cases.len());
    epd::assert_all_different(&cases);
    for case in &cases {
        for mv in case.best_moves() {
            assert!(case.position.is_legal(mv), "{mv} is not legal in {}", case.id);
        }
    }
    let count = |is_counted: fn(&Case) -> bool| cases.iter().filter(|case| is_counted(case)).count();
    let red = count(|case| case.position.side_to_move() == Color::Red);
    assert!((cases.len() / 3..=cases.len() * 2 / 3).contains(&red), "Red is to move {red} times");
    let (openings, endings) =
        (count(|case| piece_count(case) > OPENING), count(|case| piece_count(case) <= ENDING));
    assert!(openings >= 25 && endings >= 40, "{openings} openings and {endings} endings");
    assert!(
        cases.len() - openings - endings >= 50,
        "{openings} openings and {endings} endings leave few others"
    );
    let defences = count(|case| case.id.starts_with("defence"));
    assert!(defences >= 20, "only {defences} defences");
    let easy = count(|case| is_solved(case, &Limits::depth(2)));
    assert!(easy * 5 <= cases.len() * 3, "{easy} of {} are solved at depth 2", cases.len());
}

/// A quarter of these nodes solves nearly as many.
#[test]
#[cfg_attr(debug_assertions, ignore = "searches the whole suite; runs in release")]
fn nineteen_of_twenty_are_solved_at_a_modest_number_of_nodes() {
    let limits = Limits::nodes(50_000);
    let cases = epd::cases(SUITE, "bm");
    let missed: Vec<_> = cases.iter().filter(|case| !is_solved(case, &limits)).map(|case| &case.id).collect();
    assert!(missed.len() * 20 <= cases.len(), "{} of {} missed: {missed:?}", missed.len(), cases.len());
}
