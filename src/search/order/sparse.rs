// SPDX-License-Identifier: MIT OR Apache-2.0
//! A large table of history entries that remembers where it was written.
//!
//! The continuation history takes three megabytes, of which a search of a thousand nodes writes a small part.
//! A flag for each block of entries lets clearing and fading pass over the rest, which would take a fifth of
//! the time of such a search.

use super::gravity::add_bonus;

/// Entries of a block: two cache lines.
const BLOCK: usize = 64;
/// Blocks whose flags are looked at together.
const GROUP: usize = 64;

/// Entries, all zero at first.
pub struct SparseTable {
    entries: Vec<i16>,
    /// For each block: an entry of it may differ from zero.
    is_written: Vec<bool>,
}

impl SparseTable {
    pub fn new(length: usize) -> Self {
        Self { entries: vec![0; length], is_written: vec![false; length.div_ceil(BLOCK)] }
    }

    #[inline]
    pub fn get(&self, index: usize) -> i16 {
        self.entries[index]
    }

    /// Adds a bonus or (negative) a malus to an entry.
    #[inline]
    pub fn update(&mut self, index: usize, bonus: i32) {
        add_bonus(&mut self.entries[index], bonus);
        self.is_written[index / BLOCK] = true;
    }

    /// Sets all entries to zero.
    pub fn clear(&mut self) {
        self.for_written(|block, is_written| {
            block.fill(0);
            *is_written = false;
        });
    }

    /// Changes the entries block by block; zeros must stay zero.
    pub fn change(&mut self, mut change: impl FnMut(&mut [i16])) {
        self.for_written(|block, _| change(block));
    }

    fn for_written(&mut self, mut work: impl FnMut(&mut [i16], &mut bool)) {
        let groups = self.entries.chunks_mut(BLOCK * GROUP).zip(self.is_written.chunks_mut(GROUP));
        for (entries, flags) in groups {
            if flags.iter().fold(false, |any, &flag| any | flag) {
                for (block, flag) in entries.chunks_mut(BLOCK).zip(flags) {
                    if *flag {
                        work(block, flag);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_changed_and_cleared() {
        // The last block and the last group are not full.
        let length = BLOCK * GROUP * 2 + BLOCK + 3;
        let mut table = SparseTable::new(length);
        let written = [0, BLOCK, BLOCK * GROUP + 5, length - 1];
        for index in written {
            table.update(index, 1000);
        }
        let mut blocks = 0;
        table.change(|block| {
            blocks += 1;
            for entry in block {
                *entry /= 2;
            }
        });
        assert_eq!(blocks, written.len());
        let whole = table.get(0);
        assert!(whole > 0 && written.iter().all(|&index| table.get(index) == whole));
        table.clear();
        assert!((0..length).all(|index| table.get(index) == 0));
        table.change(|_| unreachable!("nothing is written"));
    }
}
