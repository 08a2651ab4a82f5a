// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search.

mod report;
mod request;

pub use report::{Bound, Listener, SearchInfo, SearchResult};
pub use request::{Clock, Level, Limits, Settings, Style};
