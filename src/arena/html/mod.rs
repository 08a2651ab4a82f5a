// SPDX-License-Identifier: MIT OR Apache-2.0
//! The report of a match as a self-contained HTML page.
//!
//! Statistics are computed in Rust ([`report`]); the games travel as JSON in the page, whose scripts count
//! them, draw the charts and replay the games.

mod data;
mod report;

pub use report::{MARK, ReportFile, report};
