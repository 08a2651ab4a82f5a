// SPDX-License-Identifier: MIT OR Apache-2.0
//! Numbers from 0 to 1.

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
