// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of the protocol as a whole: sessions over in-memory pipes.

mod positions;
mod properties;
mod searches;
mod sessions;
mod support;
