// SPDX-License-Identifier: MIT OR Apache-2.0
//! Late move reductions (LMR).
//!
//! With good ordering a late move is rarely best, so it is searched at reduced depth first, and again at full
//! depth if it beats alpha. The reduction grows with the logarithms of depth and move number, and is adjusted
//! by the kind of the node and the history score of the move.

use super::params;
use once_cell::sync::Lazy;
use xiangqi::types::Depth;

/// The table of logarithms: ln(n) in 1/100.
static LOGARITHMS: Lazy<[i32; 128]> =
    Lazy::new(|| core::array::from_fn(|n| ((n.max(1) as f64).ln() * 100.0).round() as i32));

/// The properties of node and move that the reduction depends on.
#[derive(Default)]
pub struct ReductionReasons {
    pub depth: Depth,
    pub move_count: usize,
    pub on_pv: bool,
    /// The node is or was on a principal variation.
    pub tt_pv: bool,
    pub cut_node: bool,
    pub has_tt_move: bool,
    /// The value of the transposition table beats alpha.
    pub tt_raises_alpha: bool,
    pub improving: bool,
    pub gives_check: bool,
    /// The move is a killer or the counter move.
    pub is_refutation: bool,
    pub is_capture: bool,
    pub history: i32,
    /// Many child nodes of this node failed high.
    pub many_cutoffs: bool,
}

impl ReductionReasons {
    /// Returns the reduction of the move; may be negative.
    #[inline]
    pub fn reduction(&self) -> Depth {
        let index = |n: usize| LOGARITHMS[n.min(127)];
        let logs = index(self.depth.whole().max(1) as usize) * index(self.move_count);
        // In 1/100 ply.
        let mut reduction = params::lmr_base() + logs * params::lmr_factor() / 10_000;
        reduction += params::lmr_cut_node() * i32::from(self.cut_node);
        reduction += params::lmr_no_tt_move() * i32::from(self.cut_node && !self.has_tt_move);
        reduction += params::lmr_not_improving() * i32::from(!self.improving);
        reduction += params::lmr_many_cutoffs() * i32::from(self.many_cutoffs);
        reduction -= params::lmr_on_pv() * i32::from(self.on_pv);
        reduction -= params::lmr_was_on_pv() * i32::from(self.tt_pv);
        reduction -= params::lmr_tt_value() * i32::from(self.tt_pv && self.tt_raises_alpha);
        reduction -= params::lmr_gives_check() * i32::from(self.gives_check);
        reduction -= params::lmr_refutation() * i32::from(self.is_refutation);
        if self.is_capture {
            reduction /= 2;
        }
        reduction -= self.history * 100 / params::lmr_history_divisor();
        Depth::sixteenths(reduction * 16 / 100)
    }
}
