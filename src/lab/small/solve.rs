// SPDX-License-Identifier: MIT OR Apache-2.0
//! Dynamic programming (Bai's algorithm 7): V(s) becomes the maximum over the moves of r + γ V(s'), swept
//! over all positions until nothing changes. The reward is the result at the end and γ is 1. The value of the
//! next position is the other side's, so it counts as 1 less it.

use super::graph::{StateGraph, StateNumber};

/// The values of all positions with perfect play.
pub struct Truth {
    /// For each position the value for the side to move: 1 if it is won, 0.5 if drawn, 0 if lost.
    pub values: Vec<f64>,
    /// For each position the margin in discs for the side to move, if both sides play for discs.
    pub margins: Vec<i32>,
    /// Number of sweeps until nothing changed, the last one included.
    pub sweeps: u32,
}

impl Truth {
    /// Solves the game.
    pub fn new(graph: &StateGraph) -> Self {
        let ends = |state| graph.result(state).unwrap_or(0.5);
        let (values, sweeps) = sweep(graph, (0..graph.len()).map(ends).collect(), |value| 1.0 - value);
        let ends = |state| graph.margin(state).map_or(0.0, f64::from);
        let (margins, _) = sweep(graph, (0..graph.len()).map(ends).collect(), |value| -value);
        #[expect(clippy::cast_possible_truncation, reason = "numbers of discs")]
        let margins = margins.into_iter().map(|margin| margin as i32).collect();
        Self { values, margins, sweeps }
    }

    /// Returns the root of the mean squared error of estimates for these positions.
    pub fn error(&self, estimates: &[f64], states: impl Iterator<Item = StateNumber>) -> f64 {
        let squares = states.map(|state| (self.values[state] - estimates[state]).powi(2));
        let (sum, count) = squares.fold((0.0, 0.0), |(sum, count), square| (sum + square, count + 1.0));
        f64::sqrt(sum / f64::max(count, 1.0))
    }
}

/// Sweeps until nothing changes. `other` turns the value for the other side into one's own.
fn sweep(graph: &StateGraph, mut values: Vec<f64>, other: impl Fn(f64) -> f64) -> (Vec<f64>, u32) {
    let mut sweeps = 0;
    loop {
        sweeps += 1;
        let mut is_changed = false;
        for state in 0..graph.len() {
            let best =
                graph.next(state).iter().map(|&next: &StateNumber| other(values[next])).reduce(f64::max);
            let value = best.unwrap_or(values[state]);
            is_changed |= value.to_bits() != values[state].to_bits();
            values[state] = value;
        }
        if !is_changed {
            return (values, sweeps);
        }
    }
}
