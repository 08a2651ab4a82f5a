// SPDX-License-Identifier: MIT OR Apache-2.0
//! All ways of computing a value agree: incremental update and refresh, plain loops and SIMD, mirrored
//! positions and exchanged colours.

use super::arch::{QA, SECOND, THIRD};
use super::layers::Layers;
use super::simd::Simd;
use super::*;
use std::sync::Arc;
use xiangqi::position::{BoardObserver, Position};
use xiangqi::types::{Color, Piece, SplitMix64, Square, Value};

fn network(hidden_size: usize, seed: u64) -> Arc<Network> {
    Arc::new(Network::new(&NetworkWeights::random(hidden_size, seed), Simd::best()))
}

fn fresh(position: &Position, network: &Arc<Network>) -> Value {
    AccumulatorStack::new(position, Arc::clone(network)).evaluate(position)
}

/// Observes the moves of a position.
struct Observer(AccumulatorStack);

impl BoardObserver for Observer {
    fn on_move(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        self.0.push(piece, from, to, captured);
    }
}

/// Makes and unmakes random moves and null moves; calls `visit` for a third of the positions.
fn random_walk(
    steps: usize,
    network: &Arc<Network>,
    mut visit: impl FnMut(&Position, &mut AccumulatorStack),
) {
    let mut rng = SplitMix64::new(steps as u64);
    let mut position = Position::startpos();
    let mut observer = Observer(AccumulatorStack::new(&position, Arc::clone(network)));
    for _ in 0..steps {
        let moves = position.legal_moves();
        let depth = position.history().len();
        // Mostly forward, occasionally back by several moves.
        let is_stuck = moves.is_empty() || depth >= 250;
        let back = if is_stuck { 1 + rng.below(depth) } else { depth.min(rng.below(8) / 5) };
        if back > 0 {
            for _ in 0..back {
                let is_null = position.state().last_move.is_none();
                position.unmake();
                if !is_null {
                    observer.0.pop();
                }
            }
        } else if !position.in_check() && rng.below(10) == 0 {
            position.make_null();
        } else {
            position.make(moves[rng.below(moves.len())], &mut observer);
        }
        if rng.below(3) == 0 {
            visit(&position, &mut observer.0);
        }
    }
}

#[test]
fn incremental_updates_equal_a_refresh() {
    let network = network(64, 1);
    let mut values = std::collections::BTreeSet::new();
    random_walk(1_000_000, &network, |position, accumulators| {
        let value = accumulators.evaluate(position);
        let mut fresh = AccumulatorStack::new(position, Arc::clone(&network));
        assert_eq!(value, fresh.evaluate(position), "{}", position.to_fen());
        assert!(accumulators.is_up_to_date(position.board()), "{}", position.to_fen());
        values.insert(value);
    });
    assert!(values.len() > 100, "the values differ");
}

#[test]
fn the_stack_grows_with_long_lines() {
    let network = network(32, 2);
    let mut position = Position::startpos();
    let mut observer = Observer(AccumulatorStack::new(&position, Arc::clone(&network)));
    for text in ["a0a1", "a9a8", "a1a0", "a8a9"].iter().cycle().take(1000) {
        position.make(text.parse().unwrap(), &mut observer);
    }
    assert_eq!(observer.0.evaluate(&position), fresh(&position, &network));
}

#[test]
#[should_panic = "a move was observed"]
fn popping_a_move_that_was_not_observed_panics() {
    AccumulatorStack::new(&Position::startpos(), network(32, 3)).pop();
}

/// The value by the definition of the network, neuron by neuron.
fn by_definition(weights: &NetworkWeights, position: &Position) -> Value {
    let half = weights.hidden_size / 2;
    let bucket = features::bucket(features::total_strength(position.board()));
    let active: Vec<[usize; 2]> = features::active(position.board()).collect();
    let mut sum = 0_i64;
    // By perspective and neuron, those that see the board mirrored behind the others.
    let mut activations = [Vec::new(), Vec::new()];
    let perspectives = [position.side_to_move(), !position.side_to_move()];
    for (place, perspective) in perspectives.into_iter().enumerate() {
        for neuron in 0..weights.hidden_size {
            let stored = neuron % half;
            let seen = |feature: usize| if neuron < half { feature } else { features::mirrored(feature) };
            let weight = |features: &[usize; 2]| {
                i64::from(weights.feature_weights[seen(features[perspective]) * half + stored])
            };
            let total = i64::from(weights.feature_biases[stored]) + active.iter().map(weight).sum::<i64>();
            let clipped = total.clamp(0, QA.into());
            let output_weight = weights.output_weights[(2 * bucket + place) * half + stored];
            sum += clipped * clipped * i64::from(output_weight);
            activations[place].push(i32::try_from((clipped * clipped + 256) / 512).unwrap());
        }
    }
    let deep = weights.layers.as_ref().map_or(0.0, |layers| deep_by_definition(layers, &activations, bucket));
    let qa = i64::from(QA);
    let output = sum / qa + i64::from(weights.output_biases[bucket]);
    let value: Value = (output * i64::from(weights.scale) / (qa * i64::from(weights.qb))).try_into().unwrap();
    value + (deep * f32::from(weights.scale)) as Value
}

/// The part of the output that comes from the second and the third layer.
fn deep_by_definition(layers: &LayerWeights, activations: &[Vec<i32>; 2], bucket: usize) -> f32 {
    let half = activations[0].len() / 2;
    let [mut clipped, mut squared] = [[0.0_f32; SECOND]; 2];
    for (neuron, (clipped, squared)) in clipped.iter_mut().zip(&mut squared).enumerate() {
        for is_mirrored in [0, 1] {
            let mut sum = 0;
            for (side, activations) in activations.iter().enumerate() {
                for (place, activation) in activations.iter().enumerate() {
                    // Seen by a mirrored neuron, the mirrored neurons of the first layer are the plain ones.
                    let part = (place / half) ^ is_mirrored;
                    let row = ((bucket * SECOND + neuron) * 2 + side) * 2 + part;
                    sum += activation * i32::from(layers.second_weights[row * half + place % half]);
                }
            }
            let neuron = bucket * SECOND + neuron;
            let value = sum as f32 * (layers.second_steps[neuron] / 127.0) + layers.second_biases[neuron];
            *clipped += value.clamp(0.0, 1.0);
            *squared += (value * value).min(1.0);
        }
    }
    let mut parts: Vec<f32> = (0..THIRD)
        .map(|neuron| {
            let weight = |input: usize| layers.third_weights[(bucket * 2 * SECOND + input) * THIRD + neuron];
            let mut sum = layers.third_biases[bucket * THIRD + neuron];
            for input in 0..SECOND {
                sum += clipped[input] * weight(input) + squared[input] * weight(SECOND + input);
            }
            let activation = sum.clamp(0.0, 1.0);
            activation * activation * layers.last_weights[bucket * THIRD + neuron]
        })
        .collect();
    while parts.len() > 1 {
        let (first, second) = parts.split_at(parts.len() / 2);
        parts = first.iter().zip(second).map(|(first, second)| first + second).collect();
    }
    parts[0]
}

#[test]
fn values_equal_the_definition() {
    for (hidden_size, seed) in [(32, 4), (96, 5), (256, 6)] {
        let deep = NetworkWeights::random(hidden_size, seed);
        let shallow = NetworkWeights { layers: None, ..deep.clone() };
        for weights in [deep, shallow] {
            let network = Arc::new(Network::new(&weights, Simd::best()));
            random_walk(5_000, &network, |position, accumulators| {
                assert_eq!(accumulators.evaluate(position), by_definition(&weights, position));
            });
        }
    }
}

#[test]
fn mirrored_and_color_flipped_positions_have_the_same_value() {
    for (hidden_size, seed) in [(32, 7), (256, 8)] {
        let network = network(hidden_size, seed);
        random_walk(20_000, &network, |position, accumulators| {
            let value = accumulators.evaluate(position);
            assert_eq!(value, fresh(&position.mirrored(), &network), "{}", position.to_fen());
            assert_eq!(value, fresh(&position.color_flipped(), &network), "{}", position.to_fen());
        });
    }
}

#[test]
fn all_instruction_sets_give_the_same_values() {
    for weights in
        [NetworkWeights::random(256, 12), NetworkWeights::from_bytes(network::EMBEDDED_FILE).unwrap()]
    {
        let networks: Vec<_> = Simd::available().map(|simd| Arc::new(Network::new(&weights, simd))).collect();
        let mut positions = 0;
        random_walk(330_000, &networks[0], |position, accumulators| {
            let value = accumulators.evaluate(position);
            for network in &networks[1..] {
                assert_eq!(fresh(position, network), value, "{network:?}: {}", position.to_fen());
            }
            positions += 1;
        });
        assert!(positions > 100_000);
    }
}

#[test]
fn values_stay_ordinary_whatever_the_weights() {
    let mut weights = NetworkWeights::random(1024, 10);
    weights.output_weights.fill(127);
    weights.feature_biases.fill(255);
    weights.feature_weights.fill(0);
    (weights.qb, weights.scale) = (1, u16::MAX);
    for bias in [i32::MIN, 0, i32::MAX] {
        weights.output_biases.fill(bias);
        let network = Arc::new(Network::from_bytes(&weights.to_bytes().unwrap()).unwrap());
        let value = fresh(&Position::startpos(), &network);
        assert!(value.abs() <= xiangqi::types::value::MAX_ORDINARY, "{value}");
    }
    let layers = weights.layers.as_mut().unwrap();
    for largest in [weights::MAX_FLOAT, -weights::MAX_FLOAT] {
        for floats in [
            &mut layers.second_steps,
            &mut layers.second_biases,
            &mut layers.third_weights,
            &mut layers.third_biases,
            &mut layers.last_weights,
        ] {
            floats.fill(largest);
        }
        let layers = Layers::new(layers, 1024);
        let bucket = layers.bucket(0);
        let sums = [[127 * 127 * 2048; SECOND], [-127 * 127 * 2048; SECOND]];
        let output = bucket.output(&bucket.inputs(&sums));
        assert!(output.is_finite(), "{output}");
    }
}

#[test]
fn a_piece_is_worth_what_the_value_loses_without_it() {
    let network = network(64, 11);
    for fen in
        ["startpos", "3k5/4a4/9/9/2R4n1/9/6p2/4C4/4A4/4KAB2 b", "r1bak4/9/n3b4/8p/9/2P6/8P/9/4A4/2BAK2R1 w"]
    {
        let position =
            if fen == "startpos" { Position::startpos() } else { Position::from_fen(fen).unwrap() };
        let explanation = network.explain(&position);
        let red_value = |position: &Position| {
            let value = fresh(position, &network);
            if position.side_to_move() == Color::Red { value } else { -value }
        };
        assert_eq!(explanation.red_value, red_value(&position));
        let mut checked = 0;
        for square in position.occupied() {
            let mut setup = position.setup();
            setup.board[square] = None;
            // Skips kings, and pieces without which the side that has just moved would be in check.
            let Ok(without) = setup.into_position() else { continue };
            assert_eq!(
                explanation.pieces[square],
                Some(red_value(&position) - red_value(&without)),
                "{square}"
            );
            checked += 1;
        }
        assert!(checked > 5, "{fen}");
        assert_eq!(explanation.pieces.iter().flatten().count() + 2, position.occupied().len() as usize);
    }
}
