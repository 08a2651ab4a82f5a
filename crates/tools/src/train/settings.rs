// SPDX-License-Identifier: MIT OR Apache-2.0
//! The settings of a training run, from the command line or from a settings file.

use crate::failure::Place;
use crate::files;
use chuhe::command;
use chuhe::eval::nnue::NetworkWeights;
use chuhe::eval::nnue::arch::{HIDDEN_STEP, MAX_HIDDEN, is_valid_hidden_size};
use chuhe_console::{fraction, number};
use chuhe_learn::train::{BLOCK, DataConfig, TrainConfig};
use clap::{Args, FromArgMatches};
use std::path::{Path, PathBuf};
use xiangqi::types::{Bilingual, bilingual};

/// The options that a settings file may contain as well, there without the dashes: `epochs = 20`.
#[derive(Args, Clone, Copy, Default, PartialEq, Debug)]
#[command(next_help_heading = "Settings")]
pub struct TrainSettings {
    /// Hidden size: neurons per perspective, a multiple of 32 [default: 256]
    #[arg(long, value_name = "N", value_parser = hidden)]
    hidden: Option<usize>,
    /// Hidden layers: 1, or 3; the second and the third have 16 and 32 neurons [default: 1]
    #[arg(long, value_name = "N", value_parser = layers)]
    layers: Option<usize>,
    /// Number of epochs; 0 writes the random initial network, as a baseline [default: 20]
    #[arg(long, value_name = "N", value_parser = number::<u32>(..=1_000_000))]
    epochs: Option<u32>,
    /// Batch size in positions, a multiple of 256 [default: 8192]
    #[arg(long, value_name = "N", value_parser = batch)]
    batch: Option<usize>,
    /// Peak learning rate [default: 0.003]
    #[arg(long, alias = "rate", value_name = "RATE", value_parser = learning_rate)]
    learning_rate: Option<f64>,
    /// Learning rate at the end, after cosine decay [default: 0.000008]
    #[arg(long, alias = "last-rate", value_name = "RATE", value_parser = learning_rate)]
    final_learning_rate: Option<f64>,
    /// Number of batches until the peak of the learning rate, at most a tenth of all [default: 300]
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..))]
    warm_up: Option<u32>,
    /// Weight decay, multiplied by the learning rate (AdamW) [default: 0.3]
    #[arg(long, alias = "decay", value_name = "FRACTION", value_parser = fraction::<f64>)]
    weight_decay: Option<f64>,
    /// WDL lambda at the start: weight of the game result in the target, from 0 to 1; the rest is the score
    /// [default: 0]
    #[arg(long, alias = "first-result", value_name = "FRACTION", value_parser = fraction::<f64>)]
    start_wdl_lambda: Option<f64>,
    /// WDL lambda at the end [default: 0.2]
    #[arg(long, alias = "last-result", value_name = "FRACTION", value_parser = fraction::<f64>)]
    end_wdl_lambda: Option<f64>,
    /// Scale s in sigmoid(value / s): the internal value with an expected result of 73 % [default: fitted to
    /// the results]
    #[arg(long, value_name = "VALUE", value_parser = number::<u16>(1..))]
    scale: Option<u16>,
    /// Random seed; different seeds train different networks [default: 1]
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..))]
    seed: Option<u64>,
    /// Fraction of the games to hold out for validation [default: 0.02]
    #[arg(long, value_name = "FRACTION", value_parser = fraction::<f64>)]
    held_out: Option<f64>,
    /// Use only the first N positions [default: all]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..))]
    positions: Option<usize>,
    /// Data filter: number of plies to skip at the beginning of each game [default: 12]
    #[arg(long, value_name = "N", value_parser = number::<usize>(0..))]
    min_ply: Option<usize>,
    /// Data filter: largest absolute score, in internal units [default: 3000]
    #[arg(long, value_name = "VALUE", value_parser = number::<i32>(1..))]
    max_score: Option<i32>,
    /// Data filter: largest rule60 count, the plies since the last capture [default: 60]
    #[arg(long, alias = "max-clock", value_name = "N", value_parser = number::<u16>(0..=i64::from(u16::MAX)))]
    max_rule60: Option<u16>,
    /// Memory for positions in MiB, 32 bytes each; beyond it all are stored in a file beside the network
    /// [default: 2048]
    #[arg(long, value_name = "MB", value_parser = number::<usize>(1..=1 << 20))]
    memory: Option<usize>,
}

fn hidden(text: &str) -> Result<usize, Bilingual> {
    let hidden: usize = text.parse().map_err(|_| bilingual!("not a number", "不是数"))?;
    if is_valid_hidden_size(hidden) {
        Ok(hidden)
    } else {
        Err(bilingual!(
            "not a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}",
            "应为{HIDDEN_STEP}的倍数，最大{MAX_HIDDEN}"
        ))
    }
}

fn layers(text: &str) -> Result<usize, Bilingual> {
    match text {
        "1" => Ok(1),
        "3" => Ok(3),
        _ => Err(bilingual!("neither 1 nor 3", "应为1或3")),
    }
}

fn batch(text: &str) -> Result<usize, Bilingual> {
    let batch: usize = text.parse().map_err(|_| bilingual!("not a number", "不是数"))?;
    if batch > 0 && batch.is_multiple_of(BLOCK) {
        Ok(batch)
    } else {
        Err(bilingual!("not a multiple of {BLOCK}", "应为{BLOCK}的倍数"))
    }
}

fn learning_rate(text: &str) -> Result<f64, Bilingual> {
    fraction(text)
        .and_then(|rate| if rate > 0.0 { Ok(rate) } else { Err(bilingual!("not above 0", "应大于0")) })
}

impl TrainSettings {
    /// Reads a settings file: lines `key = value`, empty lines, and comments after `#`.
    pub fn read(path: &Path) -> Result<Self, Bilingual> {
        let text = files::read(path)?;
        let mut settings = Self::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let number = index + 1;
                let place = || bilingual!("line {number}", "第{number}行").at(path.display());
                settings = Self::of_line(line).within(place)?.or(settings);
            }
        }
        Ok(settings)
    }

    /// Reads the setting of a line as if it were an option.
    fn of_line(line: &str) -> Result<Self, Bilingual> {
        let (key, value) = line.split_once('=').ok_or_else(|| {
            bilingual!("not of the form 'key = value': '{line}'", "不是“键 = 值”的形式：“{line}”")
        })?;
        let command =
            Self::augment_args(clap::Command::new("file").no_binary_name(true).disable_help_flag(true));
        let word = format!("--{}={}", key.trim().replace('_', "-"), value.trim());
        let matches = command.try_get_matches_from([word]);
        let read = matches.and_then(|matches| Self::from_arg_matches(&matches));
        read.map_err(|error| command::problem(&error))
    }

    /// Adds the settings of `other` that are not among these.
    pub fn or(self, other: Self) -> Self {
        Self {
            hidden: self.hidden.or(other.hidden),
            layers: self.layers.or(other.layers),
            epochs: self.epochs.or(other.epochs),
            batch: self.batch.or(other.batch),
            learning_rate: self.learning_rate.or(other.learning_rate),
            final_learning_rate: self.final_learning_rate.or(other.final_learning_rate),
            warm_up: self.warm_up.or(other.warm_up),
            weight_decay: self.weight_decay.or(other.weight_decay),
            start_wdl_lambda: self.start_wdl_lambda.or(other.start_wdl_lambda),
            end_wdl_lambda: self.end_wdl_lambda.or(other.end_wdl_lambda),
            scale: self.scale.or(other.scale),
            seed: self.seed.or(other.seed),
            held_out: self.held_out.or(other.held_out),
            positions: self.positions.or(other.positions),
            min_ply: self.min_ply.or(other.min_ply),
            max_score: self.max_score.or(other.max_score),
            max_rule60: self.max_rule60.or(other.max_rule60),
            memory: self.memory.or(other.memory),
        }
    }

    /// The configuration of the training run, from the initial network if there is one.
    pub fn train_config(&self, initial: Option<NetworkWeights>) -> TrainConfig {
        let default = TrainConfig::default();
        let hidden = initial.as_ref().map_or(default.hidden, |network| network.hidden_size);
        let has_layers = initial.as_ref().map_or(default.has_layers, |network| network.layers.is_some());
        TrainConfig {
            hidden: self.hidden.unwrap_or(hidden),
            has_layers: self.layers.map_or(has_layers, |layers| layers == 3),
            epochs: self.epochs.unwrap_or(default.epochs),
            batch: self.batch.unwrap_or(default.batch),
            learning_rate: self.learning_rate.unwrap_or(default.learning_rate),
            final_learning_rate: self.final_learning_rate.unwrap_or(default.final_learning_rate),
            warm_up: self.warm_up.unwrap_or(default.warm_up),
            weight_decay: self.weight_decay.unwrap_or(default.weight_decay),
            start_wdl_lambda: self.start_wdl_lambda.unwrap_or(default.start_wdl_lambda),
            end_wdl_lambda: self.end_wdl_lambda.unwrap_or(default.end_wdl_lambda),
            scale: self.scale.or(default.scale),
            seed: self.seed.unwrap_or(default.seed),
            initial,
        }
    }

    /// The selection of positions; a temporary file goes to `directory`.
    pub fn data_config(&self, directory: PathBuf) -> DataConfig {
        let mut config = DataConfig { directory, ..DataConfig::default() };
        config.seed = self.seed.unwrap_or(config.seed);
        config.held_out = self.held_out.unwrap_or(config.held_out);
        config.positions = self.positions.unwrap_or(config.positions);
        config.memory = self.memory.unwrap_or(config.memory);
        config.filter.min_ply = self.min_ply.unwrap_or(config.filter.min_ply);
        config.filter.max_score = self.max_score.unwrap_or(config.filter.max_score);
        config.filter.max_rule60 = self.max_rule60.unwrap_or(config.filter.max_rule60);
        config
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_like_an_option() {
        let settings = TrainSettings::of_line("last_result=0.25")
            .unwrap()
            .or(TrainSettings::of_line("epochs = 7").unwrap());
        assert_eq!(
            settings,
            TrainSettings { end_wdl_lambda: Some(0.25), epochs: Some(7), ..TrainSettings::default() }
        );
        let config = settings.train_config(None);
        assert_eq!(config, TrainConfig { end_wdl_lambda: 0.25, epochs: 7, ..TrainConfig::default() });
        for (line, complaint) in [
            ("epochs", "not of the form 'key = value': 'epochs'"),
            ("epoch = 7", "unexpected argument '--epoch' found"),
            ("batch = 100", "invalid value '100' for '--batch <N>': not a multiple of 256"),
            ("layers = 2", "invalid value '2' for '--layers <N>': neither 1 nor 3"),
            ("rate = 0", "invalid value '0' for '--learning-rate <RATE>': not above 0"),
        ] {
            assert_eq!(TrainSettings::of_line(line).unwrap_err().to_string(), complaint);
        }
    }

    #[test]
    fn former_names_of_options_are_accepted() {
        for (former, name) in [
            ("rate = 0.5", "learning-rate = 0.5"),
            ("last_rate = 0.5", "final_learning_rate = 0.5"),
            ("decay = 0.5", "weight_decay = 0.5"),
            ("first_result = 0.5", "start_wdl_lambda = 0.5"),
            ("last_result = 0.5", "end_wdl_lambda = 0.5"),
            ("max_clock = 7", "max_rule60 = 7"),
        ] {
            let [former, name] = [former, name].map(|line| TrainSettings::of_line(line).unwrap());
            assert!(former == name && name != TrainSettings::default());
        }
    }

    #[test]
    fn the_help_states_the_defaults() {
        let (mut settings, mut in_words) = (TrainSettings::default(), Vec::new());
        let command = TrainSettings::augment_args(clap::Command::new("train"));
        for option in command.get_arguments() {
            let (name, help) = (option.get_long().unwrap(), option.get_help().unwrap().to_string());
            let (_, default) = help.split_once("[default: ").unwrap();
            match TrainSettings::of_line(&format!("{name} = {}", default.strip_suffix(']').unwrap())) {
                Ok(setting) => settings = setting.or(settings),
                Err(_) => in_words.push(name.to_owned()),
            }
        }
        assert_eq!(in_words, ["scale", "positions"]);
        assert_eq!(settings.train_config(None), TrainConfig::default());
        let config = DataConfig::default();
        assert_eq!(settings.data_config(config.directory.clone()), config);
    }
}
