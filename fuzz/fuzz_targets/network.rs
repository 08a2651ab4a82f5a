// SPDX-License-Identifier: MIT OR Apache-2.0
//! Networks: a header and the first weights, the rest of the file filled in and its checksum made right. A
//! network that is accepted evaluates positions.
#![no_main]

use chuhe::Position;
use chuhe::eval::{Evaluator, Network, nnue::NetworkWeights};
use libfuzzer_sys::fuzz_target;
use once_cell::sync::Lazy;
use std::sync::Arc;

const CHECKSUM: usize = 28;

static SMALLEST: Lazy<Vec<u8>> =
    Lazy::new(|| NetworkWeights::random(32, 1).to_bytes().expect("random weights are valid"));

fuzz_target!(|bytes: &[u8]| {
    let _ = Network::from_bytes(bytes);
    let mut file = SMALLEST.clone();
    // The first half is the header, the second goes over the weights from behind, where the output layer is.
    let (header, weights) = bytes.split_at(bytes.len().min(64));
    file[..header.len()].copy_from_slice(header);
    let end = file.len();
    file[end - weights.len()..].copy_from_slice(weights);
    let checksum = crc32fast::hash(&[&file[..CHECKSUM], &file[CHECKSUM + 4..]].concat());
    file[CHECKSUM..CHECKSUM + 4].copy_from_slice(&checksum.to_le_bytes());
    if let Ok(network) = Network::from_bytes(&file) {
        let position = Position::startpos();
        let _ = Evaluator::new(&position, Arc::new(network)).evaluate(&position);
    }
});
