// SPDX-License-Identifier: MIT OR Apache-2.0
//! The quantised weights of an NNUE network as a file stores them.

use super::arch::{
    MAX_BIAS, MAX_FEATURE_WEIGHT, MAX_FILE_SIZE, MAX_OUTPUT_WEIGHT, is_valid_hidden_size, payload,
    valid_hidden_sizes,
};
use super::error::NetworkError;
use super::features::{BUCKETS, FEATURES};
use super::header::Header;
use crate::bounded;
use crate::types::SplitMix64;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The contents of a network file, as the trainer writes it: the first half of the neurons, which the
/// mirrored half shares its weights with.
///
/// ```
/// use chuhe::eval::{Network, network::NetworkWeights};
/// let weights = NetworkWeights::random(64, 1);
/// let bytes = weights.to_bytes()?;
/// assert_eq!(NetworkWeights::from_bytes(&bytes)?, weights);
/// assert_eq!(Network::from_bytes(&bytes)?.name(), "random");
/// # Ok::<(), chuhe::eval::network::NetworkError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkWeights {
    /// The name; a file stores up to 32 bytes of it.
    pub name: String,
    /// Neurons of the hidden layer per perspective, the mirrored half included: a multiple of
    /// [`HIDDEN_STEP`](super::arch::HIDDEN_STEP).
    pub hidden_size: usize,
    /// Quantisation constant of the output weights; output biases are multiplied by [`QA`](super::arch::QA) ·
    /// `qb`.
    pub qb: u16,
    /// The value of an output of 1.0, in internal units.
    pub scale: u16,
    /// By feature and neuron of the stored half.
    pub feature_weights: Vec<i16>,
    /// By neuron of the stored half.
    pub feature_biases: Vec<i16>,
    /// By output bucket, perspective (the side to move first) and neuron of the stored half.
    pub output_weights: Vec<i16>,
    /// By output bucket.
    pub output_biases: [i32; BUCKETS],
}

impl NetworkWeights {
    /// Creates random weights, for tests and as a baseline for trained ones.
    ///
    /// # Panics
    /// If `hidden_size` is not a [valid one](is_valid_hidden_size).
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        reason = "bounded by the range"
    )]
    pub fn random(hidden_size: usize, seed: u64) -> Self {
        assert!(is_valid_hidden_size(hidden_size), "{hidden_size} is not a valid hidden size");
        let mut rng = SplitMix64::new(seed);
        let mut draw = |count: usize, bound: i16| -> Vec<i16> {
            let range = 2 * bound as usize + 1;
            (0..count).map(|_| rng.below(range) as i16 - bound).collect()
        };
        let half = hidden_size / 2;
        Self {
            name: "random".to_owned(),
            hidden_size,
            qb: 64,
            scale: 100,
            feature_weights: draw(FEATURES * half, 60),
            feature_biases: draw(half, 60),
            output_weights: draw(2 * BUCKETS * half, MAX_OUTPUT_WEIGHT),
            output_biases: core::array::from_fn(|_| rng.below(2001) as i32 - 1000),
        }
    }

    /// Returns the bytes of a network file.
    ///
    /// # Errors
    /// If a size, a constant or a weight is out of range, or the name is not printable.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NetworkError> {
        self.check()?;
        let mut bytes = Vec::with_capacity(payload(self.hidden_size));
        for weight in self.feature_weights.iter().chain(&self.feature_biases).chain(&self.output_weights) {
            bytes.extend(weight.to_le_bytes());
        }
        for bias in &self.output_biases {
            bytes.extend(bias.to_le_bytes());
        }
        let header =
            Header { name: self.name.clone(), hidden_size: self.hidden_size, qb: self.qb, scale: self.scale };
        Ok([header.write(&bytes), bytes].concat())
    }

    /// Parses the bytes of a network file.
    ///
    /// # Errors
    /// If they are not a complete, undamaged network file of the supported format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (header, payload) = Header::read(bytes)?;
        let half = header.hidden_size / 2;
        let (small, large) = payload.split_at(payload.len() - BUCKETS * size_of::<i32>());
        let mut words = small.chunks_exact(2).map(|word| i16::from_le_bytes([word[0], word[1]]));
        let mut take = |count: usize| words.by_ref().take(count).collect::<Vec<i16>>();
        let weights = Self {
            name: header.name,
            hidden_size: header.hidden_size,
            qb: header.qb,
            scale: header.scale,
            feature_weights: take(FEATURES * half),
            feature_biases: take(half),
            output_weights: take(2 * BUCKETS * half),
            output_biases: core::array::from_fn(|bucket| {
                i32::from_le_bytes(core::array::from_fn(|byte| large[bucket * size_of::<i32>() + byte]))
            }),
        };
        weights.check()?;
        Ok(weights)
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a complete, undamaged network file of the supported format.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        // Opening a pipe would block until a writer appears.
        if !fs::metadata(path)?.is_file() {
            return Err(NetworkError::NotAFile);
        }
        let length = fs::metadata(path)?.len();
        match bounded::read_file(path, MAX_FILE_SIZE as u64) {
            Ok(bytes) => Self::from_bytes(&bytes),
            Err(error) if error.kind() == ErrorKind::FileTooLarge => {
                Err(NetworkError::TooLong { found: length.try_into().unwrap_or(usize::MAX) })
            }
            Err(error) => Err(error.into()),
        }
    }

    fn check(&self) -> Result<(), NetworkError> {
        if self.name.contains(char::is_control) {
            return Err(NetworkError::Name);
        }
        let half = self.hidden_size / 2;
        let [features, biases, outputs] =
            [&self.feature_weights, &self.feature_biases, &self.output_weights].map(Vec::len);
        let sizes = [FEATURES * half, half, 2 * BUCKETS * half];
        let at_least_1 = || "at least 1".to_owned();
        for (what, found, expected, is_supported) in [
            (
                "the hidden size",
                self.hidden_size,
                valid_hidden_sizes(),
                is_valid_hidden_size(self.hidden_size),
            ),
            ("QB", self.qb.into(), at_least_1(), self.qb > 0),
            ("SCALE", self.scale.into(), at_least_1(), self.scale > 0),
            ("the number of feature weights", features, sizes[0].to_string(), features == sizes[0]),
            ("the number of feature biases", biases, sizes[1].to_string(), biases == sizes[1]),
            ("the number of output weights", outputs, sizes[2].to_string(), outputs == sizes[2]),
        ] {
            if !is_supported {
                return Err(NetworkError::Unsupported { what, found, expected });
            }
        }
        for (what, weights, max) in [
            ("feature weight", &self.feature_weights, MAX_FEATURE_WEIGHT),
            ("feature bias", &self.feature_biases, MAX_BIAS),
            ("output weight", &self.output_weights, MAX_OUTPUT_WEIGHT),
        ] {
            let is_large = |weight: &&i16| weight.unsigned_abs() > max.unsigned_abs();
            if let Some(&found) = weights.iter().find(is_large) {
                return Err(NetworkError::OutOfRange { what, found, max });
            }
        }
        Ok(())
    }
}
