// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: extensions, in fractions of a ply that add up along the line.
//!
//! | reason | plies | why |
//! |---|---|---|
//! | check | 11/16 | few replies and much at stake; only checks that do not lose the piece (SEE) |
//! | recapture | 8/16 | nearly forced, and stopping in the middle of an exchange misjudges; in PV nodes |
//! | single reply | 10/16 | a forced move does not widen the tree |
//! | mate threat | 6/16 | the null move is answered by mate, so the defence needs depth |
//! | singular | 1 or 2 | no other move is nearly as good: see `singular` |
//!
//! Yue and Feng (2009) extend by two thirds to three quarters of a ply; tuning by games kept that for checks
//! and made the others smaller (`params`). `ablation.md` has a match without each extension, and matches
//! against those values.
//!
//! Only the largest extension of a move counts. The sum of the extensions on a line is bounded by the depth
//! of the iteration, so that the tree stays finite.

use crate::search::params;
use crate::search::worker::Worker;
use crate::types::{Depth, Move};

/// The properties of node and move that extensions depend on.
pub struct ExtensionReasons {
    pub gives_check: bool,
    pub on_pv: bool,
    pub single_reply: bool,
    pub mate_threat: bool,
    /// Result of the singular extension search, in sixteenths of a ply; negative: a reduction.
    pub singular: i32,
}

impl Worker<'_> {
    /// Returns the extension of a move.
    #[inline]
    pub fn extension(&self, mv: Move, ply: usize, reasons: &ExtensionReasons) -> Depth {
        if self.pruning.exact_depth {
            return Depth::ZERO;
        }
        let mut fraction = reasons.singular;
        if fraction < 0 {
            return Depth::sixteenths(fraction);
        }
        if reasons.gives_check && self.position.see_ge(mv, 0) {
            fraction = fraction.max(params::check_fraction());
        }
        if reasons.single_reply {
            fraction = fraction.max(params::single_reply_fraction());
        }
        if reasons.mate_threat {
            fraction = fraction.max(params::mate_threat_fraction());
        }
        let state = self.position.state();
        let recaptures = state.captured.is_some() && state.last_move.is_some_and(|last| last.to() == mv.to());
        if reasons.on_pv && recaptures {
            fraction = fraction.max(params::exchange_fraction());
        }
        let extension = Depth::sixteenths(fraction);
        let extended = self.stack.before(ply, 1).extended + extension;
        if extended > self.root_depth { Depth::ZERO } else { extension }
    }

    /// Returns true if a line with these extensions may be extended by one more ply.
    #[inline]
    pub fn may_extend(&self, extended: Depth) -> bool {
        extended + Depth::ONE_PLY <= self.root_depth
    }
}
