// SPDX-License-Identifier: MIT OR Apache-2.0
//! Training steps: the gradients of a batch on several threads, then the update of the parameters; and the
//! losses of a network.
//!
//! Each thread takes a part of the batch and accumulates its own gradients, which are summed up in the order
//! of the parts. The same number of threads therefore gives the same parameters to the last bit.

use super::example::Example;
use super::model::{Scratch, backward, forward};
use super::optimizer::AdamW;
use super::parameters::Parameters;
use super::real::sigmoid;
use super::simd::{self, Kernel};
use chuhe::threads;

/// The training target of a position: the expected result to predict.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The weight of the game result; the rest is the score of the search.
    pub wdl_lambda: f32,
    /// The value that stands for a network output of 1.
    pub scale: f32,
}

impl Target {
    #[inline(always)]
    fn of(self, example: &Example) -> f32 {
        let score = sigmoid(f32::from(example.score) / self.scale);
        self.wdl_lambda * example.result() + (1.0 - self.wdl_lambda) * score
    }
}

/// A network, its optimiser, and the buffers of the threads.
pub struct Trainer {
    pub net: Parameters<f32>,
    pub optimizer: AdamW,
    workers: Vec<Worker>,
    is_shortage_reported: bool,
}

struct Worker {
    gradients: Parameters<f32>,
    scratch: Scratch<f32>,
}

impl Trainer {
    pub fn new(net: Parameters<f32>, threads: usize) -> Self {
        let optimizer = AdamW::new(net.shape);
        Self::with(net, optimizer, threads)
    }

    /// Continues with a network and its optimiser.
    pub fn with(net: Parameters<f32>, optimizer: AdamW, threads: usize) -> Self {
        let shape = net.shape;
        let worker = || Worker { gradients: Parameters::zero(shape), scratch: Scratch::new(shape) };
        let workers = (0..threads.max(1)).map(|_| worker()).collect();
        Self { net, optimizer, workers, is_shortage_reported: false }
    }

    /// Learns from a batch; returns the sum of its losses.
    pub fn learn(
        &mut self,
        examples: &[Example],
        target: Target,
        learning_rate: f32,
        weight_decay: f32,
    ) -> f64 {
        let net = &self.net;
        let losses = in_parts(
            &mut self.workers,
            examples,
            &mut self.is_shortage_reported,
            |Worker { gradients, scratch }, examples| {
                gradients.clear();
                simd::run(Learn { net, gradients, scratch, examples, target })
            },
        );
        let (first, others) = self.workers[..losses.len()].split_first_mut().expect("there is a thread");
        let others: Vec<&Parameters<f32>> = others.iter().map(|worker| &worker.gradients).collect();
        let count = examples.len();
        self.optimizer.step(&mut self.net, &mut first.gradients, &others, count, learning_rate, weight_decay);
        losses.iter().sum()
    }

    /// The mean losses of the network over these positions, against each of the targets.
    pub fn measure<const N: usize>(&mut self, examples: &[Example], targets: [Target; N]) -> [f64; N] {
        let net = &self.net;
        let parts = in_parts(
            &mut self.workers,
            examples,
            &mut self.is_shortage_reported,
            |Worker { scratch, .. }, examples| simd::run(Measure { net, scratch, examples, targets }),
        );
        let count = examples.len() as f64;
        let mut means = [0.0; N];
        for part in parts {
            means.iter_mut().zip(part).for_each(|(mean, sum)| *mean += sum / count);
        }
        means
    }

    /// The output of the network for a position.
    pub fn output(&mut self, example: &Example) -> f32 {
        forward(&self.net, &example.features(), &mut self.workers[0].scratch)
    }
}

/// Splits the examples among the workers and returns their results in the order of the parts. The parts do
/// not depend on the number of threads that can be started; the first shortage is reported.
fn in_parts<R: Send>(
    workers: &mut [Worker],
    examples: &[Example],
    is_reported: &mut bool,
    job: impl Fn(&mut Worker, &[Example]) -> R + Sync,
) -> Vec<R> {
    let size = examples.len().div_ceil(workers.len()).max(1);
    let parts = workers.iter_mut().zip(examples.chunks(size));
    let threads = parts.len();
    threads::run(
        threads,
        parts,
        |(worker, part)| job(worker, part),
        |shortage| {
            if !std::mem::replace(is_reported, true) {
                log::warn!("train: {shortage}");
            }
        },
    )
}

struct Learn<'a> {
    net: &'a Parameters<f32>,
    gradients: &'a mut Parameters<f32>,
    scratch: &'a mut Scratch<f32>,
    examples: &'a [Example],
    target: Target,
}

impl Kernel for Learn<'_> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        let Self { net, gradients, scratch, examples, target } = self;
        let mut loss = 0.0;
        for example in examples {
            let features = example.features();
            let output = forward(net, &features, scratch);
            loss += f64::from(backward(net, gradients, &features, scratch, output, target.of(example)));
        }
        loss
    }
}

struct Measure<'a, const N: usize> {
    net: &'a Parameters<f32>,
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

#[cfg(test)]
mod tests {
    use super::super::init::random_network;
    use super::*;
    use crate::dataset::Sample;
    use crate::train::parameters::Shape;
    use xiangqi::position::Position;
    use xiangqi::types::{Color, PieceKind, SplitMix64};

    /// Positions of random games, with the material balance as score and a draw as result.
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

    fn material(position: &Position) -> i32 {
        let side = position.side_to_move();
        let count = |kind, color| position.board().pieces(kind, color).len() as i32;
        VALUES.iter().map(|&(kind, value)| value * (count(kind, side) - count(kind, !side))).sum()
    }

    /// Trains a small network on the scores alone.
    fn train(examples: &[Example], epochs: usize, batch: usize, threads: usize) -> Trainer {
        let mut trainer = Trainer::new(random_network(Shape::new(32, true), 3), threads);
        let mut order: Vec<Example> = examples.to_vec();
        let mut rng = SplitMix64::new(5);
        for epoch in 0..epochs {
            rng.shuffle(&mut order);
            let learning_rate = 0.01 * (1.0 - epoch as f32 / epochs as f32) + 1e-5;
            for batch in order.chunks(batch) {
                trainer.learn(batch, SCORES, learning_rate, 0.0);
            }
        }
        trainer
    }

    const SCORES: Target = Target { wdl_lambda: 0.0, scale: 400.0 };

    #[test]
    fn a_small_set_of_positions_is_memorised() {
        let examples = examples(1000);
        let [loss] = train(&examples, 150, 50, 1).measure(&examples, [SCORES]);
        assert!(loss < 2e-5, "{loss}");
    }

    #[test]
    fn piece_values_are_learned() {
        let mut trainer = train(&examples(20_000), 25, 200, 2);
        let start = Position::startpos();
        for (kind, value) in VALUES {
            // The cost of losing a piece of this kind, near the middle of the range of the training data.
            let mut setup = start.setup();
            let square = start.board().pieces(kind, Color::Red).first().unwrap();
            setup.board[square] = None;
            let position = setup.into_position().unwrap();
            let lost = trainer.output(&Example::of(&start)) - trainer.output(&Example::of(&position));
            let ratio = lost * 400.0 / value as f32;
            assert!((0.95..1.05).contains(&ratio), "{kind:?}: {ratio}");
        }
    }

    #[test]
    fn training_is_reproducible_for_all_instruction_sets() {
        let examples = examples(500);
        for threads in [1, 2, 3] {
            let [first, second] = [(); 2].map(|()| train(&examples, 2, 100, threads).net);
            assert_eq!(first, second);
        }
        let trainer = train(&examples, 1, 100, 1);
        let gradients = |level: usize| {
            let (net, target) = (&trainer.net, SCORES);
            let mut gradients = Parameters::zero(net.shape);
            let mut scratch = Scratch::new(net.shape);
            let kernel =
                Learn { net, gradients: &mut gradients, scratch: &mut scratch, examples: &examples, target };
            (simd::run_up_to(level, kernel).to_bits(), gradients)
        };
        let plain = gradients(0);
        assert!((1..simd::LEVELS).all(|level| gradients(level) == plain));
    }
}
