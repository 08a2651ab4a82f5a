// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which moves to try first.

mod history;
mod picker;

pub(super) use history::{Histories, PieceTo, bonus};
pub(super) use picker::MovePicker;
