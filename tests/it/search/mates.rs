// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mates: the search finds every mate of `positions/mates.epd` at its exact distance, with a line that ends
//! in it. Mates that begin with a quiet move, or whose check comes late in the move order, take few nodes.

use crate::support::epd::{self, Case};
use crate::support::prover::distance_to_mate;
use crate::support::search::assert_sound;
use chuhe::search::SearchResult;
use chuhe::{Engine, Limits, Position};
use xiangqi::types::{Color, Score};

const SUITE: &str = include_str!("../../../positions/mates.epd");

/// Node limit of a mate search. Nearly all mates take less than a tenth of it.
const NODE_LIMIT: u64 = 4_000_000;
/// The largest depth of a search.
const LAST_ITERATION: u32 = 100;

/// The longest mates of the suite.
const LONGEST: u32 = 8;

/// The cases that are not too long for this build.
fn cases_up_to(debug: u32, release: u32) -> impl Iterator<Item = Case> {
    let longest = if cfg!(debug_assertions) { debug } else { release };
    epd::cases(SUITE, "dm").into_iter().filter(move |case| case.distance() <= longest)
}

fn mate_in(moves: u32) -> Score {
    Score::Mate(i32::try_from(2 * moves).expect("short") - 1)
}

fn prove(case: &Case) {
    let distance = case.distance();
    assert_eq!(distance_to_mate(&case.position, distance), Some(distance), "{}", case.id);
}

fn look_for_mate(case: &Case, moves: u32) -> SearchResult {
    let limits = Limits { mate: Some(moves), ..Limits::nodes(NODE_LIMIT) };
    Engine::new(4).search(&case.position, &limits)
}

#[test]
fn the_suite_is_varied() {
    let cases = epd::cases(SUITE, "dm");
    let long = cases.iter().filter(|case| case.distance() >= 2).count();
    assert!(long >= 100, "only {long} mates in more than one");
    epd::assert_all_different(&cases);
    for moves in 1..=LONGEST {
        let count = cases.iter().filter(|case| case.distance() == moves).count();
        assert!(count >= 6, "only {count} mates in {moves}");
    }
    let red = cases.iter().filter(|case| case.position.side_to_move() == Color::Red).count();
    assert!((cases.len() / 3..=cases.len() * 2 / 3).contains(&red), "Red mates {red} times");
}

#[test]
fn the_distances_of_short_mates_are_proved_again() {
    cases_up_to(3, 5).for_each(|case| prove(&case));
}

#[test]
#[ignore = "takes more than a minute in release"]
fn all_distances_are_proved_again() {
    cases_up_to(LONGEST, LONGEST).for_each(|case| prove(&case));
}

#[test]
fn every_mate_is_found_at_its_exact_distance_with_its_line_and_ends_the_search() {
    for case in cases_up_to(3, LONGEST) {
        let (result, id) = (look_for_mate(&case, case.distance()), &case.id);
        assert_eq!(result.score, mate_in(case.distance()), "{id}: {} nodes, {:?}", result.nodes, result.pv);
        assert!(result.nodes < NODE_LIMIT, "the mate does not end the search of {id}");
        assert_sound(&result, &case.position);
        assert_eq!(result.ponder, result.pv.get(1).copied(), "{id}");
        assert_eq!(u32::try_from(result.pv.len()), Ok(2 * case.distance() - 1), "{:?} of {id}", result.pv);
        let end = result.pv.iter().fold(case.position, |position, &mv| position.after(mv));
        assert!(!end.has_legal_move(), "{:?} does not mate in {id}", result.pv);
    }
}

#[test]
fn a_search_for_a_shorter_mate_than_there_is_goes_on() {
    for case in cases_up_to(3, 3).filter(|case| case.distance() > 1).step_by(5) {
        let limits = Limits { mate: Some(case.distance() - 1), ..Limits::nodes(30_000) };
        let result = Engine::new(1).search(&case.position, &limits);
        assert!(
            result.nodes == 30_000 || result.depth == LAST_ITERATION,
            "{} ended after {} nodes",
            case.id,
            result.nodes
        );
    }
}

#[test]
fn the_defender_counts_the_same_distance() {
    for case in cases_up_to(2, 3) {
        let distance = case.distance();
        let result = look_for_mate(&case, distance);
        let after = case.position.after(result.best_move.expect("there is a mate"));
        let plies = 2 * i32::try_from(distance).expect("short") - 2;
        let defence = Engine::new(4).search(&after, &Limits::nodes(if plies == 0 { 1 } else { 60_000 }));
        assert_eq!(defence.score, Score::Mate(-plies), "{} after {:?}", case.id, result.best_move);
        assert_eq!(defence.best_move.is_none(), plies == 0, "{}", case.id);
    }
}

#[test]
fn mates_by_quiet_moves_and_late_checks_are_found_early() {
    for (fen, moves) in [
        ("r1b1kaR2/4r4/2N1c4/p1p1C1p2/8p/6P2/P7P/4B4/4A4/2BAK4 w - - 0 1", 2),
        ("2b1k4/9/3Rb3n/p4N3/8p/4P1P2/5C1r1/4B1n2/3cA4/3K1AB2 w - - 0 1", 2),
        ("2b1ka3/3N5/4b4/p1r1r3p/2c1C4/4P4/P2R1p2P/4B4/3KA4/5A3 w - - 0 1", 2),
        ("3a5/3P1k1N1/b8/8C/2bN4n/p2n2P1c/9/4B4/4A4/2BAK4 w - - 0 1", 2),
        ("C2a5/4k4/5a3/9/N1b5p/4c1P2/6r2/4B4/4A4/2BAK2R1 w - - 0 1", 3),
        ("2ba2R2/4ak3/n3b2c1/5C3/p1P6/8P/P4RP2/N1r3r2/3KAn3/9 b - - 0 1", 4),
        ("5a3/4k4/4bPn2/9/3rPnb2/4C4/9/3R5/4pp3/3K1p3 w - - 0 1", 7),
    ] {
        let position = Position::from_fen(fen).expect("a good position");
        let limits = Limits { mate: Some(moves), ..Limits::nodes(100_000) };
        let score = Engine::new(16).search(&position, &limits).score;
        let is_found = matches!(score, Score::Mate(plies) if plies > 0 && plies.unsigned_abs() < 2 * moves);
        assert!(is_found, "{score} instead of a mate in {moves}: {fen}");
    }
}
