// SPDX-License-Identifier: MIT OR Apache-2.0
//! Charts for documents, progress bars, the parts of HTML pages, and the board in a full-screen terminal.

#![allow(missing_docs, reason = "shared by the tools alone; the names say it")]

pub mod charts;
pub mod page;
pub mod progress;
pub mod terminal;
