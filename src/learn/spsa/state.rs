// SPDX-License-Identifier: MIT OR Apache-2.0
//! A run in words, so that it can go on after whatever has ended it.
//!
//! First comes all that fixes the run, then how far it has come. The first part follows from the recipe, so it is not
//! read but compared: what differs is another run.

use super::{Parameter, Recipe, Tuner};
use core::fmt;
use core::str::FromStr;
use thiserror::Error;

/// The text is not the state of this run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum StateError {
    /// It is that of another run.
    #[error("line {line}: the state of another run, with '{found}' instead of '{expected}'")]
    OtherRun {
        /// The line's number, from 1.
        line: usize,
        /// The line.
        found: String,
        /// How it would be for this run.
        expected: String,
    },
    /// A line makes no sense.
    #[error("line {line}: '{found}' instead of '{expected}' and a fitting value")]
    Line {
        /// The line's number, from 1.
        line: usize,
        /// The line.
        found: String,
        /// The word that it should begin with.
        expected: String,
    },
}

impl Recipe {
    /// All that fixes a run.
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
        write!(f, "{}done {}\nscore {wins}-{draws}-{losses}\n", self.recipe.head(), self.done)?;
        let mut values = self.recipe.parameters.iter().zip(&self.values);
        // Written so that it reads back as exactly the same.
        values.try_for_each(|(parameter, value)| writeln!(f, "value {} {value}", parameter.name))
    }
}

impl Tuner {
    /// Goes on with a run whose state was written.
    ///
    /// # Errors
    /// The text is not such a state, or one of another recipe.
    pub fn resume(recipe: Recipe, text: &str) -> Result<Self, StateError> {
        let mut lines = (1..).zip(text.lines().map(str::trim_end).chain(core::iter::repeat("")));
        let head = recipe.head();
        for (expected, (line, found)) in head.lines().zip(&mut lines) {
            if found != expected {
                let (found, expected) = (found.to_owned(), expected.to_owned());
                return Err(StateError::OtherRun { line, found, expected });
            }
        }
        let done = read(&mut lines, "done", |text| text.parse().ok().filter(|&done| done <= recipe.pairs))?;
        let score = read(&mut lines, "score", |text| numbers(text).try_into().ok())?;
        let mut values = Vec::new();
        for parameter in &recipe.parameters {
            let range = f64::from(parameter.min)..=f64::from(parameter.max);
            let read_value = |text: &str| text.parse().ok().filter(|value| range.contains(value));
            values.push(read(&mut lines, &format!("value {}", parameter.name), read_value)?);
        }
        Ok(Self { recipe, values, done, score })
    }
}

/// Reads the next line, which is a word and what it says.
fn read<'a, T>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    word: &str,
    meaning: impl Fn(&str) -> Option<T>,
) -> Result<T, StateError> {
    let (line, found) = lines.next().unwrap_or_default();
    let rest = found.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
    rest.and_then(meaning).ok_or_else(|| StateError::Line {
        line,
        found: found.to_owned(),
        expected: word.to_owned(),
    })
}

/// The numbers between dashes, as far as they are some.
fn numbers<T: FromStr>(text: &str) -> Vec<T> {
    text.split('-').map_while(|number| number.parse().ok()).collect()
}
