// SPDX-License-Identifier: MIT OR Apache-2.0
//! The position's larger unit tests.
