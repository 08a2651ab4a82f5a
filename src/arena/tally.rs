// SPDX-License-Identifier: MIT OR Apache-2.0
//! Results counted, single games and pairs.

/// Results of one engine against others. A pair of games with colours swapped is the unit of all estimates: openings
/// favour a side, so the two games of a pair are no independent events.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Complete pairs by half points won in them: 0, 1, 2, 3, 4.
    pub pairs: [u64; 5],
}

/// A number with its 95 % confidence interval; the ends may be infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}
