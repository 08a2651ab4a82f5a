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

use std::str::FromStr;

/// Reads a number from 0 to 1.
pub fn fraction<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    let fraction: T = text.parse().map_err(|_| "not a number".to_owned())?;
    if (T::from(0)..=T::from(1)).contains(&fraction) {
        Ok(fraction)
    } else {
        Err("not from 0 to 1".to_owned())
    }
}
