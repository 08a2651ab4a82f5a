// SPDX-License-Identifier: MIT OR Apache-2.0
//! The settings of a training run: from the command line, from a file, or as they are by default.

use crate::cli::files;
use crate::cli::options::fraction;
use crate::eval::network::arch::{HIDDEN_STEP, MAX_HIDDEN, is_valid_hidden_size};
use crate::learn::train::{BLOCK, Choice, Recipe};
use anyhow::{Context, anyhow};
use clap::builder::RangedU64ValueParser;
use clap::{Args, FromArgMatches, value_parser};
use std::path::{Path, PathBuf};

/// What can be set in a file as well: there without the dashes, as in `epochs = 20`.
#[derive(Args, Clone, Copy, Default, PartialEq, Debug)]
#[command(next_help_heading = "Settings")]
pub struct Settings {
    /// Hidden units of a view, a multiple of 32 [default: 256]
    #[arg(long, value_name = "N", value_parser = hidden)]
    hidden: Option<usize>,
    /// How often to learn from each position; 0 leaves the random weights of the beginning, a yardstick [default: 20]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(..=1_000_000))]
    epochs: Option<u32>,
    /// Positions to learn from together, a multiple of 256 [default: 8192]
    #[arg(long, value_name = "N", value_parser = batch)]
    batch: Option<usize>,
    /// The highest learning rate [default: 0.003]
    #[arg(long, value_name = "RATE", value_parser = rate)]
    rate: Option<f64>,
    /// The learning rate at the end [default: 0.000008]
    #[arg(long, value_name = "RATE", value_parser = rate)]
    last_rate: Option<f64>,
    /// Batches until the learning rate is at its highest, at most a tenth of all [default: 300]
    #[arg(long, value_name = "N")]
    warm_up: Option<u32>,
    /// Decay of the weights, times the learning rate [default: 0.3]
    #[arg(long, value_name = "SHARE", value_parser = fraction::<f64>)]
    decay: Option<f64>,
    /// How much of what is learned first is the game's result, from 0 to 1; the rest is the search's score [default: 0]
    #[arg(long, value_name = "SHARE", value_parser = fraction::<f64>)]
    first_result: Option<f64>,
    /// How much of what is learned last is the game's result [default: 0.2]
    #[arg(long, value_name = "SHARE", value_parser = fraction::<f64>)]
    last_result: Option<f64>,
    /// The score that means 73 % of the points, a value of the search [default: what fits the results]
    #[arg(long, value_name = "VALUE", value_parser = value_parser!(u16).range(1..))]
    scale: Option<u16>,
    /// Different seeds make different networks [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The share of the games to judge by instead of learning from them [default: 0.02]
    #[arg(long, value_name = "SHARE", value_parser = fraction::<f64>)]
    held_out: Option<f64>,
    /// Take so many positions at most, the first ones [default: all]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    positions: Option<usize>,
    /// Leave out so many plies at the beginning of each game [default: 12]
    #[arg(long, value_name = "N")]
    min_ply: Option<usize>,
    /// Leave out positions with scores beyond this value of the search [default: 3000]
    #[arg(long, value_name = "VALUE", value_parser = value_parser!(i32).range(1..))]
    max_score: Option<i32>,
    /// Leave out positions after so many plies without a capture [default: 60]
    #[arg(long, value_name = "N")]
    max_clock: Option<u16>,
    /// Memory in MiB for positions, 32 bytes each; if there are more, all are kept in a file beside the network [default: 2048]
    #[arg(long, value_name = "MB", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 20))]
    memory: Option<usize>,
}

fn hidden(text: &str) -> Result<usize, String> {
    let hidden: usize = text.parse().map_err(|_| "not a number".to_owned())?;
    if is_valid_hidden_size(hidden) {
        Ok(hidden)
    } else {
        Err(format!("not a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}"))
    }
}

fn batch(text: &str) -> Result<usize, String> {
    let batch: usize = text.parse().map_err(|_| "not a number".to_owned())?;
    if batch > 0 && batch.is_multiple_of(BLOCK) {
        Ok(batch)
    } else {
        Err(format!("not a multiple of {BLOCK}"))
    }
}

fn rate(text: &str) -> Result<f64, String> {
    fraction(text).and_then(|rate| if rate > 0.0 { Ok(rate) } else { Err("not above 0".to_owned()) })
}

impl Settings {
    /// The settings in a file: a line `key = value` for each, empty lines, and comments after `#`.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = files::read(path)?;
        let mut settings = Self::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let place = || format!("{}: line {}", path.display(), index + 1);
                settings = Self::of_line(line).with_context(place)?.or(settings);
            }
        }
        Ok(settings)
    }

    /// The one setting of a line, read as if it were an option.
    fn of_line(line: &str) -> anyhow::Result<Self> {
        let (key, value) = line.split_once('=').ok_or_else(|| anyhow!("no 'key = value': '{line}'"))?;
        let command =
            Self::augment_args(clap::Command::new("file").no_binary_name(true).disable_help_flag(true));
        let word = format!("--{}={}", key.trim().replace('_', "-"), value.trim());
        let matches = command.try_get_matches_from([word]);
        let read = matches.and_then(|matches| Self::from_arg_matches(&matches));
        read.map_err(|error| {
            let text = error.render().to_string();
            let line = text.lines().next().unwrap_or_default();
            anyhow!("{}", line.strip_prefix("error: ").unwrap_or(line).to_owned())
        })
    }

    /// These settings, and of the others those that are not among them.
    pub fn or(self, other: Self) -> Self {
        Self {
            hidden: self.hidden.or(other.hidden),
            epochs: self.epochs.or(other.epochs),
            batch: self.batch.or(other.batch),
            rate: self.rate.or(other.rate),
            last_rate: self.last_rate.or(other.last_rate),
            warm_up: self.warm_up.or(other.warm_up),
            decay: self.decay.or(other.decay),
            first_result: self.first_result.or(other.first_result),
            last_result: self.last_result.or(other.last_result),
            scale: self.scale.or(other.scale),
            seed: self.seed.or(other.seed),
            held_out: self.held_out.or(other.held_out),
            positions: self.positions.or(other.positions),
            min_ply: self.min_ply.or(other.min_ply),
            max_score: self.max_score.or(other.max_score),
            max_clock: self.max_clock.or(other.max_clock),
            memory: self.memory.or(other.memory),
        }
    }

    /// How to train.
    pub fn recipe(&self) -> Recipe {
        let default = Recipe::default();
        Recipe {
            hidden: self.hidden.unwrap_or(default.hidden),
            epochs: self.epochs.unwrap_or(default.epochs),
            batch: self.batch.unwrap_or(default.batch),
            rate: self.rate.unwrap_or(default.rate),
            last_rate: self.last_rate.unwrap_or(default.last_rate),
            warm_up: self.warm_up.unwrap_or(default.warm_up),
            decay: self.decay.unwrap_or(default.decay),
            first_result: self.first_result.unwrap_or(default.first_result),
            last_result: self.last_result.unwrap_or(default.last_result),
            scale: self.scale.or(default.scale),
            seed: self.seed.unwrap_or(default.seed),
        }
    }

    /// Which positions to train on, with room for more than memory holds in the directory.
    pub fn choice(&self, directory: PathBuf) -> Choice {
        let mut choice = Choice { directory, ..Choice::default() };
        choice.seed = self.seed.unwrap_or(choice.seed);
        choice.held_out = self.held_out.unwrap_or(choice.held_out);
        choice.positions = self.positions.unwrap_or(choice.positions);
        choice.memory = self.memory.unwrap_or(choice.memory);
        choice.filter.min_ply = self.min_ply.unwrap_or(choice.filter.min_ply);
        choice.filter.max_score = self.max_score.unwrap_or(choice.filter.max_score);
        choice.filter.max_rule60 = self.max_clock.unwrap_or(choice.filter.max_rule60);
        choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_like_an_option() {
        let settings =
            Settings::of_line("last_result=0.25").unwrap().or(Settings::of_line("epochs = 7").unwrap());
        assert_eq!(settings, Settings { last_result: Some(0.25), epochs: Some(7), ..Settings::default() });
        let recipe = settings.recipe();
        assert_eq!(recipe, Recipe { last_result: 0.25, epochs: 7, ..Recipe::default() });
        for (line, complaint) in [
            ("epochs", "no 'key = value': 'epochs'"),
            ("epoch = 7", "unexpected argument '--epoch' found"),
            ("batch = 100", "invalid value '100' for '--batch <N>': not a multiple of 256"),
            ("rate = 0", "invalid value '0' for '--rate <RATE>': not above 0"),
        ] {
            assert_eq!(Settings::of_line(line).unwrap_err().to_string(), complaint);
        }
    }

    #[test]
    fn the_help_tells_the_defaults() {
        let (mut settings, mut in_words) = (Settings::default(), Vec::new());
        let command = Settings::augment_args(clap::Command::new("train"));
        for option in command.get_arguments() {
            let (name, help) = (option.get_long().unwrap(), option.get_help().unwrap().to_string());
            let (_, default) = help.split_once("[default: ").unwrap();
            match Settings::of_line(&format!("{name} = {}", default.strip_suffix(']').unwrap())) {
                Ok(setting) => settings = setting.or(settings),
                Err(_) => in_words.push(name.to_owned()),
            }
        }
        assert_eq!(in_words, ["scale", "positions"]);
        assert_eq!(settings.recipe(), Recipe::default());
        let choice = Choice::default();
        assert_eq!(settings.choice(choice.directory.clone()), choice);
    }
}
