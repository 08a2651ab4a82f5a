// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules of movement spelled out on a mailbox, as a check on the bitboards.
//!
//! Nothing is looked up and nothing is clever: men walk over the board, a move is made on a copy, and it is
//! legal if the king cannot be taken there and the kings do not face each other. Of the library only the
//! vocabulary (points, men, moves) is used. Random positions to compare on are made here too.

#![allow(dead_code, reason = "each test uses a part of it")]

use chuhe::Position;
use chuhe::position::Setup;
use chuhe::types::coords::possible_squares;
use chuhe::types::{Color, Move, Piece, PieceKind, SplitMix64, Square};

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Ninety points and whose move it is.
#[derive(Clone)]
pub(crate) struct Mailbox {
    men: [Option<Piece>; 90],
    side: Color,
}

impl Mailbox {
    pub(crate) fn new(position: &Position) -> Self {
        Self { men: Square::ALL.map(|square| position.piece_on(square)), side: position.side_to_move() }
    }

    pub(crate) fn side(&self) -> Color {
        self.side
    }

    pub(crate) fn man_on(&self, square: Square) -> Option<Piece> {
        self.men[square]
    }

    /// The moves of `color` by each man's way of moving; capturing the king is one of them.
    pub(crate) fn pseudo_moves(&self, color: Color) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in Square::ALL {
            if let Some(piece) = self.man_on(from).filter(|piece| piece.color() == color) {
                let targets = self.targets(piece, from).into_iter();
                let free = targets.filter(|&to| self.man_on(to).is_none_or(|man| man.color() != color));
                moves.extend(free.map(|to| Move::new(from, to)));
            }
        }
        moves
    }

    /// Where the man could go, own men disregarded.
    fn targets(&self, piece: Piece, from: Square) -> Vec<Square> {
        let color = piece.color();
        let step = |(df, dr)| shifted(from, df, dr);
        let is_free = |square: Option<Square>| square.is_some_and(|square| self.man_on(square).is_none());
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

    /// The points from `from` on in one direction up to the first man, and that man's point.
    fn walk(&self, from: Square, (df, dr): (i32, i32)) -> (Vec<Square>, Option<Square>) {
        let mut passed = Vec::new();
        let mut at = from;
        while let Some(next) = shifted(at, df, dr) {
            passed.push(next);
            if self.man_on(next).is_some() {
                return (passed, Some(next));
            }
            at = next;
        }
        (passed, None)
    }

    /// A cannon goes to the empty points before the first man, and captures the second man.
    fn cannon_targets(&self, from: Square, way: (i32, i32)) -> Vec<Square> {
        let (mut points, screen) = self.walk(from, way);
        if let Some(screen) = screen {
            points.pop();
            points.extend(self.walk(screen, way).1);
        }
        points
    }

    pub(crate) fn king(&self, color: Color) -> Square {
        let king = Some(Piece::new(PieceKind::King, color));
        Square::ALL.into_iter().find(|&square| self.man_on(square) == king).expect("each side has a king")
    }

    /// Could an enemy man capture the king of `color`, or do the kings face each other?
    pub(crate) fn is_king_attacked(&self, color: Color) -> bool {
        let king = self.king(color);
        self.pseudo_moves(!color).iter().any(|mv| mv.to() == king) || self.kings_face_each_other()
    }

    pub(crate) fn kings_face_each_other(&self) -> bool {
        self.walk(self.king(Color::Red), (0, 1)).1 == Some(self.king(Color::Black))
    }

    /// The board after a move of any man.
    pub(crate) fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.men[mv.to()] = next.men[mv.from()].take();
        next.side = !self.side;
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

/// A random position: a king and up to fifteen other men a side, of any kinds. With `crowd` most men stand
/// within three points of a king, where pins, screens and double checks are common.
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
        if let Ok(position) = setup.clone().into_position(false) {
            return position;
        }
        setup.side = !setup.side;
        if let Ok(position) = setup.into_position(false) {
            return position;
        }
    }
}

/// Puts a man on a random free point of its kind, if it finds one.
fn place(setup: &mut Setup, piece: Piece, rng: &mut SplitMix64, near: Option<Square>) {
    let is_near = |square: Square| {
        near.is_none_or(|centre| {
            let ((file, rank), (f, r)) = (coordinates(square), coordinates(centre));
            (file - f).abs() <= 3 && (rank - r).abs() <= 3
        })
    };
    let points: Vec<Square> = possible_squares(piece.kind(), piece.color())
        .into_iter()
        .filter(|&square| setup.board[square].is_none() && is_near(square))
        .collect();
    if !points.is_empty() {
        setup.board[points[rng.below(points.len())]] = Some(piece);
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
