// SPDX-License-Identifier: MIT OR Apache-2.0
//! Books of other programs that are SQLite databases: `.obk` and `.yfk` (BHGUI), `.pfb` (pfBook) and `.xqb`
//! (xqbook).
//!
//! All of them store the same of a move: a score, the numbers of games won, drawn and lost by the mover, and
//! whether it may be played. They differ in how they identify a position ([`bhgui`], [`xqbook`]) and in the
//! names of tables and columns ([`layout`]).
//!
//! A book stays in its file, of which a probe reads a few pages through the database's index of the keys: a
//! book of a gigabyte costs no memory and opens at once. For a file without such an index one is made once,
//! [beside it](key_index).
//!
//! The score is the weight of a move. Where no score is positive, the moves with the highest one weigh 1, so
//! that a book which only values moves is played from, too.

mod bhgui;
mod connection;
mod key_index;
mod layout;
mod oddities;
mod row;
mod view;
mod write;
mod xqbook;

pub use connection::Database;
pub use oddities::Oddities;
pub use write::to_bytes;
