// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reversi on 6 x 6 squares: too large for a table of all positions, small enough for a search to the end.
#![doc = include_str!("../pages/six.md")]

use super::board::{LINES, Squares, WIDTH, each, square};
use arrayvec::ArrayVec;

/// A position on this board.
pub type Board = super::board::Board<6>;

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

const CORNERS: Squares = square(0, 0) | square(5, 0) | square(0, 5) | square(5, 5);

/// The quarters of the board.
const QUARTERS: [Squares; 4] = {
    let upper_left = 0x7 * (square(0, 0) | square(0, 1) | square(0, 2));
    [upper_left, upper_left << 3, upper_left << (3 * WIDTH), upper_left << (3 * WIDTH + 3)]
};

impl Board {
    /// Returns the empty squares beside discs of the side that has just moved: moves that the other may get.
    fn open_neighbours(self) -> u32 {
        let around = LINES.iter().fold(0, |around, &by| around | self.other << by | self.other >> by);
        (around & self.empty()).count_ones()
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
        let empty = board.empty();
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
