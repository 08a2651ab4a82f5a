// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shuffles examples, in memory or on disk if they exceed the memory limit.
//!
//! On disk, each example is written to one of many piles, chosen at random; at the end each pile is read,
//! shuffled and appended to one file. All orders of the examples are equally likely. Examples within the
//! memory limit are shuffled in memory instead. In each epoch blocks of examples are read in a new order.
//!
//! The files are deleted as soon as they are open: their space is released when the process ends, however it
//! ends.

use super::example::Example;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use xiangqi::types::SplitMix64;

/// The number of positions in a block, which stay together when the order changes. A batch consists of some
/// blocks.
pub const BLOCK: usize = 256;
const PILES: usize = 64;

pub struct Shuffler {
    rng: SplitMix64,
    limit: usize,
    memory: Vec<Example>,
    /// The piles beyond that limit: number of examples and file.
    piles: Vec<(usize, BufWriter<File>)>,
    directory: PathBuf,
}

impl Shuffler {
    /// Creates a shuffler that keeps up to `limit` examples in memory; if there are more, all go to files in
    /// `directory`.
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
                self.push_to_pile(&example)?;
            }
        }
        self.push_to_pile(&example)
    }

    fn push_to_pile(&mut self, example: &Example) -> io::Result<()> {
        let (count, pile) = &mut self.piles[self.rng.below(PILES)];
        *count += 1;
        pile.write_all(bytemuck::bytes_of(example))
    }

    pub fn finish(mut self) -> io::Result<Store> {
        if self.piles.is_empty() {
            self.rng.shuffle(&mut self.memory);
            return Ok(Store::Memory(self.memory));
        }
        let mut file = scratch_file(&self.directory)?;
        let mut len = 0;
        for (count, pile) in self.piles {
            let mut pile = pile.into_inner().map_err(io::IntoInnerError::into_error)?;
            let mut examples: Vec<Example> = bytemuck::zeroed_vec(count);
            pile.rewind()?;
            pile.read_exact(bytemuck::cast_slice_mut(&mut examples))?;
            self.rng.shuffle(&mut examples);
            file.write_all(bytemuck::cast_slice(&examples))?;
            len += count;
        }
        Ok(Store::File { file, len })
    }
}

/// Creates a temporary file without a name.
fn scratch_file(directory: &Path) -> io::Result<File> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = directory.join(format!("chuhe.{}.{number}.tmp", process::id()));
        match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
            // Left by an earlier process with the same id.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            file => {
                // Where an open file cannot be deleted, it stays.
                let _ = fs::remove_file(&path);
                return file;
            }
        }
    }
}

pub enum Store {
    Memory(Vec<Example>),
    File { file: File, len: usize },
}

impl Store {
    pub fn len(&self) -> usize {
        match self {
            Self::Memory(examples) => examples.len(),
            Self::File { len, .. } => *len,
        }
    }

    /// The number of blocks, the last of which may be shorter.
    pub fn blocks(&self) -> usize {
        self.len().div_ceil(BLOCK)
    }

    /// The order of the blocks in an epoch.
    pub fn order(&self, seed: u64, epoch: u32) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.blocks()).collect();
        SplitMix64::new(seed ^ u64::from(epoch) << 32).shuffle(&mut order);
        order
    }

    /// Replaces the contents of `examples` by the examples of these blocks.
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

    /// The scores of `count` examples, all different, after shuffling.
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
    fn examples_are_shuffled_in_memory_and_in_files() {
        for limit in [2000, 1999, 10] {
            let scores = shuffled(2000, limit, 1);
            assert_eq!(scores.iter().copied().collect::<BTreeSet<_>>(), (0..2000).collect());
            assert_eq!(scores.len(), 2000);
            // The mean of each part is near that of all, 999.5.
            for part in scores.chunks(500) {
                let mean = part.iter().map(|&score| i32::from(score)).sum::<i32>() / 500;
                assert!((900..1100).contains(&mean), "{limit}: {mean}");
            }
            // An example is smaller than its predecessor about half the time.
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
