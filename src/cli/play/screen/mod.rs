// SPDX-License-Identifier: MIT OR Apache-2.0
//! The game on a full screen.
//!
//! [`app`] is what the screen shows besides the session, and what keys do to it; [`view`] draws both, a pure
//! function of them and the time; [`terminal`] is the loop that reads keys and writes frames.

mod app;
mod terminal;
#[cfg(test)]
mod tests;
mod view;

pub use app::App;
pub use terminal::run;
