// SPDX-License-Identifier: MIT OR Apache-2.0
//! The target of the arena's log records.

/// Traffic with engines and their faults are logged under this target.
pub const LOG_TARGET: &str = "chuhe::arena";
