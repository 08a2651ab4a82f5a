// SPDX-License-Identifier: MIT OR Apache-2.0
//! SPSA, simultaneous perturbation stochastic approximation (J. C. Spall, "Implementation of the simultaneous
//! perturbation algorithm for stochastic optimization", 1998): tunes the parameters of the search by games.
//!
//! The strength of an engine with given parameter values can only be sampled, game by game. SPSA therefore
//! perturbs all parameters at once, each up or down at random, and plays a pair of games between the values
//! so perturbed (`plus`) and the values perturbed in the opposite directions (`minus`). The winner's values
//! are the more likely ones, so each parameter takes a small step towards them. The influence of the other
//! parameters on a result is noise, which averages out over thousands of pairs. For pair `k` of `n`:
//!
//! ```text
//! c = step * (n / k)^0.101                                size of the perturbation
//! a = 0.002 * step^2 * ((A + n) / (A + k))^0.602          A = n / 10
//! value += a / c * (games won - games lost) * (+1 or -1)  by the direction of the perturbation
//! ```
//!
//! These are the gains of Fishtest and OpenBench, where the step is called `c_end` and the learning rate at
//! the end, 0.002, `r_end`. The engine accepts integers only: values are rounded up or down at random, with
//! probabilities that leave the mean unchanged.
//!
//! A [`Tuner`] is the state of a run and does the arithmetic; [`run`] plays the pairs on several threads.
//! The state is written as text, from which the run can be resumed: the head is everything that fixes the
//! run, the rest its progress. The head follows from the configuration, so it is not parsed but compared: a
//! different head belongs to another run. The words of the format are fixed.

use chuhe::threads::{self, Shortage};
use core::fmt;
use core::str::FromStr;
use std::sync::Mutex;
use std::thread;
use thiserror::Error;
use xiangqi::types::{Language, SplitMix64, bilingual_errors, text};

#[cfg(test)]
mod tests;

/// `r_end`: the learning rate `a / c²` at the last pair.
pub const R_END: f64 = 0.002;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    pub name: String,
    pub start: i32,
    pub min: i32,
    pub max: i32,
    /// `c_end`: the size of the perturbation at the last pair. A change of this size should be just about
    /// measurable.
    pub step: i32,
}

/// Everything that fixes a run, except the order in which threads finish their games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpsaConfig {
    pub parameters: Vec<Parameter>,
    pub pairs: u32,
    pub seed: u64,
    /// A line that describes how games are played. It is only compared: a run can be resumed under the same
    /// conditions alone.
    pub conditions: String,
}

impl Parameter {
    /// Rounds a value to an integer within the range: up if its fractional part exceeds `threshold`, else
    /// down.
    pub fn rounded(&self, value: f64, threshold: f64) -> i32 {
        (value.clamp(self.min.into(), self.max.into()) + 1.0 - threshold).floor() as i32
    }
}

/// Exponent of the decrease of the step sizes.
const ALPHA: f64 = 0.602;
/// Exponent of the decrease of the perturbations.
const GAMMA: f64 = 0.101;
/// `A` as a fraction of all pairs: it dampens the first steps, which are taken on little evidence.
const STABILITY: f64 = 0.1;

#[derive(Clone, PartialEq, Debug)]
pub struct Perturbation {
    /// The number of the pair, from 0.
    pub pair: u32,
    /// The values of the player `plus`, in the order of the parameters.
    pub plus: Vec<i32>,
    /// The values of the player `minus`.
    pub minus: Vec<i32>,
    /// The directions of the perturbation for `plus`: 1 or -1 for each parameter.
    signs: Vec<f64>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Tuner {
    pub config: SpsaConfig,
    pub values: Vec<f64>,
    /// The number of pairs played.
    pub done: u32,
    /// Wins, draws and losses of `plus`, in games: about even, since chance decides which side is called
    /// `plus`.
    pub score: [u32; 3],
}

impl Tuner {
    pub fn new(config: SpsaConfig) -> Self {
        let values = config.parameters.iter().map(|parameter| parameter.start.into()).collect();
        Self { config, values, done: 0, score: [0; 3] }
    }

    pub fn rounded(&self) -> impl Iterator<Item = i32> {
        let parameters = self.config.parameters.iter().zip(&self.values);
        parameters.map(|(parameter, &value)| parameter.rounded(value, 0.5))
    }

    /// Perturbs the current values for pair number `pair`, counted from 0.
    pub fn perturb(&self, pair: u32) -> Perturbation {
        let mut rng = SplitMix64::numbered(self.config.seed, pair);
        let widening = self.widening(pair);
        let mut perturbation = Perturbation { pair, plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (parameter, value) in self.config.parameters.iter().zip(&self.values) {
            let sign = if rng.below(2) == 0 { 1.0 } else { -1.0 };
            let offset = sign * f64::from(parameter.step) * widening;
            let threshold = fraction(&mut rng);
            perturbation.plus.push(parameter.rounded(value + offset, threshold));
            perturbation.minus.push(parameter.rounded(value - offset, threshold));
            perturbation.signs.push(sign);
        }
        perturbation
    }

    /// Updates the values with the result of a pair: the half points of `plus` in each game.
    pub fn learn(&mut self, perturbation: &Perturbation, half_points: [u8; 2]) {
        let stability = STABILITY * f64::from(self.config.pairs);
        let [last, now] = [self.config.pairs, perturbation.pair + 1].map(|pair| stability + f64::from(pair));
        let rate = R_END * (last / now).powf(ALPHA) / self.widening(perturbation.pair);
        let balance = half_points.map(|points| f64::from(points) - 1.0).iter().sum::<f64>();
        let parameters = self.config.parameters.iter().zip(&perturbation.signs);
        for (value, (parameter, sign)) in self.values.iter_mut().zip(parameters) {
            let change = rate * f64::from(parameter.step) * balance * sign;
            *value = (*value + change).clamp(parameter.min.into(), parameter.max.into());
        }
        self.done += 1;
        for points in half_points {
            self.score[2 - usize::from(points.min(2))] += 1;
        }
    }

    /// The size of the perturbation at a pair, in multiples of the final one: `c / c_end`.
    fn widening(&self, pair: u32) -> f64 {
        (f64::from(self.config.pairs) / f64::from(pair + 1)).powf(GAMMA)
    }
}

/// A random number between 0 and 1, both excluded.
pub fn fraction(rng: &mut SplitMix64) -> f64 {
    ((rng.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}

/// Plays the remaining pairs, each player on a thread of its own; without a thread it does not play. A player
/// returns the half points of `plus` in each game, or `None` if the pair was aborted, which ends its work.
/// `on_pair` is called with the tuner after each pair. With one player a run is reproducible, and an
/// interrupted run ends as an uninterrupted one does. No further pair is started after the first error.
pub fn run<E: Send, P: FnMut(&Perturbation) -> Result<Option<[u8; 2]>, E> + Send>(
    tuner: &mut Tuner,
    players: Vec<P>,
    on_pair: impl FnMut(&Tuner) -> Result<(), E> + Send,
) -> Result<(), E> {
    let next = tuner.done;
    let queue = Mutex::new(PairQueue { tuner, next, on_pair, outcome: Ok(()) });
    let play = |mut player: P| {
        let lock = || queue.lock().expect("no thread panics with it");
        while let Some(perturbation) = { lock().begin() } {
            let played = player(&perturbation).transpose();
            let Some(result) = played else { break };
            lock().finish(&perturbation, result);
        }
    };
    thread::scope(|scope| {
        let wanted = players.len();
        let mut players = players.into_iter();
        let first = players.next();
        let play = &play;
        let (others, refusal) = threads::start(scope, players.map(|player| move || play(player)));
        if let Some(shortage) = Shortage::of(wanted, 1 + others.len(), refusal) {
            log::warn!("spsa: {shortage}");
        }
        first.map(play);
    });
    queue.into_inner().expect("no thread panics with it").outcome
}

/// Hands out trials to the threads and collects their results.
struct PairQueue<'a, E, F> {
    tuner: &'a mut Tuner,
    /// The number of the next pair.
    next: u32,
    on_pair: F,
    outcome: Result<(), E>,
}

impl<E, F: FnMut(&Tuner) -> Result<(), E>> PairQueue<'_, E, F> {
    fn begin(&mut self) -> Option<Perturbation> {
        let is_over = self.outcome.is_err() || self.next >= self.tuner.config.pairs;
        (!is_over).then(|| {
            self.next += 1;
            self.tuner.perturb(self.next - 1)
        })
    }

    fn finish(&mut self, perturbation: &Perturbation, result: Result<[u8; 2], E>) {
        if self.outcome.is_ok() {
            self.outcome = result.and_then(|half_points| {
                self.tuner.learn(perturbation, half_points);
                (self.on_pair)(self.tuner)
            });
        }
    }
}

/// The text is not the state of this run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.text(Language::English))]
#[non_exhaustive]
pub enum SpsaStateError {
    OtherRun {
        line: usize,
        found: String,
        expected: String,
    },
    /// A line that cannot be parsed; `expected` is the word that it should begin with.
    Line {
        line: usize,
        found: String,
        expected: String,
    },
}

bilingual_errors!(SpsaStateError);

impl SpsaStateError {
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::OtherRun { line, found, expected } => text!(
                language,
                "line {line}: state of another run: found '{found}', expected '{expected}'",
                "第{line}行：这是另一次运行的状态：现为“{found}”，应为“{expected}”"
            ),
            Self::Line { line, found, expected } => text!(
                language,
                "line {line}: found '{found}', expected '{expected}' and a valid value",
                "第{line}行：现为“{found}”，应为“{expected}”和一个有效的值"
            ),
        }
    }
}

impl SpsaConfig {
    /// The head of the state: everything that fixes the run.
    fn head(&self) -> String {
        let Self { parameters, pairs, seed, conditions } = self;
        let tune = |Parameter { name, start, min, max, step }: &Parameter| {
            format!("tune {name} from {start}, range {min} to {max}, step {step}\n")
        };
        format!(
            "# State of a run of `chuhe spsa`. The same command goes on from here.\n\
             games {conditions}\npairs {pairs}\nseed {seed}\nnumbers {}\n{}",
            parameters.len(),
            parameters.iter().map(tune).collect::<String>()
        )
    }
}

impl fmt::Display for Tuner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wins, draws, losses] = self.score;
        write!(f, "{}done {}\nscore {wins}-{draws}-{losses}\n", self.config.head(), self.done)?;
        let mut values = self.config.parameters.iter().zip(&self.values);
        // `Display` of `f64` prints enough digits to read back exactly the same value.
        values.try_for_each(|(parameter, value)| writeln!(f, "value {} {value}", parameter.name))
    }
}

impl Tuner {
    /// Resumes a run from the text of its state, which must be that of this configuration.
    pub fn resume(config: SpsaConfig, text: &str) -> Result<Self, SpsaStateError> {
        let mut lines = (1..).zip(text.lines().map(str::trim_end).chain(core::iter::repeat("")));
        let head = config.head();
        for (expected, (line, found)) in head.lines().zip(&mut lines) {
            if found != expected {
                let (found, expected) = (found.to_owned(), expected.to_owned());
                return Err(SpsaStateError::OtherRun { line, found, expected });
            }
        }
        let done = read(&mut lines, "done", |text| text.parse().ok().filter(|&done| done <= config.pairs))?;
        let score = read(&mut lines, "score", |text| numbers(text).try_into().ok())?;
        let mut values = Vec::new();
        for parameter in &config.parameters {
            let range = f64::from(parameter.min)..=f64::from(parameter.max);
            let read_value = |text: &str| text.parse().ok().filter(|value| range.contains(value));
            values.push(read(&mut lines, &format!("value {}", parameter.name), read_value)?);
        }
        Ok(Self { config, values, done, score })
    }
}

/// Reads the next line: a word and its value, which `parse` interprets.
fn read<'a, T>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    word: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, SpsaStateError> {
    let (line, found) = lines.next().unwrap_or_default();
    let rest = found.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
    rest.and_then(parse).ok_or_else(|| SpsaStateError::Line {
        line,
        found: found.to_owned(),
        expected: word.to_owned(),
    })
}

/// The numbers between dashes, up to the first item that is not one.
fn numbers<T: FromStr>(text: &str) -> Vec<T> {
    text.split('-').map_while(|number| number.parse().ok()).collect()
}
