// SPDX-License-Identifier: MIT OR Apache-2.0
//! Benchmarks of the laboratory's games and algorithms: one search each, and one game of learning.

use chuhe_lab::algorithms::{AlphaBeta, HashHistory, Ordered};
use chuhe_lab::games::{Gomoku, Reversi, Xiangqi};
use chuhe_lab::td::{Learner, TdSettings};
use chuhe_lab::{Algorithm, MemorySettings, Neighbours, NodeTally, Subject};
use criterion::Criterion;

/// Searches the start position repeatedly, with an empty memory.
fn search<G: Subject>(
    c: &mut Criterion,
    name: &str,
    mut algorithm: impl Algorithm<G>,
    depth: u32,
    value: i32,
) {
    let mut game = G::start();
    let mut run = move || {
        algorithm.forget();
        algorithm.search(&mut game, depth, &mut NodeTally::default()).value
    };
    assert_eq!(run(), value);
    c.bench_function(&format!("lab/{name}"), |b| b.iter(&mut run));
}

pub(crate) fn lab(c: &mut Criterion) {
    let memory = MemorySettings { bits: 12, ..MemorySettings::default() };
    search::<Reversi>(c, "reversi, alpha-beta, 6 plies", AlphaBeta, 6, 9);
    search::<Reversi>(c, "reversi, hash and history, 6 plies", HashHistory::new(memory), 6, 9);
    search::<Xiangqi>(c, "xiangqi, hash and history, 3 plies", HashHistory::new(memory), 3, 172);
    search::<Gomoku>(c, "gomoku, filtered, 4 plies", Ordered { width: Some((8, Neighbours::Eight)) }, 4, 0);
    let mut learner = Learner::new(TdSettings::default());
    assert!(learner.play_game().plies > 8);
    c.bench_function("lab/a game of learning", |b| b.iter(|| learner.play_game()));
}
