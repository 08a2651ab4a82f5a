// SPDX-License-Identifier: MIT OR Apache-2.0
//! DhtmlXQ, also called UBB: the text in which Chinese forums and dpxq.com exchange games, read and written.
//!
//! Fields like `[DhtmlXQ_title]…[/DhtmlXQ_title]` stand between `[DhtmlXQ]` and `[/DhtmlXQ]`. A point is two digits: the
//! file from Red's left, and the rank from Black's side. The men's points are 64 digits, 99 for a man not there; a move is
//! four digits. Variations are branches with numbers: `[DhtmlXQ_move_0_3_1]` is branch 1, played in the place of the third
//! ply of branch 0, which is the game. `[DhtmlXQ_comment3]` is the remark on the third ply of the game,
//! `[DhtmlXQ_comment1_3]` that of branch 1; plies are counted from the game's start. `||` is a line's end.
//!
//! The format was never published; this is what the pages of dpxq.com show and the open readers of other programs make of
//! them, vschess among them.

mod blocks;
mod read;
mod write;

pub use blocks::{Blocks, has_field};
pub use read::read;

/// All fields begin so.
const MARK: &str = "[DhtmlXQ_";

/// Fields and tags. Where a tag has two fields the first is preferred, and the last is written.
const FIELDS: [(&str, &str); 22] = [
    ("title", "Title"),
    ("event", "Event"),
    ("class", "Category"),
    ("group", "Group"),
    ("round", "Round"),
    ("table", "Board"),
    ("date", "Date"),
    ("place", "Site"),
    ("timerule", "TimeControl"),
    ("redname", "Red"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("redrating", "RedElo"),
    ("blackname", "Black"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("blackrating", "BlackElo"),
    ("open", "Opening"),
    ("endtype", "Termination"),
    ("author", "Annotator"),
    ("owner", "Author"),
    ("refer", "Source"),
];
