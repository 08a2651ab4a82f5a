// SPDX-License-Identifier: MIT OR Apache-2.0
//! The configuration of a training run: the size of the network, its initial weights and the hyperparameters.

use crate::eval::network::NetworkWeights;

/// The configuration of a training run.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainConfig {
    /// Hidden size of the network: neurons per perspective.
    pub hidden: usize,
    /// Number of epochs: how often each position is learned from.
    pub epochs: u32,
    /// Batch size in positions: a multiple of [`BLOCK`](super::BLOCK).
    pub batch: usize,
    /// Peak learning rate.
    pub learning_rate: f64,
    /// Learning rate at the end.
    pub final_learning_rate: f64,
    /// Number of batches until the learning rate reaches its peak; at most a tenth of all.
    pub warm_up: u32,
    /// Weight decay: the fraction of each weight that a step removes, times the learning rate.
    pub weight_decay: f64,
    /// WDL lambda at the beginning: the weight of the game result in the target, from 0 to 1. The rest is the
    /// score of the search.
    pub start_wdl_lambda: f64,
    /// WDL lambda at the end.
    pub end_wdl_lambda: f64,
    /// The value that stands for an expected result of 73 %, a network output of 1; `None`: fitted to the
    /// results.
    pub scale: Option<u16>,
    /// Seed of the random weights and of the order of the positions.
    pub seed: u64,
    /// The network to start from; `None`: random weights. It may have fewer neurons: the others are random,
    /// and silent at first.
    pub initial: Option<NetworkWeights>,
}

impl Default for TrainConfig {
    fn default() -> Self {
        Self {
            hidden: 256,
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
        let initial = initial.as_ref().map_or_else(String::new, |network| {
            let checksum = network.to_bytes().map(|bytes| crc32fast::hash(&bytes));
            format!(", initial: {checksum:?}")
        });
        let Self { learning_rate: rate, final_learning_rate: last_rate, weight_decay: decay, .. } = self;
        let Self { start_wdl_lambda: first, end_wdl_lambda: last, .. } = self;
        format!(
            "Recipe {{ hidden: {hidden}, epochs: {epochs}, batch: {batch}, rate: {rate:?}, last_rate: {last_rate:?}, \
             warm_up: {warm_up}, decay: {decay:?}, first_result: {first:?}, last_result: {last:?}, scale: {scale:?}, \
             seed: {seed}{initial} }}"
        )
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
    }
}
