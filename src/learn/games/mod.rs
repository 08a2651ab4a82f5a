// SPDX-License-Identifier: MIT OR Apache-2.0
//! Self-play games and the files that hold them.
//!
//! `record` encodes one [`SelfPlayGame`], about four bytes per position; `packed` encodes a position in 32
//! bytes; `file` appends games to a file ([`GameWriter`]) and reads them back ([`GameReader`]).

mod file;
mod packed;
mod record;

pub use file::{GameFileError, GameReader, GameWriter};
pub use packed::PackedPosition;
pub use record::{ScoredMove, SelfPlayGame, SelfPlayTermination};
