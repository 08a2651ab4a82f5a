// SPDX-License-Identifier: MIT OR Apache-2.0
//! The forms of the null move: the depth reduction R after a pass, and the positions in which passing is not
//! allowed.

use crate::lab::{ChessGame, INFINITE};
use crate::types::Value;

/// The three forms that Yue and Feng (2009) describe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NullMoveKind {
    /// R = 2 everywhere.
    Plain,
    /// Heinz (1999): R = 2 to depth 6, R = 3 above depth 8; at 7 and 8, R = 3 if each side has three major
    /// pieces, else R = 2.
    Adaptive,
    /// Tabibi and Netanyahu (2002): R = 3, but a fail-high is believed only if a search one ply shallower,
    /// below which the null move goes unverified, fails high too. If it does not, the position is searched to
    /// its full depth.
    Verified,
}

impl NullMoveKind {
    /// Returns R for a position with `depth` plies to search.
    pub fn reduction<G: ChessGame>(self, game: &G, depth: u32) -> u32 {
        match (self, depth) {
            (Self::Verified, _) | (Self::Adaptive, 9..) => 3,
            (Self::Adaptive, 7 | 8) if game.majors().into_iter().all(|count| count >= 3) => 3,
            _ => 2,
        }
    }
}

/// Returns true if a pass may be tried. In check it would lose the king, without a major piece it may be the
/// best move (zugzwang), and nothing reaches an infinite beta.
pub fn may_pass<G: ChessGame>(game: &G, beta: Value) -> bool {
    beta < INFINITE && !game.is_in_check() && game.majors()[0] > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Subject;
    use crate::lab::games::Xiangqi;

    #[test]
    fn the_reduction_adapts_as_heinz_has_it() {
        let full = Xiangqi::start();
        // Two major pieces on each side.
        let thin = Xiangqi::parse("3ak1b2/4a4/4b4/9/2n6/6R2/9/3A1C3/4A4/2B1K1Br1 w").unwrap();
        let reductions =
            |kind: NullMoveKind, game: &Xiangqi| [1, 6, 7, 8, 9, 12].map(|depth| kind.reduction(game, depth));
        assert_eq!(reductions(NullMoveKind::Plain, &full), [2; 6]);
        assert_eq!(reductions(NullMoveKind::Verified, &full), [3; 6]);
        assert_eq!(reductions(NullMoveKind::Adaptive, &full), [2, 2, 3, 3, 3, 3]);
        assert_eq!(reductions(NullMoveKind::Adaptive, &thin), [2, 2, 2, 2, 3, 3]);
    }
}
