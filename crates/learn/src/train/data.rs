// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads game files into shuffled training examples, and holds some games out for validation.
//!
//! Positions of one game resemble each other and share a result, so whole games are held out. A hash of the
//! opening decides which: games with the same opening stay together, and every run holds out the same games.

use super::config::TrainError;
use super::example::Example;
use super::store::{Shuffler, Store};
use crate::dataset::{DataFilter, SampleSelector};
use crate::games::{GameFileError, GameReader, SelfPlayGame};
use core::ops::ControlFlow;
use std::path::{Path, PathBuf};

#[derive(Clone, PartialEq, Debug)]
pub struct DataConfig {
    pub filter: DataFilter,
    pub positions: usize,
    /// The fraction of the games to hold out.
    pub held_out: f64,
    /// Seed of the order.
    pub seed: u64,
    /// Memory limit for positions in MiB, 32 bytes each; if they exceed it, all are stored in a temporary
    /// file.
    pub memory: usize,
    pub directory: PathBuf,
}

impl Default for DataConfig {
    fn default() -> Self {
        Self {
            filter: DataFilter::for_network(),
            positions: usize::MAX,
            held_out: 0.02,
            seed: 1,
            memory: 2048,
            directory: std::env::temp_dir(),
        }
    }
}

pub struct TrainingData {
    pub(crate) training: Store,
    pub(crate) held_out: Vec<Example>,
    /// A hash of the positions and the seed of their order.
    pub(crate) fingerprint: u64,
    directory: PathBuf,
}

impl TrainingData {
    /// Reads game files. `watch` is called for each game with the number of its selected positions, and for
    /// each error that is not fatal; returns `None` if it breaks. Fails if no training position is left.
    pub fn read<P: AsRef<Path>>(
        paths: &[P],
        config: &DataConfig,
        mut watch: impl FnMut(Result<usize, GameFileError>) -> ControlFlow<()>,
    ) -> Result<Option<Self>, TrainError> {
        let mut collector = Collector::new(config);
        'files: for path in paths {
            let path = path.as_ref();
            for game in GameReader::open(path)? {
                let count = match game {
                    Ok(game) => collector.add(&game)?.ok_or_else(|| GameFileError::illegal(path, &game)),
                    Err(error) if error.is_fatal() => return Err(error.into()),
                    Err(error) => Err(error),
                };
                if watch(count).is_break() {
                    return Ok(None);
                }
                if collector.left == 0 {
                    break 'files;
                }
            }
        }
        collector.finish().map(Some)
    }

    pub fn positions(&self) -> usize {
        self.training.len()
    }

    pub(crate) fn read_blocks(
        &mut self,
        blocks: &[usize],
        examples: &mut Vec<Example>,
    ) -> Result<(), TrainError> {
        self.training.read(blocks, examples).map_err(TrainError::scratch(&self.directory))
    }

    pub fn held_out_len(&self) -> usize {
        self.held_out.len()
    }
}

/// Collects the positions of games: training positions and held-out ones.
struct Collector {
    selector: SampleSelector,
    shuffler: Shuffler,
    directory: PathBuf,
    held_out: Vec<Example>,
    /// Games whose [opening hash](opening_hash) is below this are held out.
    bound: u64,
    fingerprint: u64,
    /// The number of positions that may still be added.
    left: usize,
    /// The positions of the current game.
    ready: Vec<Example>,
}

impl Collector {
    fn new(config: &DataConfig) -> Self {
        let limit = (config.memory << 20) / size_of::<Example>();
        Self {
            selector: SampleSelector::new(config.filter.clone()),
            shuffler: Shuffler::new(config.seed, limit, &config.directory),
            directory: config.directory.clone(),
            held_out: Vec::new(),
            bound: (config.held_out.clamp(0.0, 1.0) * f64::from(u32::MAX)).round() as u64,
            fingerprint: config.seed,
            left: config.positions,
            ready: Vec::new(),
        }
    }

    /// Adds the selected positions of a game; returns their number, or `None` if the game has an illegal
    /// move.
    fn add(&mut self, game: &SelfPlayGame) -> Result<Option<usize>, TrainError> {
        self.ready.clear();
        if self.selector.select(game, |sample| self.ready.push(Example::new(&sample))).is_none() {
            return Ok(None);
        }
        self.ready.truncate(self.left);
        self.left -= self.ready.len();
        let is_held_out = opening_hash(game) < self.bound;
        for &example in &self.ready {
            for word in bytemuck::cast::<Example, [u64; 4]>(example) {
                // One step of FxHash.
                self.fingerprint =
                    (self.fingerprint.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
            }
            if is_held_out {
                self.held_out.push(example);
            } else {
                self.shuffler.push(example).map_err(TrainError::scratch(&self.directory))?;
            }
        }
        Ok(Some(self.ready.len()))
    }

    fn finish(self) -> Result<TrainingData, TrainError> {
        let (held_out, fingerprint, directory) = (self.held_out, self.fingerprint, self.directory);
        let training = self.shuffler.finish().map_err(TrainError::scratch(&directory))?;
        if training.len() == 0 {
            return Err(TrainError::NoData);
        }
        Ok(TrainingData { training, held_out, fingerprint, directory })
    }
}

/// A hash from 0 to 2³² - 1 of the start position and the opening moves, or of the seed and the number of a
/// game that has neither.
fn opening_hash(game: &SelfPlayGame) -> u64 {
    let mut bytes = Vec::new();
    if let Some(start) = &game.start {
        bytes.extend(start.as_bytes());
    }
    for mv in &game.opening {
        bytes.extend(mv.bits().to_le_bytes());
    }
    if bytes.is_empty() {
        bytes.extend(game.seed.to_le_bytes());
        bytes.extend(game.number.to_le_bytes());
    }
    crc32fast::hash(&bytes).into()
}
