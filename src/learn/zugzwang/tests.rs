// SPDX-License-Identifier: MIT OR Apache-2.0
//! Known positions, and that samples are what they should be.

use super::*;
use crate::learn::datagen::{DatagenConfig, StartKind};
use crate::position::Position;

/// Wins by a move that leaves the other side in zugzwang: FEN and move.
const KNOWN: [(&str, &str); 4] = [
    ("9/3k5/4N4/9/9/9/9/p8/9/4K4 b - - 0 1", "d8e8"),
    ("5k3/5N3/9/9/9/9/9/p4K3/9/9 b - - 0 1", "a2b2"),
    ("5k3/5N3/9/9/9/9/9/p8/9/5K3 b - - 0 1", "a2b2"),
    ("4k4/3N5/9/9/9/9/9/7p1/9/3K5 b - - 0 1", "e9d9"),
];

#[test]
fn the_null_move_fails_in_known_zugzwangs() {
    let mut prober = Prober::new(10, 2);
    let found = KNOWN.iter().filter_map(|(fen, mv)| {
        let zugzwang = Position::from_fen_strict(fen).unwrap().after(mv.parse().unwrap()).without_history();
        prober.probe(&zugzwang, -50).failure
    });
    let found: Vec<Failure> = found.collect();
    assert!(found.len() >= 3, "{found:?}");
    assert!(found.iter().all(|failure| failure.is_zugzwang && failure.shortfall > 0), "{found:?}");
    assert!(found.iter().any(|failure| failure.is_lost), "{found:?}");
}

#[test]
fn the_null_move_is_right_where_a_move_is_as_good() {
    let mut prober = Prober::new(4, 1);
    let level = Position::startpos();
    let beta = prober.static_value(&level);
    assert_eq!(prober.probe(&level, beta - 100), Probe { cuts: true, failure: None });
    assert_eq!(prober.probe(&level, beta + 500), Probe { cuts: false, failure: None });
}

#[test]
fn samples_are_of_their_class_and_repeatable() {
    let config = SampleConfig {
        datagen: DatagenConfig {
            seed: 1,
            nodes: 20,
            start: StartKind::Opening,
            book: Vec::new(),
            network: None,
            rule60_damping: true,
        },
        games: 12,
        positions: 5,
    };
    let found = sample(&config);
    assert!(found.len() >= 6, "{:?}", found.keys());
    for (army, positions) in &found {
        assert!((1..=5).contains(&positions.len()));
        assert!(positions.iter().all(|position| Army::of(position) == *army && !position.in_check()));
    }
    let fens = |found: &std::collections::BTreeMap<Army, Vec<Position>>| -> Vec<String> {
        found.values().flatten().map(Position::to_fen).collect()
    };
    assert_eq!(fens(&sample(&config)), fens(&found));
    assert_eq!(Army::of(&Position::startpos()), Army::More);
}
