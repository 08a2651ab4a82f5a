// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reversi on 6 x 6 squares: too large for a table of all positions, small enough for a search to the end.
#![doc = include_str!("../pages/six.md")]

use arrayvec::ArrayVec;
use core::fmt;

/// A set of squares, on a board eight squares wide: with an empty border, lines of discs end by themselves.
type Squares = u64;

const WIDTH: u32 = 8;

/// Number of squares along a side of the board.
const SIZE: u32 = 6;

/// Number of squares, and the largest margin.
const SQUARES: i32 = 36;

/// A margin no game can have.
const NONE: i32 = 99;

/// More moves than any position has.
const MAX_MOVES: usize = 32;

/// With fewer empty squares, positions are not stored, and moves are ordered by parity alone.
const FEW: u32 = 7;

/// With this number of empty squares or more, images of a position are searched as one.
const EARLY: u32 = 28;

/// The distances between neighbours along the four lines.
const LINES: [u32; 4] = [1, WIDTH - 1, WIDTH, WIDTH + 1];

const CORNERS: Squares = square(0, 0) | square(5, 0) | square(0, 5) | square(5, 5);

const BOARD: Squares = {
    let mut board = 0;
    let mut at = 0;
    while at < SIZE * SIZE {
        board |= square(at % SIZE, at / SIZE);
        at += 1;
    }
    board
};

/// The quarters of the board.
const QUARTERS: [Squares; 4] = {
    let upper_left = 0x7 * (square(0, 0) | square(0, 1) | square(0, 2));
    [upper_left, upper_left << 3, upper_left << (3 * WIDTH), upper_left << (3 * WIDTH + 3)]
};

const fn square(x: u32, y: u32) -> Squares {
    1 << ((y + 1) * WIDTH + x + 1)
}

/// A position, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    own: Squares,
    other: Squares,
}

impl Board {
    /// Returns the start position: Black, to move, has d3 and c4.
    pub const fn start() -> Self {
        Self { own: square(3, 2) | square(2, 3), other: square(2, 2) | square(3, 3) }
    }

    /// Plays moves such as `d2 c2` from the start, upper left being a1. A side that cannot move passes by
    /// itself.
    ///
    /// # Errors
    /// The word that is not a legal move.
    pub fn after<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, &'a str> {
        words.into_iter().try_fold(Self::start(), |board, word| {
            let mv = parse(word).filter(|mv| board.moves() & mv != 0).ok_or(word)?;
            let next = board.play(mv);
            Ok(if next.moves() == 0 { next.pass() } else { next })
        })
    }

    /// Returns the number of empty squares.
    pub const fn empties(self) -> u32 {
        (BOARD & !(self.own | self.other)).count_ones()
    }

    /// Returns the discs of the side to move less the other's.
    pub const fn margin(self) -> i32 {
        self.own.count_ones().cast_signed() - self.other.count_ones().cast_signed()
    }

    /// Passes.
    #[must_use]
    pub const fn pass(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// Returns the squares that the side to move can play to.
    fn moves(self) -> Squares {
        let empty = BOARD & !(self.own | self.other);
        LINES.iter().fold(0, |ends, &by| ends | self.ends(|set| set << by) | self.ends(|set| set >> by))
            & empty
    }

    /// Returns the squares behind rows of the other's discs that begin beside own ones, in one direction.
    fn ends(self, next: impl Fn(Squares) -> Squares) -> Squares {
        let first = next(self.own) & self.other;
        // At most four discs lie between two others.
        let row = (1..SIZE - 2).fold(first, |row, _| row | next(row) & self.other);
        next(row)
    }

    /// Returns the positions after all moves that put down a disc.
    pub fn next(self) -> Vec<Self> {
        each(self.moves()).map(|mv| self.play(mv)).collect()
    }

    /// Plays to a square.
    fn play(self, mv: Squares) -> Self {
        let turn =
            |turned, &by: &u32| turned | self.turned(mv, |set| set << by) | self.turned(mv, |set| set >> by);
        let turned = LINES.iter().fold(0, turn);
        Self { own: self.other & !turned, other: self.own | turned | mv }
    }

    /// Returns the discs that a move turns over in one direction.
    fn turned(self, mv: Squares, next: impl Fn(Squares) -> Squares) -> Squares {
        let (mut row, mut at) = (0, next(mv));
        while at & self.other != 0 {
            row |= at;
            at = next(at);
        }
        if at & self.own == 0 { 0 } else { row }
    }

    /// Returns the empty squares beside discs of the side that has just moved: moves that the other may get.
    fn open_neighbours(self) -> u32 {
        let around = LINES.iter().fold(0, |around, &by| around | self.other << by | self.other >> by);
        (around & BOARD & !(self.own | self.other)).count_ones()
    }

    /// Returns one position for all of its images.
    #[must_use]
    pub fn canonical(self) -> Self {
        let each = |change: fn(Squares) -> Squares, board: Self| Self {
            own: change(board.own),
            other: change(board.other),
        };
        let rotations =
            core::iter::successors(Some(self), |&board| Some(each(|set| transpose(set.swap_bytes()), board)));
        let images = rotations.take(4).flat_map(|board| [board, each(Squares::swap_bytes, board)]);
        images.min_by_key(|image| (image.own, image.other)).expect("eight images")
    }

    /// Returns a number by which moves to this position are ordered, the least promising for its side to move
    /// first: few replies, no corners among them, few neighbours.
    fn prospects(self) -> u32 {
        let replies = self.moves();
        4 * (replies.count_ones() + (replies & CORNERS).count_ones()) + self.open_neighbours()
    }
}

impl fmt::Display for Board {
    /// Writes the board, the side to move as `X`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  a b c d e f")?;
        for y in 0..SIZE {
            let mark = |x| match square(x, y) {
                here if self.own & here != 0 => " X",
                here if self.other & here != 0 => " O",
                _ => " .",
            };
            writeln!(f, "{}{}", y + 1, (0..SIZE).map(mark).collect::<String>())?;
        }
        Ok(())
    }
}

/// Mirrors a set along the long diagonal: three exchanges of ever larger blocks.
const fn transpose(set: Squares) -> Squares {
    const fn exchange(set: Squares, mask: Squares, by: u32) -> Squares {
        let different = (set ^ set >> by) & mask;
        set ^ different ^ different << by
    }
    let single = exchange(set, 0x00aa_00aa_00aa_00aa, WIDTH - 1);
    let double = exchange(single, 0x0000_cccc_0000_cccc, 2 * (WIDTH - 1));
    exchange(double, 0x0000_0000_f0f0_f0f0, 4 * (WIDTH - 1))
}

fn parse(word: &str) -> Option<Squares> {
    let [file @ b'a'..=b'f', rank @ b'1'..=b'6'] = word.as_bytes() else { return None };
    Some(square((file - b'a').into(), (rank - b'1').into()))
}

/// Iterates over the squares of a set, each as a set of its own.
fn each(mut squares: Squares) -> impl Iterator<Item = Squares> {
    core::iter::from_fn(move || {
        let next = squares & squares.wrapping_neg();
        squares &= !next;
        (next != 0).then_some(next)
    })
}

/// Bounds of the margin of a position with best play, and the best move found.
#[derive(Clone, Copy)]
struct Entry {
    board: Board,
    low: i8,
    high: i8,
    best: u8,
}

/// A search to the end of the game: alpha-beta with null windows, a table that always replaces, and moves
/// ordered so that the other side has the fewest replies.
pub struct EndSolver {
    table: Vec<Entry>,
    shift: u32,
    nodes: u64,
}

impl EndSolver {
    /// Creates a solver with a table of 2^`bits` entries.
    ///
    /// # Panics
    /// If `bits` is not from 1 to 40.
    pub fn new(bits: u32) -> Self {
        assert!((1..=40).contains(&bits), "{bits} bits");
        let nothing = Entry { board: Board { own: 0, other: 0 }, low: 0, high: 0, best: 0 };
        Self { table: vec![nothing; 1 << bits], shift: u64::BITS - bits, nodes: 0 }
    }

    /// Returns the number of positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Finds the margin in discs with best play for the side to move by questions of the form "is it at least
    /// n?", the first about `guess` (MTD(f), Plaat and others 1996). Each question and its answer go to
    /// `tell`.
    pub fn solve(&mut self, board: Board, guess: i32, mut tell: impl FnMut(&Self, i32, bool)) -> i32 {
        let (mut low, mut high) = (-SQUARES, SQUARES);
        let mut next = guess;
        while low < high {
            let asked = next.clamp(low + 1, high);
            let value = self.margin(board, asked - 1, asked);
            if value >= asked {
                low = value;
            } else {
                high = value;
            }
            tell(self, asked, value >= asked);
            next = value + i32::from(value >= asked);
        }
        low
    }

    /// Returns the margin in discs with best play for the side to move: exact between `alpha` and `beta`,
    /// otherwise a bound on the same side of them.
    pub fn margin(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let moves = board.moves();
        if moves == 0 && board.pass().moves() == 0 {
            board.margin()
        } else if moves == 0 {
            -self.margin(board.pass(), -beta, -alpha)
        } else if board.empties() < FEW {
            self.end(board, moves, alpha, beta)
        } else {
            self.middle(board, moves, alpha, beta)
        }
    }

    /// Searches a position with few empty squares. A quarter with an odd number of them is played to first:
    /// who plays there first also plays there last.
    fn end(&mut self, board: Board, moves: Squares, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let empty = BOARD & !(board.own | board.other);
        let is_odd = |quarter: &&Squares| (empty & **quarter).count_ones() % 2 == 1;
        let odd = QUARTERS.iter().filter(is_odd).fold(0, |odd, quarter| odd | quarter);
        let mut best = -NONE;
        for mv in each(moves & odd).chain(each(moves & !odd)) {
            best = best.max(-self.margin(board.play(mv), -beta, -best.max(alpha)));
            if best >= beta {
                break;
            }
        }
        best
    }

    /// Searches a position with the table.
    fn middle(&mut self, board: Board, moves: Squares, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let (board, moves) = if board.empties() >= EARLY {
            let board = board.canonical();
            (board, board.moves())
        } else {
            (board, moves)
        };
        let slot = self.slot(board);
        let known = Some(self.table[slot]).filter(|entry| entry.board == board);
        let (low, high) = known.map_or((-NONE, NONE), |entry| (entry.low.into(), entry.high.into()));
        if low >= beta || low == high {
            return low;
        }
        if high <= alpha {
            return high;
        }
        let first = known.map_or(0, |entry| 1 << entry.best);
        let mut replies: ArrayVec<_, MAX_MOVES> = ArrayVec::new();
        for mv in each(moves) {
            let next = board.play(mv);
            let Entry { board: known, high, .. } = self.table[self.slot(next)];
            // A position known to be bad enough for the other side ends the search at once.
            if known == next && -i32::from(high) >= beta {
                return -i32::from(high);
            }
            replies.push((mv != first, next.prospects(), mv, next));
        }
        replies.sort_unstable_by_key(|&(is_later, prospects, mv, _)| (is_later, prospects, mv));
        let (mut best, mut best_move) = (-NONE, 0);
        for (_, _, mv, next) in replies {
            let bound = best.max(alpha);
            let mut value = -self.margin(next, -bound - 1, -bound);
            if value > bound && value < beta {
                value = -self.margin(next, -beta, -value);
            }
            if value > best {
                (best, best_move) = (value, mv.trailing_zeros());
            }
            if best >= beta {
                break;
            }
        }
        let small = |margin: i32| i8::try_from(margin).expect("at most 99");
        self.table[slot] = Entry {
            board,
            low: small(if best > alpha { best } else { low }),
            high: small(if best < beta { best } else { high }),
            best: u8::try_from(best_move).expect("below 64"),
        };
        best
    }

    fn slot(&self, Board { own, other }: Board) -> usize {
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        usize::try_from(mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) >> self.shift).expect("an index")
    }
}
