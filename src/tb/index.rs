// SPDX-License-Identifier: MIT OR Apache-2.0
//! The index of a table: every placement of its pieces has a number, and every number a placement.
//!
//! A placement is a tuple of digits. The first is the pair of king squares; then each group of equal pieces
//! has one, the rank of its squares among all sets of that size (the combinatorial number system), on the
//! squares that such pieces can reach. The number is the tuple read in mixed radix, with the attackers of
//! Black as its last digits.
//!
//! The game has no left and right, so Red's king stands on the d or e file, and Black's, when Red's is on the
//! e file, on the d or e file too; other placements are mirrored first. With both kings on the e file a
//! placement and its mirror image keep numbers of their own: a ninth of the table is there twice, which is
//! the price of digits that do not depend on each other.
//!
//! Numbers whose pieces share a square belong to no placement.

use super::material::Balance;
use arrayvec::ArrayVec;
use xiangqi::position::Board;
use xiangqi::types::{Bitboard, Color, Piece, PieceKind, Square, coords};

/// The most equal pieces: the five pawns.
const MAX_GROUP: usize = 5;

/// Equal pieces of one side.
struct Group {
    piece: Piece,
    /// Weight of this digit.
    stride: usize,
    /// The number of each square among those that the piece can reach.
    ordinal: [u8; 90],
    /// The squares of each rank.
    sets: Vec<ArrayVec<Square, MAX_GROUP>>,
}

/// Number of subsets of `k` out of `n`.
const fn choose(n: usize, k: usize) -> usize {
    let (mut result, mut i) = (1, 0);
    while i < k {
        result = result * (n - i) / (i + 1);
        if n <= i {
            return 0;
        }
        i += 1;
    }
    result
}

/// `CHOOSE[k][n]`, the ranks of the combinatorial number system.
const CHOOSE: [[usize; 91]; MAX_GROUP + 1] = {
    let mut table = [[0; 91]; MAX_GROUP + 1];
    let mut k = 0;
    while k <= MAX_GROUP {
        let mut n = 0;
        while n <= 90 {
            table[k][n] = if n < k { 0 } else { choose(n, k) };
            n += 1;
        }
        k += 1;
    }
    table
};

impl Group {
    fn new(piece: Piece, count: u8) -> Self {
        let squares = coords::possible_squares(piece.kind(), piece.color());
        let mut ordinal = [0; 90];
        for (number, square) in (0..).zip(squares) {
            ordinal[square] = number;
        }
        let squares: Vec<_> = squares.into_iter().collect();
        let mut sets: Vec<ArrayVec<Square, MAX_GROUP>> = vec![ArrayVec::new()];
        for _ in 0..count {
            // Extend each set by the squares above its last.
            sets = sets
                .iter()
                .flat_map(|set| {
                    let first = set.last().map_or(0, |&last| usize::from(ordinal[last]) + 1);
                    squares[first..].iter().map(move |&square| {
                        let mut set = set.clone();
                        set.push(square);
                        set
                    })
                })
                .collect();
        }
        sets.sort_by_cached_key(|set| rank(&ordinal, set.iter().copied().collect()));
        Self { piece, stride: 0, ordinal, sets }
    }
}

/// Returns the rank of a set of squares among all of its size.
#[inline]
fn rank(ordinal: &[u8; 90], squares: Bitboard) -> usize {
    squares.into_iter().zip(1..).map(|(square, k): (_, usize)| CHOOSE[k][usize::from(ordinal[square])]).sum()
}

/// The pairs of king squares: Red's on the d or e file, see above.
const KING_PAIRS: usize = 45;

/// The index of the tables of a balance.
pub struct Index {
    balance: Balance,
    groups: Vec<Group>,
    /// The squares of each pair of kings.
    kings: Vec<(Square, Square)>,
    /// The number of each pair; `None` if it is to be mirrored.
    king_pairs: [[Option<u8>; 90]; 90],
    king_stride: usize,
}

impl Index {
    /// Creates the index of a balance.
    pub fn new(balance: Balance) -> Self {
        let mut groups: Vec<_> = balance.groups().map(|(piece, count)| Group::new(piece, count)).collect();
        let mut stride = 1;
        for group in groups.iter_mut().rev() {
            group.stride = stride;
            stride *= group.sets.len();
        }
        let file = |square: Square| square as usize % 9;
        let mut kings = Vec::with_capacity(KING_PAIRS);
        let mut king_pairs = [[None; 90]; 90];
        for red in coords::PALACE[0] {
            for black in coords::PALACE[1] {
                if file(red) < 4 || file(red) == 4 && file(black) <= 4 {
                    let number = kings.len() as u8;
                    king_pairs[red][black] = Some(number);
                    kings.push((red, black));
                }
            }
        }
        Self { balance, groups, kings, king_pairs, king_stride: stride }
    }

    /// Returns the balance.
    pub fn balance(&self) -> Balance {
        self.balance
    }

    /// Returns how many numbers the index of a balance has, without building it; `None` if a `usize` is too
    /// small for them.
    pub fn size_of(balance: &Balance) -> Option<usize> {
        balance.groups().try_fold(KING_PAIRS, |size, (piece, count)| {
            let squares = coords::possible_squares(piece.kind(), piece.color()).len() as usize;
            size.checked_mul(CHOOSE[usize::from(count)][squares])
        })
    }

    /// Returns how many numbers there are.
    pub fn size(&self) -> usize {
        self.king_stride * KING_PAIRS
    }

    /// Returns the number of a placement, seen from `strong`, the stronger side.
    #[inline]
    pub(crate) fn number(&self, board: &Board, strong: Color) -> usize {
        if self.has_number(board, strong) {
            self.sum(board, strong, |squares| squares)
        } else {
            self.mirrored_number(board, strong)
        }
    }

    /// Returns true if a placement has a number itself, not only its mirror image.
    #[inline]
    pub(crate) fn has_number(&self, board: &Board, strong: Color) -> bool {
        let [red, black] =
            [strong, !strong].map(|side| seen_from(board.king(side).into(), strong).first_or_last());
        self.king_pairs[red][black].is_some()
    }

    /// Returns true if a placement and its mirror image have a number each: both kings are on the e file.
    #[inline]
    pub(crate) fn is_mirrored_too(board: &Board) -> bool {
        Color::ALL.into_iter().all(|side| board.king(side) as usize % 9 == 4)
    }

    /// Returns the number of the mirror image of a placement.
    #[inline]
    pub(crate) fn mirrored_number(&self, board: &Board, strong: Color) -> usize {
        self.sum(board, strong, mirror)
    }

    /// Returns the number of a placement that differs from that of `number` in the squares of the pieces like
    /// this one, which is not a king. Red is the stronger side.
    #[inline]
    pub(crate) fn number_after_move(&self, number: usize, board: &Board, moved: Piece) -> usize {
        let Some(group) = self.groups.iter().find(|group| group.piece == moved) else { return number };
        let old = number / group.stride % group.sets.len();
        let new = rank(&group.ordinal, board.pieces(moved.kind(), moved.color()));
        number - old * group.stride + new * group.stride
    }

    #[inline]
    fn sum(&self, board: &Board, strong: Color, view: impl Fn(Bitboard) -> Bitboard) -> usize {
        let squares =
            |piece: Piece| view(seen_from(board.pieces(piece.kind(), as_red(piece.color(), strong)), strong));
        let [red, black] = Color::ALL.map(|side| squares(Piece::new(PieceKind::King, side)).first_or_last());
        let pair = self.king_pairs[red][black].map_or(0, usize::from);
        let digits =
            self.groups.iter().map(|group| group.stride * rank(&group.ordinal, squares(group.piece)));
        pair * self.king_stride + digits.sum::<usize>()
    }

    /// Returns the placement of a number, unless pieces share a square.
    pub(crate) fn placement(&self, number: usize) -> Option<Board> {
        let (red, black) = self.kings[number / self.king_stride];
        let mut board = Board::empty();
        board.put(Piece::new(PieceKind::King, Color::Red), red);
        board.put(Piece::new(PieceKind::King, Color::Black), black);
        let mut rest = number % self.king_stride;
        for group in &self.groups {
            for &square in &group.sets[rest / group.stride] {
                if board.piece_on(square).is_some() {
                    return None;
                }
                board.put(group.piece, square);
            }
            rest %= group.stride;
        }
        Some(board)
    }
}

/// Returns the colour of `side` when `strong` is called Red; and the other way round.
#[inline]
pub(crate) fn as_red(side: Color, strong: Color) -> Color {
    if strong == Color::Red { side } else { !side }
}

/// Rotates the board if `side`, which is to be at the bottom, is Black.
#[inline]
fn seen_from(squares: Bitboard, side: Color) -> Bitboard {
    if side == Color::Red { squares } else { squares.rotate() }
}

/// Exchanges left and right.
fn mirror(squares: Bitboard) -> Bitboard {
    squares.into_iter().map(Square::mirror).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number is a placement with this number, and placements with the kings of a pair have one each.
    #[test]
    fn numbers_and_placements_correspond() {
        for name in ["KvK", "KRvK", "KAvKB", "KAABvK", "KPPvK", "KRvKP", "KRRvK"] {
            let index = Index::new(name.parse().unwrap());
            let mut count = 0;
            for number in 0..index.size() {
                let Some(board) = index.placement(number) else { continue };
                assert_eq!(index.number(&board, Color::Red), number, "{name}");
                assert_eq!(Balance::of(&board).0, index.balance());
                count += 1;
            }
            assert!(count * 10 > index.size() * 7, "{name}: {count} of {}", index.size());
        }
    }

    /// Visits every placement of these pieces on this board once.
    fn visit_placements(board: &mut Board, pieces: &[Piece], visit: &mut impl FnMut(&Board)) {
        let Some((&piece, rest)) = pieces.split_first() else { return visit(board) };
        let equal = board.pieces(piece.kind(), piece.color());
        for square in coords::possible_squares(piece.kind(), piece.color()) {
            // Equal pieces come in ascending order.
            if board.piece_on(square).is_none() && equal.into_iter().all(|other| other < square) {
                board.put(piece, square);
                visit_placements(board, rest, visit);
                board.take(piece, square);
            }
        }
    }

    /// Of all placements, generated without the index, each has a number; those with both kings on the e file
    /// have it alone, any other shares it with its mirror image; and no other number stands for a placement.
    #[test]
    fn the_index_is_a_bijection() {
        for name in ["KvK", "KAABBvK", "KRvKA", "KRvKP", "KPPvKB", "KRRvK", "KPvKP", "KCvKN"] {
            let balance: Balance = name.parse().unwrap();
            let index = Index::new(balance);
            let kings = Color::ALL.map(|side| Piece::new(PieceKind::King, side));
            let groups = balance.groups().flat_map(|(piece, count)| (0..count).map(move |_| piece));
            let pieces: Vec<_> = kings.into_iter().chain(groups).collect();
            let mut owners = vec![0; index.size()];
            visit_placements(&mut Board::empty(), &pieces, &mut |board| {
                owners[index.number(board, Color::Red)] += if Index::is_mirrored_too(board) { 2 } else { 1 };
            });
            for (number, owners) in owners.into_iter().enumerate() {
                let expected = if index.placement(number).is_some() { 2 } else { 0 };
                assert_eq!(owners, expected, "{name} {number}");
            }
        }
    }

    #[test]
    fn mirror_images_and_exchanged_sides_share_a_number() {
        let index = Index::new("KRvKAB".parse().unwrap());
        for number in (0..index.size()).step_by(7) {
            let Some(board) = index.placement(number) else { continue };
            let changed = |square: fn(Square) -> Square, swap: bool| {
                let mut changed = Board::empty();
                for at in board.occupied() {
                    let piece = board.piece_on(at).unwrap();
                    let color = if swap { !piece.color() } else { piece.color() };
                    changed.put(Piece::new(piece.kind(), color), square(at));
                }
                changed
            };
            assert_eq!(index.number(&changed(Square::rotate, true), Color::Black), number);
            let both_on_e = Color::ALL.iter().all(|&side| board.king(side) as usize % 9 == 4);
            if !both_on_e {
                assert_eq!(index.number(&changed(Square::mirror, false), Color::Red), number);
                assert_eq!(index.number(&changed(Square::flip, true), Color::Black), number);
            }
        }
    }

    #[test]
    fn sizes_are_products_of_the_digits() {
        let size = |name: &str| {
            let balance = name.parse().unwrap();
            let size = Index::new(balance).size();
            assert_eq!(Index::size_of(&balance), Some(size));
            size
        };
        assert_eq!(size("KvK"), 45);
        assert_eq!(size("KRvKAABB"), 45 * 90 * 10 * 21);
        assert_eq!(size("KRRPvK"), 45 * 4005 * 55);
        let all = "KRRCCNNPPPPPAABBvKRRCCNNPPPPPAABB".parse().unwrap();
        assert_eq!(Index::size_of(&all), None);
    }
}
