// SPDX-License-Identifier: MIT OR Apache-2.0
//! Examples in random order, more of them than memory holds if need be.
//!
//! Each example that comes is thrown on one of many piles, which are files; at the end each pile is read, shuffled and
//! appended to one long file: any order of all examples is as likely as any other. As long as they fit, examples are kept and
//! shuffled in memory instead. Later on blocks are read in a new order in each epoch.
//!
//! The files are deleted as soon as they are open: the space is given back when the program ends, however it does.

use super::example::Example;
use crate::types::SplitMix64;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Positions that stay together when the order changes; a batch is some of these blocks.
pub const BLOCK: usize = 256;
/// Piles to throw examples on.
const PILES: usize = 64;

/// Takes examples in and puts them into random order.
pub struct Shuffler {
    rng: SplitMix64,
    /// So many stay in memory.
    limit: usize,
    memory: Vec<Example>,
    /// If there are more, they are here: how many, and the file.
    piles: Vec<(usize, BufWriter<File>)>,
    directory: PathBuf,
}

impl Shuffler {
    /// Keeps up to `limit` examples in memory, all others in files in the directory.
    pub fn new(seed: u64, limit: usize, directory: &Path) -> Self {
        Self {
            rng: SplitMix64::new(seed),
            limit,
            memory: Vec::new(),
            piles: Vec::new(),
            directory: directory.to_owned(),
        }
    }

    pub fn push(&mut self, example: Example) -> io::Result<()> {
        if self.piles.is_empty() {
            if self.memory.len() < self.limit {
                self.memory.push(example);
                return Ok(());
            }
            for _ in 0..PILES {
                let file = scratch_file(&self.directory)?;
                self.piles.push((0, BufWriter::new(file)));
            }
            for example in std::mem::take(&mut self.memory) {
                self.throw(&example)?;
            }
        }
        self.throw(&example)
    }

    fn throw(&mut self, example: &Example) -> io::Result<()> {
        let (count, pile) = &mut self.piles[self.rng.below(PILES)];
        *count += 1;
        pile.write_all(bytemuck::bytes_of(example))
    }

    /// All that came, shuffled.
    pub fn finish(mut self) -> io::Result<Store> {
        if self.piles.is_empty() {
            shuffle(&mut self.memory, &mut self.rng);
            return Ok(Store::Memory(self.memory));
        }
        let mut file = scratch_file(&self.directory)?;
        let mut len = 0;
        for (count, pile) in self.piles {
            let mut pile = pile.into_inner().map_err(io::IntoInnerError::into_error)?;
            let mut examples: Vec<Example> = bytemuck::zeroed_vec(count);
            pile.rewind()?;
            pile.read_exact(bytemuck::cast_slice_mut(&mut examples))?;
            shuffle(&mut examples, &mut self.rng);
            file.write_all(bytemuck::cast_slice(&examples))?;
            len += count;
        }
        Ok(Store::File { file, len })
    }
}

/// A file without a name.
fn scratch_file(directory: &Path) -> io::Result<File> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = directory.join(format!("chuhe.{}.{number}.tmp", process::id()));
        match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
            // Left by another process that had this number.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            file => {
                // Where a file that is open cannot be deleted, it stays.
                let _ = fs::remove_file(&path);
                return file;
            }
        }
    }
}

/// Puts things into random order (Fisher and Yates).
pub fn shuffle<T>(things: &mut [T], rng: &mut SplitMix64) {
    for last in (1..things.len()).rev() {
        things.swap(last, rng.below(last + 1));
    }
}

/// Examples in random order.
pub enum Store {
    /// In memory.
    Memory(Vec<Example>),
    /// In a file.
    File {
        /// Where.
        file: File,
        /// How many.
        len: usize,
    },
}

impl Store {
    pub fn len(&self) -> usize {
        match self {
            Self::Memory(examples) => examples.len(),
            Self::File { len, .. } => *len,
        }
    }

    /// Blocks, the last of which may be shorter.
    pub fn blocks(&self) -> usize {
        self.len().div_ceil(BLOCK)
    }

    /// The blocks in an epoch's order.
    pub fn order(&self, seed: u64, epoch: u32) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.blocks()).collect();
        shuffle(&mut order, &mut SplitMix64::new(seed ^ u64::from(epoch) << 32));
        order
    }

    /// Puts the examples of these blocks into the list instead of what it holds.
    pub fn read(&mut self, blocks: &[usize], examples: &mut Vec<Example>) -> io::Result<()> {
        let len = self.len();
        examples.clear();
        for &block in blocks {
            let start = block * BLOCK;
            let end = len.min(start + BLOCK);
            match self {
                Self::Memory(all) => examples.extend_from_slice(&all[start..end]),
                Self::File { file, .. } => {
                    let place = examples.len();
                    examples.resize(place + end - start, bytemuck::Zeroable::zeroed());
                    file.seek(SeekFrom::Start((start * size_of::<Example>()) as u64))?;
                    file.read_exact(bytemuck::cast_slice_mut(&mut examples[place..]))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// So many examples, told apart by their scores, after shuffling.
    fn shuffled(count: i16, limit: usize, seed: u64) -> Vec<i16> {
        let mut shuffler = Shuffler::new(seed, limit, &std::env::temp_dir());
        for score in 0..count {
            shuffler.push(Example::scored(score, 1)).unwrap();
        }
        let mut store = shuffler.finish().unwrap();
        assert_eq!(matches!(store, Store::Memory(_)), limit >= usize::try_from(count).unwrap());
        let (mut scores, mut examples) = (Vec::new(), Vec::new());
        let blocks: Vec<usize> = (0..store.blocks()).collect();
        for blocks in blocks.chunks(3) {
            store.read(blocks, &mut examples).unwrap();
            scores.extend(examples.iter().map(|example| example.score));
        }
        scores
    }

    #[test]
    fn examples_are_mixed_in_memory_and_in_files() {
        for limit in [2000, 1999, 10] {
            let scores = shuffled(2000, limit, 1);
            assert_eq!(scores.iter().copied().collect::<BTreeSet<_>>(), (0..2000).collect());
            assert_eq!(scores.len(), 2000);
            // Wherever one looks, the mean is near that of all, 999.5.
            for part in scores.chunks(500) {
                let mean = part.iter().map(|&score| i32::from(score)).sum::<i32>() / 500;
                assert!((900..1100).contains(&mean), "{limit}: {mean}");
            }
            // And one is as often smaller than the one before as not.
            let descents = scores.windows(2).filter(|pair| pair[0] > pair[1]).count();
            assert!((900..1100).contains(&descents), "{limit}: {descents}");
            assert_eq!(scores, shuffled(2000, limit, 1));
            assert_ne!(scores, shuffled(2000, limit, 2));
        }
    }

    #[test]
    fn each_epoch_has_an_order_of_its_own() {
        let store = Store::Memory(vec![Example::scored(0, 1); 20 * BLOCK + 1]);
        let orders: BTreeSet<_> = (1..=5).map(|epoch| store.order(1, epoch)).collect();
        assert_eq!(orders.len(), 5);
        for mut order in orders {
            order.sort_unstable();
            assert_eq!(order, (0..=20).collect::<Vec<_>>());
        }
    }
}
