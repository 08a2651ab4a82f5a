// SPDX-License-Identifier: MIT OR Apache-2.0
//! Xiangqi for the laboratory's algorithms: the engine's own board, with the textbook evaluation.
//!
//! The game ends by checkmate or stalemate, both lost, and as a draw when neither side has a piece that can
//! cross the river (the material cut of Yue and Feng). Repetitions and the natural limit are left out: they
//! make the value of a position depend on the path to it, and then no table is exact.

use crate::game::{ChessGame, Game, Key, WON};
use crate::ladder::{Chess, Subject};
use crate::textbook;
use core::fmt;
use once_cell::sync::Lazy;
use xiangqi::diagram::{PieceLetters, TextBoard};
use xiangqi::notation::FenError;
use xiangqi::position::{Position, see_value};
use xiangqi::types::{Bilingual, Color, Move, Piece, SplitMix64, Square, Value};

/// The random numbers that find slots in tables. The longer ones are the engine's Zobrist keys.
static INDICES: Lazy<[[u32; Square::COUNT]; Piece::ALL.len()]> = Lazy::new(|| {
    let mut rng = SplitMix64::new(0x5851_f42d_4c95_7f2d);
    [[(); Square::COUNT]; Piece::ALL.len()].map(|squares| squares.map(|()| (rng.next_u64() >> 32) as u32))
});

/// The number for Black to move.
const BLACK_TO_MOVE: u32 = 0x9e37_79b9;

/// A game of xiangqi under way.
pub struct Xiangqi {
    position: Position,
    index: u32,
    earlier_indices: Vec<u32>,
}

impl Xiangqi {
    /// Starts a game from `position`.
    pub fn new(position: &Position) -> Self {
        let position = position.without_history();
        let pieces = Square::ALL.into_iter().filter_map(|square| Some((position.piece_on(square)?, square)));
        let side = if position.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
        let index =
            pieces.fold(side, |index, (piece, square)| index ^ INDICES[piece as usize][square as usize]);
        Self { position, index, earlier_indices: Vec::new() }
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

impl Game for Xiangqi {
    type Move = Move;

    const MOVE_NUMBERS: usize = Square::COUNT * Square::COUNT;

    fn is_first_to_move(&self) -> bool {
        self.position.side_to_move() == Color::Red
    }

    fn moves(&self) -> Vec<Move> {
        if self.position.is_material_draw() { Vec::new() } else { self.position.legal_moves().to_vec() }
    }

    fn play(&mut self, mv: Move) {
        self.earlier_indices.push(self.index);
        let place =
            |piece: Option<Piece>, square| piece.map_or(0, |piece| INDICES[piece as usize][square as usize]);
        let piece = self.position.piece_on(mv.from());
        let captured = self.position.piece_on(mv.to());
        self.index ^=
            BLACK_TO_MOVE ^ place(piece, mv.from()) ^ place(piece, mv.to()) ^ place(captured, mv.to());
        self.position.play_unchecked(mv);
    }

    fn undo(&mut self) {
        self.index = self.earlier_indices.pop().expect("a move was played");
        self.position.unmake();
    }

    fn ply(&self) -> u32 {
        self.earlier_indices.len() as u32
    }

    fn evaluate(&mut self) -> Value {
        if !self.position.has_legal_move() {
            self.ply().cast_signed() - WON
        } else if self.position.is_material_draw() {
            0
        } else {
            textbook::evaluate(&self.position)
        }
    }

    fn key(&self) -> Key {
        Key { index: self.index, check: self.position.key() }
    }

    fn move_number(mv: Move) -> usize {
        mv.from() as usize * Square::COUNT + mv.to() as usize
    }
}

impl Subject for Xiangqi {
    type Algorithms = Chess;

    const NAME: &'static str = "xiangqi";
    const CHINESE: &'static str = "象棋";
    const SIDES: [(&'static str, &'static str); 2] = [("Red", "红方"), ("Black", "黑方")];
    const PLAYER: (&'static str, u32) = ("framework", 5);

    fn start() -> Self {
        Self::new(&Position::startpos())
    }

    /// Reads a FEN.
    fn parse(text: &str) -> Result<Self, Bilingual> {
        text.parse()
            .map(|position| Self::new(&position))
            .map_err(|error: FenError| Bilingual::new(|language| error.text(language)))
    }

    const USUAL: &'static [&'static str] = &[
        "minimax",
        "alphabeta",
        "ordered",
        "history-float",
        "hash-always",
        "hash-deeper",
        "hash-two-tier",
        "hash-groups",
        "hashhistory-float",
        "pvs",
        "deepening",
        "null",
        "null-adaptive",
        "null-verified",
        "extensions",
        "quiescence",
        "framework",
    ];
}

impl ChessGame for Xiangqi {
    fn is_in_check(&self) -> bool {
        self.position.in_check()
    }

    fn gain(&self, mv: Move) -> Value {
        self.position.piece_on(mv.to()).map_or(0, |piece| see_value(piece.kind()))
    }

    fn is_recapture(&self, mv: Move) -> bool {
        let state = self.position.state();
        state.captured.is_some() && state.last_move.is_some_and(|last| last.to() == mv.to())
    }

    fn majors(&self) -> [u32; 2] {
        let side = self.position.side_to_move();
        [side, !side].map(|color| self.position.board().majors(color).len())
    }

    fn pass(&mut self) {
        self.earlier_indices.push(self.index);
        self.index ^= BLACK_TO_MOVE;
        self.position.make_null();
    }
}

impl fmt::Display for Xiangqi {
    /// Writes the board with its coordinates, the last move in brackets, and the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, letters) = (&self.position, PieceLetters::Latin);
        write!(f, "{}", TextBoard { position, letters, colored: false, bottom: Color::Red })?;
        f.write_str(match position.side_to_move() {
            _ if self.moves().is_empty() => "the game is over",
            Color::Red => "Red to move",
            Color::Black => "Black to move",
        })
    }
}
