// SPDX-License-Identifier: MIT OR Apache-2.0
//! The configuration of a training run: the size of the network, its initial weights, the hyperparameters and
//! the schedules that follow from them; and the errors of a run.

use crate::games::GameFileError;
use chuhe::eval::nnue::NetworkWeights;
use chuhe::eval::nnue::arch::{HIDDEN_STEP, MAX_HIDDEN};
use core::f64::consts::PI;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;
use xiangqi::types::{Bilingual, Language, bilingual_errors, text};

#[derive(Clone, PartialEq, Debug)]
pub struct TrainConfig {
    /// Hidden size of the network: neurons per perspective.
    pub hidden: usize,
    /// The network has a second and a third hidden layer.
    pub has_layers: bool,
    /// Number of epochs: how often each position is learned from.
    pub epochs: u32,
    /// Batch size in positions: a multiple of [`BLOCK`](super::BLOCK).
    pub batch: usize,
    pub learning_rate: f64,
    pub final_learning_rate: f64,
    /// Number of batches until the learning rate reaches its peak; at most a tenth of all.
    pub warm_up: u32,
    /// Weight decay: the fraction of each weight that a step removes, times the learning rate.
    pub weight_decay: f64,
    /// WDL lambda at the beginning: the weight of the game result in the target, from 0 to 1. The rest is the
    /// score of the search.
    pub start_wdl_lambda: f64,
    pub end_wdl_lambda: f64,
    /// The value that stands for an expected result of 73 %, a network output of 1; `None`: fitted to the
    /// results.
    pub scale: Option<u16>,
    /// Seed of the random weights and of the order of the positions.
    pub seed: u64,
    /// The network to start from; `None`: random weights. It may have fewer neurons: the others are random,
    /// and silent at first. Likewise the further layers: they are added or left out, as `has_layers` says.
    pub initial: Option<NetworkWeights>,
}

impl Default for TrainConfig {
    fn default() -> Self {
        Self {
            hidden: 256,
            has_layers: false,
            epochs: 20,
            batch: 8192,
            learning_rate: 3e-3,
            final_learning_rate: 8e-6,
            warm_up: 300,
            weight_decay: 0.3,
            start_wdl_lambda: 0.0,
            end_wdl_lambda: 0.2,
            scale: None,
            seed: 1,
            initial: None,
        }
    }
}

impl TrainConfig {
    /// A text that identifies the configuration. Checkpoints hold its checksum, so its words never change.
    pub(crate) fn identity(&self) -> String {
        let Self { hidden, epochs, batch, warm_up, scale, seed, initial, .. } = self;
        let layers = if self.has_layers { ", layers: 3" } else { "" };
        let initial = initial.as_ref().map_or_else(String::new, |network| {
            let checksum = network.to_bytes().map(|bytes| crc32fast::hash(&bytes));
            format!(", initial: {checksum:?}")
        });
        let Self { learning_rate: rate, final_learning_rate: last_rate, weight_decay: decay, .. } = self;
        let Self { start_wdl_lambda: first, end_wdl_lambda: last, .. } = self;
        format!(
            "Recipe {{ hidden: {hidden}, epochs: {epochs}, batch: {batch}, rate: {rate:?}, last_rate: {last_rate:?}, \
             warm_up: {warm_up}, decay: {decay:?}, first_result: {first:?}, last_result: {last:?}, scale: {scale:?}, \
             seed: {seed}{initial}{layers} }}"
        )
    }
}

/// The schedules of the learning rate and the WDL lambda over a given number of steps, after which both stay
/// constant.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    steps: f64,
    warm_up: f64,
    /// The peak learning rate and the final one.
    learning_rates: [f64; 2],
    /// The WDL lambda at the beginning and at the end.
    wdl_lambdas: [f64; 2],
}

impl Schedule {
    pub fn new(config: &TrainConfig, steps: u32) -> Self {
        Self {
            steps: steps.into(),
            // A short run does not consist of its warm-up.
            warm_up: f64::from(config.warm_up).min(f64::from(steps) / 10.0),
            learning_rates: [config.learning_rate, config.final_learning_rate],
            wdl_lambdas: [config.start_wdl_lambda, config.end_wdl_lambda],
        }
    }

    /// The learning rate of a step, counted from 0: linear warm-up to the peak, then cosine decay.
    pub fn learning_rate(&self, step: u32) -> f64 {
        let [peak, last] = self.learning_rates;
        let step = f64::from(step) + 1.0;
        if step < self.warm_up {
            return peak * step / self.warm_up;
        }
        let done = (step - self.warm_up) / (self.steps - self.warm_up).max(1.0);
        let done = done.min(1.0);
        last + (peak - last) * 0.5 * (1.0 + (PI * done).cos())
    }

    /// The WDL lambda of a step, counted from 0: linear.
    pub fn wdl_lambda(&self, step: u32) -> f64 {
        let [first, last] = self.wdl_lambdas;
        let done = f64::from(step) / (self.steps - 1.0).max(1.0);
        first + (last - first) * done.min(1.0)
    }
}

/// The reason why a training run cannot begin or continue.
#[derive(Debug, Error)]
#[error("{}", self.text(Language::English))]
#[non_exhaustive]
pub enum TrainError {
    Games(#[from] GameFileError),
    /// A temporary file, which holds the positions that exceed the memory limit, cannot be written or read.
    Scratch {
        directory: PathBuf,
        reason: Bilingual,
    },
    /// The data filter selects no position, or all of them are held out.
    NoData,
    Hidden(usize),
    /// The initial network has more neurons.
    Shrunk {
        hidden: usize,
        initial: usize,
    },
    /// The checkpoint is something else, or truncated, or damaged.
    InvalidCheckpoint,
    /// The checkpoint was made with another configuration, or with other positions or another order of them.
    OtherRun,
}

bilingual_errors!(TrainError);

impl TrainError {
    pub(crate) fn scratch(directory: &Path) -> impl Fn(io::Error) -> Self {
        move |reason| Self::Scratch { directory: directory.to_owned(), reason: reason.into() }
    }

    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Games(error) => error.text(language),
            Self::Scratch { directory, reason } => text!(
                language,
                "temporary file in {directory}: {reason}",
                "{directory} 中的临时文件：{reason}",
                directory = directory.display(),
                reason = reason.text(language)
            ),
            Self::NoData => language.pick("no positions to train on", "没有可供训练的局面").to_owned(),
            Self::Hidden(size) => text!(
                language,
                "hidden size {size}: not a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}",
                "隐藏层大小{size}：应为{HIDDEN_STEP}的倍数，最大{MAX_HIDDEN}"
            ),
            Self::Shrunk { hidden, initial } => text!(
                language,
                "hidden size {hidden}: smaller than that of the initial network, {initial}",
                "隐藏层大小{hidden}：小于初始网络的{initial}"
            ),
            Self::InvalidCheckpoint => language
                .pick(
                    "not a checkpoint of this version, or an incomplete or damaged one",
                    "不是此版本的检查点，或检查点不完整、已损坏",
                )
                .to_owned(),
            Self::OtherRun => language
                .pick(
                    "the checkpoint of another run: its configuration or its positions differ",
                    "这是另一次训练的检查点：配置或局面不同",
                )
                .to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identity_is_that_of_existing_checkpoints() {
        assert_eq!(
            TrainConfig::default().identity(),
            "Recipe { hidden: 256, epochs: 20, batch: 8192, rate: 0.003, last_rate: 8e-6, warm_up: 300, decay: 0.3, \
             first_result: 0.0, last_result: 0.2, scale: None, seed: 1 }"
        );
        let config = TrainConfig { scale: Some(333), ..TrainConfig::default() };
        assert!(config.identity().contains(", scale: Some(333), "));
        let deep = TrainConfig { has_layers: true, ..TrainConfig::default() };
        assert!(deep.identity().ends_with(", seed: 1, layers: 3 }"));
    }

    #[test]
    fn the_learning_rate_rises_and_falls_and_the_wdl_lambda_grows() {
        let config = TrainConfig {
            warm_up: 100,
            learning_rate: 1e-3,
            final_learning_rate: 1e-5,
            start_wdl_lambda: 0.1,
            end_wdl_lambda: 0.4,
            ..TrainConfig::default()
        };
        let schedule = Schedule::new(&config, 2000);
        let rates: Vec<f64> = (0..2000).map(|step| schedule.learning_rate(step)).collect();
        assert!((rates[0] - 1e-5).abs() < 1e-12 && (rates[99] - 1e-3).abs() < 1e-12);
        assert!((rates[1999] - 1e-5).abs() < 1e-12);
        assert!(rates[..100].is_sorted() && rates[99..].iter().rev().is_sorted());
        assert!((schedule.wdl_lambda(0) - 0.1).abs() < 1e-12);
        assert!((schedule.wdl_lambda(1999) - 0.4).abs() < 1e-12);
        assert!((schedule.learning_rate(5000) - 1e-5).abs() < 1e-12);
        assert!((schedule.wdl_lambda(5000) - 0.4).abs() < 1e-12);
        let short = Schedule::new(&config, 1);
        assert!(short.learning_rate(0) > 0.0 && short.wdl_lambda(0) < 0.11);
    }
}
