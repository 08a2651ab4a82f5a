// SPDX-License-Identifier: MIT OR Apache-2.0
//! The NNUE evaluation: an efficiently updatable neural network.
//!
//! # Architecture
//!
//! `(692 -> hidden size) x 2 -> 8`. A network may have two more hidden layers beside the output layer,
//! `-> 16 -> 32 -> 8`; the built-in one has none. The larger layers are quantised to integers, and the small
//! ones add up in a fixed order, so that every processor computes the same value.
//!
//! 1. **Input features** ([`features`]): one binary feature for each piece on each square it can stand on,
//!    692 in all. They are plain piece-square features: unlike in `HalfKA`, the king's square does not select
//!    another set of weights. Each side has its **perspective**: it sees its own pieces at the bottom of the
//!    board.
//! 2. **Feature transformer**: for each perspective, the **accumulator** holds the bias and the sum of the
//!    weights of all active features, one number per neuron of the hidden layer. A move changes two or three
//!    features, so the accumulator of the next position is an **incremental update** of the last one. Updates
//!    are **lazy**: they are computed only when a position is evaluated (`accumulator`). A **refresh**, the
//!    sum over all pieces, happens only once, at the root: no feature depends on the king.
//! 3. **Activation**: **`SCReLU`** (squared clipped `ReLU`), `clamp(x, 0, 1)²`.
//! 4. **Output layer**: a dot product over both perspectives, the side to move first. There are eight
//!    **output buckets**, each with its own weights, selected by the rooks, horses and cannons left on the
//!    board.
//! 5. **Second and third hidden layer** ([`LayerWeights`]), if the network has them: what they find in the
//!    activations is added to the output.
//!
//! `forward` and `layers` hold this arithmetic in plain loops, `simd` the same for AVX2, AVX-512, AVX-512
//! VNNI and WebAssembly's simd128. The **quantisation** is explained in [`arch`].
//!
//! # Horizontal-mirror weight sharing
//!
//! The second half of the neurons share the weights of the first half, but see the board mirrored left to
//! right. A position and its mirror image therefore have exactly the same value, and there are half as many
//! weights to learn. A network file ([`NetworkWeights`]) stores only the first half; the *mirrored* half is
//! added when the network is loaded.
//!
//! # Sources
//!
//! Yu Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi" (2018);
//! Stockfish, bullet and Pikafish for quantisation, `SCReLU`, lazy updates and the choice of squares per
//! piece. The mirror weight sharing is our own.
//!

#![doc = include_str!("generations.md")]

mod accumulator;
pub mod arch;
pub mod features;
mod forward;
mod layers;
mod network;
mod simd;
mod weights;

pub use layers::LayerWeights;
pub use network::{Network, NetworkExplanation};
pub use weights::{NetworkError, NetworkWeights};

#[doc(hidden)]
pub use accumulator::AccumulatorStack;

#[cfg(test)]
mod simd_tests;
#[cfg(test)]
mod tests;
