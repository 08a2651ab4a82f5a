// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reversi, also called Othello.
//!
//! A move puts down a disc such that discs of the other side lie in unbroken lines between it and discs of
//! the own side; all of those are turned over. A side without such a move must pass; when neither side can
//! move, the side with more discs has won. The evaluation is that of Bai (2007, equations 2 and 3): the
//! weights of the squares with own discs, less those with the other side's, plus the number of moves of the
//! program's own side, the side to move at the root, at every leaf. At the end of the game it is the same.
//! The weights are experience; the paper does not list its own.

mod board;
#[cfg(test)]
mod tests;

use super::turn;
use crate::ladder::DiscTables;
use crate::{DiscGame, Game, Key, Subject};
use board::{Board, SQUARES, Squares};
use core::fmt;
use xiangqi::types::{Bilingual, Value, bilingual, text};

/// The value of a win, to which the margin in discs is added.
const WON: Value = 1_000_000;

/// Reversi with the paper's evaluation: weighted squares, and 1 for each move of the program's own side.
pub type Reversi = Discs<false>;

/// Reversi with another evaluation: weighted squares, and 1 for each move of the side to move. The end of the
/// game is worth the win and its margin.
pub type SideToMoveReversi = Discs<true>;

/// A game of reversi under way. Black, who begins, is the first player. The evaluation counts the moves of the
/// program's own side, or those of the side to move.
#[derive(Clone, Debug)]
pub struct Discs<const BY_MOVER: bool> {
    board: Board,
    /// True if the program's own side is the first player.
    is_own_first: bool,
    /// The boards before the moves that were played.
    past: Vec<Board>,
}

/// A move: a square, written like `d3` (`a1` is the upper left corner), or `pass`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReversiMove(u8);

impl ReversiMove {
    /// The move of a side that cannot put down a disc.
    pub const PASS: Self = Self(SQUARES as u8);

    /// Returns the move to this square: 0 is a1, 1 is b1, 63 is h8.
    fn to(square: usize) -> Self {
        Self(square as u8)
    }

    /// Returns the square of the disc; `None` for a pass.
    pub fn square(self) -> Option<usize> {
        (self != Self::PASS).then_some(usize::from(self.0))
    }
}

impl fmt::Display for ReversiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => write!(f, "{}{}", char::from(b'a' + square as u8 % 8), square / 8 + 1),
            None => f.pad("pass"),
        }
    }
}

impl<const BY_MOVER: bool> Discs<BY_MOVER> {
    /// Returns the number of discs of the first player, Black, or of the second.
    pub fn disc_count(&self, first: bool) -> u32 {
        self.set(first).count_ones()
    }

    /// Returns the owner of the disc on this square (0 is a1, 1 is b1, 63 is h8): true for the first player.
    /// `None` if it is empty.
    pub fn disc(&self, square: usize) -> Option<bool> {
        [true, false].into_iter().find(|&first| self.set(first) >> square & 1 == 1)
    }

    /// Returns true if the side to move can only pass.
    pub fn must_pass(&self) -> bool {
        !self.can_move() && self.can_other_move()
    }

    /// Returns true if neither side can move.
    pub fn is_over(&self) -> bool {
        !self.can_move() && !self.can_other_move()
    }

    /// Returns the value of the present discs for the side to move: the margin and the win.
    pub(crate) fn final_value(&self) -> Value {
        let [own, other] = [self.board.own, self.board.other].map(|discs| discs.count_ones().cast_signed());
        let margin = own - other;
        margin + WON * margin.signum()
    }

    fn can_move(&self) -> bool {
        board::moves(self.board.own, self.board.other) != 0
    }

    fn can_other_move(&self) -> bool {
        board::moves(self.board.other, self.board.own) != 0
    }

    /// Returns the squares of the first player's discs or of the second's.
    fn set(&self, first: bool) -> u64 {
        if first == self.board.is_first_to_move { self.board.own } else { self.board.other }
    }

    /// Plays the moves in a word, one after the other.
    fn play_word(&mut self, word: &str) -> Result<(), Bilingual> {
        let mut rest = word;
        while !rest.is_empty() {
            let length = if rest.starts_with("pass") { 4 } else { 2 };
            let (name, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
            self.play_named(name)?;
            rest = after;
        }
        Ok(())
    }

    /// Plays the move of this name, after a pass that was left out.
    fn play_named(&mut self, name: &str) -> Result<(), Bilingual> {
        let is_square = matches!(name.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
        if !is_square && name != "pass" {
            return Err(bilingual!(
                "`{name}` is neither a square from a1 to h8 nor `pass`",
                "“{name}”不是 a1 至 h8 的格子，也不是 pass"
            ));
        }
        if is_square && self.must_pass() {
            self.play(ReversiMove::PASS);
        }
        let Some(mv) = self.parse_move(name) else {
            let plies = self.ply();
            let (english, chinese) = Self::SIDES[usize::from(!self.is_first_to_move())];
            let is_over = self.is_over();
            return Err(Bilingual::new(|language| {
                if is_over {
                    text!(
                        language,
                        "`{name}`: the game is over after {plies} plies",
                        "“{name}”：对局在{plies}步后已结束"
                    )
                } else {
                    text!(
                        language,
                        "`{name}`: {english} cannot play this after {plies} plies",
                        "“{name}”：{chinese}在{plies}步后不能下在这里"
                    )
                }
            }));
        };
        self.play(mv);
        Ok(())
    }
}

impl<const BY_MOVER: bool> Game for Discs<BY_MOVER> {
    type Move = ReversiMove;

    const MOVE_NUMBERS: usize = SQUARES + 1;

    fn is_first_to_move(&self) -> bool {
        self.board.is_first_to_move
    }

    fn moves(&self) -> Vec<ReversiMove> {
        let set = board::moves(self.board.own, self.board.other);
        if set == 0 && self.can_other_move() {
            return vec![ReversiMove::PASS];
        }
        let mut moves = Vec::with_capacity(set.count_ones() as usize);
        moves.extend(Squares(set).map(ReversiMove::to));
        moves
    }

    fn play(&mut self, mv: ReversiMove) {
        self.past.push(self.board);
        self.board = match mv.square() {
            Some(square) => self.board.after(square),
            None => self.board.after_pass(),
        };
    }

    fn undo(&mut self) {
        self.board = self.past.pop().expect("a move was played");
    }

    fn ply(&self) -> u32 {
        self.past.len() as u32
    }

    fn evaluate(&mut self) -> Value {
        let Board { own, other, worth, is_first_to_move, .. } = self.board;
        let mobility = |own, other| board::moves(own, other).count_ones().cast_signed();
        if BY_MOVER && self.is_over() {
            self.final_value()
        } else if BY_MOVER || is_first_to_move == self.is_own_first {
            worth + mobility(own, other)
        } else {
            worth - mobility(other, own)
        }
    }

    /// A pass costs nothing (Bai's algorithm 6): all positions of a search with as many discs have the same
    /// depth.
    fn cost(mv: ReversiMove) -> u32 {
        u32::from(mv != ReversiMove::PASS)
    }

    fn begin_search(&mut self) {
        self.is_own_first = self.is_first_to_move();
    }

    /// Returns the numbers of discs.
    fn score(&mut self) -> [f64; 2] {
        [true, false].map(|first| self.disc_count(first).into())
    }

    fn key(&self) -> Key {
        self.board.key
    }

    fn move_number(mv: ReversiMove) -> usize {
        usize::from(mv.0)
    }
}

impl<const BY_MOVER: bool> DiscGame for Discs<BY_MOVER> {
    fn discs(&self) -> [u64; 2] {
        [true, false].map(|first| self.set(first))
    }

    fn additive_key(&self) -> u64 {
        self.board.sum
    }

    fn worth(square: usize) -> Value {
        board::WORTH[square]
    }
}

impl<const BY_MOVER: bool> Subject for Discs<BY_MOVER> {
    type Algorithms = DiscTables;

    const NAME: &'static str = if BY_MOVER { "reversi-side-to-move" } else { "reversi" };

    fn start() -> Self {
        let set = |squares: [usize; 2]| squares.into_iter().fold(0, |set, square| set | 1 << square);
        let [black, white] = [set([28, 35]), set([27, 36])];
        Self { board: Board::new(black, white, true), is_own_first: true, past: Vec::new() }
    }

    const CHINESE: &'static str = if BY_MOVER { "黑白棋（走棋方行动力）" } else { "黑白棋" };
    const PLAYER: (&'static str, u32) = ("deepening", 8);

    /// The five of the paper.
    const USUAL: &'static [&'static str] = &["minimax", "alphabeta", "hash", "history", "hashhistory"];

    /// Reads the moves from the start, with or without spaces between them. Passes may be left out.
    fn parse(text: &str) -> Result<Self, Bilingual> {
        let mut game = Self::start();
        text.to_lowercase().split_whitespace().try_for_each(|word| game.play_word(word))?;
        game.past.clear();
        game.begin_search();
        Ok(game)
    }
}

impl<const BY_MOVER: bool> fmt::Display for Discs<BY_MOVER> {
    /// Writes the board with its coordinates, the numbers of discs and the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  a b c d e f g h")?;
        for row in 0..8 {
            write!(f, "{}", row + 1)?;
            for column in 0..8 {
                let mark = match self.disc(8 * row + column) {
                    Some(true) => 'X',
                    Some(false) => 'O',
                    None => '.',
                };
                write!(f, " {mark}")?;
            }
            writeln!(f)?;
        }
        let [black, white] = [true, false].map(|first| self.disc_count(first));
        write!(f, "Black X {black}, White O {white}, {}", turn(self))
    }
}
