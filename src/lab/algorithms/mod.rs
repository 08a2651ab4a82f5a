// SPDX-License-Identifier: MIT OR Apache-2.0
//! The algorithms, one per file, each as plain as in its paper. Each has a page here that explains how it
//! works, shows its cost on the same positions as the others, and names its successor in the engine.

pub mod alpha_beta;
pub mod bai;
pub mod deepening;
pub mod extensions;
pub mod framework;
pub mod hash;
pub mod hash_history;
pub mod history;
pub mod minimax;
pub mod negamax;
pub mod null_move;
mod null_move_kind;
pub mod ordered;
pub mod pvs;
pub mod quiescence;

pub use alpha_beta::{AlphaBeta, minimum_leaves};
pub use bai::Bai;
pub use deepening::Deepening;
pub use extensions::Extensions;
pub use framework::Framework;
pub use hash::Hash;
pub use hash_history::HashHistory;
pub use history::HistoryOrder;
pub use minimax::Minimax;
pub use negamax::Negamax;
pub use null_move::NullMove;
pub use null_move_kind::NullMoveKind;
pub use ordered::Ordered;
pub use pvs::Pvs;
pub use quiescence::Quiescence;
