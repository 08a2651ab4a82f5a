// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two notations in Latin letters, WXF and Vietnamese, which share some words.
//!
//! `C7.1` is a cannon that moves sideways in WXF, and a pawn that advances in Vietnamese notation; `P2.1` is
//! a pawn, or a cannon. Shared words consist of P, B or C and a dot or a hyphen. All others show which
//! notation a list of moves is in.

use crate::notation::vertical::Parts;
use crate::notation::{vietnamese, wxf};
use std::borrow::Cow;

/// The reading of words that WXF and Vietnamese notation share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Latin {
    /// As WXF.
    Wxf,
    /// As Vietnamese notation.
    Vietnamese,
    /// In whichever of the two they are legal; an error if they are two legal moves.
    Either,
}

impl Latin {
    /// Parses a word in WXF and in Vietnamese notation. Of a word that both have, only the chosen meaning is
    /// returned.
    pub fn meanings(self, word: &str) -> [Option<Parts>; 2] {
        let word = narrow(word);
        match (self, [wxf::read(&word), vietnamese::read(&word)]) {
            (Self::Wxf, [Some(meaning), _]) => [Some(meaning), None],
            (Self::Vietnamese, [_, Some(meaning)]) => [None, Some(meaning)],
            (_, meanings) => meanings,
        }
    }

    /// The notation with this name in the tag `Format` of a game record.
    pub fn from_format(name: &str) -> Option<Self> {
        match name.trim().to_ascii_lowercase().as_str() {
            "wxf" => Some(Self::Wxf),
            "vietnamese" => Some(Self::Vietnamese),
            _ => None,
        }
    }
}

/// The word with plain characters instead of full-width ones, if all of it can be written like that.
fn narrow(word: &str) -> Cow<'_, str> {
    let plain = |c: char| match c {
        '！'..='～' => char::from_u32(u32::from(c) - u32::from('！') + u32::from('!')),
        _ => c.is_ascii().then_some(c),
    };
    let narrow: Option<String> = word.chars().map(plain).collect();
    narrow.map_or(Cow::Borrowed(word), Cow::Owned)
}
