// SPDX-License-Identifier: MIT OR Apache-2.0
//! Search techniques act: what the search sees with each of them, it does not see at the same depth or number
//! of nodes once a parameter switches it off.

use super::{Amount, Limits, Request, SearchResult, Searcher, Settings, params};
use crate::time::Instant;
use xiangqi::position::Position;
use xiangqi::types::Move;
use xiangqi::types::value::{MATE_BAND, RULE_BAND};

/// Runs `test` with these parameters and all others at their defaults.
fn with_parameters<T>(values: &[(&str, i32)], test: impl FnOnce() -> T) -> T {
    let before: Vec<_> = values.iter().map(|&(name, value)| (name, params::set(name, value))).collect();
    let result = test();
    for (name, value) in before {
        params::set(name, value);
    }
    result
}

/// Searches a position on one thread, this one.
fn search(position: &Position, limits: &Limits, settings: &Settings) -> SearchResult {
    let mut searcher = Searcher::new(4);
    searcher.begin(false, Instant::now());
    searcher.think(Request { position, limits, settings }, &mut ())
}

/// Returns the positions of the suite, each with the only move that wins.
fn zugzwangs() -> Vec<(Position, Move)> {
    let lines = include_str!("../../positions/zugzwang.epd").lines();
    let case = |line: &str| {
        let (fen, rest) = line.split_once("; bm ").expect("a position and its best move");
        let (mv, _) = rest.split_once(';').expect("a name");
        (Position::from_fen_strict(fen).expect("a position"), mv.parse().expect("a move"))
    };
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(case).collect()
}

#[test]
fn verification_of_the_null_move_finds_wins_by_zugzwang() {
    let cases = zugzwangs();
    let is_won = |(position, mv): &&(Position, Move)| {
        let SearchResult { value, best_move, .. } =
            search(position, &Limits::nodes(50_000), &Settings::default());
        value > RULE_BAND && best_move == Some(*mv)
    };
    let won = || cases.iter().filter(is_won).count();
    let verified = with_parameters(&[], won);
    let off = [("null_move_verification_depth", 99), ("null_move_verification_majors", 0)];
    let unverified = with_parameters(&off, won);
    let without_null_move = with_parameters(&[("null_move_depth", 99)], won);
    let of = cases.len();
    let counts =
        format!("of {of}: {verified} verified, {unverified} not, {without_null_move} without null moves");
    // With more nodes, a search without verification finds some of them, too.
    assert!(verified > unverified + of / 5, "{counts}");
    assert!(without_null_move * 4 >= of * 3, "{counts}");
}

/// Mates that the full-width search sees at this depth with the extension only.
fn assert_sees_mates(fraction: &str, cases: &[(&str, u32)]) {
    for &(fen, depth) in cases {
        let position = Position::from_fen_strict(fen).expect("the test's FEN is good");
        let sees_mate = || {
            let settings = Settings { pruning: Amount::None, ..Settings::default() };
            search(&position, &Limits::depth(depth), &settings).value > MATE_BAND
        };
        assert!(with_parameters(&[], sees_mate), "{fen} with the extension");
        assert!(!with_parameters(&[(fraction, 0)], sees_mate), "{fen} without");
    }
}

#[test]
fn the_check_extension_sees_mates() {
    assert_sees_mates(
        "check_fraction",
        &[
            ("3c1a3/3ka4/4bR2b/4P4/9/9/9/3C5/5K3/9 w - - 0 1", 3),
            ("rCbakaR1C/1R7/9/2p1p3p/p2c1nr2/2P6/P3P3P/2N6/9/3AKAB2 w - - 0 1", 3),
            ("2r3c2/4k4/9/3R5/9/2B6/9/B2A5/1n2AK3/9 b - - 0 1", 3),
            ("9/3k5/2Pa4b/R2N5/6b2/4C4/9/4B4/3rA4/2BAK4 w - - 0 1", 3),
            ("5a3/2N1k4/1N1R4b/4r1n2/1P4p1P/6P2/9/4B4/9/3AKAB2 w - - 0 1", 4),
        ],
    );
}

#[test]
fn the_single_reply_extension_sees_mates() {
    assert_sees_mates(
        "single_reply_fraction",
        &[
            ("2N1kaN2/9/5a2b/9/9/9/9/9/5K3/9 w - - 0 1", 3),
            ("6R1C/4k4/9/9/2b6/6P1P/P1P6/9/4p4/1R1AKAB2 w - - 0 1", 4),
            ("1R7/4k4/4n4/9/p5P2/8p/8P/9/2R1A4/3A1K3 w - - 0 1", 4),
            ("4kab2/4a4/2R1b1n2/p3p1CNP/4c4/P1P1r4/6P2/4B4/4A4/2B1K4 w - - 0 1", 3),
        ],
    );
}

#[test]
fn the_recapture_extension_sees_mates() {
    assert_sees_mates(
        "exchange_fraction",
        &[
            ("C3kPb2/4a4/2n6/1c7/p1b1r4/9/P8/9/4A4/3AKRB2 b - - 0 1", 5),
            ("2b1k4/3R3R1/4b4/p8/6p2/6P1P/3nP4/4B4/2n1A4/3K1rB2 w - - 0 1", 5),
            ("2bkP4/3caR3/4b4/p8/9/P3p4/8P/1p1R5/4r1r2/5K3 b - - 0 1", 5),
        ],
    );
}
