// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interface of a game, as the algorithms need it.
//!
//! Two players move in turn, and one player's gain is the other's loss. The *first* player is the papers'
//! Max: Red in xiangqi, Black in reversi and gomoku.

use core::fmt::{Debug, Display};
use xiangqi::types::{SplitMix64, Value};

/// The value of a win, from which the plies it took are subtracted: sooner is better (Moreland). The pattern
/// evaluation of gomoku gives it for five in a row; all other values are far smaller.
pub const WON: Value = 100_000_000;

/// A bound above all values.
pub const INFINITE: Value = Value::MAX;

/// Values from here on are wins that lie a number of plies ahead.
const WON_BAND: Value = WON - 10_000;

/// Returns true for a win or a loss, whose value counts plies.
pub const fn is_won_or_lost(value: Value) -> bool {
    value.abs() >= WON_BAND
}

/// The Zobrist key of a position (Zobrist 1970): the paper's two random numbers, one that finds the slot and
/// a longer one that is stored in it and identifies the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Key {
    /// The number that finds the slot.
    pub index: u32,
    /// The number stored in the slot.
    pub check: u64,
}

impl Key {
    /// Draws two random numbers.
    pub const fn random(rng: &mut SplitMix64) -> Self {
        Self { index: (rng.next_u64() >> 32) as u32, check: rng.next_u64() }
    }

    /// Draws numbers for the stones of two players on each square.
    pub const fn for_stones<const SQUARES: usize>(rng: &mut SplitMix64) -> [[Self; SQUARES]; 2] {
        let mut keys = [[Self { index: 0, check: 0 }; SQUARES]; 2];
        let mut i = 0;
        while i < 2 * SQUARES {
            keys[i / SQUARES][i % SQUARES] = Self::random(rng);
            i += 1;
        }
        keys
    }
}

impl core::ops::BitXorAssign for Key {
    fn bitxor_assign(&mut self, other: Self) {
        self.index ^= other.index;
        self.check ^= other.check;
    }
}

/// The squares that count as neighbours of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neighbours {
    /// Those beside it, above and below.
    Four,
    /// Those at its corners as well.
    Eight,
}

/// A window of values: alpha and beta.
pub type Window = (Value, Value);

/// An event at the current position that moves do not show. Values and windows are those of the side to move.
#[derive(Clone, Copy)]
pub enum Note<'a, M> {
    /// The window of a search that begins here.
    Window(Window),
    /// The moves to search, in the game's order.
    Moves(&'a [M]),
    /// The static value.
    Static(Value),
    /// The value from the table.
    Hit(Value),
    /// The move from the table, where its value does not settle the search.
    Known(M),
    /// The value stored in the table.
    Stored(Value),
    /// A move that rises in the history.
    Rise {
        /// The move.
        mv: M,
        /// The place in the list of each move number, before.
        places: &'a [usize],
        /// The place of the move, after.
        goal: usize,
    },
}

/// A game under way.
pub trait Game: Sized + Send + 'static {
    /// A move; its text is what [`parse_move`](Self::parse_move) reads.
    type Move: Copy + Eq + Debug + Display + Send;

    /// The upper bound of move numbers.
    const MOVE_NUMBERS: usize;

    /// Returns true if the first player is to move.
    fn is_first_to_move(&self) -> bool;

    /// Returns the moves in the game's natural order; an empty list if the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// Plays one of the moves.
    fn play(&mut self, mv: Self::Move);

    /// Takes back the last move.
    fn undo(&mut self);

    /// Returns the number of plies played since the first position of this game.
    fn ply(&self) -> u32;

    /// Returns the depth that a move costs: 1, unless the game has moves without a choice.
    fn cost(_mv: Self::Move) -> u32 {
        1
    }

    /// Notes that a search begins here. The evaluation of a game may depend on the side to move at the root:
    /// the program's own side.
    fn begin_search(&mut self) {}

    /// Returns the static value of the position for the side to move, or the value by the rules if the game
    /// is over: [`WON`] less the plies played, the negative of that, or a value that follows from the game's
    /// score; 0 for a draw.
    fn evaluate(&mut self) -> Value;

    /// Returns the key of the position. Equal positions reached by different paths have equal keys.
    fn key(&self) -> Key;

    /// Returns the number of a move, the same in all positions, for tables indexed by moves.
    fn move_number(mv: Self::Move) -> usize;

    /// Returns true if the move is near the action. Gomoku's child filtering considers only such moves.
    fn is_local(&self, _mv: Self::Move, _neighbours: Neighbours) -> bool {
        true
    }

    /// Returns the scores of the first and the second player when the game is over, or is ended here: 1 and 0
    /// for a win, half a point each for a draw, unless the game has a score of its own.
    fn score(&mut self) -> [f64; 2] {
        let is_over = self.moves().is_empty();
        let value = if is_over { self.evaluate() } else { 0 };
        let own = f64::midpoint(1.0, value.signum().into());
        if self.is_first_to_move() { [own, 1.0 - own] } else { [1.0 - own, own] }
    }

    /// Takes a note of the search at this position; games that are not [`Watched`](crate::Watched) ignore it.
    fn note(&self, _note: Note<'_, Self::Move>) {}

    /// Returns the move with this text, if it can be played here.
    fn parse_move(&self, word: &str) -> Option<Self::Move> {
        self.moves().into_iter().find(|mv| mv.to_string() == word)
    }
}

/// A game with checks and captures, in which a useful quiet move nearly always exists: null move, extensions
/// and quiescence rely on this.
pub trait ChessGame: Game {
    /// Returns true if the side to move is in check.
    fn is_in_check(&self) -> bool;

    /// Returns the value of the piece that `mv` captures; 0 if it captures nothing.
    fn gain(&self, mv: Self::Move) -> Value;

    /// Returns true if `mv` captures the piece that has just captured.
    fn is_recapture(&self, mv: Self::Move) -> bool;

    /// Returns the number of major pieces (rooks, horses and cannons) of the side to move and of the other.
    fn majors(&self) -> [u32; 2];

    /// Plays a null move, which the rules forbid; it is taken back like a move. The side to move must not be
    /// in check.
    fn pass(&mut self);
}

/// A game on 64 squares that fill with discs of two colours, as the tables of Bai (2007) need it. The number
/// of a move is that of its square, from 0 to 63; 64 is a pass.
pub trait DiscGame: Game {
    /// Returns the discs of the first and of the second player, one bit per square.
    fn discs(&self) -> [u64; 2];

    /// Returns the paper's additive key: the sum over all squares, empty ones too, of a random number for the
    /// square and its state.
    fn additive_key(&self) -> u64;

    /// Returns the weight of a square, by which lists of moves are ordered at first.
    fn worth(square: usize) -> Value;
}
