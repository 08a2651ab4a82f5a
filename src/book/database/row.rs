// SPDX-License-Identifier: MIT OR Apache-2.0
//! Keys and rows of moves, as a book stores them.

use crate::book::format::BookMove;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Result, Row};
use xiangqi::types::{Move, Square};

/// The board as a book sees it, which stores only one of several positions that are images of each other: a
/// symmetry of the board. Each is its own inverse.
#[derive(Clone, Copy, Default)]
pub struct View {
    /// Rotated by 180 degrees.
    pub is_rotated: bool,
    /// Mirrored left to right.
    pub is_mirrored: bool,
}

impl View {
    pub fn square(self, square: Square) -> Square {
        let rotated = if self.is_rotated { square.rotate() } else { square };
        if self.is_mirrored { rotated.mirror() } else { rotated }
    }

    pub fn mv(self, mv: Move) -> Move {
        Move::new(self.square(mv.from()), self.square(mv.to()))
    }
}

/// A move as stored.
pub type Code = i64;

/// A key, in no particular form.
#[derive(PartialEq, Eq, Debug)]
pub enum Key {
    Number(u64),
    Board(Vec<u8>),
}

/// Where a book may keep the moves of a position.
pub struct Place {
    pub key: Key,
    /// The board as the book sees it there.
    pub view: View,
}

impl Key {
    /// Returns the forms in which the key may be stored.
    pub fn forms(&self) -> Vec<Value> {
        match self {
            &Self::Number(key) => vec![Value::Integer(key.cast_signed()), Value::Real(f64::from_bits(key))],
            Self::Board(bytes) => vec![Value::Blob(bytes.clone())],
        }
    }

    /// Returns true if `stored` is one of the forms. The database compares by value, so it also finds an
    /// integer that equals the floating-point form of another key. A column of integers makes that of a
    /// floating-point number which happens to be whole, so this counts as the key; a random key has such a
    /// value once in 10^19.
    pub fn is(&self, stored: ValueRef<'_>) -> bool {
        match (self, stored) {
            (&Self::Number(key), ValueRef::Integer(number)) => {
                let real = number as f64;
                number.cast_unsigned() == key || real.to_bits() == key
            }
            (&Self::Number(key), ValueRef::Real(number)) => number.to_bits() == key,
            (Self::Board(bytes), ValueRef::Blob(stored)) => stored == bytes,
            _ => false,
        }
    }
}

/// The columns of a row that follow its key.
pub struct MoveRow {
    pub code: Code,
    pub score: i64,
    pub won: i64,
    pub drawn: i64,
    pub lost: i64,
    pub is_usable: bool,
}

impl MoveRow {
    /// Reads the columns 1 to 6. Anything but a number counts as 0.
    pub fn read(row: &Row<'_>) -> Result<Self> {
        let number = |column| {
            row.get_ref(column).map(|value| match value {
                ValueRef::Integer(number) => number,
                ValueRef::Real(number) => number as i64,
                _ => 0,
            })
        };
        Ok(Self {
            code: number(1)?,
            score: number(2)?,
            won: number(3)?,
            drawn: number(4)?,
            lost: number(5)?,
            is_usable: number(6)? == 1,
        })
    }

    /// Returns the contents of the row for `mv`, where `best` is the highest score of a usable move of the
    /// position.
    pub fn known(&self, mv: Move, best: i64) -> BookMove {
        let weight = match self.score {
            _ if !self.is_usable => 0,
            score if best > 0 => score.clamp(0, u16::MAX.into()),
            score => (score == best).into(),
        };
        let [won, drawn, lost] = [self.won, self.drawn, self.lost].map(|games| games.clamp(0, 1 << 30));
        let (games, points) = (won + drawn + lost, 2 * won + drawn);
        let count = |number: i64| u32::try_from(number).expect("at most 3 * 2^30");
        let weight = u16::try_from(weight).expect("at most the largest weight");
        BookMove { games: count(games), points: count(points), ..BookMove::new(mv, weight) }
    }

    /// Creates the row for a move of a book in another format. Of the games only the mover's score is
    /// known, so they become wins and losses and at most one draw.
    pub fn of(code: Code, known: &BookMove) -> Self {
        let (won, drawn) = (i64::from(known.points / 2), i64::from(known.points % 2));
        let lost = (i64::from(known.games) - won - drawn).max(0);
        Self { code, score: known.weight.into(), won, drawn, lost, is_usable: known.weight > 0 }
    }
}
