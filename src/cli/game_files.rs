// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tells what is in files of self-play games.

use super::failure::warn;
use super::failure::{CommandResult, Failure};
use crate::learn::dataset::{Filter, Selector};
use crate::learn::{Ending, FileError, GameReader, GameRecord};
use crate::types::Color;
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Upper ends of the classes that scores are counted in.
const CLASSES: [i32; 6] = [50, 150, 300, 600, 1200, i32::MAX];

/// What was counted.
struct Survey {
    selector: Selector,
    games: u64,
    /// By seed, so that it shows if a game is there twice.
    numbers: BTreeMap<u64, HashSet<u32>>,
    positions: u64,
    bytes: u64,
    /// Red's wins, draws and Black's wins.
    results: [u64; 3],
    endings: [u64; Ending::ALL.len()],
    /// Samples by the size of their scores.
    classes: [u64; CLASSES.len()],
}

/// Prints what is in the files.
pub fn describe(paths: &[PathBuf]) -> CommandResult {
    let mut survey = Survey {
        selector: Selector::new(Filter::default()),
        games: 0,
        numbers: BTreeMap::new(),
        positions: 0,
        bytes: 0,
        results: [0; 3],
        endings: [0; Ending::ALL.len()],
        classes: [0; CLASSES.len()],
    };
    for path in paths {
        survey.read(path).map_err(|error| Failure::Input(error.into()))?;
    }
    survey.print()?;
    Ok(ExitCode::SUCCESS)
}

impl Survey {
    fn read(&mut self, path: &Path) -> Result<(), FileError> {
        let mut reader = GameReader::open(path)?;
        for game in reader.by_ref() {
            match game {
                Ok(game) if self.add(&game).is_some() => {}
                Ok(GameRecord { seed, number, .. }) => {
                    warn(&FileError::Illegal { path: path.to_owned(), seed, number });
                }
                Err(error) if error.is_fatal() => return Err(error),
                Err(error) => warn(&error),
            }
        }
        self.bytes += reader.offset();
        Ok(())
    }

    /// Counts a game; `None` if it cannot be played.
    fn add(&mut self, game: &GameRecord) -> Option<()> {
        let mut classes = self.classes;
        self.selector.select(game, |sample| {
            let class = CLASSES.iter().position(|&end| sample.score.abs() < end);
            classes[class.unwrap_or(CLASSES.len() - 1)] += 1;
        })?;
        self.classes = classes;
        self.games += 1;
        self.numbers.entry(game.seed).or_default().insert(game.number);
        self.positions += game.moves.len() as u64;
        self.results[game.winner.map_or(1, |winner| if winner == Color::Red { 0 } else { 2 })] += 1;
        self.endings[game.ending as usize] += 1;
        Some(())
    }

    fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let [red, drawn, black] = self.results.map(|count| counted(count, self.games));
        let samples = self.classes.iter().sum();
        let distinct: u64 = self.numbers.values().map(|numbers| numbers.len() as u64).sum();
        writeln!(out, "games {} ({} twice)", self.games, self.games - distinct)?;
        writeln!(out, "seeds {}", self.numbers.len())?;
        writeln!(out, "positions {}", self.positions)?;
        writeln!(out, "positions a game {:.1}", ratio(self.positions, self.games))?;
        writeln!(out, "bytes a position {:.2}", ratio(self.bytes, self.positions))?;
        writeln!(out, "results: red won {red}, drawn {drawn}, black won {black}")?;
        let endings = Ending::ALL.iter().zip(self.endings).filter(|(_, count)| *count > 0);
        let endings = endings.map(|(ending, count)| format!("{ending} {}", counted(count, self.games)));
        writeln!(out, "endings: {}", endings.collect::<Vec<_>>().join(", "))?;
        writeln!(out, "samples {samples} ({} of the positions)", share(samples, self.positions))?;
        let mut low = 0;
        for (end, count) in CLASSES.into_iter().zip(self.classes) {
            let range =
                if end == i32::MAX { format!("{low} and more") } else { format!("{low} to {}", end - 1) };
            writeln!(out, "  scores of {range}: {}", share(count, samples))?;
            low = end;
        }
        Ok(())
    }
}

#[allow(clippy::cast_precision_loss, reason = "for people to read")]
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
