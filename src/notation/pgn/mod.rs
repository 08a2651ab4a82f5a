// SPDX-License-Identifier: MIT OR Apache-2.0
//! PGN, which is read and written.
//!
//! Xiangqi's PGN is that of xqbase.com's programs: the first tag is `[Game "Chinese Chess"]`, Red and Black take the
//! place of White and Black, `Format` names the notation of the moves, and there is one full move a line. When Black
//! moves first, or after a comment, the number is there again and Red's place is left blank.
//!
//! The reader takes more than that, since much more is found: any notation in any place, any encoding, parentheses with
//! variations or with plain words in them, advertising behind the result. What it cannot read it says with line and
//! word, and goes on with the next game.

mod parse;
mod section;
mod words;
mod write;

pub use parse::parse;
pub use section::Sections;

/// Tags in the order in which programs write them; others follow.
const TAG_ORDER: [&str; 17] = [
    "Game",
    "Event",
    "Round",
    "Date",
    "Site",
    "RedTeam",
    "Red",
    "RedElo",
    "BlackTeam",
    "Black",
    "BlackElo",
    "Result",
    "ECCO",
    "Opening",
    "Variation",
    "Format",
    "FEN",
];
