// SPDX-License-Identifier: MIT OR Apache-2.0
//! Move ordering: the staged move picker and the histories that it sorts by.
//!
//! [`gravity`] updates one entry, [`sparse`] is a table of entries; [`history`] holds the tables for moves
//! (butterfly, capture and continuation history, counter moves), [`correction`] the ones for the static
//! evaluation, and [`histories`] all of one thread; [`score`] rates moves, [`threats`] those of threatened
//! pieces, and [`picker`] hands out the moves of a node, best first.

mod correction;
mod gravity;
mod histories;
mod history;
mod picker;
mod score;
mod sparse;
mod threats;

pub use gravity::history_bonus;
pub use histories::Histories;
pub use history::{ContinuationKeys, PieceTo};
pub use picker::{MovePicker, Refutations};
