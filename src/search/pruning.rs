// SPDX-License-Identifier: MIT OR Apache-2.0
//! The techniques beyond plain alpha-beta that the settings allow, and the state of null-move verification.

use super::settings::{Amount, Settings};

/// A null move under verification.
#[derive(Clone, Copy, Debug)]
pub struct Verification {
    /// Ply of the node that tried the null move.
    pub at: usize,
    /// No null move is tried before this ply.
    pub until: usize,
}

/// The techniques that are allowed.
#[derive(Clone, Copy, Debug)]
pub struct Pruning {
    pub null_move: bool,
    /// Late move reductions and internal iterative reductions.
    pub reductions: bool,
    /// The other unsound cuts: reverse futility, ProbCut, multi-cut, delta pruning and skipped
    /// moves.
    pub static_cuts: bool,
    /// Static values corrected by the correction history, which depends on the order of the search.
    pub corrections: bool,
    /// Neither extensions nor quiescence: every line ends at the depth of the iteration.
    pub exact_depth: bool,
}

impl From<&Settings> for Pruning {
    fn from(settings: &Settings) -> Self {
        let amount = settings.pruning;
        Self {
            null_move: amount >= Amount::Small,
            reductions: amount >= Amount::Medium,
            static_cuts: amount >= Amount::Large,
            corrections: amount >= Amount::Small,
            exact_depth: settings.exact_depth,
        }
    }
}
