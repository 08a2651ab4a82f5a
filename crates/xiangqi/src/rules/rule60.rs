// SPDX-License-Identifier: MIT OR Apache-2.0
//! The natural limit (rule60): too many plies without a capture are a draw.
//!
//! [`Position::rule60_count`] counts the plies; it leaves out each side's checks after its tenth, and the
//! answers to them.

use crate::position::Position;

/// The usual limit in plies: sixty moves a side.
pub const NATURAL_LIMIT: u16 = 120;

/// Returns true if the game is drawn because `limit` plies have passed without a capture. Mate and stalemate
/// outrank this.
#[inline]
pub fn is_rule60_draw(position: &Position, limit: u16) -> bool {
    position.rule60_count() >= limit && position.has_legal_move()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_counts_from_the_capture_and_mate_comes_first() {
        let draws = |fen: &str, mv: &str| {
            let mut position = Position::from_fen(fen).unwrap();
            position.play(mv.parse().unwrap()).unwrap();
            is_rule60_draw(&position, NATURAL_LIMIT)
        };
        assert!(!draws("3k5/9/9/9/9/9/R8/1R7/9/4K4 w - - 118 90", "b2b8"), "a ply too early");
        assert!(draws("3k5/9/9/9/9/9/R8/1R7/9/4K4 w - - 119 90", "b2b9"), "a mere check");
        assert!(!draws("3k5/1R7/9/9/9/9/R8/9/9/4K4 w - - 119 90", "a3a9"), "mate");
        assert!(!draws("5k3/9/9/9/9/9/9/9/r8/3K5 b - - 119 90", "a1e1"), "stalemate");
        assert!(!draws("3k5/9/9/9/9/r8/R8/9/9/4K4 w - - 119 90", "a3a4"), "a capture");
    }
}
