// SPDX-License-Identifier: MIT OR Apache-2.0
//! The quantised weights of an NNUE network, read from and written to a file in the format of
//! [`arch`](super::arch).

use super::arch::{
    HEADER_SIZE, MAGIC, MAX_BIAS, MAX_FEATURE_WEIGHT, MAX_FILE_SIZE, MAX_OUTPUT_WEIGHT, QA, VERSION,
    is_valid_hidden_size, layer_sizes, payload, valid_hidden_sizes,
};
use super::features::{BUCKETS, FEATURES};
use super::layers::LayerWeights;
use crate::files::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;
use thiserror::Error;
use xiangqi::bounded;
use xiangqi::types::{Bilingual, Language, SplitMix64, bilingual_errors, text};

/// The contents of a network file, as the trainer writes it: the first half of the neurons, which the
/// mirrored half shares its weights with.
///
/// ```
/// use chuhe::eval::{Network, nnue::NetworkWeights};
/// let weights = NetworkWeights::random(64, 1);
/// let bytes = weights.to_bytes()?;
/// assert_eq!(NetworkWeights::from_bytes(&bytes)?, weights);
/// assert_eq!(Network::from_bytes(&bytes)?.name(), "random");
/// # Ok::<(), chuhe::eval::nnue::NetworkError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
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
    /// The second and the third hidden layer; a network may have neither.
    pub layers: Option<LayerWeights>,
}

impl NetworkWeights {
    /// Creates random weights, for tests and as a baseline for trained ones.
    ///
    /// # Panics
    /// If `hidden_size` is not a [valid one](is_valid_hidden_size).
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
            layers: Some(LayerWeights::random(hidden_size, &mut rng)),
        }
    }

    /// Returns the bytes of a network file.
    ///
    /// # Errors
    /// If a size, a constant or a weight is out of range, or the name is not printable.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NetworkError> {
        self.check()?;
        let mut bytes = Vec::with_capacity(payload(self.hidden_size, self.layers.is_some()));
        for weight in self.feature_weights.iter().chain(&self.feature_biases).chain(&self.output_weights) {
            bytes.extend(weight.to_le_bytes());
        }
        for bias in &self.output_biases {
            bytes.extend(bias.to_le_bytes());
        }
        if let Some(layers) = &self.layers {
            layers.write(&mut bytes);
        }
        let Self { hidden_size, qb, scale, .. } = *self;
        let has_layers = self.layers.is_some();
        let header = Header { name: self.name.clone(), hidden_size, qb, scale, has_layers };
        Ok([header.write(&bytes), bytes].concat())
    }

    /// Parses the bytes of a network file.
    ///
    /// # Errors
    /// If they are not a complete, undamaged network file of the supported format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (header, payload) = Header::read(bytes)?;
        let half = header.hidden_size / 2;
        let (shallow, layers) = payload.split_at(self::payload(header.hidden_size, false));
        let (small, large) = shallow.split_at(shallow.len() - BUCKETS * size_of::<i32>());
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
            layers: header.has_layers.then(|| LayerWeights::read(layers, header.hidden_size)),
        };
        weights.check()?;
        Ok(weights)
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a complete, undamaged network file of the supported format.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        let metadata = files::metadata(path)?;
        // Opening a pipe would block until a writer appears.
        if !metadata.is_file() {
            return Err(NetworkError::NotAFile);
        }
        let too_long = || NetworkError::TooLong { found: metadata.len().try_into().unwrap_or(usize::MAX) };
        if metadata.len() > MAX_FILE_SIZE as u64 {
            return Err(too_long());
        }
        match bounded::read(File::open(path)?, MAX_FILE_SIZE as u64) {
            Ok(bytes) => Self::from_bytes(&bytes),
            Err(error) if error.kind() == ErrorKind::FileTooLarge => Err(too_long()),
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
        self.layers.as_ref().map_or(Ok(()), |layers| check_layers(layers, self.hidden_size))
    }
}

/// Checks the numbers of weights of the second and the third layer, and that these are numbers.
fn check_layers(layers: &LayerWeights, hidden_size: usize) -> Result<(), NetworkError> {
    let (second, floats) = layer_sizes(hidden_size);
    let third = layers.floats().map(Vec::len);
    for (what, found, expected, is_supported) in [
        (
            "the number of weights of the second layer",
            layers.second_weights.len(),
            second.to_string(),
            layers.second_weights.len() == second,
        ),
        (
            "the number of f32 of the second and the third layer",
            third.iter().sum(),
            floats.iter().sum::<usize>().to_string(),
            third == floats,
        ),
    ] {
        if !is_supported {
            return Err(NetworkError::Unsupported { what, found, expected });
        }
    }
    if layers.floats().into_iter().flatten().any(|float| float.is_nan() || float.abs() > MAX_FLOAT) {
        return Err(NetworkError::NotANumber);
    }
    Ok(())
}

/// The largest `f32` of a network file: with it no sum leaves the range of `f32`.
pub(super) const MAX_FLOAT: f32 = 1e6;
/// Length of the name in bytes.
const NAME: usize = 32;
/// Offset of the checksum.
const CHECKSUM: usize = 28;

/// The header of a network file, without the fields that are the same in all files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    pub name: String,
    pub hidden_size: usize,
    pub qb: u16,
    pub scale: u16,
    /// There are a second and a third layer.
    pub has_layers: bool,
}

impl Header {
    /// Splits a complete and undamaged file into its header and its weights.
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8]), NetworkError> {
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError::NotANetwork);
        }
        let found = bytes.len();
        let Some((header, weights)) = bytes.split_at_checked(HEADER_SIZE) else {
            return Err(NetworkError::Length { found, expected: HEADER_SIZE });
        };
        let word = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let double = |at: usize| u32::from(word(at)) | u32::from(word(at + 2)) << 16;
        if word(8) != VERSION {
            return Err(NetworkError::Version(word(8)));
        }
        let hidden_size = usize::from(word(10));
        let length = double(24) as usize;
        let has_layers = word(22) > 0;
        let length_expected = payload(hidden_size, has_layers);
        for (what, found, expected, is_supported) in [
            ("the hidden size", hidden_size, valid_hidden_sizes(), is_valid_hidden_size(hidden_size)),
            (
                "the number of features",
                word(12).into(),
                FEATURES.to_string(),
                usize::from(word(12)) == FEATURES,
            ),
            (
                "the number of output buckets",
                word(14).into(),
                BUCKETS.to_string(),
                usize::from(word(14)) == BUCKETS,
            ),
            ("QA", word(16).into(), QA.to_string(), i16::try_from(word(16)) == Ok(QA)),
            (
                "the number of further layers",
                word(22).into(),
                "0 or 2".to_owned(),
                [0, 2].contains(&word(22)),
            ),
            ("the length of the weights", length, length_expected.to_string(), length == length_expected),
        ] {
            if !is_supported {
                return Err(NetworkError::Unsupported { what, found, expected });
            }
        }
        if weights.len() != length {
            return Err(NetworkError::Length { found, expected: HEADER_SIZE + length });
        }
        if double(CHECKSUM) != checksum(header, weights) {
            return Err(NetworkError::Damaged);
        }
        let name = core::str::from_utf8(&header[HEADER_SIZE - NAME..]).map_err(|_| NetworkError::Name)?;
        let name = name.trim_end_matches('\0').to_owned();
        Ok((Self { name, hidden_size, qb: word(18), scale: word(20), has_layers }, weights))
    }

    /// Returns the bytes of the header of a file with these weights. A name that is too long is truncated.
    pub fn write(&self, weights: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for word in [
            VERSION,
            self.hidden_size as u16,
            FEATURES as u16,
            BUCKETS as u16,
            QA.cast_unsigned(),
            self.qb,
            self.scale,
            if self.has_layers { 2 } else { 0 },
        ] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend((payload(self.hidden_size, self.has_layers) as u32).to_le_bytes());
        bytes.extend([0; 4]);
        let fits = |&end: &usize| self.name.is_char_boundary(end);
        let end = (0..=self.name.len().min(NAME)).rev().find(fits).unwrap_or(0);
        bytes.extend(&self.name.as_bytes()[..end]);
        bytes.resize(HEADER_SIZE, 0);
        let checksum = checksum(&bytes, weights);
        bytes[CHECKSUM..CHECKSUM + 4].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }
}

/// The CRC-32 of a file, over everything but the checksum itself.
fn checksum(header: &[u8], weights: &[u8]) -> u32 {
    crc32fast::hash(&[&header[..CHECKSUM], &header[CHECKSUM + 4..], weights].concat())
}

/// A network file that cannot be used.
#[derive(Debug, Error)]
#[error("{}", self.text(Language::English))]
#[non_exhaustive]
pub enum NetworkError {
    /// Reading the file failed.
    Unreadable(Bilingual),
    /// The path names a directory, a pipe or a device.
    NotAFile,
    /// The file does not begin with the magic bytes of a network file.
    NotANetwork,
    /// The file has another version of the format.
    Version(u16),
    /// A size or constant of the header is not supported.
    Unsupported {
        /// The field.
        what: &'static str,
        /// Its value.
        found: usize,
        /// The values that it may have.
        expected: String,
    },
    /// The file is larger than the largest network.
    TooLong {
        /// Its size in bytes.
        found: usize,
    },
    /// The file is truncated, or something was appended.
    Length {
        /// Its size in bytes.
        found: usize,
        /// The size according to its header.
        expected: usize,
    },
    /// The name is not UTF-8 or contains control characters.
    Name,
    /// The checksum does not match.
    Damaged,
    /// An `f32` of the second or the third layer that is not a number, or larger than any of use.
    NotANumber,
    /// A weight with which sums could overflow.
    OutOfRange {
        /// The kind of weight.
        what: &'static str,
        /// The weight.
        found: i16,
        /// The largest absolute value.
        max: i16,
    },
}

bilingual_errors!(NetworkError);

impl From<io::Error> for NetworkError {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.into())
    }
}

impl NetworkError {
    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Unreadable(error) => error.text(language).to_owned(),
            Self::NotAFile => language.pick("not a regular file", "不是普通文件").to_owned(),
            Self::NotANetwork => language
                .pick("not a chuhe network file (bad magic)", "不是 chuhe 的网络文件（文件头不符）")
                .to_owned(),
            Self::Version(found) => text!(
                language,
                "unsupported format version {found} (supported: {VERSION})",
                "不支持网络格式的版本{found}（支持版本{VERSION}）"
            ),
            Self::Unsupported { what, found, expected } => text!(
                language,
                "unsupported network: {what} is {found}, expected {expected}",
                "不支持此网络：{what} 为{found}，应为 {expected}"
            ),
            Self::TooLong { found } => text!(
                language,
                "not a chuhe network file: it has {found} bytes, the largest network has {MAX_FILE_SIZE}",
                "不是 chuhe 的网络文件：有{found}字节，最大的网络为{MAX_FILE_SIZE}字节"
            ),
            Self::Length { found, expected } => text!(
                language,
                "the file has {found} bytes, expected {expected}",
                "文件有{found}字节，应为{expected}字节"
            ),
            Self::Name => language
                .pick(
                    "the name of the network is not printable UTF-8 text",
                    "网络的名称不是可显示的 UTF-8 文字",
                )
                .to_owned(),
            Self::Damaged => {
                language.pick("checksum mismatch: the file is damaged", "校验和不符：文件损坏").to_owned()
            }
            Self::NotANumber => text!(
                language,
                "an f32 of the second or the third layer is not a number from -{most} to {most}",
                "第二层或第三层的一个 f32 不是 -{most} 至 {most} 的数",
                most = MAX_FLOAT
            ),
            Self::OutOfRange { what, found, max } => text!(
                language,
                "{what} {found} is out of range (-{max} to {max})",
                "{what} {found} 超出范围（-{max} 至 {max}）"
            ),
        }
    }
}
