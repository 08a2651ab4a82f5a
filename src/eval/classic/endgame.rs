// SPDX-License-Identifier: MIT OR Apache-2.0
//! What material can win: an advantage that wins nothing is scaled towards zero.

use super::material::Army;

/// The scale of a side that can win.
pub(super) const FULL_SCALE: u8 = 64;

/// What an advantage of `strong` over `weak` is worth, from 0 (cannot win) to [`FULL_SCALE`].
pub(super) fn scale(strong: Army, _weak: Army) -> u8 {
    if strong.majors() == 0 && strong.pawns == 0 { 0 } else { FULL_SCALE }
}
