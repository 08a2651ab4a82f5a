// SPDX-License-Identifier: MIT OR Apache-2.0
//! The steps of a node, one idea a file. Each either settles the node (`Some(value)`) or lets it go on.

mod adjust_depth;
mod extend;
mod game_over;
mod null_move;
mod probcut;
mod reduce;
mod singular;
mod skip_moves;
mod static_cut;
mod table;

pub(super) use extend::ExtensionReasons;
pub(super) use null_move::NullMove;
pub(super) use reduce::ReductionReasons;
pub(super) use singular::Singular;
pub(super) use skip_moves::MoveFacts;
pub(super) use static_cut::mate_distance;
pub(super) use table::Outcome;
pub(crate) use table::StoredDepth;
