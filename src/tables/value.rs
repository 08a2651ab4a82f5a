// SPDX-License-Identifier: MIT OR Apache-2.0
//! The value of a position, and its packed form in a byte.
//!
//! Distances count plies to the end. Wins that need the rule of perpetual check have distances too, larger
//! than those of all others in their table: to the capture, or the quiet move, that makes progress.

/// Result with best play and distance, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableValue {
    /// Wins in this number of plies, an odd one.
    Win(u8),
    /// Loses in this number of plies, an even one: 0 is mate or stalemate.
    Loss(u8),
    /// Neither side can force a win.
    Draw,
}

/// A packed value: a distance (odd: win, even: loss), or one of the two constants below.
pub(crate) type Code = u8;

/// Not decided; in a finished table, a draw. Larger than any distance.
pub(crate) const DRAW: Code = 254;
/// No legal position: pieces on one square, or the side not to move is in check.
pub(crate) const ILLEGAL: Code = 255;
/// The largest distance that a code holds.
pub(crate) const MAX_DISTANCE: Code = 253;

/// Unpacks the value of a legal position.
#[inline]
pub(crate) fn decode(code: Code) -> TableValue {
    match code {
        DRAW.. => TableValue::Draw,
        plies if is_win(plies) => TableValue::Win(plies),
        plies => TableValue::Loss(plies),
    }
}

/// Returns true if the side to move wins.
#[inline]
pub(crate) fn is_win(code: Code) -> bool {
    code < DRAW && code % 2 == 1
}
