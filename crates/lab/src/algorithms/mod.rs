// SPDX-License-Identifier: MIT OR Apache-2.0
//! The algorithms, each as plain as in its paper. Each has a page here that explains how it
//! works, shows its cost on the same positions as the others, and names its successor in the engine.

pub mod alpha_beta;
pub mod bai;
pub mod dynamic;
pub mod extensions;
pub mod framework;
pub mod hash;
pub mod hash_history;
pub mod history;
pub mod minimax;
pub mod null_move;
pub mod ordered;
pub mod pvs;
pub mod quiescence;

pub use alpha_beta::{AlphaBeta, minimum_leaves};
pub use bai::Bai;
pub use dynamic::Dynamic;
pub use extensions::Extensions;
pub use framework::Framework;
pub use hash::Hash;
pub use hash_history::{HashHistory, MemorySettings};
pub use history::HistoryOrder;
pub use minimax::{Minimax, Negamax};
pub use null_move::{NullMove, NullMoveKind};
pub use ordered::Ordered;
pub use pvs::{Deepening, Pvs};
pub use quiescence::Quiescence;
