// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the algorithms need to know of a game.
//!
//! Two players move in turn and what one wins the other loses. The *first* player is Max where the papers have a Max and a Min:
//! Red in xiangqi, Black in reversi and gomoku.

use crate::types::{SplitMix64, Value};
use core::fmt::{Debug, Display};

/// The value of having won, less the plies it took: sooner is better (Moreland). It is what the pattern evaluation of gomoku
/// gives for five in a row; no other value comes near.
pub const WON: Value = 100_000_000;

/// Larger than any value.
pub const INFINITE: Value = Value::MAX;

/// Values from here on are wins that came a number of plies before.
const WON_BAND: Value = WON - 10_000;

/// Is this a win or a loss that counts plies?
pub const fn is_won_or_lost(value: Value) -> bool {
    value.abs() >= WON_BAND
}

/// What a table knows a position by (Zobrist 1970): the paper's two random numbers, one that finds the slot and a longer one
/// that is stored in it and tells whether the slot is this position's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Key {
    /// Finds the slot.
    pub index: u32,
    /// Is stored in the slot.
    pub check: u64,
}

impl Key {
    /// Two random numbers.
    pub const fn random(rng: &mut SplitMix64) -> Self {
        Self { index: (rng.next_u64() >> 32) as u32, check: rng.next_u64() }
    }
}

impl core::ops::BitXorAssign for Key {
    fn bitxor_assign(&mut self, other: Self) {
        self.index ^= other.index;
        self.check ^= other.check;
    }
}

/// A game under way.
pub trait Game: Sized + Send + 'static {
    /// A move; its words are those that [`parse_move`](Self::parse_move) reads.
    type Move: Copy + Eq + Debug + Display + Send;

    /// Moves are numbered below this.
    const MOVE_NUMBERS: usize;

    /// Is it the first player's move?
    fn is_first_to_move(&self) -> bool;

    /// The moves, in the game's natural order. None: the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// Plays one of them.
    fn play(&mut self, mv: Self::Move);

    /// Takes back what was played last.
    fn undo(&mut self);

    /// Plies played so far: since the beginning, or since the position this began with.
    fn ply(&self) -> u32;

    /// What the position is worth to the side to move: by its looks, or by the rules if the game is over. Then it is [`WON`] less
    /// the plies played, the negative of that, or what the score of the game makes of it; 0 for a draw.
    fn evaluate(&mut self) -> Value;

    /// What tables know the position by. Equal positions reached by different ways have the same.
    fn key(&self) -> Key;

    /// The number of a move, the same in all positions: for tables about moves.
    fn move_number(mv: Self::Move) -> usize;

    /// Does this move lie where things happen? Gomoku's child filtering considers such moves alone.
    fn is_local(&self, _mv: Self::Move) -> bool {
        true
    }

    /// What the first and the second player have got when the game is over, or ends here: a point or none or half of one each, if the
    /// game has no score of its own.
    fn score(&mut self) -> [f64; 2] {
        let is_over = self.moves().is_empty();
        let value = if is_over { self.evaluate() } else { 0 };
        let own = f64::midpoint(1.0, value.signum().into());
        if self.is_first_to_move() { [own, 1.0 - own] } else { [1.0 - own, own] }
    }

    /// The move that a word means, if it can be played here.
    fn parse_move(&self, word: &str) -> Option<Self::Move> {
        self.moves().into_iter().find(|mv| mv.to_string() == word)
    }
}

/// A game with checks and captures and, but for them, nearly always something useful to do: what null move, extensions and
/// quiescence rest on.
pub trait ChessGame: Game {
    /// Is the side to move in check?
    fn is_in_check(&self) -> bool;

    /// What `mv` captures is worth; 0 if it captures nothing.
    fn gain(&self, mv: Self::Move) -> Value;

    /// Does `mv` take back what has just taken something?
    fn is_recapture(&self, mv: Self::Move) -> bool;

    /// The strong men of the side to move and of the other: rooks, horses and cannons.
    fn strong_men(&self) -> [u32; 2];

    /// Lets the side to move pass, which the rules forbid; taken back like a move. Not in check.
    fn pass(&mut self);
}
