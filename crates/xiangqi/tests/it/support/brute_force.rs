// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules of movement spelled out on a mailbox, as a check on the bitboards.
//!
//! No tables and no tricks: pieces walk over the board, a move is made on a copy, and it is legal if the king
//! cannot be captured there and the kings do not face each other. Of the library only the vocabulary
//! (squares, pieces, moves) is used. Random positions for comparisons are made here too.

use xiangqi::Position;
use xiangqi::position::Setup;
use xiangqi::types::coords::playable_squares;
use xiangqi::types::{Color, Move, Piece, PieceKind, SplitMix64, Square};

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Ninety squares and the side to move.
#[derive(Clone)]
pub(crate) struct Mailbox {
    pieces: [Option<Piece>; 90],
    side: Color,
}

impl Mailbox {
    pub(crate) fn new(position: &Position) -> Self {
        Self { pieces: Square::ALL.map(|square| position.piece_on(square)), side: position.side_to_move() }
    }

    pub(crate) fn side(&self) -> Color {
        self.side
    }

    pub(crate) fn piece_on(&self, square: Square) -> Option<Piece> {
        self.pieces[square]
    }

    /// Returns the pseudo-legal moves of `color`; captures of the king are included.
    pub(crate) fn pseudo_moves(&self, color: Color) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in Square::ALL {
            if let Some(piece) = self.piece_on(from).filter(|piece| piece.color() == color) {
                let targets = self.targets(piece, from).into_iter();
                let free = targets.filter(|&to| self.piece_on(to).is_none_or(|other| other.color() != color));
                moves.extend(free.map(|to| Move::new(from, to)));
            }
        }
        moves
    }

    /// Returns the squares the piece can go to, own pieces there disregarded.
    fn targets(&self, piece: Piece, from: Square) -> Vec<Square> {
        let color = piece.color();
        let step = |(df, dr)| shifted(from, df, dr);
        let is_free = |square: Option<Square>| square.is_some_and(|square| self.piece_on(square).is_none());
        match piece.kind() {
            PieceKind::King => {
                STRAIGHT.into_iter().filter_map(step).filter(|&to| in_palace(color, to)).collect()
            }
            PieceKind::Advisor => {
                DIAGONAL.into_iter().filter_map(step).filter(|&to| in_palace(color, to)).collect()
            }
            PieceKind::Elephant => DIAGONAL
                .into_iter()
                .filter(|&eye| is_free(step(eye)))
                .filter_map(|(df, dr)| shifted(from, 2 * df, 2 * dr))
                .filter(|&to| !has_crossed(color, to))
                .collect(),
            PieceKind::Horse => STRAIGHT
                .into_iter()
                .filter(|&leg| is_free(step(leg)))
                .flat_map(|(df, dr)| [(2 * df + dr, 2 * dr + df), (2 * df - dr, 2 * dr - df)])
                .filter_map(step)
                .collect(),
            PieceKind::Rook => STRAIGHT.into_iter().flat_map(|way| self.walk(from, way).0).collect(),
            PieceKind::Cannon => {
                STRAIGHT.into_iter().flat_map(|way| self.cannon_targets(from, way)).collect()
            }
            PieceKind::Pawn => {
                let ahead = if color == Color::Red { (0, 1) } else { (0, -1) };
                let sideways = [(1, 0), (-1, 0)].into_iter().filter(|_| has_crossed(color, from));
                sideways.chain([ahead]).filter_map(step).collect()
            }
        }
    }

    /// Returns the squares from `from` on in one direction up to the first piece, and the square of that
    /// piece.
    fn walk(&self, from: Square, (df, dr): (i32, i32)) -> (Vec<Square>, Option<Square>) {
        let mut passed = Vec::new();
        let mut at = from;
        while let Some(next) = shifted(at, df, dr) {
            passed.push(next);
            if self.piece_on(next).is_some() {
                return (passed, Some(next));
            }
            at = next;
        }
        (passed, None)
    }

    /// A cannon moves to the empty squares before the first piece, and captures the second piece.
    fn cannon_targets(&self, from: Square, way: (i32, i32)) -> Vec<Square> {
        let (mut targets, screen) = self.walk(from, way);
        if let Some(screen) = screen {
            targets.pop();
            targets.extend(self.walk(screen, way).1);
        }
        targets
    }

    pub(crate) fn king(&self, color: Color) -> Square {
        let king = Some(Piece::new(PieceKind::King, color));
        Square::ALL.into_iter().find(|&square| self.piece_on(square) == king).expect("each side has a king")
    }

    /// Returns true if an enemy piece can capture the king of `color`, or the kings face each other.
    pub(crate) fn is_king_attacked(&self, color: Color) -> bool {
        let king = self.king(color);
        self.pseudo_moves(!color).iter().any(|mv| mv.to() == king) || self.kings_face_each_other()
    }

    pub(crate) fn kings_face_each_other(&self) -> bool {
        self.walk(self.king(Color::Red), (0, 1)).1 == Some(self.king(Color::Black))
    }

    /// Returns the board after a move of any piece.
    pub(crate) fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.pieces[mv.to()] = next.pieces[mv.from()].take();
        next.side = !self.side;
        next
    }

    /// Returns the board without the piece on this square.
    pub(crate) fn without(&self, square: Square) -> Self {
        let mut next = self.clone();
        next.pieces[square] = None;
        next
    }

    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo_moves(self.side);
        moves.retain(|&mv| !self.after(mv).is_king_attacked(self.side));
        moves
    }
}

fn coordinates(square: Square) -> (i32, i32) {
    let index = i32::from(square as u8);
    (index % 9, index / 9)
}

fn shifted(square: Square, df: i32, dr: i32) -> Option<Square> {
    let (file, rank) = coordinates(square);
    let (file, rank) = (file + df, rank + dr);
    let on_board = (0..9).contains(&file) && (0..10).contains(&rank);
    usize::try_from(rank * 9 + file).ok().filter(|_| on_board).and_then(Square::from_index)
}

fn in_palace(color: Color, square: Square) -> bool {
    let (file, rank) = coordinates(square);
    let depth = if color == Color::Red { rank } else { 9 - rank };
    (3..=5).contains(&file) && depth <= 2
}

fn has_crossed(color: Color, square: Square) -> bool {
    (coordinates(square).1 > 4) == (color == Color::Red)
}

/// Returns a random position: a king and up to fifteen other pieces a side, of any kinds. With `crowd` most
/// pieces stand within three squares of a king, where pins, screens and double checks are common.
pub(crate) fn random_position(rng: &mut SplitMix64, crowd: bool) -> Position {
    loop {
        let mut setup = Setup::empty();
        for color in Color::ALL {
            place(&mut setup, Piece::new(PieceKind::King, color), rng, None);
        }
        let kings = Color::ALL.map(|color| {
            let king = Some(Piece::new(PieceKind::King, color));
            Square::ALL.into_iter().find(|&square| setup.board[square] == king).expect("just placed")
        });
        for color in Color::ALL {
            for _ in 0..rng.below(16) {
                let kind = match rng.below(8) {
                    0 => PieceKind::Advisor,
                    1 => PieceKind::Elephant,
                    2 | 3 => PieceKind::Horse,
                    4 => PieceKind::Rook,
                    5 | 6 => PieceKind::Cannon,
                    _ => PieceKind::Pawn,
                };
                let near = (crowd && rng.below(4) > 0).then(|| kings[rng.below(2)]);
                place(&mut setup, Piece::new(kind, color), rng, near);
            }
        }
        setup.side = Color::ALL[rng.below(2)];
        if let Ok(position) = setup.clone().into_position() {
            return position;
        }
        setup.side = !setup.side;
        if let Ok(position) = setup.into_position() {
            return position;
        }
    }
}

/// Puts a piece on a random empty square that its kind can reach, if there is one.
fn place(setup: &mut Setup, piece: Piece, rng: &mut SplitMix64, near: Option<Square>) {
    let is_near = |square: Square| {
        near.is_none_or(|centre| {
            let ((file, rank), (f, r)) = (coordinates(square), coordinates(centre));
            (file - f).abs() <= 3 && (rank - r).abs() <= 3
        })
    };
    let free: Vec<Square> = playable_squares(piece.kind(), piece.color())
        .into_iter()
        .filter(|&square| setup.board[square].is_none() && is_near(square))
        .collect();
    if !free.is_empty() {
        setup.board[free[rng.below(free.len())]] = Some(piece);
    }
}

/// Visits the positions of a random game from `position`, at most `plies` moves long.
pub(crate) fn play_out(
    mut position: Position,
    plies: usize,
    rng: &mut SplitMix64,
    mut visit: impl FnMut(&mut Position),
) {
    for _ in 0..plies {
        visit(&mut position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play_unchecked(moves[rng.below(moves.len())]);
    }
}
