// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which moves to try first.

mod history;
mod picker;

pub use history::{Before, Histories, PieceTo, bonus, update};
pub use picker::MovePicker;
