// SPDX-License-Identifier: MIT OR Apache-2.0
//! Learning the values of positions from games, a number for each: Monte Carlo and TD(λ).

use super::{StateGraph, StateNumber};
use xiangqi::types::SplitMix64;

/// The learning rate of TD(λ).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum StepSize {
    /// The same for all positions.
    Constant(f64),
    /// 1 / (1 + the number of earlier visits to the position).
    Visits,
}

/// The method of learning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Method {
    /// Monte Carlo (Bai's algorithm 8): after a game, each of its positions gets the mean of the results that
    /// followed it so far.
    MonteCarlo,
    /// Temporal differences (Bai's algorithm 9, equations 14 to 18): after each move, every position of the
    /// game changes by the step size times the error times its trace. A trace is 1 at the position itself and
    /// decays by λ with each move.
    Differences {
        /// The learning rate.
        step: StepSize,
        /// The decay of traces.
        lambda: f64,
    },
}

/// A table of values that learns by self-play.
pub struct TableLearner<'a> {
    graph: &'a StateGraph,
    method: Method,
    /// The share of random moves.
    epsilon: f64,
    values: Vec<f64>,
    visits: Vec<u32>,
    random: SplitMix64,
}

impl<'a> TableLearner<'a> {
    /// Creates a learner that gives all positions an even chance; ends of the game have their results.
    pub fn new(graph: &'a StateGraph, method: Method, epsilon: f64, seed: u64) -> Self {
        let values = (0..graph.len()).map(|state| graph.result(state).unwrap_or(0.5)).collect();
        let visits = vec![0; graph.len()];
        Self { graph, method, epsilon, values, visits, random: SplitMix64::new(seed) }
    }

    /// Returns the values learned so far, for the side to move.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Plays a game against itself and learns from it.
    pub fn play_game(&mut self) {
        let mut state = StateGraph::START;
        let mut line = Vec::new();
        while self.graph.result(state).is_none() {
            self.visits[state] += 1;
            line.push(state);
            let next = self.choose(state);
            if let Method::Differences { step, lambda } = self.method {
                let error = 1.0 - self.values[next] - self.values[state];
                self.spread(&line, error, step, lambda);
            }
            state = next;
        }
        if self.method == Method::MonteCarlo {
            let mut result = self.values[state];
            for &state in line.iter().rev() {
                result = 1.0 - result;
                self.values[state] += (result - self.values[state]) / f64::from(self.visits[state]);
            }
        }
    }

    /// Changes the values of a line by the error of its last position. What is a gain for one side is a loss
    /// for the other.
    fn spread(&mut self, line: &[StateNumber], error: f64, step: StepSize, lambda: f64) {
        let mut change = error;
        for &state in line.iter().rev() {
            let rate = match step {
                StepSize::Constant(rate) => rate,
                StepSize::Visits => 1.0 / f64::from(self.visits[state]),
            };
            self.values[state] += rate * change;
            change *= -lambda;
        }
    }

    /// Returns the position after the move that leaves the other side the least, or after a random one.
    fn choose(&mut self, state: StateNumber) -> StateNumber {
        let next = self.graph.next(state);
        #[expect(clippy::cast_precision_loss, reason = "53 bits")]
        let chance = (self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        if chance < self.epsilon {
            return next[self.random.below(next.len())];
        }
        let least =
            |one: &StateNumber, other: &StateNumber| self.values[*one].total_cmp(&self.values[*other]);
        next.iter().copied().min_by(least).expect("the game is not over")
    }
}
