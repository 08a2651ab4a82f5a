// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sizes and quantisation constants of the NNUE network, and the format of its file.
//!
//! # Quantisation
//!
//! Real numbers are stored as integers, multiplied by a constant:
//!
//! - [`QA`] = 255 for the feature weights and biases, and so for the accumulator: 1.0 is stored as 255;
//! - `QB` for the output weights, stored in each file: the largest power of two with which the trained
//!   weights fit ([`MAX_OUTPUT_WEIGHT`]); output biases are multiplied by `QA · QB`;
//! - `SCALE` turns the network's output into a value, and is stored in each file too: an output of 1.0 (a
//!   predicted result of 73 %) is worth `SCALE` internal units;
//! - the weights of each neuron of the second hidden layer are divided by its quantisation step, stored in
//!   each file, with which the largest becomes 127 or -127. The second layer's biases and all of the third
//!   layer stay `f32`.
//!
//! # File format
//!
//! All numbers are little-endian. The header has 64 bytes:
//!
//! ```text
//! offset size                          offset size
//!  0  8  magic, "CHUHENET"             18  2  QB
//!  8  2  version, 1                    20  2  SCALE
//! 10  2  hidden size                   22  2  number of further layers, 0 or 2
//! 12  2  features, 692                 24  4  length of the weights in bytes
//! 14  2  output buckets, 8             28  4  CRC-32 of all other bytes
//! 16  2  QA, 255                       32 32  name, UTF-8, padded with zeros
//! ```
//!
//! The weights follow. Only the first half of the neurons is stored; the other half shares its weights (see
//! [horizontal-mirror weight sharing](super)):
//!
//! ```text
//! i16 [692][hidden size / 2]     feature weights
//! i16 [hidden size / 2]          feature biases
//! i16 [8][2][hidden size / 2]    output weights: by bucket, then side to move, other side
//! i32 [8]                        output biases
//! ```
//!
//! and, if there are further layers:
//!
//! ```text
//! i8  [8][8][2][2][hidden size / 2]  by bucket, neuron, side to move or other side, stored or mirrored neuron
//! f32 [8][8]                         quantisation steps of these weights, by bucket and neuron
//! f32 [8][8]                         biases of the second layer
//! f32 [8][16][32]                    weights of the third layer: by bucket, input, neuron
//! f32 [8][32]                        biases of the third layer
//! f32 [8][32]                        its output weights
//! ```

use super::features::{BUCKETS, FEATURES};

/// The first bytes of a network file.
pub const MAGIC: &[u8; 8] = b"CHUHENET";
/// The version of the file format.
pub const VERSION: u16 = 1;
/// Quantisation constant of the accumulator: 1.0 is stored as 255.
pub const QA: i16 = 255;
/// The largest absolute feature weight, 1.98 · `QA`: with 32 pieces no accumulator leaves sixteen bits.
pub const MAX_FEATURE_WEIGHT: i16 = 505;
/// The largest absolute feature bias; the weights of 32 pieces are added to it.
pub const MAX_BIAS: i16 = i16::MAX - 32 * MAX_FEATURE_WEIGHT;
/// The largest absolute output weight: its product with a clipped activation still fits into sixteen bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;
/// The hidden size is a multiple of this.
pub const HIDDEN_STEP: usize = 32;
/// The largest hidden size.
pub const MAX_HIDDEN: usize = 1024;

/// The number of stored neurons of the second hidden layer, half of all.
pub const SECOND: usize = 8;
/// The number of inputs of the third hidden layer: two for each stored neuron of the second.
pub const INPUTS: usize = 2 * SECOND;
/// The number of neurons of the third hidden layer.
pub const THIRD: usize = 32;

/// Length of the file header in bytes.
pub const HEADER_SIZE: usize = 64;
/// Length of the largest network file in bytes.
pub const MAX_FILE_SIZE: usize = HEADER_SIZE + payload(MAX_HIDDEN, true);

/// Describes the valid hidden sizes for error messages.
pub fn valid_hidden_sizes() -> String {
    format!("a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}")
}

/// Returns true if `hidden_size` is a multiple of [`HIDDEN_STEP`] from [`HIDDEN_STEP`] to [`MAX_HIDDEN`].
pub const fn is_valid_hidden_size(hidden_size: usize) -> bool {
    hidden_size > 0 && hidden_size <= MAX_HIDDEN && hidden_size.is_multiple_of(HIDDEN_STEP)
}

/// Returns the number of bytes that follow the header of a network with this hidden size, with or without the
/// second and the third layer.
pub const fn payload(hidden_size: usize, has_layers: bool) -> usize {
    let shallow =
        size_of::<i16>() * (FEATURES + 1 + 2 * BUCKETS) * (hidden_size / 2) + size_of::<i32>() * BUCKETS;
    if has_layers { shallow + layer_bytes(hidden_size) } else { shallow }
}

/// Returns the numbers of weights of the second layer, and of the five lists of `f32` in the order of a file.
pub const fn layer_sizes(hidden_size: usize) -> (usize, [usize; 5]) {
    let (second, third) = (BUCKETS * SECOND, BUCKETS * THIRD);
    (second * 2 * hidden_size, [second, second, INPUTS * third, third, third])
}

/// Returns the number of bytes of the second and the third layer in a network file.
const fn layer_bytes(hidden_size: usize) -> usize {
    let (second, [steps, biases, third, third_biases, last]) = layer_sizes(hidden_size);
    second + size_of::<f32>() * (steps + biases + third + third_biases + last)
}
