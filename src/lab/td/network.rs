// SPDX-License-Identifier: MIT OR Apache-2.0
//! The network: 65 inputs, 130 hidden units, one output, all units with the logistic function.
//!
//! The output is the chance of the side to move to win. The thresholds, of which the paper says nothing, are the weights of
//! one more input, and of one more hidden unit, that are always 1.

use crate::lab::Game;
use crate::lab::games::Reversi;
use crate::types::SplitMix64;

/// Inputs: the side to move and the squares.
pub const INPUTS: usize = 65;
/// Hidden units.
pub const HIDDEN: usize = 130;

/// What goes into the network: the inputs and the 1 for the thresholds.
pub type Inputs = [f32; INPUTS + 1];

/// How far from zero random weights may be in the beginning.
const SPREAD: f32 = 0.2;

/// How the weights are before anything has been learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Zero, as the paper has it. Then nothing ever tells the hidden units apart: all do and learn the same, so that there
    /// might as well be one.
    Zero,
    /// Small random numbers, between -0.2 and 0.2.
    Random,
}

/// Which discs the network sees as 1 and which as 0. An empty square is 0.5 to it, and a further input is 1 when Black is to
/// move and 0 when White is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// Black's are 1 and White's 0, as the paper has it.
    Colours,
    /// Those of the side to move are 1, those of the other side 0.
    Sides,
}

/// A number for each weight.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// From each input to the hidden units; the last row are their thresholds.
    pub rows: Vec<[f32; HIDDEN]>,
    /// From the hidden units to the output.
    pub outputs: [f32; HIDDEN],
    /// The threshold of the output.
    pub threshold: f32,
}

impl Weights {
    /// All zero.
    pub fn zero() -> Self {
        Self { rows: vec![[0.0; HIDDEN]; INPUTS + 1], outputs: [0.0; HIDDEN], threshold: 0.0 }
    }

    /// All of them, in some order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.rows.as_flattened_mut().iter_mut().chain(&mut self.outputs).chain([&mut self.threshold])
    }

    /// Adds `factor` times other numbers.
    pub fn add(&mut self, factor: f32, other: &Self) {
        add(self.rows.as_flattened_mut(), factor, other.rows.as_flattened());
        add(&mut self.outputs, factor, &other.outputs);
        self.threshold += factor * other.threshold;
    }
}

/// Adds `factor` times other numbers.
fn add(numbers: &mut [f32], factor: f32, others: &[f32]) {
    for (number, other) in numbers.iter_mut().zip(others) {
        *number += factor * other;
    }
}

/// The units of the network when it looks at a position.
pub struct Activity {
    pub inputs: Inputs,
    pub hidden: [f32; HIDDEN],
    /// The output before the logistic function: the logarithm of the odds.
    pub logit: f32,
}

impl Activity {
    /// The output.
    pub fn chance(&self) -> f32 {
        logistic(self.logit)
    }
}

/// Knows for a position of reversi how likely the side to move is to win; more or less.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    view: View,
    pub(crate) weights: Weights,
}

impl Network {
    /// A network that has learned nothing.
    pub fn new(start: Start, view: View, seed: u64) -> Self {
        let mut weights = Weights::zero();
        if start == Start::Random {
            let mut random = SplitMix64::new(seed);
            weights.iter_mut().for_each(|weight| *weight = SPREAD * (2.0 * uniform(&mut random) - 1.0));
        }
        Self { view, weights }
    }

    /// The chance of the side to move to win. How games that are over have ended is not looked at.
    pub fn chance(&self, game: &Reversi) -> f32 {
        self.look(game).chance()
    }

    /// Forward: what all units do when the network looks at a position.
    pub(crate) fn look(&self, game: &Reversi) -> Activity {
        let weights = &self.weights;
        let inputs = inputs(game, self.view);
        let mut hidden = [0.0; HIDDEN];
        for (&input, row) in inputs.iter().zip(&weights.rows) {
            if input != 0.0 {
                add(&mut hidden, input, row);
            }
        }
        for unit in &mut hidden {
            *unit = logistic(*unit);
        }
        let products = hidden.iter().zip(&weights.outputs).map(|(unit, weight)| unit * weight);
        Activity { inputs, hidden, logit: weights.threshold + products.sum::<f32>() }
    }

    /// Backward: makes `traces` what they were times `decay`, plus `sign` times the slopes of the output with respect to the
    /// weights.
    pub(crate) fn trace(&self, activity: &Activity, sign: f32, decay: f32, traces: &mut Weights) {
        let chance = activity.chance();
        let slope = sign * chance * (1.0 - chance);
        traces.threshold = decay * traces.threshold + slope;
        let mut slopes = [0.0; HIDDEN];
        for (unit, &hidden) in activity.hidden.iter().enumerate() {
            traces.outputs[unit] = decay * traces.outputs[unit] + slope * hidden;
            slopes[unit] = slope * self.weights.outputs[unit] * hidden * (1.0 - hidden);
        }
        for (&input, row) in activity.inputs.iter().zip(&mut traces.rows) {
            for (trace, slope) in row.iter_mut().zip(&slopes) {
                *trace = decay * *trace + input * slope;
            }
        }
    }
}

/// What the network sees of a position.
pub fn inputs(game: &Reversi, view: View) -> Inputs {
    let is_first_to_move = game.is_first_to_move();
    let one = view == View::Colours || is_first_to_move;
    let mut inputs = [1.0; INPUTS + 1];
    inputs[0] = f32::from(u8::from(is_first_to_move));
    for (square, input) in inputs[1..INPUTS].iter_mut().enumerate() {
        *input = match game.disc(square) {
            Some(first) => f32::from(u8::from(first == one)),
            None => 0.5,
        };
    }
    inputs
}

/// A random number between 0 and 1.
#[allow(clippy::cast_precision_loss, reason = "24 bits fit into an f32")]
pub fn uniform(random: &mut SplitMix64) -> f32 {
    (random.next_u64() >> 40) as f32 / (1_u32 << 24) as f32
}

fn logistic(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}
