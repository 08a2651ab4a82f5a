// SPDX-License-Identifier: MIT OR Apache-2.0
//! The weights as a file holds them, checked, and as the engine uses them.

use super::arch::{
    Head, MAX_BIAS, MAX_FEATURE_WEIGHT, MAX_FILE, MAX_OUTPUT_WEIGHT, NetworkError, is_valid_hidden_size,
    payload,
};
use super::features::{BUCKETS, FEATURES, active, mirrored};
use super::forward::{self, Block, LANES};
use super::simd::Simd;
use crate::position::Board;
use crate::types::{Color, SplitMix64, Value};
use core::fmt;
use once_cell::sync::Lazy;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// The free half of a network's weights, and what they mean: what the trainer writes.
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
    /// What people call it; 32 bytes are kept.
    pub name: String,
    /// Hidden units of a view, twins included: a multiple of [`HIDDEN_STEP`](super::arch::HIDDEN_STEP).
    pub hidden_size: usize,
    /// What 1 is in an output weight; a bias has [`QA`](super::arch::QA) times as much.
    pub qb: u16,
    /// What an output of 1 is worth.
    pub scale: u16,
    /// What each row adds to each free unit.
    pub feature_weights: Vec<i16>,
    /// The free units of an empty board.
    pub feature_biases: Vec<i16>,
    /// By bucket, view (the mover's first) and free unit.
    pub output_weights: Vec<i16>,
    /// By bucket.
    pub output_biases: [i32; BUCKETS],
}

impl NetworkWeights {
    /// Weights that know nothing: a yardstick for those that learned.
    ///
    /// # Panics
    /// If there cannot be so many units.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        reason = "bounded by the range"
    )]
    pub fn random(hidden_size: usize, seed: u64) -> Self {
        assert!(is_valid_hidden_size(hidden_size), "{hidden_size} hidden neurons");
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

    /// The file's bytes.
    ///
    /// # Errors
    /// If no network can be like that.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NetworkError> {
        self.check()?;
        let mut bytes = Vec::with_capacity(payload(self.hidden_size));
        for weight in self.feature_weights.iter().chain(&self.feature_biases).chain(&self.output_weights) {
            bytes.extend(weight.to_le_bytes());
        }
        for bias in &self.output_biases {
            bytes.extend(bias.to_le_bytes());
        }
        let head =
            Head { name: self.name.clone(), hidden_size: self.hidden_size, qb: self.qb, scale: self.scale };
        Ok([head.write(&bytes), bytes].concat())
    }

    /// Reads a file's bytes.
    ///
    /// # Errors
    /// If they are anything but a whole network that this program can use.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (head, payload) = Head::read(bytes)?;
        let half = head.hidden_size / 2;
        let (small, large) = payload.split_at(payload.len() - BUCKETS * size_of::<i32>());
        let mut words = small.chunks_exact(2).map(|word| i16::from_le_bytes([word[0], word[1]]));
        let mut take = |count: usize| words.by_ref().take(count).collect::<Vec<i16>>();
        let weights = Self {
            name: head.name,
            hidden_size: head.hidden_size,
            qb: head.qb,
            scale: head.scale,
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

    /// The weights in a file.
    ///
    /// # Errors
    /// If there is none, or it does not hold a whole network that this program can use.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        // Opening a pipe would wait for somebody to write to it.
        if !fs::metadata(path)?.is_file() {
            return Err(NetworkError::NoFile);
        }
        let (file, mut bytes) = (File::open(path)?, Vec::new());
        let length = file.metadata()?.len();
        if length > MAX_FILE as u64 {
            let found = length.try_into().unwrap_or(usize::MAX);
            return Err(NetworkError::TooLong { found });
        }
        file.take(MAX_FILE as u64).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes)
    }

    fn check(&self) -> Result<(), NetworkError> {
        if self.name.contains(char::is_control) {
            return Err(NetworkError::Name);
        }
        let half = self.hidden_size / 2;
        for (what, found, is_fit) in [
            ("number of hidden units", self.hidden_size, is_valid_hidden_size(self.hidden_size)),
            ("unit of the output", self.qb.into(), self.qb > 0),
            ("scale", self.scale.into(), self.scale > 0),
            (
                "number of row weights",
                self.feature_weights.len(),
                self.feature_weights.len() == FEATURES * half,
            ),
            ("number of biases", self.feature_biases.len(), self.feature_biases.len() == half),
            (
                "number of output weights",
                self.output_weights.len(),
                self.output_weights.len() == 2 * BUCKETS * half,
            ),
        ] {
            if !is_fit {
                return Err(NetworkError::Unfit { what, found });
            }
        }
        for (what, weights, bound) in [
            ("a row weight", &self.feature_weights, MAX_FEATURE_WEIGHT),
            ("a bias", &self.feature_biases, MAX_BIAS),
            ("an output weight", &self.output_weights, MAX_OUTPUT_WEIGHT),
        ] {
            let is_large = |weight: &&i16| weight.unsigned_abs() > bound.unsigned_abs();
            if let Some(&found) = weights.iter().find(is_large) {
                return Err(NetworkError::TooLarge { what, found });
            }
        }
        Ok(())
    }
}

/// The file that comes with the program.
#[cfg(not(evalfile))]
pub static DEFAULT: &[u8] = include_bytes!("default.net");
/// The file that `make EVALFILE=…` builds in instead.
#[cfg(evalfile)]
pub static DEFAULT: &[u8] = include_bytes!(env!("EVALFILE"));

/// The network in it, made ready when it is first asked for.
static EMBEDDED: Lazy<Arc<Network>> =
    Lazy::new(|| Arc::new(Network::from_bytes(DEFAULT).expect("a network is built in")));

/// A network ready for use, shared by all threads.
#[derive(PartialEq, Eq)]
pub struct Network {
    name: String,
    /// Blocks of hidden units a view.
    blocks: usize,
    rows: Vec<Block>,
    biases: Vec<Block>,
    outputs: Vec<Block>,
    output_biases: [i32; BUCKETS],
    qb: i64,
    scale: i64,
    simd: Simd,
}

impl Network {
    /// Names the network that comes with the program. So does no name at all, or how UCI writes that.
    pub const EMBEDDED: &str = "<embedded>";
    /// Names no network: the hand-made evaluation.
    pub const CLASSIC: &str = "<classic>";

    /// The network that comes with the program.
    pub fn embedded() -> Arc<Self> {
        Arc::clone(&EMBEDDED)
    }

    /// What an option means by a name: a network of the program, none, or the one in the file of that name.
    ///
    /// # Errors
    /// If the file is not there, or holds none that this program can use.
    pub fn named(name: impl AsRef<OsStr>) -> Result<Option<Arc<Self>>, NetworkError> {
        let name = name.as_ref();
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        if is(Self::CLASSIC) {
            Ok(None)
        } else if name.is_empty() || is(Self::EMBEDDED) || is("<empty>") {
            Ok(Some(Self::embedded()))
        } else {
            Self::load(Path::new(name)).map(|network| Some(Arc::new(network)))
        }
    }

    /// The network in a file.
    ///
    /// # Errors
    /// If there is none, or none that this program can use.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        NetworkWeights::load(path).map(|weights| Self::new(&weights, Simd::best()))
    }

    /// The network of a file's bytes.
    ///
    /// # Errors
    /// If they are anything but a whole network that this program can use.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        NetworkWeights::from_bytes(bytes).map(|weights| Self::new(&weights, Simd::best()))
    }

    /// Adds the twins to weights that were checked.
    pub(crate) fn new(weights: &NetworkWeights, simd: Simd) -> Self {
        let half = weights.hidden_size / 2;
        Self {
            name: weights.name.clone(),
            blocks: weights.hidden_size / LANES,
            rows: with_twins(&weights.feature_weights, half, mirrored),
            biases: with_twins(&weights.feature_biases, half, |same| same),
            outputs: with_twins(&weights.output_weights, half, |same| same),
            output_biases: weights.output_biases,
            qb: weights.qb.into(),
            scale: weights.scale.into(),
            simd,
        }
    }

    /// What people call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Hidden units a view.
    pub fn hidden_size(&self) -> usize {
        self.blocks * LANES
    }

    /// Blocks of hidden units a view.
    #[inline]
    pub(crate) fn blocks(&self) -> usize {
        self.blocks
    }

    /// How it computes on this processor.
    #[inline]
    pub(crate) fn simd(&self) -> Simd {
        self.simd
    }

    /// What a man adds.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[Block] {
        &self.rows[row * self.blocks..][..self.blocks]
    }

    /// Works out the hidden units of both views anew, Red's first.
    pub(crate) fn refresh(&self, board: &Board, units: &mut [Block]) {
        let (red, black) = units.split_at_mut(self.blocks);
        red.copy_from_slice(&self.biases);
        black.copy_from_slice(&self.biases);
        for rows in active(board) {
            forward::add(red, self.row(rows[Color::Red]));
            forward::add(black, self.row(rows[Color::Black]));
        }
    }

    /// The value of these views, the mover's first.
    #[inline]
    pub(crate) fn value(&self, views: [&[Block]; 2], bucket: usize) -> Value {
        let weights = &self.outputs[2 * bucket * self.blocks..][..2 * self.blocks];
        let sum = self.simd.weigh(views, weights.split_at(self.blocks).into());
        forward::value(sum, self.output_biases[bucket], self.qb, self.scale)
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {} units, {:?}", self.name, self.hidden_size(), self.simd)
    }
}

/// Groups of `half` weights, each followed by the weights of the twins, which are those of the group `twin` tells.
fn with_twins(weights: &[i16], half: usize, twin: impl Fn(usize) -> usize) -> Vec<Block> {
    let group = |index: usize| &weights[index * half..][..half];
    let all: Vec<i16> =
        (0..weights.len() / half).flat_map(|index| [group(index), group(twin(index))].concat()).collect();
    all.chunks_exact(LANES).map(|lanes| bytemuck::pod_read_unaligned(bytemuck::cast_slice(lanes))).collect()
}
