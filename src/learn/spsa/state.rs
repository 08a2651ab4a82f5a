// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of an SPSA run as text, from which the run can be resumed.
//!
//! The head is everything that fixes the run, the rest its progress. The head follows from the configuration,
//! so it is not parsed but compared: a different head belongs to another run. The words of the format are
//! fixed.

use super::config::{Parameter, SpsaConfig};
use super::tuner::Tuner;
use core::fmt;
use core::str::FromStr;
use thiserror::Error;

/// The text is not the state of this run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SpsaStateError {
    /// The state of another run.
    #[error("line {line}: state of another run: found '{found}', expected '{expected}'")]
    OtherRun {
        /// The line's number, from 1.
        line: usize,
        /// The line.
        found: String,
        /// The line that this run would have written.
        expected: String,
    },
    /// A line that cannot be parsed.
    #[error("line {line}: found '{found}', expected '{expected}' and a valid value")]
    Line {
        /// The line's number, from 1.
        line: usize,
        /// The line.
        found: String,
        /// The word that the line should begin with.
        expected: String,
    },
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
        let [wins, draws, losses] = self.score();
        write!(f, "{}done {}\nscore {wins}-{draws}-{losses}\n", self.config().head(), self.done())?;
        let mut values = self.config().parameters.iter().zip(self.values());
        // `Display` of `f64` prints enough digits to read back exactly the same value.
        values.try_for_each(|(parameter, value)| writeln!(f, "value {} {value}", parameter.name))
    }
}

impl Tuner {
    /// Resumes a run from the text of its state.
    ///
    /// # Errors
    /// Returns an error if the text is not a state, or that of a run with another configuration.
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
        Ok(Self::restored(config, values, done, score))
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
