// SPDX-License-Identifier: MIT OR Apache-2.0
//! The NNUE evaluation by hidden size: of single positions, and after each of their moves.

use crate::cases;
use chuhe::Position;
use chuhe::eval::{Evaluator, Network, nnue::NetworkWeights};
use criterion::{BenchmarkGroup, Criterion, Throughput, measurement::WallTime};
use std::hint::black_box;
use std::sync::Arc;
use xiangqi::types::{Move, Value};

/// A position with its legal moves and an evaluator.
type Case = (Position, Vec<Move>, Evaluator);

fn cases(network: &Arc<Network>) -> Vec<Case> {
    let case = |(position, moves): (Position, Vec<Move>)| {
        let evaluator = Evaluator::new(&position, Arc::clone(network));
        (position, moves, evaluator)
    };
    cases::moves().into_iter().map(case).collect()
}

/// Evaluates all positions.
fn static_positions(cases: &mut [Case]) -> Value {
    cases.iter_mut().map(|(position, _, evaluator)| evaluator.evaluate(position)).sum()
}

/// Evaluates all positions after each of their moves, updating incrementally.
fn after_moves(cases: &mut [Case]) -> Value {
    let mut sum = 0;
    for (position, moves, evaluator) in cases {
        for &mv in &*moves {
            position.make(mv, evaluator);
            sum += evaluator.evaluate(position);
            position.undo();
            evaluator.pop();
        }
    }
    sum
}

/// The same with a fresh evaluator for each position.
fn after_moves_fresh(cases: &[Case], network: &Arc<Network>) -> Value {
    let after = |(position, moves, _): &Case| -> Value {
        let value = |&mv: &Move| {
            let next = position.after(mv);
            Evaluator::new(&next, Arc::clone(network)).evaluate(&next)
        };
        moves.iter().map(value).sum()
    };
    cases.iter().map(after).sum()
}

fn measure(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, network: &Arc<Network>) {
    let mut cases = cases(network);
    assert_eq!(after_moves(&mut cases), after_moves_fresh(&cases, network));
    group.throughput(Throughput::Elements(cases.len() as u64));
    group.bench_function(format!("static/{name}"), |b| b.iter(|| static_positions(black_box(&mut cases))));
    let moves: usize = cases.iter().map(|(_, moves, _)| moves.len()).sum();
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function(format!("incremental/{name}"), |b| b.iter(|| after_moves(black_box(&mut cases))));
}

pub(crate) fn network(c: &mut Criterion) {
    let mut group = c.benchmark_group("network");
    for hidden_size in [128, 256, 512] {
        let weights = NetworkWeights { layers: None, ..NetworkWeights::random(hidden_size, 1) };
        let bytes = weights.to_bytes().expect("random weights are valid");
        let network = Network::from_bytes(&bytes).expect("the bytes are a network file");
        measure(&mut group, &hidden_size.to_string(), &Arc::new(network));
    }
    group.finish();
}
