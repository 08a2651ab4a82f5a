// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: singular extension (Anantharaman, Campbell and Hsu 1988), in its modern form.
//!
//! The moves other than the table move are searched at half the depth with a null window a little below the
//! table's value. If all fail low, the table move is *singular* and extended. If they reach beta as well, the
//! node will fail high one way or another and is cut at once (multi-cut, Björnsson and Marsland 1998). If
//! neither holds and the table's value reaches beta or a cutoff is expected, the table move is reduced
//! (negative extension).

use crate::search::control::Stopped;
use crate::search::node::NodeContext;
use crate::search::params;
use crate::search::worker::Worker;
use crate::tt::Bound;
use crate::types::value::is_decisive;
use crate::types::{Depth, Value};

/// The result of the search without the table move.
pub enum Singular {
    /// Extend the table move by this number of sixteenths of a ply (negative: reduce).
    Extend(i32),
    /// The value of the node is at or above beta.
    Cutoff(Value),
}

impl Worker<'_> {
    /// Tests whether the table move is singular.
    #[inline]
    pub fn singular<const PV: bool>(&mut self, node: &NodeContext, beta: Value) -> Result<Singular, Stopped> {
        let (Some(mv), Some(entry)) = (node.tt_move, &node.entry) else { return Ok(Singular::Extend(0)) };
        let (depth, ply, cut_node) = (node.depth, node.ply, node.cut_node);
        let worth_trying = !self.pruning.exact_depth
            && depth >= Depth::plies(params::singular_depth())
            && entry.depth >= (depth - Depth::plies(3)).into()
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !is_decisive(entry.value)
            && ply < 2 * usize::try_from(self.root_depth.whole()).unwrap_or(0);
        if !worth_trying {
            return Ok(Singular::Extend(0));
        }
        let bound = entry.value - params::singular_margin() * depth.whole() / 16;
        let half = Depth::plies((depth.whole() - 1) / 2);
        self.stack.at_mut(ply).excluded = Some(mv);
        let value = self.search::<false>(bound - 1, bound, half, ply, cut_node);
        self.stack.at_mut(ply).excluded = None;
        let value = value?;
        if value < bound {
            let doubly = !PV && value < bound - params::double_margin();
            return Ok(Singular::Extend(params::singular_fraction() * if doubly { 2 } else { 1 }));
        }
        if value >= beta && !is_decisive(value) && self.pruning.static_cuts {
            return Ok(Singular::Cutoff(value));
        }
        let is_nothing_special = self.pruning.reductions && (entry.value >= beta || cut_node);
        Ok(Singular::Extend(if is_nothing_special { params::not_singular_fraction() } else { 0 }))
    }
}
