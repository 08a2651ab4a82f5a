// SPDX-License-Identifier: MIT OR Apache-2.0
//! A network ready for inference: all neurons, in blocks of one cache line, and the instruction set to use;
//! and the contribution of each piece to the value of a position.

use super::features::{BUCKETS, active, bucket, indices, mirrored, strength, total_strength};
use super::forward::{self, Block, LANES};
use super::layers::{Activations, Layers};
use super::simd::Simd;
use super::weights::{NetworkError, NetworkWeights};
use core::fmt;
use once_cell::sync::Lazy;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;
use xiangqi::position::{Board, Position};
use xiangqi::types::{Color, PieceKind, Square, Value};

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
#[derive(PartialEq)]
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
    /// The second and the third hidden layer, if there are any.
    layers: Option<Layers>,
    simd: Simd,
}

impl Network {
    /// The option value that names the embedded network. An empty value and UCI's `<empty>` do so too.
    pub const EMBEDDED: &str = "<embedded>";

    /// Returns the network built into the program.
    pub fn embedded() -> Arc<Self> {
        Arc::clone(&EMBEDDED)
    }

    /// Returns the network that an option value names: the embedded one or the one in a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a usable network file.
    pub fn named(name: impl AsRef<OsStr>) -> Result<Arc<Self>, NetworkError> {
        let name = name.as_ref();
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        if name.is_empty() || is(Self::EMBEDDED) || is("<empty>") {
            Ok(Self::embedded())
        } else {
            Self::load(Path::new(name)).map(Arc::new)
        }
    }

    /// Loads a network file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a usable network file.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        NetworkWeights::load(path).map(|weights| Self::of(&weights))
    }

    /// Loads a network from the bytes of a network file.
    ///
    /// # Errors
    /// If they are not a usable network file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        NetworkWeights::from_bytes(bytes).map(|weights| Self::of(&weights))
    }

    /// The network of weights that were checked, for the fastest instruction set.
    pub fn of(weights: &NetworkWeights) -> Self {
        Self::new(weights, Simd::best())
    }

    /// Adds the mirrored half of the neurons to weights that were checked.
    pub(super) fn new(weights: &NetworkWeights, simd: Simd) -> Self {
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
            layers: weights.layers.as_ref().map(|layers| Layers::new(layers, weights.hidden_size)),
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
        self.sum_up(active(board), accumulator);
    }

    /// Computes the accumulator with these active features of two perspectives.
    fn sum_up(&self, active: impl Iterator<Item = [usize; 2]>, accumulator: &mut [Block]) {
        let (first, second) = accumulator.split_at_mut(self.blocks);
        first.copy_from_slice(&self.feature_biases);
        second.copy_from_slice(&self.feature_biases);
        for features in active {
            forward::add(first, self.feature_weights(features[0]));
            forward::add(second, self.feature_weights(features[1]));
        }
    }

    /// Computes the value from the active features, of the side to move's perspective and of the other
    /// side's.
    pub fn value_of(&self, active: impl Iterator<Item = [usize; 2]>, bucket: usize) -> Value {
        let mut accumulator = bytemuck::zeroed_vec(2 * self.blocks);
        self.sum_up(active, &mut accumulator);
        self.value(accumulator.split_at(self.blocks).into(), bucket, &mut [0; _])
    }

    /// Computes the value of an accumulator, given as the side to move's perspective and the other side's.
    /// Whatever is in `activations` is overwritten.
    #[inline]
    pub(crate) fn value(
        &self,
        perspectives: [&[Block]; 2],
        bucket: usize,
        activations: &mut Activations,
    ) -> Value {
        let weights = &self.output_weights[2 * bucket * self.blocks..][..2 * self.blocks];
        let sum = self.simd.output_layer(perspectives, weights.split_at(self.blocks).into());
        let deep = match &self.layers {
            Some(layers) => {
                let layers = layers.bucket(bucket);
                self.simd.hidden_layers(perspectives, layers, activations) * self.scale as f32
            }
            None => 0.0,
        };
        forward::dequantize(sum, self.output_biases[bucket], self.qb, self.scale, deep)
    }
}

/// All numbers are finite.
impl Eq for Network {}

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

/// The network's evaluation of a position, from Red's point of view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkExplanation {
    /// The name of the network.
    pub name: String,
    /// Index of the output bucket: the more attackers are left, the higher.
    pub bucket: usize,
    /// Red's advantage, before the evaluator applies `rule60` damping and the scaling of drawish endings.
    pub red_value: Value,
    /// The part of [`red_value`](Self::red_value) that is lost without the piece on each square; `None` for
    /// empty squares and kings.
    pub pieces: [Option<Value>; Square::COUNT],
}

impl Network {
    /// Evaluates a position as it is and with each piece removed in turn. A network has no terms to list: the
    /// difference is the worth of the piece here, with everything that it attacks, protects and blocks.
    pub fn explain(&self, position: &Position) -> NetworkExplanation {
        let board = position.board();
        let mut accumulator = bytemuck::zeroed_vec(2 * self.blocks());
        self.refresh(board, &mut accumulator);
        let total = total_strength(board);
        let red_value = |accumulator: &[forward::Block], strength| {
            let (red, black) = accumulator.split_at(self.blocks());
            match position.side_to_move() {
                Color::Red => self.value([red, black], bucket(strength), &mut [0; _]),
                Color::Black => -self.value([black, red], bucket(strength), &mut [0; _]),
            }
        };
        let whole = red_value(&accumulator, total);
        let pieces = core::array::from_fn(|index| {
            let square = Square::ALL[index];
            let piece = board.piece_on(square).filter(|piece| piece.kind() != PieceKind::King)?;
            let mut without = accumulator.clone();
            let perspectives = without.chunks_exact_mut(self.blocks());
            for (perspective, feature) in perspectives.zip(indices(piece, square)) {
                forward::sub(perspective, self.feature_weights(feature));
            }
            Some(whole - red_value(&without, total - strength(piece.kind())))
        });
        NetworkExplanation { name: self.name().to_owned(), bucket: bucket(total), red_value: whole, pieces }
    }
}
