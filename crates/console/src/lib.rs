// SPDX-License-Identifier: MIT OR Apache-2.0
//! Output and manners that the commands of `chuhe` share: files that appear complete or not at all, failures
//! in one line, Ctrl-C.

#![allow(missing_docs, clippy::missing_errors_doc, reason = "shared by the commands alone; the names say it")]

pub mod failure;
pub mod files;
pub mod input;
pub mod interrupt;
pub mod output;

use std::num::{IntErrorKind, ParseIntError};
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;
use xiangqi::types::{Bilingual, bilingual};

/// Reads an argument of a type whose error has both languages.
pub fn read<T: FromStr<Err: Into<Bilingual>>>(text: &str) -> Result<T, Bilingual> {
    text.parse().map_err(Into::into)
}

/// Reads whole numbers in a range.
pub fn number<T>(
    range: impl RangeBounds<i64> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, Bilingual> + Clone + Send + Sync + 'static
where
    T: TryFrom<i128>,
{
    move |text| {
        let least = match range.start_bound() {
            Bound::Included(&least) | Bound::Excluded(&least) => least.into(),
            Bound::Unbounded => 0_i128,
        };
        let most: Option<i128> = match range.end_bound() {
            Bound::Included(&most) => Some(most.into()),
            Bound::Excluded(&end) => Some(i128::from(end) - 1),
            Bound::Unbounded => None,
        };
        let number: i128 = text.parse().map_err(|error| not_whole(&error))?;
        match most {
            Some(most) if !(least..=most).contains(&number) => {
                Err(bilingual!("must be {least} to {most}", "应为{least}至{most}"))
            }
            None if number < least => Err(bilingual!("must be at least {least}", "至少应为{least}")),
            _ => T::try_from(number).map_err(|_| bilingual!("too large", "数太大")),
        }
    }
}

/// Returns why a text is not a whole number.
pub fn not_whole(error: &ParseIntError) -> Bilingual {
    match error.kind() {
        IntErrorKind::PosOverflow => bilingual!("too large", "数太大"),
        IntErrorKind::NegOverflow => bilingual!("too small", "数太小"),
        _ => bilingual!("not a whole number without a unit", "不是不带单位的整数"),
    }
}

/// Reads a number from 0 to 1.
pub fn fraction<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, Bilingual> {
    let fraction: T = text.parse().map_err(|_| bilingual!("not a number", "不是数"))?;
    if (T::from(0)..=T::from(1)).contains(&fraction) {
        Ok(fraction)
    } else {
        Err(bilingual!("not from 0 to 1", "应为0至1"))
    }
}
