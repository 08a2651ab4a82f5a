// SPDX-License-Identifier: MIT OR Apache-2.0
//! Odds: the share of the search limit that a handicapped engine gets.

use super::limit::{SearchLimit, TimeControl};
use core::fmt;
use core::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// The largest number in a fraction.
const MAX_TERM: u32 = 1_000_000;

/// A share of a limit: `1/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    numerator: u32,
    denominator: u32,
}

/// The text is not a share.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not a share like 1/8")]
pub struct ParseOddsError(String);

/// The share of this limit is not a limit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{odds} of {limit} leaves less than a millisecond, a node, or a whole number of plies")]
pub struct OddsError {
    odds: Odds,
    limit: SearchLimit,
}

impl FromStr for Odds {
    type Err = ParseOddsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let term = |text: &str| text.trim().parse().ok().filter(|term| (1..=MAX_TERM).contains(term));
        text.split_once('/')
            .and_then(|(over, under)| Some(Self { numerator: term(over)?, denominator: term(under)? }))
            .ok_or_else(|| ParseOddsError(text.to_owned()))
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl Odds {
    /// Returns this share of a limit on time or nodes, in whole milliseconds and nodes.
    ///
    /// # Errors
    /// If nothing is left of the limit, or if it is a depth, which has no shares.
    pub fn of(self, limit: SearchLimit) -> Result<SearchLimit, OddsError> {
        let share = match limit {
            SearchLimit::Nodes(nodes) => self.share(nodes.into()).map(SearchLimit::Nodes),
            SearchLimit::Movetime(time) => self.time(time).map(SearchLimit::Movetime),
            SearchLimit::Clock(control) => self.time(control.base).map(|base| {
                let increment = self.time(control.increment).unwrap_or_default();
                SearchLimit::Clock(TimeControl { base, increment, ..control })
            }),
            SearchLimit::Depth(_) => None,
        };
        share.ok_or(OddsError { odds: self, limit })
    }

    /// Returns this share of a number, unless it is zero.
    fn share(self, number: u128) -> Option<u64> {
        let share = number * u128::from(self.numerator) / u128::from(self.denominator);
        (share > 0).then(|| u64::try_from(share).unwrap_or(u64::MAX))
    }

    fn time(self, time: Duration) -> Option<Duration> {
        self.share(time.as_millis()).map(Duration::from_millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_a_limit_is_a_limit() {
        let clock = |text: &str| SearchLimit::Clock(text.parse().unwrap());
        let movetime = |ms| SearchLimit::Movetime(Duration::from_millis(ms));
        for (odds, limit, expected) in [
            ("1/8", clock("8+0.08"), Some(clock("1+0.01"))),
            ("1/8", clock("40/8+0.001"), Some(clock("40/1"))),
            ("1/8", movetime(100), Some(movetime(12))),
            ("3/2", SearchLimit::Nodes(1000), Some(SearchLimit::Nodes(1500))),
            ("1/8", SearchLimit::Nodes(7), None),
            ("1/8", movetime(7), None),
            ("1/2", SearchLimit::Depth(8), None),
        ] {
            assert_eq!(odds.parse::<Odds>().unwrap().of(limit).ok(), expected, "{odds} of {limit}");
        }
        let error = "1/8".parse::<Odds>().unwrap().of(SearchLimit::Nodes(7)).unwrap_err();
        assert!(error.to_string().starts_with("1/8 of 7 nodes leaves less than "), "{error}");
    }

    #[test]
    fn odds_read_back() {
        assert_eq!("1/8".parse::<Odds>().unwrap().to_string(), "1/8");
        for text in ["", "8", "1/0", "0/1", "-1/2", "1/2/3", "1/9999999"] {
            assert_eq!(text.parse::<Odds>(), Err(ParseOddsError(text.to_owned())));
        }
    }
}
