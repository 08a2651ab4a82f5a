// SPDX-License-Identifier: MIT OR Apache-2.0
//! A network ready for inference: all neurons, in blocks of one cache line, and the instruction set to use.

use super::error::NetworkError;
use super::features::{BUCKETS, active, mirrored};
use super::forward::{self, Block, LANES};
use super::simd::Simd;
use super::weights::NetworkWeights;
use crate::position::Board;
use crate::types::{Color, Value};
use core::fmt;
use once_cell::sync::Lazy;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

/// The network file built into the program.
#[cfg(not(evalfile))]
pub static EMBEDDED_FILE: &[u8] = include_bytes!("default.net");
/// The network file built in by `make EVALFILE=…`.
#[cfg(evalfile)]
pub static EMBEDDED_FILE: &[u8] = include_bytes!(env!("EVALFILE"));

/// The embedded network, loaded on first use.
static EMBEDDED: Lazy<Arc<Network>> =
    Lazy::new(|| Arc::new(Network::from_bytes(EMBEDDED_FILE).expect("the embedded network is valid")));

/// An NNUE network ready for inference, shared by all threads.
#[derive(PartialEq, Eq)]
pub struct Network {
    name: String,
    /// Blocks per perspective.
    blocks: usize,
    /// By feature.
    feature_weights: Vec<Block>,
    feature_biases: Vec<Block>,
    /// By output bucket and perspective.
    output_weights: Vec<Block>,
    output_biases: [i32; BUCKETS],
    qb: i64,
    scale: i64,
    simd: Simd,
}

impl Network {
    /// The option value that names the embedded network. An empty value and UCI's `<empty>` do so too.
    pub const EMBEDDED: &str = "<embedded>";
    /// The option value that names the hand-crafted evaluation (HCE) instead of a network.
    pub const CLASSIC: &str = "<classic>";

    /// Returns the network built into the program.
    pub fn embedded() -> Arc<Self> {
        Arc::clone(&EMBEDDED)
    }

    /// Returns the network that an option value names: the embedded one, the one in a file, or `None` for the
    /// hand-crafted evaluation.
    ///
    /// # Errors
    /// If the file cannot be read or is not a usable network file.
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

    /// Loads a network file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a usable network file.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        NetworkWeights::load(path).map(|weights| Self::new(&weights, Simd::best()))
    }

    /// Loads a network from the bytes of a network file.
    ///
    /// # Errors
    /// If they are not a usable network file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        NetworkWeights::from_bytes(bytes).map(|weights| Self::new(&weights, Simd::best()))
    }

    /// Adds the mirrored half of the neurons to weights that were checked.
    pub(crate) fn new(weights: &NetworkWeights, simd: Simd) -> Self {
        let half = weights.hidden_size / 2;
        Self {
            name: weights.name.clone(),
            blocks: weights.hidden_size / LANES,
            feature_weights: with_mirrored(&weights.feature_weights, half, mirrored),
            feature_biases: with_mirrored(&weights.feature_biases, half, |same| same),
            output_weights: with_mirrored(&weights.output_weights, half, |same| same),
            output_biases: weights.output_biases,
            qb: weights.qb.into(),
            scale: weights.scale.into(),
            simd,
        }
    }

    /// Returns the name stored in the network file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of neurons per perspective.
    pub fn hidden_size(&self) -> usize {
        self.blocks * LANES
    }

    /// Returns the number of blocks per perspective.
    #[inline]
    pub(crate) fn blocks(&self) -> usize {
        self.blocks
    }

    /// Returns the instruction set to compute with.
    #[inline]
    pub(crate) fn simd(&self) -> Simd {
        self.simd
    }

    /// Returns the weights of a feature.
    #[inline]
    pub(crate) fn feature_weights(&self, feature: usize) -> &[Block] {
        &self.feature_weights[feature * self.blocks..][..self.blocks]
    }

    /// Computes the accumulator of a board from scratch: Red's perspective, then Black's.
    pub(crate) fn refresh(&self, board: &Board, accumulator: &mut [Block]) {
        let (red, black) = accumulator.split_at_mut(self.blocks);
        red.copy_from_slice(&self.feature_biases);
        black.copy_from_slice(&self.feature_biases);
        for features in active(board) {
            forward::add(red, self.feature_weights(features[Color::Red]));
            forward::add(black, self.feature_weights(features[Color::Black]));
        }
    }

    /// Computes the value of an accumulator, given as the side to move's perspective and the other side's.
    #[inline]
    pub(crate) fn value(&self, perspectives: [&[Block]; 2], bucket: usize) -> Value {
        let weights = &self.output_weights[2 * bucket * self.blocks..][..2 * self.blocks];
        let sum = self.simd.output_layer(perspectives, weights.split_at(self.blocks).into());
        forward::dequantize(sum, self.output_biases[bucket], self.qb, self.scale)
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} (hidden size {}, {:?})", self.name, self.hidden_size(), self.simd)
    }
}

/// Horizontal-mirror weight sharing: appends to each group of `half` weights those of the mirrored neurons,
/// which are the group with the index `mirror(index)`.
fn with_mirrored(weights: &[i16], half: usize, mirror: impl Fn(usize) -> usize) -> Vec<Block> {
    let group = |index: usize| &weights[index * half..][..half];
    let all: Vec<i16> =
        (0..weights.len() / half).flat_map(|index| [group(index), group(mirror(index))].concat()).collect();
    all.chunks_exact(LANES).map(|lanes| bytemuck::pod_read_unaligned(bytemuck::cast_slice(lanes))).collect()
}
