// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reversi with a learned network as its evaluation, so that all algorithms can search with it.

use super::network::TdNetwork;
use crate::lab::games::{Reversi, ReversiMove};
use crate::lab::{Game, Key};
use crate::types::Value;
use core::fmt;
use std::sync::Arc;

/// The value of odds that are better by a factor of e.
const UNIT: f32 = 1000.0;

/// The largest value of a position that is not won.
const LIMIT: f32 = 900_000.0;

/// A game of reversi evaluated by a network.
#[derive(Clone, Debug)]
pub struct LearnedReversi {
    game: Reversi,
    network: Arc<TdNetwork>,
}

impl LearnedReversi {
    /// Combines a game and a network.
    pub fn new(game: Reversi, network: Arc<TdNetwork>) -> Self {
        Self { game, network }
    }

    /// Returns the game itself.
    pub fn game(&self) -> &Reversi {
        &self.game
    }
}

impl Game for LearnedReversi {
    type Move = ReversiMove;

    const MOVE_NUMBERS: usize = Reversi::MOVE_NUMBERS;

    fn is_first_to_move(&self) -> bool {
        self.game.is_first_to_move()
    }

    fn moves(&self) -> Vec<ReversiMove> {
        self.game.moves()
    }

    fn play(&mut self, mv: ReversiMove) {
        self.game.play(mv);
    }

    fn undo(&mut self) {
        self.game.undo();
    }

    fn ply(&self) -> u32 {
        self.game.ply()
    }

    /// Returns the logarithm of the odds, in thousandths, or the value by the rules if the game is over. The
    /// network has not learned from positions in which a side must pass, so it evaluates the position after
    /// the pass.
    #[expect(clippy::cast_possible_truncation, reason = "kept within bounds")]
    fn evaluate(&mut self) -> Value {
        if self.game.is_over() {
            return self.game.evaluate();
        }
        if self.game.must_pass() {
            self.play(ReversiMove::PASS);
            let value = -self.evaluate();
            self.undo();
            return value;
        }
        (UNIT * self.network.forward(&self.game).logit).clamp(-LIMIT, LIMIT) as Value
    }

    fn key(&self) -> Key {
        self.game.key()
    }

    fn move_number(mv: ReversiMove) -> usize {
        Reversi::move_number(mv)
    }
}

impl fmt::Display for LearnedReversi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}
