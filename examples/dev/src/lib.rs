// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random positions of a balance of pieces, which several of the programs and a benchmark draw.

use chuhe::Position;
use chuhe::tb::Balance;
use xiangqi::position::Setup;
use xiangqi::types::{Color, Piece, PieceKind, SplitMix64, coords};

/// Returns a random position of this balance, Red being the stronger side, with either side to move.
pub fn random_position(balance: Balance, rng: &mut SplitMix64) -> Position {
    loop {
        let mut setup = Setup::empty();
        setup.side = Color::ALL[rng.below(2)];
        for (letters, color) in balance.to_string().split('v').zip([Color::Red, Color::Black]) {
            for kind in letters.chars().filter_map(PieceKind::from_letter) {
                let squares: Vec<_> = coords::possible_squares(kind, color).into_iter().collect();
                setup.board[squares[rng.below(squares.len())]] = Some(Piece::new(kind, color));
            }
        }
        if let Ok(position) = setup.into_position()
            && Balance::of(position.board()) == (balance, Color::Red)
        {
            return position;
        }
    }
}
