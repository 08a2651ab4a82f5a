// SPDX-License-Identifier: MIT OR Apache-2.0
//! A training run, epoch by epoch: from the data to the quantised network.

use super::checkpoint::{self, EpochStats, Losses};
use super::config::{Schedule, TrainConfig, TrainError};
use super::data::TrainingData;
use super::example::Example;
use super::init::{grown_network, random_network};
use super::parameters::Shape;
use super::quantize::{self, RoundingError};
use super::real::sigmoid;
use super::store::{BLOCK, Store};
use super::trainer::{Target, Trainer};
use chuhe::eval::Network;
use chuhe::eval::nnue::NetworkWeights;
use chuhe::eval::nnue::arch::is_valid_hidden_size;
use core::ops::{ControlFlow, Range};

/// Number of positions over which the rounding error is measured.
const ROUNDED: usize = 10_000;
/// Maximum number of positions to fit the scale to.
const SCALED: usize = 200_000;
/// The search range of the scale.
const SCALES: Range<f64> = 40.0..4000.0;

/// A training run.
pub struct Training {
    config: TrainConfig,
    data: TrainingData,
    trainer: Trainer,
    schedule: Schedule,
    scale: f32,
    epochs: Vec<EpochStats>,
    /// See [`fingerprint`].
    fingerprint: u64,
}

impl Training {
    /// Creates a run at its beginning; fails if the hidden size is invalid or smaller than that of the initial
    /// network.
    pub fn new(mut data: TrainingData, config: TrainConfig, threads: usize) -> Result<Self, TrainError> {
        let shape = shape(&config)?;
        let scale = match config.scale {
            Some(scale) => scale,
            None => fit_scale(&some_examples(&mut data, SCALED)?),
        };
        let net = match &config.initial {
            Some(initial) => grown_network(shape, config.seed, initial, scale.into()),
            None => random_network(shape, config.seed),
        };
        Ok(Self::with(data, config, Trainer::new(net, threads), scale.into(), Vec::new()))
    }

    /// Resumes a run from its [checkpoint](Self::checkpoint).
    pub fn resume(
        data: TrainingData,
        config: TrainConfig,
        threads: usize,
        bytes: &[u8],
    ) -> Result<Self, TrainError> {
        let checkpoint = checkpoint::decode(bytes, fingerprint(&data, &config), shape(&config)?)?;
        let trainer = Trainer::with(checkpoint.net, checkpoint.optimizer, threads);
        Ok(Self::with(data, config, trainer, checkpoint.scale, checkpoint.epochs))
    }

    fn with(
        data: TrainingData,
        config: TrainConfig,
        trainer: Trainer,
        scale: f32,
        epochs: Vec<EpochStats>,
    ) -> Self {
        let batches = data.training.blocks().div_ceil(blocks_per_batch(&config));
        let steps = u32::try_from(batches).unwrap_or(u32::MAX).saturating_mul(config.epochs);
        let schedule = Schedule::new(&config, steps);
        let fingerprint = fingerprint(&data, &config);
        Self { config, data, trainer, schedule, scale, epochs, fingerprint }
    }

    /// Trains on all positions once. `on_batch` is called with the size of each batch; if it breaks, the
    /// epoch remains unfinished, and the run can only be resumed from the last checkpoint.
    pub fn epoch(
        &mut self,
        mut on_batch: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, TrainError> {
        debug_assert!(!self.is_over());
        let epoch = self.epochs_done() + 1;
        let order = self.data.training.order(self.config.seed, epoch);
        let (mut examples, mut loss) = (Vec::new(), 0.0);
        for blocks in order.chunks(blocks_per_batch(&self.config)) {
            self.data.read_blocks(blocks, &mut examples)?;
            let step = self.trainer.optimizer.steps;
            let target = self.target(self.schedule.wdl_lambda(step));
            let learning_rate = self.schedule.learning_rate(step) as f32;
            loss += self.trainer.learn(&examples, target, learning_rate, self.config.weight_decay as f32);
            if on_batch(examples.len()).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.record(epoch, loss);
        Ok(ControlFlow::Continue(()))
    }

    /// Validates on the held-out positions and adds the epoch to the learning curve.
    fn record(&mut self, epoch: u32, loss: f64) {
        let steps = self.trainer.optimizer.steps;
        let last = steps - 1;
        let wdl_lambda = self.schedule.wdl_lambda(last);
        let targets = [wdl_lambda, 0.0, 1.0].map(|lambda| self.target(lambda));
        let held_out = (self.data.held_out_len() > 0).then(|| {
            let [blend, scores, results] = self.trainer.measure(&self.data.held_out, targets);
            Losses { blend, scores, results }
        });
        let (learning_rate, training) = (self.schedule.learning_rate(last), loss / self.positions() as f64);
        self.epochs.push(EpochStats { epoch, steps, learning_rate, wdl_lambda, training, held_out });
    }

    fn target(&self, wdl_lambda: f64) -> Target {
        Target { wdl_lambda: wdl_lambda as f32, scale: self.scale }
    }

    pub fn epochs_done(&self) -> u32 {
        self.epochs.last().map_or(0, |stats| stats.epoch)
    }

    pub fn epochs_in_all(&self) -> u32 {
        self.config.epochs
    }

    pub fn is_over(&self) -> bool {
        self.epochs_done() >= self.epochs_in_all()
    }

    pub fn positions(&self) -> usize {
        self.data.positions()
    }

    /// The value that stands for a network output of 1.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// The learning curve: the statistics of the finished epochs.
    pub fn epochs(&self) -> &[EpochStats] {
        &self.epochs
    }

    /// Encodes the state after the last epoch. Together with the configuration and the data it suffices to
    /// [resume](Self::resume).
    pub fn checkpoint(&self) -> Vec<u8> {
        let Trainer { net, optimizer, .. } = &self.trainer;
        checkpoint::encode(self.fingerprint, self.scale, &self.epochs, net, optimizer)
    }

    /// Quantises the network; returns it with the error that rounding causes.
    pub fn network(&mut self, name: &str) -> Result<(NetworkWeights, RoundingError), TrainError> {
        let weights = quantize::quantize(&self.trainer.net, self.scale as u16, name);
        let examples = some_examples(&mut self.data, ROUNDED)?;
        let network = Network::of(&weights);
        let error = RoundingError::of(examples.iter().map(|example| {
            let value = self.trainer.output(example) * self.scale;
            [value.into(), quantize::value(&network, example).into()]
        }));
        Ok((weights, error))
    }
}

/// The first `count` of the shuffled positions.
fn some_examples(data: &mut TrainingData, count: usize) -> Result<Vec<Example>, TrainError> {
    let blocks: Vec<usize> = (0..data.training.blocks().min(count.div_ceil(BLOCK))).collect();
    let mut examples = Vec::new();
    data.read_blocks(&blocks, &mut examples)?;
    examples.truncate(count);
    Ok(examples)
}

fn shape(config: &TrainConfig) -> Result<Shape, TrainError> {
    let hidden = config.hidden;
    if !is_valid_hidden_size(hidden) {
        return Err(TrainError::Hidden(hidden));
    }
    match &config.initial {
        Some(NetworkWeights { hidden_size, .. }) if *hidden_size > hidden => {
            Err(TrainError::Shrunk { hidden, initial: *hidden_size })
        }
        _ => Ok(Shape::new(hidden, config.has_layers)),
    }
}

/// A hash of the configuration, the positions and their order, which identifies a run.
fn fingerprint(data: &TrainingData, config: &TrainConfig) -> u64 {
    let is_on_disk = matches!(data.training, Store::File { .. });
    let text = format!("{} {} {} {is_on_disk}", config.identity(), data.positions(), data.held_out_len());
    data.fingerprint ^ u64::from(crc32fast::hash(text.as_bytes()))
}

fn blocks_per_batch(config: &TrainConfig) -> usize {
    (config.batch / BLOCK).max(1)
}

/// Fits the scale of the network's output to the results of positions, rounded.
fn fit_scale(examples: &[Example]) -> u16 {
    let loss = |k: f64| -> f64 {
        let squared_error =
            |example: &Example| (sigmoid(f64::from(example.score) / k) - f64::from(example.result())).powi(2);
        examples.iter().map(squared_error).sum()
    };
    best_scale(loss).round() as u16
}

/// Finds the scale `k` with the smallest loss, with which `1 / (1 + exp(-value / k))` predicts the results of
/// games best, by ternary search.
pub(crate) fn best_scale(loss: impl Fn(f64) -> f64) -> f64 {
    // The loss has one minimum. The range is split at ratios, and a third of it is dropped in each iteration.
    let Range { start: mut low, end: mut high } = SCALES;
    while high / low > 1.001 {
        let third = (high / low).cbrt();
        if loss(low * third) < loss(high / third) { high /= third } else { low *= third }
    }
    (low * high).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::types::SplitMix64;

    #[test]
    fn the_scale_of_simulated_results_is_recovered() {
        let mut rng = SplitMix64::new(4);
        let mut examples: Vec<Example> = Vec::new();
        for _ in 0..100_000 {
            let score = i16::try_from(rng.below(1601)).unwrap() - 800;
            let expected = sigmoid(f64::from(score) / 250.0);
            let is_won = (rng.below(1_000_000) as f64) < expected * 1e6;
            let half_points = if is_won { 2 } else { 0 };
            examples.push(Example::scored(score, half_points));
        }
        let scale = fit_scale(&examples);
        assert!((240..260).contains(&scale), "{scale}");
    }
}
