// SPDX-License-Identifier: MIT OR Apache-2.0
//! A search with a fixed time looks for the shortest mate, and ends early when there is none shorter.

use chuhe::search::{Clock, Settings};
use chuhe::{Engine, Limits, Position};
use std::time::Duration;
use xiangqi::types::Score;

/// Mates in 2, 3 and 7 moves in which pruning hides the key move: a longer mate is found first.
const HIDDEN: [(&str, i32); 5] = [
    ("2bak4/4a4/2C1b4/p3C3p/6p2/9/5r3/5R3/4A4/1cBA1K3 w", 2),
    ("N1ba5/4ak1N1/4b4/4p3p/2p3c2/p8/1nP2r2P/3AB1R2/9/3AK1B2 b", 2),
    ("1Cba1k2r/3R1n3/2N1b4/p7p/9/9/2p1P3P/4B4/4A4/c2A1K3 w", 3),
    ("C1ba1k3/5R3/3a5/8p/5r3/7n1/P3cr2P/4C3B/4A4/2BAK2R1 b", 3),
    ("3k1a3/2P6/5a3/4RN2C/9/9/9/3n1p3/r3p4/5K3 w", 7),
];

#[test]
fn a_fixed_time_ends_early_with_the_shortest_mate_and_its_line() {
    for (fen, moves) in HIDDEN {
        let position = Position::from_fen(fen).unwrap();
        let time = Duration::from_secs(30);
        for threads in [1, 2] {
            let mut engine = Engine::new(16);
            engine.set_settings(Settings { threads, ..engine.settings().clone() });
            let result = engine.search(&position, &Limits::movetime(time));
            assert_eq!(result.score, Score::Mate(2 * moves - 1), "{fen}");
            assert!(result.time < time / 2, "{fen}: {:?}", result.time);
            assert_eq!(result.best_move, result.pv.first().copied());
            let mut after = position.clone();
            result.pv.iter().for_each(|&mv| after.play(mv).unwrap());
            assert!(!after.has_legal_move(), "{fen}: {:?}", result.pv);
        }
    }
}

#[test]
fn time_on_a_clock_is_not_spent_on_a_shorter_mate() {
    let time = Duration::from_secs(600);
    for (fen, _) in HIDDEN {
        let clock = Clock { time, increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let result = Engine::new(16).search(&Position::from_fen(fen).unwrap(), &limits);
        assert!(matches!(result.score, Score::Mate(1..)), "{fen}: {}", result.score);
        assert!(result.time < Duration::from_secs(9), "{fen}: {:?}", result.time);
    }
}
