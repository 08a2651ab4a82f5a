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

use crate::notation::formats::{RawGame, RawGames, RecordFormat, Source, read_text};
use section::{Sections, is_mark};

pub use read::parse;

/// The format.
pub struct Pgn;

impl RecordFormat for Pgn {
    fn name(&self) -> &'static str {
        "PGN"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pgn"]
    }

    fn recognises(&self, head: &[u8]) -> bool {
        // A file that begins with a tag is PGN whatever its tags and comments contain.
        is_mark(head)
    }

    fn games<'a>(&self, source: Source<'a>) -> RawGames<'a> {
        let mut games = Sections::new(source);
        Box::new(move || {
            let game = games.next()?;
            Ok(game.map(|game| {
                Box::new(move |fallback| {
                    read_text(&game.bytes, fallback, |encoding| {
                        parse(&encoding.decode(&game.bytes), game.line)
                    })
                }) as RawGame
            }))
        })
    }
}
