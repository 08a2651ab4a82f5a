// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tunes numbers by games: simultaneous perturbation stochastic approximation (J. C. Spall, "Implementation of the
//! simultaneous perturbation algorithm for stochastic optimization", 1998).
//!
//! How strong an engine is with certain numbers can only be sampled, game by game. So all numbers are moved at once,
//! each up or down as a coin falls, and the engine plays a pair of games against itself with all of them moved the other
//! way. The winner's numbers are likelier to be the better ones, so each number goes a small step to where it was at the
//! winner. What the coins did to all the others is noise, which cancels out over thousands of pairs. For pair `k` of `n`:
//!
//! ```text
//! c = step * (n / k)^0.101                                  how far a number is moved for the pair
//! a = 0.002 * step^2 * ((A + n) / (A + k))^0.602            A = n / 10
//! number += a / c * (games won - games lost) * (+1 or -1)   by the coin
//! ```
//!
//! These are the gains of Fishtest and OpenBench, where the step is called `c_end` and the rate at the end, 0.002, `r_end`. The
//! engine takes whole numbers alone: what is between them is rounded up or down with the odds that make the mean right.

mod state;

use super::selfplay::seeded;
use crate::types::SplitMix64;
use std::sync::Mutex;
use std::thread;

pub use state::StateError;

/// `a / c²` at the last pair.
pub const FINAL_RATE: f64 = 0.002;
/// How fast steps become smaller.
const ALPHA: f64 = 0.602;
/// How fast perturbations become smaller.
const GAMMA: f64 = 0.101;
/// The part of all pairs that the first steps are held back by, since nothing is known then.
const STABILITY: f64 = 0.1;

/// A number to tune.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Where it begins.
    pub start: i32,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// How far it is moved for the last pairs; such a step should be just about worth noticing.
    pub step: i32,
}

/// All that fixes a run, but for chance in the order in which threads finish their games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The numbers.
    pub parameters: Vec<Parameter>,
    /// How many pairs of games there are.
    pub pairs: u32,
    /// Where all that is random comes from.
    pub seed: u64,
    /// What the games are played by, in a line of words. They mean nothing here: a run that goes on has to have the same.
    pub conditions: String,
}

/// What a pair of games is played with.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The number of the pair, from 0.
    pub pair: u32,
    /// The values of one player, in the order of the parameters.
    pub plus: Vec<i32>,
    /// The values of the other one.
    pub minus: Vec<i32>,
    /// How the coins fell for the one called plus: 1 or -1.
    signs: Vec<f64>,
}

/// A run, as far as it has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuner {
    recipe: Recipe,
    values: Vec<f64>,
    done: u32,
    /// Games won, drawn and lost by plus.
    score: [u32; 3],
}

impl Tuner {
    /// A run at its beginning.
    pub fn new(recipe: Recipe) -> Self {
        let values = recipe.parameters.iter().map(|parameter| parameter.start.into()).collect();
        Self { recipe, values, done: 0, score: [0; 3] }
    }

    /// What it goes by.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The numbers as they are now.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The whole numbers nearest to them.
    pub fn rounded(&self) -> impl Iterator<Item = i32> {
        let parameters = self.recipe.parameters.iter().zip(&self.values);
        parameters.map(|(parameter, &value)| parameter.rounded(value, 0.5))
    }

    /// Pairs that were played.
    pub fn done(&self) -> u32 {
        self.done
    }

    /// Games won, drawn and lost by the players called plus: about even, as it is chance who is called so.
    pub fn score(&self) -> [u32; 3] {
        self.score
    }

    /// What to play pair number `pair` with, by what is known now.
    pub fn trial(&self, pair: u32) -> Trial {
        let mut rng = seeded(self.recipe.seed, pair);
        let widening = self.widening(pair);
        let mut trial = Trial { pair, plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (parameter, value) in self.recipe.parameters.iter().zip(&self.values) {
            let sign = if rng.below(2) == 0 { 1.0 } else { -1.0 };
            let reach = sign * f64::from(parameter.step) * widening;
            let threshold = fraction(&mut rng);
            trial.plus.push(parameter.rounded(value + reach, threshold));
            trial.minus.push(parameter.rounded(value - reach, threshold));
            trial.signs.push(sign);
        }
        trial
    }

    /// Learns from a pair of games, of which plus has won so many half points each.
    pub fn learn(&mut self, trial: &Trial, half_points: [u8; 2]) {
        let held_back = STABILITY * f64::from(self.recipe.pairs);
        let [last, now] = [self.recipe.pairs, trial.pair + 1].map(|pair| held_back + f64::from(pair));
        let rate = FINAL_RATE * (last / now).powf(ALPHA) / self.widening(trial.pair);
        let balance = half_points.map(|points| f64::from(points) - 1.0).iter().sum::<f64>();
        let parameters = self.recipe.parameters.iter().zip(&trial.signs);
        for (value, (parameter, sign)) in self.values.iter_mut().zip(parameters) {
            let change = rate * f64::from(parameter.step) * balance * sign;
            *value = (*value + change).clamp(parameter.min.into(), parameter.max.into());
        }
        self.done += 1;
        for points in half_points {
            self.score[2 - usize::from(points.min(2))] += 1;
        }
    }

    /// How many steps a number is moved for a pair.
    fn widening(&self, pair: u32) -> f64 {
        (f64::from(self.recipe.pairs) / f64::from(pair + 1)).powf(GAMMA)
    }
}

impl Parameter {
    /// The whole number above or below, within the range: the one above if the rest exceeds the threshold.
    #[allow(clippy::cast_possible_truncation, reason = "within the range")]
    fn rounded(&self, value: f64, threshold: f64) -> i32 {
        (value.clamp(self.min.into(), self.max.into()) + 1.0 - threshold).floor() as i32
    }
}

/// A number from 0 to 1, both excluded.
#[allow(clippy::cast_precision_loss, reason = "53 bits fit")]
fn fraction(rng: &mut SplitMix64) -> f64 {
    ((rng.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}

/// Plays the pairs that are left, each player in a thread of its own. A player gives back the half points that plus has won in
/// each game, or nothing if the pair was called off, which ends its work. `on_pair` sees the run behind each pair.
/// With one player a run can be repeated and, broken off after any pair, goes on as it would have.
///
/// # Errors
/// The first one of a player or of `on_pair`; then no pair is begun any more.
///
/// # Panics
/// Only if one of the arguments does.
pub fn tune<E: Send>(
    tuner: &mut Tuner,
    players: Vec<impl FnMut(&Trial) -> Result<Option<[u8; 2]>, E> + Send>,
    on_pair: impl FnMut(&Tuner) -> Result<(), E> + Send,
) -> Result<(), E> {
    let next = tuner.done;
    let desk = Mutex::new(Desk { tuner, next, on_pair, outcome: Ok(()) });
    thread::scope(|scope| {
        for mut player in players {
            let desk = &desk;
            scope.spawn(move || {
                let lock = || desk.lock().expect("no thread panics with it");
                while let Some(trial) = { lock().begin() } {
                    let played = player(&trial).transpose();
                    let Some(result) = played else { break };
                    lock().end(&trial, result);
                }
            });
        }
    });
    desk.into_inner().expect("no thread panics with it").outcome
}

/// Where the threads get their trials, and bring the results.
struct Desk<'a, E, F> {
    tuner: &'a mut Tuner,
    /// The number of the next pair.
    next: u32,
    on_pair: F,
    outcome: Result<(), E>,
}

impl<E, F: FnMut(&Tuner) -> Result<(), E>> Desk<'_, E, F> {
    fn begin(&mut self) -> Option<Trial> {
        let is_over = self.outcome.is_err() || self.next >= self.tuner.recipe.pairs;
        (!is_over).then(|| {
            self.next += 1;
            self.tuner.trial(self.next - 1)
        })
    }

    fn end(&mut self, trial: &Trial, result: Result<[u8; 2], E>) {
        if self.outcome.is_ok() {
            self.outcome = result.and_then(|half_points| {
                self.tuner.learn(trial, half_points);
                (self.on_pair)(self.tuner)
            });
        }
    }
}

#[cfg(test)]
mod tests;
