// SPDX-License-Identifier: MIT OR Apache-2.0
//! Languages of the program's output.

use core::str::FromStr;

/// A language of texts for users.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese in simplified characters.
    Chinese,
}

impl FromStr for Language {
    type Err = String;

    /// Reads `en` and `zh`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "en" => Ok(Self::English),
            "zh" => Ok(Self::Chinese),
            _ => Err(format!("'{text}' is not a supported language (en, zh)")),
        }
    }
}
