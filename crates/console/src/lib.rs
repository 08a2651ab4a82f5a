// SPDX-License-Identifier: MIT OR Apache-2.0
//! Output and manners that the commands of `chuhe` share: files that appear complete or not at all, failures
//! in one line, Ctrl-C, progress bars, charts, the parts of HTML pages, and the board in a
//! terminal.

#![allow(missing_docs, clippy::missing_errors_doc, reason = "shared by the commands alone; the names say it")]

pub mod charts;
pub mod failure;
pub mod files;
pub mod interrupt;
pub mod output;
pub mod page;
pub mod progress;
pub mod terminal;
