// SPDX-License-Identifier: MIT OR Apache-2.0
//! Gomoku on 11 x 11 points: the first side with five or more stones in a row wins. Black begins; a full
//! board is a draw.
//!
//! The evaluation is that of the 2019 course report (table 1). A side's sum is that of all places on rows,
//! columns and diagonals where one of these templates fits, `1` being an own stone, `0` an empty point and
//! `-` a stone of the other side or the edge of the board; the value is the sum of the side to move,
//! increased by 10 %, less the other's.
//!
//! | template | value |
//! |---|---|
//! | `11111` (the game is over) | [`WON`] less the plies played |
//! | `011110` | 100 000 |
//! | `01111-` and `-11110` | 5 000 |
//! | `01110` | 1 000 |
//! | `0111-` and `-1110` | 500 |
//! | `0110` | 100 |
//!
//! A template is a run of stones with its two neighbours, so it fits wherever such a run is, whatever lies
//! beyond: `0111-` counts where five no longer fit, and `0110` on a diagonal of four points. Single stones,
//! closed twos and runs with both ends blocked have no value; `110110` contains two twos. In
//! [`StrictGomoku`], a stone counts only within five points in line that are all own or empty.
//!
//! A line holds one side's stones as bits. The four lines through a point are all that a move there can
//! change. They are evaluated together, side by side in one word: a line has up to eleven bits in sixteen, so
//! that shifts by up to five carry nothing over from one line to the next.

#[cfg(test)]
mod tests;

use super::turn;
use crate::ladder::General;
use crate::{Game, Key, Neighbours, Subject, WON};
use core::fmt;
use xiangqi::text;
use xiangqi::types::{Bilingual, SplitMix64, Value};

/// A point of the board, from `a1` in the lower left corner to `k11`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point(u8);

impl Point {
    const CENTRE: Self = Self::new(SIZE / 2, SIZE / 2);

    const fn new(x: usize, y: usize) -> Self {
        Self((y * SIZE + x) as u8)
    }

    /// Iterates over all points, row by row from below.
    fn all() -> impl Iterator<Item = Self> {
        (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| Self::new(x, y)))
    }

    const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the column.
    const fn x(self) -> usize {
        self.index() % SIZE
    }

    /// Returns the row, counted from below.
    const fn y(self) -> usize {
        self.index() / SIZE
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", column_letter(self.x()), self.y() + 1))
    }
}

fn column_letter(x: usize) -> char {
    ('a'..='k').nth(x).expect("there are eleven columns")
}

/// Random numbers for the stones of Black and White, and for White to move.
struct Keys {
    stones: [[Key; POINTS]; 2],
    white_to_move: Key,
}

static KEYS: Keys = {
    let mut rng = SplitMix64::new(0x676f_6d6f_6b75);
    Keys { stones: Key::for_stones(&mut rng), white_to_move: Key::random(&mut rng) }
};

/// A move that was played, and the sums before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Played {
    point: Point,
    sums: [Value; 2],
}

/// Gomoku with the report's evaluation.
pub type Gomoku = GomokuRows<false>;

/// Gomoku with another evaluation: patterns count only where five in a row still fit.
pub type StrictGomoku = GomokuRows<true>;

/// A game of gomoku. Its `Display` form is a drawing of the board, the last move in brackets, without a final
/// newline.
///
/// ```
/// use chuhe_lab::{Game, Subject, games::Gomoku};
/// let mut game = Gomoku::parse("f6 a1 f7").unwrap();
/// assert_eq!(game.evaluate(), -100);
/// game.undo();
/// assert_eq!(game.evaluate(), 0);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GomokuRows<const STRICT: bool> {
    /// The stones of Black and White.
    stones: [Stones; 2],
    /// The sums of their patterns.
    sums: [Value; 2],
    played: Vec<Played>,
    key: Key,
    /// True if the last move made five in a row.
    is_won: bool,
}

impl<const STRICT: bool> GomokuRows<STRICT> {
    /// Returns the side to move: 0 for Black.
    const fn side(&self) -> usize {
        self.played.len() % 2
    }

    /// Puts a stone of one side on an empty point and updates the sums.
    fn put(&mut self, side: usize, point: Point) {
        let (x, y) = (point.x(), point.y());
        let before = pattern_sums::<STRICT>(&self.stones, x, y);
        self.stones[side].toggle(x, y);
        let after = pattern_sums::<STRICT>(&self.stones, x, y);
        for side in 0..2 {
            self.sums[side] += after[side] - before[side];
        }
    }

    /// Returns the stones of both sides in a row.
    const fn row(&self, y: usize) -> u16 {
        let [black, white] = &self.stones;
        black.row(y) | white.row(y)
    }

    const fn is_over(&self) -> bool {
        self.is_won || self.played.len() == POINTS
    }

    /// Explains why a word is not a legal move.
    fn objection(&self, word: &str) -> Bilingual {
        let is_point = Point::all().any(|point| point.to_string() == word);
        Bilingual::new(|language| {
            if self.is_over() {
                text!(language, "`{word}`: the game is over before this move", "“{word}”：对局在此之前已结束")
            } else if is_point {
                text!(language, "`{word}`: there is a stone on this point", "“{word}”：这里已有棋子")
            } else {
                text!(
                    language,
                    "`{word}` is not a point of the board (a1 to k11)",
                    "“{word}”不是棋盘上的点（a1 至 k11）"
                )
            }
        })
    }
}

/// Returns the value of both sums for the side to move.
const fn balance(own: Value, other: Value) -> Value {
    own + own / 10 - other
}

impl<const STRICT: bool> Game for GomokuRows<STRICT> {
    type Move = Point;

    const MOVE_NUMBERS: usize = POINTS;

    fn is_first_to_move(&self) -> bool {
        self.side() == 0
    }

    fn moves(&self) -> Vec<Point> {
        if self.is_won {
            return Vec::new();
        }
        let mut moves = Vec::with_capacity(POINTS - self.played.len());
        for y in 0..SIZE {
            let row = self.row(y);
            moves.extend((0..SIZE).filter(|x| row >> x & 1 == 0).map(|x| Point::new(x, y)));
        }
        moves
    }

    fn play(&mut self, point: Point) {
        debug_assert!(!self.is_over() && self.row(point.y()) >> point.x() & 1 == 0);
        let side = self.side();
        self.played.push(Played { point, sums: self.sums });
        self.put(side, point);
        self.is_won = self.stones[side].has_five(point.x(), point.y());
        self.key ^= KEYS.stones[side][point.index()];
        self.key ^= KEYS.white_to_move;
    }

    fn undo(&mut self) {
        let Played { point, sums } = self.played.pop().expect("only what was played is taken back");
        let side = self.side();
        self.stones[side].toggle(point.x(), point.y());
        self.sums = sums;
        self.is_won = false;
        self.key ^= KEYS.stones[side][point.index()];
        self.key ^= KEYS.white_to_move;
    }

    fn ply(&self) -> u32 {
        self.played.len() as u32
    }

    fn evaluate(&mut self) -> Value {
        if self.is_won {
            return self.ply().cast_signed() - WON;
        }
        if self.is_over() {
            return 0;
        }
        let side = self.side();
        balance(self.sums[side], self.sums[1 - side])
    }

    fn key(&self) -> Key {
        self.key
    }

    fn move_number(point: Point) -> usize {
        point.index()
    }

    /// Returns true if the point touches a stone. On the empty board only the centre is local.
    fn is_local(&self, point: Point, neighbours: Neighbours) -> bool {
        if self.played.is_empty() {
            return point == Point::CENTRE;
        }
        let around = 0b111 << point.x() >> 1;
        let beside = if neighbours == Neighbours::Four { 1 << point.x() } else { around };
        let rows = point.y().saturating_sub(1)..SIZE.min(point.y() + 2);
        rows.into_iter().any(|y| self.row(y) & if y == point.y() { around } else { beside } != 0)
    }
}

impl<const STRICT: bool> Subject for GomokuRows<STRICT> {
    type Algorithms = General;

    const NAME: &'static str = if STRICT { "gomoku-strict" } else { "gomoku" };
    const CHINESE: &'static str =
        if STRICT { "五子棋（只计能连五的棋型）" } else { "五子棋" };
    const PLAYER: (&'static str, u32) = ("filtered", 6);

    fn start() -> Self {
        let played = Vec::with_capacity(POINTS);
        Self { stones: [Stones::NONE; 2], sums: [0; 2], played, key: Key::default(), is_won: false }
    }

    /// Reads the moves from the empty board on. They count as played: they can be taken back, and
    /// [`ply`](Self::ply) is always the number of stones.
    fn parse(text: &str) -> Result<Self, Bilingual> {
        let mut game = Self::start();
        for word in text.split_whitespace() {
            let mv = game.parse_move(word).ok_or_else(|| game.objection(word))?;
            game.play(mv);
        }
        Ok(game)
    }

    const USUAL: &'static [&'static str] =
        &["minimax", "alphabeta", "ordered", "filtered", "history-float", "hash-always", "hashhistory-float"];
}

impl<const STRICT: bool> fmt::Display for GomokuRows<STRICT> {
    /// Writes the board with its coordinates, and the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.played.last().map(|played| played.point);
        for y in (0..SIZE).rev() {
            write!(f, "{:2} ", y + 1)?;
            for x in 0..SIZE {
                let [left, right] = if last == Some(Point::new(x, y)) { ['[', ']'] } else { [' ', ' '] };
                let stone = match self.stones.each_ref().map(|stones| stones.row(y) >> x & 1) {
                    [0, 0] => '.',
                    [_, 0] => 'X',
                    _ => 'O',
                };
                write!(f, "{left}{stone}{right}")?;
            }
            writeln!(f)?;
        }
        write!(f, "   ")?;
        (0..SIZE).try_for_each(|x| write!(f, " {} ", column_letter(x)))?;
        write!(f, "\nBlack X, White O, {}", turn(self))
    }
}

/// Number of points along a side of the board.
pub const SIZE: usize = 11;
/// Number of points of the board.
pub const POINTS: usize = SIZE * SIZE;
/// Number of lines: the rows, then the columns, the falling and the rising diagonals.
pub const LINES: usize = 2 * SIZE + 2 * (2 * SIZE - 1);

const OPEN_FOUR: Value = 100_000;
const CLOSED_FOUR: Value = 5_000;
const OPEN_THREE: Value = 1_000;
const CLOSED_THREE: Value = 500;
const OPEN_TWO: Value = 100;

/// Returns the numbers of the lines through a point, and the point's bit on each. On a diagonal it is the bit
/// of its column.
pub const fn through(x: usize, y: usize) -> [(usize, u16); 4] {
    let falling = 2 * SIZE + x + y;
    let rising = 4 * SIZE - 1 + (SIZE - 1) + x - y;
    [(y, 1 << x), (SIZE + x, 1 << y), (falling, 1 << x), (rising, 1 << x)]
}

/// The points of each line.
const ON_BOARD: [u16; LINES] = {
    let mut lines = [0; LINES];
    let mut point = 0;
    while point < POINTS {
        let through = through(point % SIZE, point / SIZE);
        let mut i = 0;
        while i < through.len() {
            let (line, bit) = through[i];
            lines[line] |= bit;
            i += 1;
        }
        point += 1;
    }
    lines
};

/// The stones of one side, repeated on each line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stones([u16; LINES]);

impl Stones {
    pub const NONE: Self = Self([0; LINES]);

    /// Puts a stone on an empty point, or removes one.
    pub fn toggle(&mut self, x: usize, y: usize) {
        for (line, bit) in through(x, y) {
            self.0[line] ^= bit;
        }
    }

    pub const fn row(&self, y: usize) -> u16 {
        self.0[y]
    }

    /// Returns the four lines through a point, side by side.
    fn gather(&self, x: usize, y: usize) -> u64 {
        gather(&self.0, x, y)
    }

    /// Returns true if a line through this point has five in a row.
    pub fn has_five(&self, x: usize, y: usize) -> bool {
        let own = self.gather(x, y);
        let pairs = own & own >> 1;
        pairs & pairs >> 2 & own >> 4 != 0
    }
}

fn gather(lines: &[u16; LINES], x: usize, y: usize) -> u64 {
    through(x, y).into_iter().fold(0, |word, (line, _)| word << 16 | u64::from(lines[line]))
}

/// Returns the sums of both sides' patterns on the four lines through a point.
pub fn pattern_sums<const STRICT: bool>([black, white]: &[Stones; 2], x: usize, y: usize) -> [Value; 2] {
    let (black, white) = (black.gather(x, y), white.gather(x, y));
    let empty = gather(&ON_BOARD, x, y) & !(black | white);
    [patterns::<STRICT>(black, empty), patterns::<STRICT>(white, empty)]
}

/// Returns the sum of one side's patterns on the lines of a word.
fn patterns<const STRICT: bool>(own: u64, empty: u64) -> Value {
    let own = if STRICT { own & within_five(own | empty) } else { own };
    // A run is represented by its first stone.
    let two = own & own >> 1;
    if two == 0 {
        return 0;
    }
    let three = two & own >> 2;
    let four = two & two >> 2;
    let first = !(own << 1);
    let before = empty << 1;
    let after = |length: u32| empty >> length;
    let open = |run: u64, length: u32| count(run & before & after(length));
    let closed = |run: u64, length: u32| count(run & first & !(own >> length) & (before ^ after(length)));
    OPEN_FOUR * open(four, 4)
        + CLOSED_FOUR * closed(four, 4)
        + OPEN_THREE * open(three, 3)
        + CLOSED_THREE * closed(three, 3)
        + OPEN_TWO * open(two, 2)
}

/// Returns the points that lie within five points in line of `free`.
const fn within_five(free: u64) -> u64 {
    let pairs = free & free >> 1;
    let fives = pairs & pairs >> 2 & free >> 4;
    let fives = fives | fives << 1;
    fives | fives << 2 | fives << 3
}

const fn count(runs: u64) -> Value {
    runs.count_ones() as Value
}
