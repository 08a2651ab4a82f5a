// SPDX-License-Identifier: MIT OR Apache-2.0
//! Damping by the plies without capture (`rule60`): an advantage that makes no progress shrinks towards a
//! draw.

use crate::types::Value;

/// Damping begins after this number of plies without capture …
const START: Value = 20;
/// … and would reach zero this number of plies later.
const RANGE: Value = 130;

/// Returns `value` reduced in proportion to the plies without capture: full up to 20 plies, zero after 150.
#[inline]
pub fn damped(value: Value, rule60_count: u16) -> Value {
    let waited = (Value::from(rule60_count) - START).clamp(0, RANGE);
    value * (RANGE - waited) / RANGE
}
