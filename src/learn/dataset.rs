// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the samples of game files, as selected by the data filter.

use super::data_filter::{DataFilter, Sample, SampleSelector};
use super::games::{GameFileError, GameReader};
use std::path::{Path, PathBuf};

/// Iterates over the samples of these files, one file after another. After an error that is not
/// [fatal](GameFileError::is_fatal) more samples follow.
///
/// ```no_run
/// use chuhe::learn::dataset::samples;
/// use chuhe::learn::data_filter::DataFilter;
/// for sample in samples(["self.games"], DataFilter::default()) {
///     let sample = sample?;
///     println!("{} {} {}", sample.position, sample.score, sample.result);
/// }
/// # Ok::<(), chuhe::learn::GameFileError>(())
/// ```
pub fn samples<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>, filter: DataFilter) -> Samples {
    let mut files: Vec<PathBuf> = paths.into_iter().map(|path| path.as_ref().to_owned()).collect();
    files.reverse();
    Samples { files, reader: None, ready: Vec::new(), selector: SampleSelector::new(filter) }
}

/// The iterator that [`samples`] returns.
pub struct Samples {
    /// Remaining files, the next one last.
    files: Vec<PathBuf>,
    reader: Option<GameReader>,
    /// Remaining samples of the last game read, the next one last.
    ready: Vec<Sample>,
    selector: SampleSelector,
}

impl Samples {
    /// Opens the next file or reads the next game; `None` at the end of the last file.
    fn advance(&mut self) -> Option<Result<(), GameFileError>> {
        let Some(reader) = &mut self.reader else {
            let opened = GameReader::open(&self.files.pop()?);
            return Some(opened.map(|reader| self.reader = Some(reader)));
        };
        let game = match reader.next() {
            Some(Ok(game)) => game,
            Some(Err(error)) => return Some(Err(error)),
            None => {
                self.reader = None;
                return Some(Ok(()));
            }
        };
        if self.selector.select(&game, |sample| self.ready.push(sample)).is_none() {
            self.ready.clear();
            let path = reader.path().to_owned();
            return Some(Err(GameFileError::Illegal { path, seed: game.seed, number: game.number }));
        }
        self.ready.reverse();
        Some(Ok(()))
    }
}

impl Iterator for Samples {
    type Item = Result<Sample, GameFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(sample) = self.ready.pop() {
                return Some(Ok(sample));
            }
            if let Err(error) = self.advance()? {
                return Some(Err(error));
            }
        }
    }
}
