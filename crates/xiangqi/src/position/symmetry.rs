// SPDX-License-Identifier: MIT OR Apache-2.0
//! Symmetries of the game: left and right, and the two sides.

use super::position::Position;
use super::setup::Setup;
use crate::types::{Piece, Square};

impl Position {
    /// Returns the mirror image: files a to i in reverse order, without the moves played.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let position = Position::from_fen("3k5/9/9/9/9/9/9/9/R8/4K4 w")?;
    /// assert_eq!(position.mirrored(), Position::from_fen("5k3/9/9/9/9/9/9/9/8R/4K4 w")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let setup = self.setup();
        let board = Square::ALL.map(|square| setup.board[square.mirror()]);
        Setup { board, ..setup }.into_position().expect("legality has no left and right")
    }

    /// Returns true if the position is its own mirror image.
    ///
    /// ```
    /// use xiangqi::Position;
    /// assert!(Position::startpos().is_symmetric());
    /// assert!(!Position::startpos().after("h2e2".parse()?).is_symmetric());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_symmetric(&self) -> bool {
        Square::ALL.into_iter().all(|square| self.piece_on(square) == self.piece_on(square.mirror()))
    }

    /// Returns the smaller of the Zobrist keys of the position and its mirror image, which both share.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let (left, right) = ("b2e2".parse()?, "h2e2".parse()?);
    /// let start = Position::startpos();
    /// assert_eq!(start.after(left).canonical_key(), start.after(right).canonical_key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn canonical_key(&self) -> u64 {
        self.key().min(self.mirrored().key())
    }

    /// Returns the position with the sides exchanged: the board rotated by 180°, every piece of the other
    /// colour, the other side to move, without the moves played.
    ///
    /// ```
    /// use xiangqi::{Position, types::Color};
    /// assert_eq!(Position::startpos().color_flipped().side_to_move(), Color::Black);
    /// ```
    #[must_use]
    pub fn color_flipped(&self) -> Self {
        let setup = self.setup();
        let other = |piece: Piece| Piece::new(piece.kind(), !piece.color());
        let board = Square::ALL.map(|square| setup.board[square.rotate()].map(other));
        Setup { board, side: !setup.side, ..setup }.into_position().expect("the sides have the same rules")
    }
}
