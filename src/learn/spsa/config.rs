// SPDX-License-Identifier: MIT OR Apache-2.0
//! The configuration of an SPSA run: the parameters to tune, the number of game pairs and the conditions.

/// `r_end`: the learning rate `a / c²` at the last pair.
pub const R_END: f64 = 0.002;

/// A parameter to tune.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The name.
    pub name: String,
    /// The initial value.
    pub start: i32,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// `c_end`: the size of the perturbation at the last pair. A change of this size should be just about
    /// measurable.
    pub step: i32,
}

/// Everything that fixes a run, except the order in which threads finish their games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpsaConfig {
    /// The parameters to tune.
    pub parameters: Vec<Parameter>,
    /// The number of game pairs.
    pub pairs: u32,
    /// The seed of all random numbers.
    pub seed: u64,
    /// A line that describes how games are played. It is only compared: a run can be resumed under the same
    /// conditions alone.
    pub conditions: String,
}

impl Parameter {
    /// Rounds a value to an integer within the range: up if its fractional part exceeds `threshold`, else
    /// down.
    #[expect(clippy::cast_possible_truncation, reason = "within the range")]
    pub fn rounded(&self, value: f64, threshold: f64) -> i32 {
        (value.clamp(self.min.into(), self.max.into()) + 1.0 - threshold).floor() as i32
    }
}
