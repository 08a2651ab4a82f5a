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

pub use extend::ExtensionReasons;
pub use null_move::NullMove;
pub use reduce::ReductionReasons;
pub use singular::Singular;
pub use static_cut::mate_distance;
