// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reversi with what has been learned for an evaluation, so that all algorithms can search with it.

use super::network::Network;
use crate::lab::games::{Reversi, ReversiMove};
use crate::lab::{Game, Key};
use crate::types::Value;
use core::fmt;
use std::sync::Arc;

/// The value of odds that are e times as good.
const UNIT: f32 = 1000.0;

/// More than this a position that is not won is not worth.
const LIMIT: f32 = 900_000.0;

/// A game of reversi that a network values.
#[derive(Clone, Debug)]
pub struct LearnedReversi {
    game: Reversi,
    network: Arc<Network>,
}

impl LearnedReversi {
    /// This game, valued by this network.
    pub fn new(game: Reversi, network: Arc<Network>) -> Self {
        Self { game, network }
    }

    /// The game itself.
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

    /// The logarithm of the odds, in thousandths; by the rules if the game is over. Of positions in which one must pass the
    /// network has learned nothing, so it is asked about those after them.
    #[allow(clippy::cast_possible_truncation, reason = "kept within bounds")]
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
        (UNIT * self.network.look(&self.game).logit).clamp(-LIMIT, LIMIT) as Value
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
