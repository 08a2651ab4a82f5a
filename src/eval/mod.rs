// SPDX-License-Identifier: MIT OR Apache-2.0
//! Static evaluation: from a position to a value.
//!
//! An [`Evaluator`] belongs to one search thread and observes its moves. It uses an NNUE [`Network`], whose
//! [`explain`](Network::explain) shows the contribution of each piece to the value. [`WdlModel`] turns values
//! into probabilities of win, draw and loss.
//!
//! # From a move to its value
//!
//! 1. The search plays a move; the position reports the changed pieces to
//!    [`BoardObserver::on_move`](xiangqi::position::BoardObserver::on_move) of the [`Evaluator`].
//! 2. The evaluator pushes them on its stack of NNUE accumulators, which are updated lazily ([`nnue`]).
//! 3. If the transposition table has no static value, the search calls [`Evaluator::evaluate_undamped`].
//! 4. The network updates the accumulator of both perspectives incrementally, applies `SCReLU`, computes the
//!    output layer of the bucket and dequantises.
//! 5. With few attackers left, the value is scaled down in endings that are drawn by material.
//! 6. The search adds its correction history and applies [`damped`]: the longer there has been no capture
//!    (`rule60`), the less an advantage is worth.
//! 7. For output, [`Score`](xiangqi::types::Score) normalises the value to centipawns, and [`WdlModel`] gives
//!    the probabilities.

mod evaluator;
mod network_table;
pub mod nnue;
pub mod wdl;

pub use evaluator::{Evaluator, damped};
pub use network_table::network_table;
pub use nnue::Network;
pub use wdl::WdlModel;
