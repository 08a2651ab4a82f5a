// SPDX-License-Identifier: MIT OR Apache-2.0
//! The transposition table as users of the engine see it: its entry for a position, and its size, limited by
//! the available memory, since systems promise memory that they do not have.

use crate::tt::{Bound, TranspositionTable};
use xiangqi::position::Position;
use xiangqi::types::{Move, Value};

/// The fraction of the available memory that the transposition table may take.
const SHARE: (usize, usize) = (3, 4);
/// A transposition table of this size in MiB is always allowed.
const ALWAYS: usize = 64;

/// The largest size of a transposition table in MiB.
pub const MAX_HASH_MB: usize = 1 << 16;

/// Returns the size in MiB if the choice is the engine's: 1/32 of the available memory, at least 64 and at
/// most 256.
pub fn usual_hash_mb() -> usize {
    (available_megabytes().unwrap_or(0) / 32).clamp(64, 256)
}

/// Limits the size of a transposition table in MiB to a fraction of the available memory.
pub fn affordable(megabytes: usize) -> usize {
    let most = |memory: usize| (memory / SHARE.1 * SHARE.0).max(ALWAYS);
    available_megabytes().map_or(megabytes, |memory| megabytes.min(most(memory)))
}

/// Returns the memory available without swapping in MiB: the minimum of the free memory and the container's
/// limit. `None` if the system reports neither.
fn available_megabytes() -> Option<usize> {
    let free = || {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.split_whitespace().next()?.parse::<usize>().ok().map(|kilobytes| kilobytes >> 10)
    };
    let limit = |file: &str| {
        let bytes = std::fs::read_to_string(file).ok()?.trim().parse::<u64>().ok()?;
        usize::try_from(bytes >> 20).ok()
    };
    let container = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .into_iter()
        .filter_map(limit);
    container.chain(free()).min()
}

/// The entry of the transposition table for a position. Values count mates from this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HashEntry {
    /// Best move.
    pub best_move: Option<Move>,
    /// Lower bound of the value, and its depth in plies.
    pub lower: Option<(Value, u32)>,
    /// Upper bound of the value, and its depth in plies.
    pub upper: Option<(Value, u32)>,
}

impl HashEntry {
    /// Looks `position` up. The best move is left out if it is illegal, which happens when keys collide.
    pub fn probe(tt: &TranspositionTable, position: &Position) -> Option<Self> {
        let entry = tt.probe(position.key())?;
        let bound = Some((entry.value, entry.depth.plies()));
        Some(Self {
            best_move: entry.mv.filter(|&mv| position.is_legal(mv)),
            lower: bound.filter(|_| matches!(entry.bound, Bound::Lower | Bound::Exact)),
            upper: bound.filter(|_| matches!(entry.bound, Bound::Upper | Bound::Exact)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_table_takes_all_memory() {
        assert_eq!(affordable(16), 16);
        if let Some(memory) = available_megabytes() {
            assert!(affordable(usize::MAX) <= memory.max(ALWAYS));
        }
    }
}
