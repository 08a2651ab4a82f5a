// SPDX-License-Identifier: MIT OR Apache-2.0
//! The files of a table, read block by block as positions are asked for.
//!
//! A search asks for results many times, from several threads, and must not wait for a large file: a block of
//! results is read when a position in it is first asked for, kept, and looked up without a lock from then
//! on. Distances are asked for at the root alone; some blocks of them are kept.

use super::format::{BLOCK, Content, TbFile, TbFileError, wdl_bits};
use super::index::Index;
use super::value::DRAW;
use crate::rules::Verdict;
use crate::types::Color;
use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Blocks of distances that are kept of a table: 16 MiB.
const KEPT_BLOCKS: usize = 1 << 10;

/// A file on the disk.
pub(crate) struct Blocks {
    path: PathBuf,
    table: TbFile,
}

impl Blocks {
    /// Reads the header of a file.
    pub(crate) fn open(path: &Path, content: Content) -> Result<Self, TbFileError> {
        let table = TbFile::read(&mut File::open(path)?, content)?;
        Ok(Self { path: path.to_owned(), table })
    }

    pub(crate) fn table(&self) -> &TbFile {
        &self.table
    }

    fn block(&self, side: Color, block: usize) -> Result<Vec<u8>, TbFileError> {
        self.table.block(&mut File::open(&self.path)?, side, block)
    }

    /// Reads the file whole: its bytes by side to move.
    pub(crate) fn all(&self) -> Result<[Vec<u8>; 2], TbFileError> {
        let mut file = File::open(&self.path)?;
        let [red, black] = Color::ALL.map(|side| self.table.all(&mut file, side));
        Ok([red?, black?])
    }
}

/// A block of results, or `None` if it could not be read.
type Block = OnceLock<Option<Box<[u8]>>>;

/// A `.wdl` file.
pub(crate) struct Results {
    file: Blocks,
    /// By side to move.
    blocks: [Box<[Block]>; 2],
}

impl Results {
    pub(crate) fn new(file: Blocks) -> Self {
        let count = file.table.index().size().div_ceil(BLOCK);
        let empty = || (0..count).map(|_| Block::new()).collect();
        Self { blocks: [empty(), empty()], file }
    }

    pub(crate) fn index(&self) -> &Index {
        self.file.table.index()
    }

    /// Returns true if the table has wins by perpetual check.
    pub(crate) fn has_wins_by_rule(&self) -> bool {
        self.file.table.rule_from() < DRAW
    }

    /// Returns the result of a position, or `None` if it cannot be read.
    #[inline]
    pub(crate) fn get(&self, side: Color, number: usize) -> Option<Verdict> {
        let block = &self.blocks[side as usize][number / BLOCK];
        let bits = block.get_or_init(|| self.read(side, number / BLOCK)).as_ref()?;
        Some(match wdl_bits(bits, number % BLOCK) {
            1 => Verdict::Win,
            2 => Verdict::Loss,
            _ => Verdict::Draw,
        })
    }

    #[cold]
    fn read(&self, side: Color, block: usize) -> Option<Box<[u8]>> {
        let read = self.file.block(side, block);
        let path = self.file.path.display();
        read.inspect_err(|error| log::error!("{path}: {error}")).ok().map(Vec::into_boxed_slice)
    }
}

/// A `.dtm` file, and the blocks of it that were read last.
pub(crate) struct Distances {
    file: Blocks,
    kept: HashMap<(Color, usize), Vec<u8>>,
}

impl Distances {
    pub(crate) fn new(file: Blocks) -> Self {
        Self { file, kept: HashMap::new() }
    }

    pub(crate) fn table(&self) -> &TbFile {
        &self.file.table
    }

    /// Returns half of the distance of one position.
    pub(crate) fn half(&mut self, side: Color, number: usize) -> Result<u8, TbFileError> {
        if self.kept.len() >= KEPT_BLOCKS {
            self.kept.clear();
        }
        let block = match self.kept.entry((side, number / BLOCK)) {
            Occupied(kept) => kept.into_mut(),
            Vacant(place) => place.insert(self.file.block(side, number / BLOCK)?),
        };
        Ok(block[number % BLOCK])
    }
}
