// SPDX-License-Identifier: MIT OR Apache-2.0
//! Slopes of a batch on several threads, and the losses of a network.
//!
//! Each thread takes a part of the batch and has slopes of its own, which are added up in the order of the parts. So the
//! same number of threads gives the same numbers to the last bit.

#![allow(
    clippy::inline_always,
    reason = "see `simd`: the loops must become part of the function that calls them"
)]

use super::example::Example;
use super::model::{Numbers, Scratch, Shape, backward, forward};
use super::optimizer::AdamW;
use super::real::sigmoid;
use super::simd::{self, Kernel};
use crate::types::SplitMix64;
use std::thread;

/// What is to be predicted of a position.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// How much of it is the game's result; the rest is the search's score.
    pub result_share: f32,
    /// The score that stands for an output of 1.
    pub scale: f32,
}

impl Target {
    #[inline(always)]
    fn of(self, example: &Example) -> f32 {
        let score = sigmoid(f32::from(example.score) / self.scale);
        self.result_share * example.result() + (1.0 - self.result_share) * score
    }
}

/// How the numbers move in a step.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    pub rate: f32,
    pub decay: f32,
}

/// A network, its optimiser, and what the threads need.
pub struct Trainer {
    pub net: Numbers<f32>,
    pub optimizer: AdamW,
    workers: Vec<Worker>,
}

/// What a thread has for itself.
struct Worker {
    slopes: Numbers<f32>,
    scratch: Scratch<f32>,
}

impl Trainer {
    /// A network with random weights.
    pub fn new(shape: Shape, seed: u64, threads: usize) -> Self {
        Self::with(random_network(shape, seed), AdamW::new(shape), threads)
    }

    /// Goes on with a network.
    pub fn with(net: Numbers<f32>, optimizer: AdamW, threads: usize) -> Self {
        let shape = net.shape;
        let worker = || Worker { slopes: Numbers::zero(shape), scratch: Scratch::new(shape) };
        Self { net, optimizer, workers: (0..threads.max(1)).map(|_| worker()).collect() }
    }

    /// Learns from a batch; returns its losses' sum.
    pub fn learn(&mut self, examples: &[Example], target: Target, pace: Pace) -> f64 {
        let net = &self.net;
        let losses = in_parts(&mut self.workers, examples, |Worker { slopes, scratch }, examples| {
            slopes.clear();
            simd::run(Learn { net, slopes, scratch, examples, target })
        });
        let (first, others) = self.workers[..losses.len()].split_first_mut().expect("there is a thread");
        let others: Vec<&Numbers<f32>> = others.iter().map(|worker| &worker.slopes).collect();
        let count = examples.len();
        self.optimizer.step(&mut self.net, &mut first.slopes, &others, count, pace.rate, pace.decay);
        losses.iter().sum()
    }

    /// The losses of the network over these positions, against each of the targets.
    pub fn measure<const N: usize>(&mut self, examples: &[Example], targets: [Target; N]) -> [f64; N] {
        let net = &self.net;
        let parts = in_parts(&mut self.workers, examples, |Worker { scratch, .. }, examples| {
            simd::run(Measure { net, scratch, examples, targets })
        });
        #[allow(clippy::cast_precision_loss, reason = "fewer than 2⁵² positions")]
        let count = examples.len() as f64;
        let mut means = [0.0; N];
        for part in parts {
            means.iter_mut().zip(part).for_each(|(mean, sum)| *mean += sum / count);
        }
        means
    }

    /// The network's output for a position.
    pub fn output(&mut self, example: &Example) -> f32 {
        forward(&self.net, &example.features(), &mut self.workers[0].scratch)
    }
}

/// Has each worker do a part of the examples; the outcomes in the order of the parts.
fn in_parts<R: Send>(
    workers: &mut [Worker],
    examples: &[Example],
    job: impl Fn(&mut Worker, &[Example]) -> R + Sync,
) -> Vec<R> {
    let size = examples.len().div_ceil(workers.len()).max(1);
    let mut parts = workers.iter_mut().zip(examples.chunks(size));
    let Some((worker, part)) = parts.next() else { return Vec::new() };
    let job = &job;
    thread::scope(|scope| {
        let others: Vec<_> = parts.map(|(worker, part)| scope.spawn(move || job(worker, part))).collect();
        let mut outcomes = vec![job(worker, part)];
        outcomes.extend(others.into_iter().map(|other| other.join().expect("no thread panics")));
        outcomes
    })
}

struct Learn<'a> {
    net: &'a Numbers<f32>,
    slopes: &'a mut Numbers<f32>,
    scratch: &'a mut Scratch<f32>,
    examples: &'a [Example],
    target: Target,
}

impl Kernel for Learn<'_> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        let Self { net, slopes, scratch, examples, target } = self;
        let mut loss = 0.0;
        for example in examples {
            let features = example.features();
            let output = forward(net, &features, scratch);
            loss += f64::from(backward(net, slopes, &features, scratch, output, target.of(example)));
        }
        loss
    }
}

struct Measure<'a, const N: usize> {
    net: &'a Numbers<f32>,
    scratch: &'a mut Scratch<f32>,
    examples: &'a [Example],
    targets: [Target; N],
}

impl<const N: usize> Kernel for Measure<'_, N> {
    type Output = [f64; N];

    #[inline(always)]
    fn run(self) -> [f64; N] {
        let mut losses = [0.0; N];
        for example in self.examples {
            let predicted = sigmoid(forward(self.net, &example.features(), self.scratch));
            for (loss, target) in losses.iter_mut().zip(self.targets) {
                *loss += f64::from(predicted - target.of(example)).powi(2);
            }
        }
        losses
    }
}

/// Men on a board, roughly: a unit is the sum of so many weights.
const MEN: f64 = 32.0;

/// Weights of a normal distribution, wide enough for sums of all sizes to occur; biases of zero.
fn random_network(shape: Shape, seed: u64) -> Numbers<f32> {
    let mut rng = SplitMix64::new(seed);
    let mut net = Numbers::zero(shape);
    #[allow(clippy::cast_precision_loss, reason = "networks are small")]
    let outputs = (4 * shape.free()) as f64;
    let (rows, rest) = net.lanes.split_at_mut(shape.biases());
    let weights = &mut rest[shape.blocks..][..shape.output_biases() - shape.outputs()];
    for (lanes, inputs) in [(rows, MEN), (weights, outputs)] {
        let spread = (2.0 / inputs).sqrt();
        for number in lanes.as_flattened_mut() {
            #[allow(clippy::cast_possible_truncation, reason = "rounding is meant")]
            let drawn = (normal(&mut rng) * spread) as f32;
            *number = drawn;
        }
    }
    net
}

/// A number of the normal distribution, nearly: the sum of twelve even ones.
fn normal(rng: &mut SplitMix64) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "a part of 2³² is exact")]
    let even = |rng: &mut SplitMix64| (rng.next_u64() >> 32) as f64 / 4_294_967_296.0;
    (0..12).map(|_| even(rng)).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::data_filter::Sample;
    use crate::position::Position;
    use crate::types::PieceKind;

    /// Positions of random games with their material for a score, in a game that was drawn.
    fn examples(count: usize) -> Vec<Example> {
        let mut rng = SplitMix64::new(7);
        let mut examples = Vec::new();
        while examples.len() < count {
            let mut position = Position::startpos();
            for ply in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[rng.below(moves.len())]);
                if ply % 10 == 9 {
                    let score = material(&position);
                    let position = position.without_history();
                    examples.push(Example::new(&Sample { position, score, result: 0.5, ply }));
                }
            }
        }
        examples.truncate(count);
        examples
    }

    const VALUES: [(PieceKind, i32); 6] = [
        (PieceKind::Rook, 400),
        (PieceKind::Cannon, 200),
        (PieceKind::Horse, 180),
        (PieceKind::Pawn, 50),
        (PieceKind::Elephant, 90),
        (PieceKind::Advisor, 80),
    ];

    #[allow(clippy::cast_possible_wrap, reason = "few men")]
    fn material(position: &Position) -> i32 {
        let side = position.side_to_move();
        let count = |kind, color| position.board().pieces(kind, color).len() as i32;
        VALUES.iter().map(|&(kind, value)| value * (count(kind, side) - count(kind, !side))).sum()
    }

    /// Trains a small network on the scores.
    fn train(examples: &[Example], epochs: usize, batch: usize, threads: usize) -> Trainer {
        let mut trainer = Trainer::new(Shape::new(32), 3, threads);
        let mut order: Vec<Example> = examples.to_vec();
        let mut rng = SplitMix64::new(5);
        for epoch in 0..epochs {
            super::super::store::shuffle(&mut order, &mut rng);
            #[allow(clippy::cast_precision_loss, reason = "small numbers")]
            let rate = 0.01 * (1.0 - epoch as f32 / epochs as f32) + 1e-5;
            for batch in order.chunks(batch) {
                trainer.learn(batch, SCORES, Pace { rate, decay: 0.0 });
            }
        }
        trainer
    }

    const SCORES: Target = Target { result_share: 0.0, scale: 400.0 };

    #[test]
    fn a_thousand_positions_are_learned_by_heart() {
        let examples = examples(1000);
        let [loss] = train(&examples, 150, 50, 1).measure(&examples, [SCORES]);
        assert!(loss < 2e-5, "{loss}");
    }

    #[test]
    fn material_is_found_again() {
        let mut trainer = train(&examples(20_000), 25, 200, 2);
        let start = Position::startpos();
        for (kind, value) in VALUES {
            // What the same man less on both wings costs, in the middle of the range that was learned.
            let mut setup = start.setup();
            let square = start.board().pieces(kind, crate::types::Color::Red).first().unwrap();
            setup.board[square] = None;
            let position = setup.into_position(false).unwrap();
            let lost = trainer.output(&Example::of(&start)) - trainer.output(&Example::of(&position));
            #[allow(clippy::cast_precision_loss, reason = "small numbers")]
            let share = lost * 400.0 / value as f32;
            assert!((0.97..1.03).contains(&share), "{kind:?}: {share}");
        }
    }

    #[test]
    fn training_repeats_itself_whatever_the_vectors() {
        let examples = examples(500);
        for threads in [1, 2, 3] {
            let [first, second] = [(); 2].map(|()| train(&examples, 2, 100, threads).net);
            assert_eq!(first, second);
        }
        let trainer = train(&examples, 1, 100, 1);
        let slopes = |level: usize| {
            let (net, target) = (&trainer.net, SCORES);
            let mut slopes = Numbers::zero(net.shape);
            let mut scratch = Scratch::new(net.shape);
            let kernel =
                Learn { net, slopes: &mut slopes, scratch: &mut scratch, examples: &examples, target };
            (simd::run_up_to(level, kernel).to_bits(), slopes)
        };
        let plain = slopes(0);
        assert!((1..simd::LEVELS).all(|level| slopes(level) == plain));
    }
}
