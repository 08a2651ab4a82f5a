// SPDX-License-Identifier: MIT OR Apache-2.0
//! The size of a game. Files may be of any size, since they are read game by game; a game is kept in memory.

use super::error::RecordLocation;
use crate::bounded;
use std::io::{self, ErrorKind};

/// Maximum size of a game in a file, with its comments and variations, in bytes. A file with a longer one is
/// damaged or not a file of games, so reading ends there.
pub const MAX_GAME: u64 = 16 << 20;

/// Returns the error for a game that is too long.
pub fn too_long(location: RecordLocation) -> io::Error {
    bounded::too_large(format_args!("{location}: the game"), MAX_GAME)
}

/// Adds the location of the game to the error for a part of it that is too long.
pub fn located(error: io::Error, location: RecordLocation) -> io::Error {
    if error.kind() == ErrorKind::FileTooLarge { too_long(location) } else { error }
}
