// SPDX-License-Identifier: MIT OR Apache-2.0
//! The algorithms of the laboratory against each other.

mod exact;
mod inexact;
mod papers;
