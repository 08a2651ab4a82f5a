// SPDX-License-Identifier: MIT OR Apache-2.0
//! Learning by tables of values: the greedy method, Monte Carlo and TD(λ), Bai's algorithms 7 to 9.

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
    /// Temporal differences (Bai's algorithm 9, equations 14 to 18): after each move, every position changes
    /// by the step size times the error times its trace. A trace grows by 1 when the position occurs and
    /// decays by λ with each move.
    Differences {
        /// The learning rate.
        step: StepSize,
        /// The decay of traces.
        lambda: f64,
    },
}

/// The settings of a [`TableLearner`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableSettings {
    /// The method of learning.
    pub method: Method,
    /// The value of every position at first, except the ends of the game, which have their results.
    pub start: f64,
    /// True if traces end with their game.
    pub resets_traces: bool,
    /// The share of random moves.
    pub epsilon: f64,
    /// The seed of the random moves.
    pub seed: u64,
}

impl TableSettings {
    /// Bai's algorithm 7: the greedy move is played again and again, and the position before it gets the
    /// value of the one after it. That is TD(0) with the learning rate 1, without chance.
    pub const GREEDY: Self =
        Self::new(Method::Differences { step: StepSize::Constant(1.0), lambda: 0.0 }, 0.0, 0);

    /// Returns the settings that are printed for the method: values start at zero, and traces last from one
    /// game to the next.
    pub const fn new(method: Method, epsilon: f64, seed: u64) -> Self {
        Self { method, start: 0.0, resets_traces: false, epsilon, seed }
    }
}

/// A trace that is smaller than this is dropped.
const FAINT: f64 = 1e-9;

/// A table of values that learns by self-play.
pub struct TableLearner<'a> {
    graph: &'a StateGraph,
    settings: TableSettings,
    values: Vec<f64>,
    visits: Vec<u32>,
    /// The trace of each position, negative where White was to move.
    traces: Vec<f64>,
    /// The positions whose trace is not zero.
    traced: Vec<StateNumber>,
    random: SplitMix64,
}

impl<'a> TableLearner<'a> {
    /// Creates a learner before its first game.
    pub fn new(graph: &'a StateGraph, settings: TableSettings) -> Self {
        let values = (0..graph.count()).map(|state| graph.result(state).unwrap_or(settings.start)).collect();
        let (visits, traces) = (vec![0; graph.count()], vec![0.0; graph.count()]);
        let random = SplitMix64::new(settings.seed);
        Self { graph, settings, values, visits, traces, traced: Vec::new(), random }
    }

    /// Returns the values learned so far, for the side to move.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the number of positions that have occurred, without ends of the game.
    pub fn seen(&self) -> usize {
        self.visits.iter().filter(|&&visits| visits > 0).count()
    }

    /// Plays games until one changes no value, `most` at most. Returns their number and the positions of that
    /// game.
    pub fn play_until_still(&mut self, most: u32) -> Option<(u32, Vec<StateNumber>)> {
        (1..=most).find_map(|games| {
            let before = self.values.clone();
            let line = self.play_game();
            (self.values == before).then_some((games, line))
        })
    }

    /// Plays a game against itself, learns from it, and returns its positions.
    pub fn play_game(&mut self) -> Vec<StateNumber> {
        let mut state = StateGraph::START;
        let mut line = Vec::new();
        if self.settings.resets_traces {
            self.traced.drain(..).for_each(|state| self.traces[state] = 0.0);
        }
        while self.graph.result(state).is_none() {
            self.visits[state] += 1;
            let side = if line.len() % 2 == 0 { 1.0 } else { -1.0 };
            line.push(state);
            let next = self.choose(state);
            if let Method::Differences { step, lambda } = self.settings.method {
                if self.traces[state] == 0.0 {
                    self.traced.push(state);
                }
                self.traces[state] += side;
                let error = 1.0 - self.values[next] - self.values[state];
                self.spread(side * error, step, lambda);
            }
            state = next;
        }
        if self.settings.method == Method::MonteCarlo {
            let mut result = self.values[state];
            for &state in line.iter().rev() {
                result = 1.0 - result;
                self.values[state] += (result - self.values[state]) / f64::from(self.visits[state]);
            }
        }
        line.push(state);
        line
    }

    /// Changes the values of all positions that have a trace by Black's error. What is a gain for Black is a
    /// loss for White.
    fn spread(&mut self, error: f64, step: StepSize, lambda: f64) {
        let Self { traces, traced, values, visits, .. } = self;
        traced.retain(|&state| {
            let rate = match step {
                StepSize::Constant(rate) => rate,
                StepSize::Visits => 1.0 / f64::from(visits[state]),
            };
            values[state] += rate * error * traces[state];
            let trace = lambda * traces[state];
            traces[state] = if trace.abs() > FAINT { trace } else { 0.0 };
            trace.abs() > FAINT
        });
    }

    /// Returns the position after the move that leaves the other side the least, or after a random one.
    fn choose(&mut self, state: StateNumber) -> StateNumber {
        let next = self.graph.next(state);
        let chance = (self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        if chance < self.settings.epsilon {
            return next[self.random.below(next.len())];
        }
        let least =
            |one: &StateNumber, other: &StateNumber| self.values[*one].total_cmp(&self.values[*other]);
        next.iter().copied().min_by(least).expect("the game is not over")
    }
}
