// SPDX-License-Identifier: MIT OR Apache-2.0
//! The network: 65 inputs, 130 hidden neurons, one output, all with the logistic activation.
//!
//! The output is the winning probability of the side to move. The biases, the paper's thresholds, are the
//! weights of one additional input, and of one additional hidden neuron, that are always 1.

use crate::Game;
use crate::games::Reversi;
use clap::ValueEnum;
use xiangqi::types::SplitMix64;

/// Number of inputs: the side to move and the squares.
pub const INPUTS: usize = 65;
/// Number of hidden neurons.
pub const HIDDEN: usize = 130;

/// The inputs and the constant 1 for the biases.
pub type Inputs = [f32; INPUTS + 1];

/// The initial weights and thresholds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Start {
    /// Zero, as in the paper. Then the hidden neurons never differ: all compute and learn the same, as if
    /// there were only one.
    Zero,
    /// Random numbers up to this absolute value.
    Random(f32),
}

impl Start {
    /// Small random numbers.
    pub const SMALL: Self = Self::Random(0.2);
}

/// The encoding of the discs as 1 and 0. An empty square is 0.5, and a further input is 1 when Black is to
/// move and 0 when White is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum View {
    /// Black's discs are 1 and White's 0, as in the paper
    Colours,
    /// The discs of the side to move are 1, those of the other side 0
    Sides,
}

/// A number for each weight.
#[derive(Clone, PartialEq, Debug)]
pub struct TdWeights {
    /// From each input to the hidden neurons; the last row holds their biases.
    pub rows: Vec<[f32; HIDDEN]>,
    /// From the hidden neurons to the output.
    pub outputs: [f32; HIDDEN],
    /// The bias of the output.
    pub bias: f32,
}

impl TdWeights {
    /// Returns all zeros.
    pub fn zero() -> Self {
        Self { rows: vec![[0.0; HIDDEN]; INPUTS + 1], outputs: [0.0; HIDDEN], bias: 0.0 }
    }

    /// Iterates over all of them, in a fixed order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.rows.as_flattened_mut().iter_mut().chain(&mut self.outputs).chain([&mut self.bias])
    }

    /// Adds `factor` times other weights.
    pub fn add(&mut self, factor: f32, other: &Self) {
        add(self.rows.as_flattened_mut(), factor, other.rows.as_flattened());
        add(&mut self.outputs, factor, &other.outputs);
        self.bias += factor * other.bias;
    }
}

/// Adds `factor` times other numbers.
fn add(numbers: &mut [f32], factor: f32, others: &[f32]) {
    for (number, other) in numbers.iter_mut().zip(others) {
        *number += factor * other;
    }
}

/// The activations of the network in a position.
pub struct Activations {
    pub inputs: Inputs,
    pub hidden: [f32; HIDDEN],
    /// The output before the logistic function: the logarithm of the odds.
    pub logit: f32,
}

impl Activations {
    /// Returns the output.
    pub fn chance(&self) -> f32 {
        logistic(self.logit)
    }
}

/// A hidden neuron as a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Neuron {
    /// The weight of each square's input.
    pub squares: [f32; INPUTS - 1],
    /// The neuron's weight in the output.
    pub output: f32,
}

/// Estimates the winning probability of the side to move in a position of reversi.
#[derive(Clone, PartialEq, Debug)]
pub struct TdNetwork {
    view: View,
    pub(crate) weights: TdWeights,
}

impl TdNetwork {
    /// Creates a network before learning.
    pub fn new(start: Start, view: View, seed: u64) -> Self {
        let mut weights = TdWeights::zero();
        if let Start::Random(spread) = start {
            let mut random = SplitMix64::new(seed);
            weights.iter_mut().for_each(|weight| *weight = spread * (2.0 * uniform(&mut random) - 1.0));
        }
        Self { view, weights }
    }

    /// Returns the hidden neurons, those that count most in the output first.
    pub fn neurons(&self) -> Vec<Neuron> {
        let TdWeights { rows, outputs, .. } = &self.weights;
        let neuron = |(index, &output): (usize, &f32)| {
            let squares = core::array::from_fn(|square| rows[1 + square][index]);
            Neuron { squares, output }
        };
        let mut neurons: Vec<Neuron> = outputs.iter().enumerate().map(neuron).collect();
        neurons.sort_by(|one, other| other.output.abs().total_cmp(&one.output.abs()));
        neurons
    }

    /// Returns the winning probability of the side to move. The result of a game that is over is not taken
    /// into account.
    pub fn chance(&self, game: &Reversi) -> f32 {
        self.forward(game).chance()
    }

    /// Forward pass: returns the activations in a position.
    pub(crate) fn forward(&self, game: &Reversi) -> Activations {
        self.activate(&inputs(game, self.view))
    }

    /// Forward pass from the inputs.
    pub(crate) fn activate(&self, inputs: &Inputs) -> Activations {
        let weights = &self.weights;
        let mut hidden = [0.0; HIDDEN];
        for (&input, row) in inputs.iter().zip(&weights.rows) {
            if input != 0.0 {
                add(&mut hidden, input, row);
            }
        }
        for neuron in &mut hidden {
            *neuron = logistic(*neuron);
        }
        let products = hidden.iter().zip(&weights.outputs).map(|(neuron, weight)| neuron * weight);
        Activations { inputs: *inputs, hidden, logit: weights.bias + products.sum::<f32>() }
    }

    /// Trains the network once toward an output that differs from the present one by `change`:
    /// back-propagation with the rate 1.
    pub(crate) fn train(&mut self, activations: &Activations, change: f32) {
        let output = activations.chance();
        let gradient = change * output * (1.0 - output);
        let weights = &mut self.weights;
        let mut gradients = [0.0; HIDDEN];
        for ((output, &hidden), change) in
            weights.outputs.iter_mut().zip(&activations.hidden).zip(&mut gradients)
        {
            *change = gradient * *output * hidden * (1.0 - hidden);
            *output += gradient * hidden;
        }
        weights.bias += gradient;
        for (&input, row) in activations.inputs.iter().zip(&mut weights.rows) {
            if input != 0.0 {
                add(row, input, &gradients);
            }
        }
    }

    /// Backward pass: multiplies `traces` by `decay` and adds `sign` times the gradient of the output with
    /// respect to the weights.
    pub(crate) fn trace(&self, activations: &Activations, sign: f32, decay: f32, traces: &mut TdWeights) {
        let chance = activations.chance();
        let gradient = sign * chance * (1.0 - chance);
        traces.bias = decay * traces.bias + gradient;
        let mut gradients = [0.0; HIDDEN];
        for (neuron, &hidden) in activations.hidden.iter().enumerate() {
            traces.outputs[neuron] = decay * traces.outputs[neuron] + gradient * hidden;
            gradients[neuron] = gradient * self.weights.outputs[neuron] * hidden * (1.0 - hidden);
        }
        for (&input, row) in activations.inputs.iter().zip(&mut traces.rows) {
            for (trace, gradient) in row.iter_mut().zip(&gradients) {
                *trace = decay * *trace + input * gradient;
            }
        }
    }
}

/// Returns the inputs of the network in a position.
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

/// Returns a random number between 0 and 1.
pub fn uniform(random: &mut SplitMix64) -> f32 {
    (random.next_u64() >> 40) as f32 / (1_u32 << 24) as f32
}

fn logistic(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}
