// SPDX-License-Identifier: MIT OR Apache-2.0
//! Perft over the suite in `positions/perft`: the move generator against counts that three independent
//! programs agree on.

use xiangqi::Position;
use xiangqi::position::perft;

/// Checks the lines `FEN ;D1 n ;D2 n …` as far as `max_nodes` allows.
fn check_suite(max_nodes: u64) {
    let suite = include_str!("../../../../positions/perft/suite.epd");
    let mut checked = 0;
    for line in suite.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let mut parts = line.split(';');
        let fen = parts.next().unwrap();
        let mut position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for part in parts {
            let (depth, nodes) = part.trim().strip_prefix('D').unwrap().split_once(' ').unwrap();
            let (depth, nodes) = (depth.parse().unwrap(), nodes.trim().parse::<u64>().unwrap());
            if nodes <= max_nodes {
                assert_eq!(perft(&mut position, depth), nodes, "depth {depth} of {fen}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 68, "only {checked} counts checked");
}

#[test]
fn small_counts_are_exact() {
    check_suite(if cfg!(debug_assertions) { 30_000 } else { 6_000_000 });
}

/// About three thousand million leaves: run in release by continuous integration.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes in debug")]
fn all_counts_are_exact() {
    check_suite(u64::MAX);
}
