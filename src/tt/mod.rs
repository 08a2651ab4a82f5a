// SPDX-License-Identifier: MIT OR Apache-2.0
//! The transposition table: results of earlier searches by position.
//!
//! All threads share it without locks. A slot is two atomic words, the data and the key xor the data (Hyatt's
//! lockless hashing): words torn apart by two writers do not match any key and look like a miss. Four slots
//! fill a cache line, the *bucket*; the high half of the product of key and number of buckets picks it, so
//! any size will do.
//!
//! The table knows moves and values, not positions; the search decides what may be stored (values that depend
//! on the path may not) and what may be trusted.
//!
//! Reading order: `entry` is what callers see; `slot` packs it into 16 bytes; `bucket` probes four slots and
//! chooses the one to replace; `table` finds the bucket of a key; `memory` gets large pages for it.

mod bucket;
mod entry;
mod memory;
mod slot;
mod table;

pub use entry::{Bound, Entry};
pub use table::TranspositionTable;
