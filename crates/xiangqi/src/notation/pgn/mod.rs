// SPDX-License-Identifier: MIT OR Apache-2.0
//! PGN: reader and writer.
//!
//! The xiangqi dialect of PGN is that of xqbase.com's programs: the first tag is `[Game "Chinese Chess"]`,
//! Red and Black replace White and Black, `Format` names the notation of the moves, and each line holds one
//! full move. When Black moves first, or after a comment, the number is repeated and Red's place is left
//! blank.
//!
//! The reader accepts more than that, because files in circulation contain more: any notation anywhere, any
//! encoding, parentheses with variations or with plain words in them, advertising after the result. It
//! reports what it cannot read by line and word, and continues with the next game.

mod read;
mod section;
mod write;

use crate::notation::formats::{RawGames, Source, text_games};
use section::Sections;

pub use read::parse;
pub use section::begins_with_tag;

pub fn games(source: Source<'_>) -> RawGames<'_> {
    let mut games = Sections::new(source);
    text_games(move || games.next(), |game, encoding| parse(&encoding.decode(&game.bytes), game.line))
}
