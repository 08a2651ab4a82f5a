// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: extensions, as fractions of a ply that add up along the line.
//!
//! | reason | plies | why |
//! |---|---|---|
//! | check | 11/16 | few answers, much at stake; only checks that do not lose the man |
//! | exchange | 8/16 | a recapture is nearly forced, and stopping in the middle misjudges; on the principal variation |
//! | single reply | 10/16 | the only way out of check costs nothing to follow |
//! | mate threat | 6/16 | passing would be mated: the defence must be seen to its end |
//! | singular | 1 or 2 | no other move is nearly as good: see `singular` |
//!
//! Yue and Feng (2009) extend by two thirds to three quarters of a ply; tuning by games kept that for checks and made the others
//! smaller (`params`). `ablation.md` has a match without each, and matches against those values.
//!
//! A move is extended for its largest reason alone. What is added on a line, here and elsewhere, is bounded by the
//! iteration's depth, so that the tree stays finite.

use crate::search::params;
use crate::search::worker::Worker;
use crate::types::{Depth, Move};

/// What is known of the node and the move.
pub struct ExtensionReasons {
    pub gives_check: bool,
    pub on_pv: bool,
    pub single_reply: bool,
    pub mate_threat: bool,
    /// What asking for a singular move gave, in sixteenths; negative: a reduction.
    pub singular: i32,
}

impl Worker<'_> {
    /// How far to extend this move.
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

    /// May a line that has been extended so far be extended by a ply more?
    #[inline]
    pub fn may_extend(&self, extended: Depth) -> bool {
        extended + Depth::ONE_PLY <= self.root_depth
    }
}
