// SPDX-License-Identifier: MIT OR Apache-2.0
//! The monitor (`match --watch`): live boards, clocks, evaluations and the running score on a terminal.
//!
//! The referees' threads update a [`Scene`](scene::Scene); a thread of its own draws it ten times a second. A
//! frame is a pure function of the scene, the size of the terminal and the time ([`frame`]). ratatui writes
//! what differs from the frame before, on the terminal's alternate screen, so that its contents come back at
//! the end ([`screen`]).

mod frame;
mod scene;
mod screen;
#[cfg(test)]
mod tests;

pub use screen::Monitor;
