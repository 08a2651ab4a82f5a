// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two protocols that the engine speaks.

/// A protocol: UCCI or UCI. Both carry the same messages in different words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The Universal Chinese Chess Interface, version 3.0.
    Ucci,
    /// The Universal Chess Interface, as Xiangqi programs use it; also its Cyclone form (`ucicyclone`).
    Uci,
}
