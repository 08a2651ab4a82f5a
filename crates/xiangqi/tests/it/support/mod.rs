// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shared by several tests.

pub(crate) mod brute_force;
pub(crate) mod cycles;
pub(crate) mod loss;
pub(crate) mod random_record;
pub(crate) mod records;
