// SPDX-License-Identifier: MIT OR Apache-2.0
//! The conditions of the games of a match.

use crate::adjudication::Adjudication;
use crate::time_control::SearchLimit;
use std::time::Duration;
use xiangqi::rules::{NATURAL_LIMIT, RuleSet};

/// The conditions of the games of a match.
#[derive(Clone, Debug)]
pub struct MatchConditions {
    pub limit: SearchLimit,
    /// Time by which an answer may exceed the limit: messages between programs take time.
    pub margin: Duration,
    pub rules: RuleSet,
    /// The number of plies without capture that make a draw (`rule60`).
    pub natural_limit: Option<u16>,
    pub adjudication: Adjudication,
}

impl MatchConditions {
    /// Returns the conditions with this limit and margin under the default rules, without adjudication.
    pub fn new(limit: SearchLimit, margin: Duration) -> Self {
        let (rules, natural_limit) = (RuleSet::default(), Some(NATURAL_LIMIT));
        Self { limit, margin, rules, natural_limit, adjudication: Adjudication::default() }
    }
}
