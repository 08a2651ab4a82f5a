// SPDX-License-Identifier: MIT OR Apache-2.0
//! The error of a job that was interrupted: how much of it is done.

use crate::types::{Language, text};
use thiserror::Error;

/// The parts of a job.
#[derive(Clone, Copy, Debug)]
pub enum Parts {
    Positions,
    Moves,
    Games,
    Trials,
    Algorithms,
    Sizes,
    Tables,
    #[cfg(feature = "tune")]
    Pairs,
}

impl Parts {
    /// Returns the name; in Chinese with the measure word.
    fn word(self, language: Language) -> &'static str {
        match self {
            Self::Positions => language.pick("positions", "个局面"),
            Self::Moves => language.pick("moves", "着"),
            Self::Games => language.pick("games", "局"),
            Self::Trials => language.pick("trials", "次试验"),
            Self::Algorithms => language.pick("algorithms", "种算法"),
            Self::Tables => language.pick("tables", "个库"),
            Self::Sizes => language.pick("sizes", "种大小"),
            #[cfg(feature = "tune")]
            Self::Pairs => language.pick("pairs", "组对局"),
        }
    }
}

/// A job was interrupted.
#[derive(Debug, Error)]
#[error("{}", self.text(Language::English))]
pub struct Interrupted {
    pub done: usize,
    pub total: usize,
    pub parts: Parts,
}

impl Interrupted {
    /// Returns the error in words.
    pub fn text(&self, language: Language) -> String {
        let Self { done, total, parts } = self;
        let parts = parts.word(language);
        text!(language, "interrupted: {done} of {total} {parts} done", "已中断：完成{done}/{total}{parts}")
    }
}
