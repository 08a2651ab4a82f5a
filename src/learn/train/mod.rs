// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trains the network of the learned evaluation on positions of self-play, on the processor alone.
//!
//! `data` picks the positions and holds some games' out, `store` shuffles them, on disk if need be. Each batch is decoded
//! (`example`), run through the network forward and backward (`model`, `trainer`), and moves its numbers a little
//! (`optimizer`, `schedule`). `quantize` turns them into the whole numbers of the engine, `checkpoint` and `curve` keep what a
//! run has come to.
//!
//! What is learned of a position is a blend of two expected results: that of the game, and that which the search's score
//! stands for. This is the heir of TD(λ) (Sutton 1988): there a prediction learns from a mixture of all later predictions and the
//! outcome, with λ = 1 from the outcome alone. Of that family two members are kept, the score, which is a prediction backed up
//! from many plies ahead (as in `KnightCap`'s `TDLeaf(λ)`), and the outcome; the share of the result has the part of λ. A small
//! share follows the teacher with its errors, a large one the truth, of which a game tells very little.
//!
//! Sources of the ideas: Yu Nasu's efficiently updatable networks (2018) and the practice of the trainers of Stockfish and
//! bullet.
//!
//! There is no library of tensors in this. Of the rows of the first layer a position switches on a few, one for each man, and
//! dense matrices would multiply zeros all the rest of the time. What is left is adding rows of numbers: plain loops, of which
//! the compiler makes vectors (`simd`).
//!
//! The same files, [`Choice`] and [`Recipe`] make the same network bit by bit on the same number of threads, after any
//! interruption too, wherever the library of mathematics gives the same numbers: another system's may not, nor the same one
//! on a processor with other features. The `memory` of the choice counts: positions shuffled on disk come in another order.

mod checkpoint;
mod curve;
mod data;
mod example;
mod model;
mod optimizer;
mod quantize;
mod real;
mod scale;
mod schedule;
mod simd;
mod store;
mod trainer;

#[cfg(feature = "cli")]
pub use curve::svg;
pub use curve::{Losses, Point, csv};
pub use data::{Choice, Data};
pub use quantize::RoundingError;
pub use store::BLOCK;

use super::games::GameFileError;
use crate::eval::network::NetworkWeights;
use crate::eval::network::arch::{HIDDEN_STEP, MAX_HIDDEN, is_valid_hidden_size};
use crate::position::Position;
use crate::types::SplitMix64;
use core::ops::ControlFlow;
use example::Example;
use model::Shape;
use schedule::Schedule;
use std::io;
use std::path::PathBuf;
use store::Store;
use thiserror::Error;
use trainer::{Pace, Target, Trainer};

/// How to train.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// Hidden units of a view.
    pub hidden: usize,
    /// How often each position is learned from.
    pub epochs: u32,
    /// Positions that are learned from together: a multiple of [`BLOCK`].
    pub batch: usize,
    /// The highest learning rate.
    pub rate: f64,
    /// The learning rate at the end.
    pub last_rate: f64,
    /// Batches until the rate is at its highest; at most a tenth of all.
    pub warm_up: u32,
    /// The part of each weight that a step takes away, times the rate.
    pub decay: f64,
    /// The share of the game's result in what is learned, at the beginning; the rest is the search's score.
    pub first_result: f64,
    /// The share of the game's result at the end.
    pub last_result: f64,
    /// The value of the search that means 73 % of the points, an output of 1; fitted to the results if not given.
    pub scale: Option<u16>,
    /// Decides the first weights and the order of the positions.
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            hidden: 256,
            epochs: 20,
            batch: 8192,
            rate: 3e-3,
            last_rate: 8e-6,
            warm_up: 300,
            decay: 0.3,
            first_result: 0.0,
            last_result: 0.2,
            scale: None,
            seed: 1,
        }
    }
}

/// A run cannot begin or go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainError {
    /// A file of games cannot be used.
    #[error(transparent)]
    Games(#[from] GameFileError),
    /// Positions that do not fit into memory cannot be kept.
    #[error("a temporary file in {}: {reason}", directory.display())]
    Scratch {
        /// Where.
        directory: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// The files hold nothing that the choice lets through.
    #[error("no position to learn from")]
    NoData,
    /// No network can be like that.
    #[error("{0} hidden units: not a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}")]
    Hidden(usize),
    /// Something else, or cut off, or damaged.
    #[error("not a whole checkpoint")]
    NoCheckpoint,
    /// Made with another recipe, or with other positions or in another order.
    #[error("the checkpoint of another run: recipe or positions differ")]
    OtherRun,
}

/// A run, epoch by epoch.
///
/// ```no_run
/// use chuhe::learn::train::{Choice, Data, Recipe, Training};
/// use std::ops::ControlFlow;
/// let go_on = ControlFlow::Continue(());
/// let data = Data::read(&["self.games"], &Choice::default(), |_| go_on)?.expect("not broken off");
/// let mut training = Training::new(data, Recipe::default(), 2)?;
/// while !training.is_over() {
///     let _ = training.epoch(|_| go_on)?;
/// }
/// let (weights, error) = training.network("first")?;
/// println!("rounding changes values by {:.2}", error.rms);
/// std::fs::write("first.net", weights.to_bytes()?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Training {
    recipe: Recipe,
    data: Data,
    trainer: Trainer,
    schedule: Schedule,
    scale: f32,
    points: Vec<Point>,
    /// See [`fingerprint`].
    fingerprint: u64,
}

impl Training {
    /// A run at its beginning.
    ///
    /// # Errors
    /// If no network is as the recipe says, or a temporary file cannot be read.
    pub fn new(mut data: Data, recipe: Recipe, threads: usize) -> Result<Self, TrainError> {
        let shape = shape(&recipe)?;
        let scale = match recipe.scale {
            Some(scale) => scale,
            None => scale::fit(&some_examples(&mut data, scale::POSITIONS)?),
        };
        let trainer = Trainer::new(shape, recipe.seed, threads);
        Ok(Self::with(data, recipe, trainer, scale.into(), Vec::new()))
    }

    /// A run that goes on from a [checkpoint](Self::checkpoint).
    ///
    /// # Errors
    /// If the bytes are no checkpoint, or that of another run.
    pub fn resume(data: Data, recipe: Recipe, threads: usize, bytes: &[u8]) -> Result<Self, TrainError> {
        let checkpoint = checkpoint::decode(bytes, fingerprint(&data, &recipe), shape(&recipe)?)?;
        let trainer = Trainer::with(checkpoint.net, checkpoint.optimizer, threads);
        Ok(Self::with(data, recipe, trainer, checkpoint.scale, checkpoint.points))
    }

    fn with(data: Data, recipe: Recipe, trainer: Trainer, scale: f32, points: Vec<Point>) -> Self {
        let batches = data.training.blocks().div_ceil(blocks_a_batch(&recipe));
        let steps = u32::try_from(batches).unwrap_or(u32::MAX).saturating_mul(recipe.epochs);
        let schedule = Schedule::new(&recipe, steps);
        let fingerprint = fingerprint(&data, &recipe);
        Self { recipe, data, trainer, schedule, scale, points, fingerprint }
    }

    /// Learns from all positions once. `on_batch` is told of each batch how many positions it had; if it breaks, the epoch
    /// is not finished, and the run can only go on from the last checkpoint.
    ///
    /// # Errors
    /// If a temporary file cannot be read.
    pub fn epoch(
        &mut self,
        mut on_batch: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, TrainError> {
        debug_assert!(!self.is_over());
        let epoch = self.epochs_done() + 1;
        let order = self.data.training.order(self.recipe.seed, epoch);
        let (mut examples, mut loss) = (Vec::new(), 0.0);
        for blocks in order.chunks(blocks_a_batch(&self.recipe)) {
            self.data.read_blocks(blocks, &mut examples)?;
            let (target, pace) = (self.target(), self.pace());
            loss += self.trainer.learn(&examples, target, pace);
            if on_batch(examples.len()).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.note(epoch, loss);
        Ok(ControlFlow::Continue(()))
    }

    /// Adds a point to the curve.
    #[allow(clippy::cast_precision_loss, reason = "fewer than 2⁵² positions")]
    fn note(&mut self, epoch: u32, loss: f64) {
        let steps = self.trainer.optimizer.steps;
        let (last, scale) = (steps - 1, self.scale);
        let result_share = self.schedule.result_share(last);
        let targets = [result_share, 0.0, 1.0].map(|share| Target { result_share: narrow(share), scale });
        let held_out = (self.data.held_out() > 0).then(|| {
            let [blend, scores, results] = self.trainer.measure(&self.data.held_out, targets);
            Losses { blend, scores, results }
        });
        let (rate, training) = (self.schedule.rate(last), loss / self.data.len() as f64);
        self.points.push(Point { epoch, steps, rate, result_share, training, held_out });
    }

    /// Of the next step.
    fn target(&self) -> Target {
        let share = self.schedule.result_share(self.trainer.optimizer.steps);
        Target { result_share: narrow(share), scale: self.scale }
    }

    /// Of the next step.
    fn pace(&self) -> Pace {
        let rate = self.schedule.rate(self.trainer.optimizer.steps);
        Pace { rate: narrow(rate), decay: narrow(self.recipe.decay) }
    }

    /// Epochs that are over.
    pub fn epochs_done(&self) -> u32 {
        self.points.last().map_or(0, |point| point.epoch)
    }

    /// Is there no epoch left?
    pub fn is_over(&self) -> bool {
        self.epochs_done() >= self.recipe.epochs
    }

    /// Positions to learn from.
    pub fn positions(&self) -> usize {
        self.data.len()
    }

    /// The value of the search that stands for an output of 1.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// How it went so far.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// What is needed to go on from the last epoch, together with the recipe and the positions.
    pub fn checkpoint(&self) -> Vec<u8> {
        let Trainer { net, optimizer, .. } = &self.trainer;
        checkpoint::encode(self.fingerprint, self.scale, &self.points, net, optimizer)
    }

    /// The network in the engine's numbers, and how far its values are from those before rounding.
    ///
    /// # Errors
    /// If a temporary file cannot be read.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it came from such a number")]
    #[allow(clippy::cast_precision_loss, reason = "values are small")]
    pub fn network(&mut self, name: &str) -> Result<(NetworkWeights, RoundingError), TrainError> {
        let weights = quantize::quantize(&self.trainer.net, self.scale as u16, name);
        let examples = some_examples(&mut self.data, ROUNDED)?;
        let error = RoundingError::of(examples.iter().map(|example| {
            let value = self.trainer.output(example) * self.scale;
            [value.into(), quantize::value(&weights, example) as f64]
        }));
        Ok((weights, error))
    }
}

/// So many positions tell what rounding costs.
const ROUNDED: usize = 10_000;

/// The first positions of the shuffled ones.
fn some_examples(data: &mut Data, count: usize) -> Result<Vec<Example>, TrainError> {
    let blocks: Vec<usize> = (0..data.training.blocks().min(count.div_ceil(BLOCK))).collect();
    let mut examples = Vec::new();
    data.read_blocks(&blocks, &mut examples)?;
    examples.truncate(count);
    Ok(examples)
}

fn shape(recipe: &Recipe) -> Result<Shape, TrainError> {
    let hidden = recipe.hidden;
    if is_valid_hidden_size(hidden) { Ok(Shape::new(hidden)) } else { Err(TrainError::Hidden(hidden)) }
}

/// Of a run: its recipe, its positions and their order.
fn fingerprint(data: &Data, recipe: &Recipe) -> u64 {
    let is_on_disk = matches!(data.training, Store::File { .. });
    let text = format!("{recipe:?} {} {} {is_on_disk}", data.len(), data.held_out());
    data.fingerprint ^ u64::from(crc32fast::hash(text.as_bytes()))
}

fn blocks_a_batch(recipe: &Recipe) -> usize {
    (recipe.batch / BLOCK).max(1)
}

#[allow(clippy::cast_possible_truncation, reason = "rounding is meant")]
fn narrow(number: f64) -> f32 {
    number as f32
}

/// Units of a network that do nothing, for a look at its health: how many are never active, and how many always wholly, in
/// positions of some random games.
pub fn idle_units(weights: &NetworkWeights) -> [usize; 2] {
    let mut rng = SplitMix64::new(1);
    let mut examples = Vec::new();
    let mut position = Position::startpos();
    while examples.len() < 1000 {
        let moves = position.legal_moves();
        if moves.is_empty() || position.history().len() > 100 {
            position = Position::startpos();
            continue;
        }
        position.play_unchecked(moves[rng.below(moves.len())]);
        examples.push(Example::of(&position));
    }
    quantize::idle_units(weights, &examples)
}
