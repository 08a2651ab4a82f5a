// SPDX-License-Identifier: MIT OR Apache-2.0
//! Known positions, and that samples are what they should be.

use super::*;
use crate::learn::datagen::{DatagenConfig, StartKind};
use crate::position::Position;

const SUITE: &str = include_str!("../../../positions/zugzwang.epd");

/// The positions of the suite after the winning move: the other side is in zugzwang.
fn zugzwangs() -> impl Iterator<Item = Position> {
    SUITE.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (fen, rest) = line.split_once("; bm ").expect("a best move");
        let mv = rest.split(';').next().expect("a move").parse().expect("a move");
        Position::from_fen_strict(fen).expect("a position").after(mv).without_history()
    })
}

#[test]
fn the_null_move_fails_in_a_known_zugzwang() {
    let mut prober = Prober::new(10, 2);
    let found = zugzwangs().take(7).filter_map(|position| prober.probe(&position, -50).failure);
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
