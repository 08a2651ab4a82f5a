// SPDX-License-Identifier: MIT OR Apache-2.0
//! The steps of a node, one technique a file. Each either returns the value of the node (`Some`) or lets it
//! go on.
//!
//! | file | techniques |
//! |---|---|
//! | `game_over` | repetition, natural move limit (rule60), material draw |
//! | `table` | transposition table cutoffs |
//! | `endgame_tables` | values from endgame tables |
//! | `static_cut` | mate distance pruning, reverse futility |
//! | `null_move` | null-move pruning with verification, mate threat |
//! | `probcut` | ProbCut |
//! | `adjust_depth` | hindsight, internal iterative reduction |
//! | `singular` | singular extension, multi-cut |
//! | `skip_moves` | late move, history, futility and SEE pruning |
//! | `extend` | check, recapture, single reply and mate threat extensions |
//! | `reduce` | late move reductions (LMR) |

mod adjust_depth;
mod endgame_tables;
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
