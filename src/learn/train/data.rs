// SPDX-License-Identifier: MIT OR Apache-2.0
//! From files of games to shuffled examples, some games' held out to judge by.
//!
//! Positions of one game resemble each other and share a result, so whole games are held out. Which ones is decided by how
//! they begin: games of the same opening stay together, and the same games are held out in every run.

use super::TrainError;
use super::example::Example;
use super::store::{Shuffler, Store};
use crate::learn::data_filter::{DataFilter, SampleSelector};
use crate::learn::games::{GameFileError, GameReader, SelfPlayGame};
use core::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// What to take from files of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// Which positions.
    pub filter: DataFilter,
    /// So many positions at most.
    pub positions: usize,
    /// The share of the games that is held out.
    pub held_out: f64,
    /// Decides the order.
    pub seed: u64,
    /// So much memory in MiB may be used for positions, 32 bytes each; if there are more, all are kept in a file.
    pub memory: usize,
    /// Where that file is made.
    pub directory: PathBuf,
}

impl Default for Choice {
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

/// Positions to learn from and positions to judge by.
pub struct Data {
    pub(crate) training: Store,
    pub(crate) held_out: Vec<Example>,
    /// Differs for different positions and for another seed of their order.
    pub(crate) fingerprint: u64,
    directory: PathBuf,
}

impl Data {
    /// Reads files of games. `watch` is told of each game how many positions it brought, and of errors that are passed over;
    /// `None` if it breaks.
    ///
    /// # Errors
    /// If a file cannot be read or is not of games, or no position is left to learn from.
    pub fn read<P: AsRef<Path>>(
        paths: &[P],
        choice: &Choice,
        mut watch: impl FnMut(Result<usize, GameFileError>) -> ControlFlow<()>,
    ) -> Result<Option<Self>, TrainError> {
        let mut collector = Collector::new(choice);
        'files: for path in paths {
            let path = path.as_ref();
            for game in GameReader::open(path)? {
                let count = match game {
                    Ok(game) => match collector.add(&game)? {
                        Some(count) => Ok(count),
                        None => Err(GameFileError::Illegal {
                            path: path.to_owned(),
                            seed: game.seed,
                            number: game.number,
                        }),
                    },
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

    /// Positions to learn from.
    pub fn len(&self) -> usize {
        self.training.len()
    }

    /// Is there nothing to learn from? That is an error of [`read`](Self::read).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads blocks of positions to learn from.
    pub(crate) fn read_blocks(
        &mut self,
        blocks: &[usize],
        examples: &mut Vec<Example>,
    ) -> Result<(), TrainError> {
        let read = self.training.read(blocks, examples);
        read.map_err(|reason| TrainError::Scratch { directory: self.directory.clone(), reason })
    }

    /// Positions to judge by.
    pub fn held_out(&self) -> usize {
        self.held_out.len()
    }
}

/// Sorts the positions of games.
struct Collector {
    selector: SampleSelector,
    shuffler: Shuffler,
    directory: PathBuf,
    held_out: Vec<Example>,
    /// Games whose number is below this are held out.
    bound: u64,
    fingerprint: u64,
    /// Positions that may still be taken.
    left: usize,
    /// The last game's.
    ready: Vec<Example>,
}

impl Collector {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 2³²")]
    fn new(choice: &Choice) -> Self {
        let limit = (choice.memory << 20) / size_of::<Example>();
        Self {
            selector: SampleSelector::new(choice.filter.clone()),
            shuffler: Shuffler::new(choice.seed, limit, &choice.directory),
            directory: choice.directory.clone(),
            held_out: Vec::new(),
            bound: (choice.held_out.clamp(0.0, 1.0) * f64::from(u32::MAX)).round() as u64,
            fingerprint: choice.seed,
            left: choice.positions,
            ready: Vec::new(),
        }
    }

    /// Takes a game's positions, and says how many; `None` if it cannot be played.
    fn add(&mut self, game: &SelfPlayGame) -> Result<Option<usize>, TrainError> {
        self.ready.clear();
        if self.selector.select(game, |sample| self.ready.push(Example::new(&sample))).is_none() {
            return Ok(None);
        }
        self.ready.truncate(self.left);
        self.left -= self.ready.len();
        let is_held_out = number(game) < self.bound;
        for &example in &self.ready {
            for word in bytemuck::cast::<Example, [u64; 4]>(example) {
                // One step of the hash of the Firefox browser.
                self.fingerprint =
                    (self.fingerprint.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
            }
            if is_held_out {
                self.held_out.push(example);
            } else {
                self.shuffler.push(example).map_err(|reason| self.scratch_error(reason))?;
            }
        }
        Ok(Some(self.ready.len()))
    }

    fn finish(self) -> Result<Data, TrainError> {
        let (held_out, fingerprint, directory) = (self.held_out, self.fingerprint, self.directory);
        let training = self.shuffler.finish();
        let training =
            training.map_err(|reason| TrainError::Scratch { directory: directory.clone(), reason })?;
        if training.len() == 0 {
            return Err(TrainError::NoData);
        }
        Ok(Data { training, held_out, fingerprint, directory })
    }

    fn scratch_error(&self, reason: std::io::Error) -> TrainError {
        TrainError::Scratch { directory: self.directory.clone(), reason }
    }
}

/// A number from 0 to 2³² - 1 that depends on how the game begins, or on which one it is if it begins as usual.
fn number(game: &SelfPlayGame) -> u64 {
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
