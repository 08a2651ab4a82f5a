// SPDX-License-Identifier: MIT OR Apache-2.0
//! The code and the names of an opening.

use core::fmt;

/// A name, which may have two parts, such as 中炮七路马对屏风马 and 红左马盘河.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpeningName {
    /// The opening.
    pub opening: &'static str,
    /// The variation, which distinguishes openings of the same name.
    pub variation: Option<&'static str>,
}

impl fmt::Display for OpeningName {
    /// `opening: variation`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.variation {
            Some(variation) => write!(f, "{}: {variation}", self.opening),
            None => f.write_str(self.opening),
        }
    }
}

/// An ECCO opening: its code and its names.
///
/// ```
/// use xiangqi::Position;
/// use xiangqi::openings::Opening;
/// let mut position = Position::startpos();
/// for mv in ["h2e2", "b9c7", "h0g2", "h9g7", "b2d2"] {
///     position.play(mv.parse()?)?;
/// }
/// let opening = Opening::of(&position).expect("a game from the start");
/// assert_eq!((opening.code, opening.chinese.opening), ("C50", "五六炮对屏风马"));
/// assert_eq!(opening.to_string(), "C50 Five-Six Cannons v Screen Horses");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// ECCO code, from `A00` (other openings) on.
    pub code: &'static str,
    /// Name in simplified Chinese.
    pub chinese: OpeningName,
    /// Name in English.
    pub english: OpeningName,
}

impl fmt::Display for Opening {
    /// Code and English name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.english)
    }
}
