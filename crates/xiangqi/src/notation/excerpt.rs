// SPDX-License-Identifier: MIT OR Apache-2.0
//! Quotations in error messages.

/// A text as error messages quote it: at most 100 characters, control characters replaced by spaces.
pub fn excerpt(text: &str) -> String {
    let mut characters = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut excerpt: String = characters.by_ref().take(100).collect();
    excerpt.extend(characters.next().map(|_| '…'));
    excerpt
}
