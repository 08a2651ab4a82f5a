// SPDX-License-Identifier: MIT OR Apache-2.0
//! A line under construction: words and optional fields, each preceded by one space.

use crate::search::ScoreBound;
use core::fmt::{Display, Write};

pub struct Line(String);

impl Line {
    pub fn new(start: &str) -> Self {
        Self(start.to_owned())
    }

    /// Adds a word.
    pub fn word(&mut self, word: impl Display) -> &mut Self {
        write!(self.0, " {word}").expect("writing to a string never fails");
        self
    }

    /// Adds a name and its value, if there is a value.
    pub fn field(&mut self, name: &str, value: Option<impl Display>) -> &mut Self {
        if let Some(value) = value {
            self.word(name).word(value);
        }
        self
    }

    /// Adds the keyword of a score that is a bound.
    pub fn bound(&mut self, bound: Option<ScoreBound>) -> &mut Self {
        match bound {
            Some(ScoreBound::Lower) => self.word("lowerbound"),
            Some(ScoreBound::Upper) => self.word("upperbound"),
            Some(ScoreBound::Exact) | None => self,
        }
    }

    /// Adds words and returns the line.
    pub fn words(mut self, words: &[String]) -> String {
        for word in words {
            self.word(word);
        }
        self.finish()
    }

    /// Adds a name and its words, if there are any, and returns the line.
    pub fn list(mut self, name: &str, words: &[String]) -> String {
        if !words.is_empty() {
            self.word(name);
        }
        self.words(words)
    }

    /// Returns the line.
    pub fn finish(self) -> String {
        self.0
    }
}
