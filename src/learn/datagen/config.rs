// SPDX-License-Identifier: MIT OR Apache-2.0
//! The configuration of a data generation run.

use super::start::StartKind;
use crate::eval::Network;
use crate::position::Position;
use std::sync::Arc;

/// The configuration of a data generation run. Together with a game's number it determines the game.
#[derive(Clone, Debug)]
pub struct DatagenConfig {
    /// The seed of all random numbers.
    pub seed: u64,
    /// Average nodes per move; an iteration that has begun is usually finished.
    pub nodes: u32,
    /// The kind of positions that games start from.
    pub start: StartKind,
    /// The positions to derive them from, in none of which the game is over; if empty, the initial position.
    /// Random endings do without.
    pub book: Vec<Position>,
    /// The network to evaluate with; `None`: the hand-crafted evaluation.
    pub network: Option<Arc<Network>>,
    /// Dampens scores as `rule60` counts up; see
    /// [`Settings::rule60_damping`](crate::search::Settings::rule60_damping).
    pub rule60_damping: bool,
}
