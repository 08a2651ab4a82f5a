// SPDX-License-Identifier: MIT OR Apache-2.0
//! Output and manners that the commands of `chuhe` share: files that appear complete or not at all, failures
//! in one line, Ctrl-C, progress bars.

#![allow(missing_docs, clippy::missing_errors_doc, reason = "shared by the commands alone; the names say it")]

pub mod failure;
pub mod files;
pub mod input;
pub mod interrupt;
pub mod output;
pub mod progress;

use std::str::FromStr;
use xiangqi::types::Bilingual;

/// Reads a number from 0 to 1.
pub fn fraction<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, Bilingual> {
    let error =
        |english: &str, chinese: &str| Bilingual::new(|language| language.pick(english, chinese).to_owned());
    let fraction: T = text.parse().map_err(|_| error("not a number", "不是数"))?;
    if (T::from(0)..=T::from(1)).contains(&fraction) {
        Ok(fraction)
    } else {
        Err(error("not from 0 to 1", "应为0至1"))
    }
}
