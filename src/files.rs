// SPDX-License-Identifier: MIT OR Apache-2.0
//! The files that the engine reads: books, endgame tables and networks. In WebAssembly, which has none, those
//! that the program has put in memory.

pub mod memory;

#[cfg(target_family = "wasm")]
pub use memory::{File, metadata, read_dir};
#[cfg(not(target_family = "wasm"))]
pub use std::fs::{File, metadata, read_dir};

use std::fs::Metadata;
use std::io;
use xiangqi::types::bilingual;

/// Refuses what is not a regular file. A pipe in its place would block until another process writes to it.
///
/// # Errors
/// If it is not a regular file.
pub fn require_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        Ok(())
    } else {
        Err(io::Error::other(bilingual!("not a regular file", "不是普通文件")))
    }
}
