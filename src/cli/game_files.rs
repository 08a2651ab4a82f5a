// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe datagen --info`: statistics of game files.

use super::failure::warn;
use super::failure::{CommandResult, Failure};
use crate::learn::data_filter::{DataFilter, SampleSelector};
use crate::learn::{GameFileError, GameReader, SelfPlayGame, SelfPlayTermination};
use crate::types::Color;
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Upper bounds of the score ranges of the histogram.
const RANGES: [i32; 6] = [50, 150, 300, 600, 1200, i32::MAX];

/// Statistics of game files.
struct Survey {
    selector: SampleSelector,
    games: u64,
    /// Game numbers by seed, to count duplicates.
    numbers: BTreeMap<u64, HashSet<u32>>,
    positions: u64,
    bytes: u64,
    /// Red's wins, draws and Black's wins.
    results: [u64; 3],
    terminations: [u64; SelfPlayTermination::ALL.len()],
    /// Number of samples in each score range.
    histogram: [u64; RANGES.len()],
}

/// Prints the statistics of the files.
pub fn describe(paths: &[PathBuf]) -> CommandResult {
    let mut survey = Survey {
        selector: SampleSelector::new(DataFilter::default()),
        games: 0,
        numbers: BTreeMap::new(),
        positions: 0,
        bytes: 0,
        results: [0; 3],
        terminations: [0; SelfPlayTermination::ALL.len()],
        histogram: [0; RANGES.len()],
    };
    for path in paths {
        survey.read(path).map_err(|error| Failure::Input(error.into()))?;
    }
    survey.print()?;
    Ok(ExitCode::SUCCESS)
}

impl Survey {
    fn read(&mut self, path: &Path) -> Result<(), GameFileError> {
        let mut reader = GameReader::open(path)?;
        for game in reader.by_ref() {
            match game {
                Ok(game) if self.add(&game).is_some() => {}
                Ok(SelfPlayGame { seed, number, .. }) => {
                    warn(&GameFileError::Illegal { path: path.to_owned(), seed, number });
                }
                Err(error) if error.is_fatal() => return Err(error),
                Err(error) => warn(&error),
            }
        }
        self.bytes += reader.offset();
        Ok(())
    }

    /// Counts a game; `None` if it has an illegal move.
    fn add(&mut self, game: &SelfPlayGame) -> Option<()> {
        let mut histogram = self.histogram;
        self.selector.select(game, |sample| {
            let range = RANGES.iter().position(|&end| sample.score.abs() < end);
            histogram[range.unwrap_or(RANGES.len() - 1)] += 1;
        })?;
        self.histogram = histogram;
        self.games += 1;
        self.numbers.entry(game.seed).or_default().insert(game.number);
        self.positions += game.moves.len() as u64;
        self.results[game.winner.map_or(1, |winner| if winner == Color::Red { 0 } else { 2 })] += 1;
        self.terminations[game.termination as usize] += 1;
        Some(())
    }

    fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let [red, drawn, black] = self.results.map(|count| counted(count, self.games));
        let samples = self.histogram.iter().sum();
        let distinct: u64 = self.numbers.values().map(|numbers| numbers.len() as u64).sum();
        writeln!(out, "games {} ({} duplicates)", self.games, self.games - distinct)?;
        writeln!(out, "seeds {}", self.numbers.len())?;
        writeln!(out, "positions {}", self.positions)?;
        writeln!(out, "positions per game {:.1}", ratio(self.positions, self.games))?;
        writeln!(out, "bytes per position {:.2}", ratio(self.bytes, self.positions))?;
        writeln!(out, "results: red won {red}, drawn {drawn}, black won {black}")?;
        let terminations =
            SelfPlayTermination::ALL.iter().zip(self.terminations).filter(|(_, count)| *count > 0);
        let terminations =
            terminations.map(|(termination, count)| format!("{termination} {}", counted(count, self.games)));
        writeln!(out, "terminations: {}", terminations.collect::<Vec<_>>().join(", "))?;
        writeln!(out, "samples {samples} ({} of positions)", share(samples, self.positions))?;
        let mut low = 0;
        for (end, count) in RANGES.into_iter().zip(self.histogram) {
            let range =
                if end == i32::MAX { format!("{low} or more") } else { format!("{low} to {}", end - 1) };
            writeln!(out, "  scores {range}: {}", share(count, samples))?;
            low = end;
        }
        Ok(())
    }
}

#[expect(clippy::cast_precision_loss, reason = "approximate output")]
fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn share(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * ratio(part, whole))
}

/// `18 (45.0 %)`
fn counted(part: u64, whole: u64) -> String {
    format!("{part} ({})", share(part, whole))
}
