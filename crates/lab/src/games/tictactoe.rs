// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tic-tac-toe: the smallest game, which minimax searches to the end (Moreland).
//!
//! Two players take turns to mark one of nine squares, Black (X) first. Three marks in a row win; a full
//! board is a draw. A position that is not decided has the value 0, so that only searches to the end tell
//! more.
#![doc = include_str!("../pages/tictactoe.md")]

use super::turn;
use crate::ladder::General;
use crate::{Game, Key, Subject, WON};
use core::fmt;
use xiangqi::types::{Bilingual, SplitMix64, Value, bilingual};

/// Number of squares.
const SQUARES: u8 = 9;

/// The rows, columns and diagonals as sets of squares.
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Random numbers for the marks of Black and White; their number tells whose turn it is.
static KEYS: [[Key; SQUARES as usize]; 2] = Key::for_stones(&mut SplitMix64::new(0x7469_6374_6163));

/// A square, from `a1` in the lower left corner to `c3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u8);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", char::from(b'a' + self.0 % 3), self.0 / 3 + 1))
    }
}

/// A game of tic-tac-toe. Its `Display` form is a drawing of the board, without a final newline.
///
/// ```
/// use chuhe_lab::{Game, Subject, WON, games::TicTacToe};
/// let mut game = TicTacToe::parse("b2 a1 b1 a2 b3").unwrap();
/// assert_eq!(game.evaluate(), 5 - WON, "White is to move and has lost");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe {
    played: Vec<Cell>,
    /// The squares of Black and White.
    marks: [u16; 2],
    key: Key,
}

impl TicTacToe {
    /// Marks a square for the side to move, or removes the mark.
    fn toggle(&mut self, side: usize, Cell(square): Cell) {
        self.marks[side] ^= 1 << square;
        self.key ^= KEYS[side][usize::from(square)];
    }

    /// Returns true if the side that moved last has three in a row.
    fn is_won(&self) -> bool {
        let last = self.marks[(self.played.len() + 1) % 2];
        LINES.into_iter().any(|line| last & line == line)
    }
}

impl Game for TicTacToe {
    type Move = Cell;

    const MOVE_NUMBERS: usize = SQUARES as usize;

    fn is_first_to_move(&self) -> bool {
        self.played.len().is_multiple_of(2)
    }

    fn moves(&self) -> Vec<Cell> {
        if self.is_won() {
            return Vec::new();
        }
        let [black, white] = self.marks;
        (0..SQUARES).filter(|square| (black | white) >> square & 1 == 0).map(Cell).collect()
    }

    fn play(&mut self, cell: Cell) {
        self.toggle(self.played.len() % 2, cell);
        self.played.push(cell);
    }

    fn undo(&mut self) {
        let cell = self.played.pop().expect("only what was played is taken back");
        self.toggle(self.played.len() % 2, cell);
    }

    fn ply(&self) -> u32 {
        self.played.len() as u32
    }

    fn evaluate(&mut self) -> Value {
        if self.is_won() { self.ply().cast_signed() - WON } else { 0 }
    }

    fn key(&self) -> Key {
        self.key
    }

    fn move_number(Cell(square): Cell) -> usize {
        usize::from(square)
    }
}

impl Subject for TicTacToe {
    type Algorithms = General;

    const NAME: &'static str = "tictactoe";
    const CHINESE: &'static str = "井字棋";
    const PLAYER: (&'static str, u32) = ("alphabeta", 9);

    fn start() -> Self {
        Self::default()
    }

    /// Reads the moves from the empty board on. They count as played.
    fn parse(text: &str) -> Result<Self, Bilingual> {
        let mut game = Self::start();
        for word in text.split_whitespace() {
            let mv = game.parse_move(word).ok_or_else(|| {
                bilingual!("`{word}` is not a free square (a1 to c3)", "“{word}”不是空格（a1 至 c3）")
            })?;
            game.play(mv);
        }
        Ok(game)
    }
}

impl fmt::Display for TicTacToe {
    /// Writes the board with its coordinates, and the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..3).rev() {
            write!(f, "{}", row + 1)?;
            for square in 3 * row..3 * row + 3 {
                let mark = match self.marks.map(|marks| marks >> square & 1) {
                    [0, 0] => '.',
                    [_, 0] => 'X',
                    _ => 'O',
                };
                write!(f, " {mark}")?;
            }
            writeln!(f)?;
        }
        write!(f, "  a b c\nBlack X, White O, {}", turn(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::{AlphaBeta, Hash, Minimax};
    use crate::{Algorithm, NodeTally, Scheme, SchemeTable};

    /// Returns the value of the start and the counts of a search to the end.
    fn solve(mut algorithm: impl Algorithm<TicTacToe>) -> (Value, NodeTally) {
        let mut tally = NodeTally::default();
        (algorithm.search(&mut TicTacToe::start(), 9, &mut tally).value, tally)
    }

    #[test]
    fn minimax_visits_the_whole_tree_and_finds_a_draw() {
        let (value, tally) = solve(Minimax);
        assert_eq!((value, tally.nodes, tally.leaves), (0, 549_946, 255_168));
    }

    #[test]
    fn cutoffs_and_a_table_find_the_same_with_fewer_nodes() {
        let (value, cut) = solve(AlphaBeta);
        let (same, known) = solve(Hash::new(SchemeTable::new(Scheme::Always, 16)));
        assert_eq!((value, same), (0, 0));
        assert!(known.nodes * 3 < cut.nodes && cut.nodes * 20 < 549_946, "{} {}", cut.nodes, known.nodes);
    }

    #[test]
    fn a_forced_win_counts_its_plies() {
        let mut game = TicTacToe::parse("b2 b1").expect("two moves");
        let found = AlphaBeta.search(&mut game, 9, &mut NodeTally::default());
        assert_eq!(found.value, WON - 7);
        let error = TicTacToe::parse("b2 d1").unwrap_err();
        assert_eq!(error.to_string(), "`d1` is not a free square (a1 to c3)");
        assert_eq!(TicTacToe::parse("b2 a1 b1 a2 b3 c3").map_err(|_| ()), Err(()), "the game is over");
    }
}
