// SPDX-License-Identifier: MIT OR Apache-2.0
//! The formats of books.

use super::format;
use core::fmt;

/// A book format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BookFormat {
    /// chuhe's [own format](mod@format).
    Chuhe,
    /// ElephantEye's `BOOK.DAT`.
    ElephantEye,
    /// BHGUI's `.obk`.
    Obk,
    /// `.yfk`: the same with the squares of a move swapped.
    Yfk,
    /// pfBook's `.pfb`.
    Pfb,
    /// xqbook's `.xqb`.
    Xqb,
}

impl fmt::Display for BookFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chuhe => write!(f, "chuhe, version {}", format::VERSION),
            Self::ElephantEye => f.write_str("ElephantEye"),
            Self::Obk => f.write_str("BHGUI (.obk)"),
            Self::Yfk => f.write_str("BHGUI with swapped squares (.yfk)"),
            Self::Pfb => f.write_str("pfBook (.pfb)"),
            Self::Xqb => f.write_str("xqbook (.xqb)"),
        }
    }
}
