// SPDX-License-Identifier: MIT OR Apache-2.0
//! The board with its moves.

use crate::convert::{ASIAN, ENGLISH, Named, color, is_red, piece_kind, value_error};
use crate::moves::{Move, checked};
use crate::piece::Piece;
use crate::rules::{Outcome, Verdict};
use crate::square::{SquareArg, SquareNumber};
use core::hash::{Hash, Hasher};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use xiangqi::diagram::{PieceLetters, SvgBoard, TextBoard};
use xiangqi::notation::parse_moves;
use xiangqi::rules::explain::Explanation;
use xiangqi::types::{Bitboard, Color, Language};
use xiangqi::{GameOutcome, Notation, Position, RuleSet, Setup, read_move};

/// A position with the moves that led there.
///
/// `fen` gives the first position; `moves` are played from there: `Move` objects, texts in any notation, or one text
/// with several moves, which may be numbered.
/// With `strict`, the FEN has to follow the standard in all points, and there may be no more pieces of a kind
/// than at the start of a game.
///
/// Two boards are equal if their pieces, the side to move and the count of the natural limit are, whatever
/// moves led there; equal boards have equal hashes. Do not play on a board while it is a key of a dictionary:
/// `copy` it.
///
/// >>> board = chuhe.Board(moves=["炮二平五", "h9g7"])
/// >>> board.fen()
/// 'rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2'
#[pyclass(module = "chuhe", eq)]
#[derive(PartialEq)]
pub struct Board(pub Position);

/// The position of a board as an argument of what takes its time: other threads may play on the board meanwhile.
pub struct PositionArg(pub Position);

impl<'a, 'py> FromPyObject<'a, 'py> for PositionArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(object.extract::<PyRef<'_, Board>>()?.0.clone()))
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen=None, moves=None, *, strict=false))]
    fn new(fen: Option<Cow<'_, str>>, moves: Option<Bound<'_, PyAny>>, strict: bool) -> PyResult<Self> {
        let position = match fen {
            None => Ok(Position::startpos()),
            Some(fen) if strict => Position::from_fen_strict(&fen),
            Some(fen) => Position::from_fen(&fen),
        };
        let mut board = Self(position.map_err(value_error)?.without_history());
        let Some(moves) = moves else { return Ok(board) };
        if let Ok(text) = moves.extract::<Cow<'_, str>>() {
            parse_moves(&mut board.0, text.split_whitespace()).map_err(value_error)?;
        } else {
            for mv in moves.try_iter()? {
                let mv = mv?;
                match mv.extract() {
                    Ok(mv) => board.push(mv)?,
                    Err(_) => _ = board.push_text(mv.extract()?, None)?,
                }
            }
        }
        Ok(board)
    }

    /// Returns a board with these pieces, a dictionary from squares to pieces.
    ///
    /// >>> pieces = {chuhe.E0: chuhe.Piece(chuhe.KING, chuhe.RED), chuhe.D9: chuhe.Piece(chuhe.KING, chuhe.BLACK)}
    /// >>> chuhe.Board.from_piece_map(pieces, turn=chuhe.BLACK).fen()
    /// '3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1'
    #[staticmethod]
    #[pyo3(signature = (pieces, turn=true))]
    fn from_piece_map(pieces: BTreeMap<u8, Piece>, turn: bool) -> PyResult<Self> {
        let mut setup = Setup { side: color(turn), ..Setup::empty() };
        for (square, piece) in pieces {
            let place = setup.board.get_mut(usize::from(square));
            let problem = || value_error(format_args!("{square} is not a square (0 to 89)"));
            *place.ok_or_else(problem)? = Some(piece.0);
        }
        Ok(Self(setup.into_position().map_err(value_error)?.without_history()))
    }

    /// Returns the FEN.
    fn fen(&self) -> String {
        self.0.to_fen()
    }

    /// Why no game can have led to this position: it names the pawns on impossible squares. None if one can.
    #[getter]
    fn doubts(&self) -> Option<String> {
        self.0.doubts().map(|doubts| doubts.to_string())
    }

    /// The side to move: RED or BLACK.
    #[getter]
    fn turn(&self) -> bool {
        is_red(self.0.side_to_move())
    }

    /// The number of the next full move.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.0.full_move()
    }

    /// Plies without a capture as the natural limit counts them: checks beyond ten a side, and the answers to
    /// them, are not counted.
    #[getter]
    fn rule60_count(&self) -> u16 {
        self.0.rule60_count()
    }

    /// The Zobrist key of pieces and side to move.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// Returns the number of plies since the beginning of the game.
    fn ply(&self) -> u32 {
        self.0.ply()
    }

    /// The legal moves, a new list each time. If there are none, the side to move has lost, by checkmate or
    /// stalemate.
    ///
    /// >>> len(chuhe.Board().legal_moves)
    /// 44
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        self.0.legal_moves().into_iter().map(Move).collect()
    }

    /// Returns the legal moves of the piece on a square; none if the side to move has no piece there.
    ///
    /// >>> chuhe.Board().moves_from(chuhe.B0)
    /// [Move.from_iccs('b0a2'), Move.from_iccs('b0c2')]
    fn moves_from(&self, square: SquareArg) -> Vec<Move> {
        let from = square.0;
        self.0.moves_from(from).into_iter().map(|to| Move(xiangqi::Move::new(from, to))).collect()
    }

    /// Returns the number of legal moves, without listing them.
    fn count_legal_moves(&self) -> u32 {
        self.0.count_legal_moves()
    }

    /// Returns True if a move is legal.
    fn is_legal(&self, r#move: Move) -> bool {
        self.0.is_legal(r#move.0)
    }

    /// Returns the rule that a move breaks, in words; None if it is legal.
    ///
    /// >>> chuhe.Board().why_illegal(chuhe.Move.from_iccs("b0d1"))
    /// 'blocked leg: the piece on c0 blocks the horse'
    #[pyo3(signature = (r#move, lang=ENGLISH), text_signature = "($self, move, lang='en')")]
    fn why_illegal(&self, r#move: Move, lang: Named<Language>) -> Option<String> {
        self.0.why_illegal(r#move.0).map(|reason| reason.text(lang.0))
    }

    /// Plays a move. A move that is not legal is a ValueError with the rule that it breaks, and changes nothing.
    ///
    /// >>> chuhe.Board().push(chuhe.Move.from_iccs("e0e2"))
    /// Traceback (most recent call last):
    /// ValueError: illegal move e0e2: a king moves one square straight
    fn push(&mut self, r#move: Move) -> PyResult<()> {
        self.0.play(r#move.0).map_err(value_error)
    }

    /// Plays a move that is written in any notation, and returns it.
    ///
    /// >>> board = chuhe.Board()
    /// >>> [board.push_text(text).iccs() for text in ("炮二平五", "馬8進7", "H2+3")]
    /// ['h2e2', 'h9g7', 'h0g2']
    #[pyo3(signature = (text, notation=None))]
    fn push_text(&mut self, text: Cow<'_, str>, notation: Option<Named<Notation>>) -> PyResult<Move> {
        let mv = self.parse_text(text, notation)?;
        self.0.play_unchecked(mv.0);
        Ok(mv)
    }

    /// Returns the legal move that is written in any notation. A word that is one move in WXF and another in
    /// Vietnamese notation is read in `notation`.
    ///
    /// >>> chuhe.Board().parse_text("马二进四")
    /// Traceback (most recent call last):
    /// ValueError: '马二进四' (h0f1) is illegal: blocked leg: the piece on g0 blocks the horse
    #[pyo3(signature = (text, notation=None))]
    fn parse_text(&self, text: Cow<'_, str>, notation: Option<Named<Notation>>) -> PyResult<Move> {
        let read = match notation {
            Some(notation) => notation.0.read(&self.0, &text),
            None => read_move(&self.0, &text),
        };
        read.map(Move).map_err(value_error)
    }

    /// Takes back the last move and returns it. There is none: IndexError.
    fn pop(&mut self) -> PyResult<Move> {
        self.0.undo().map(Move).ok_or_else(|| PyIndexError::new_err("no move to take back"))
    }

    /// Returns the last move. There is none: IndexError.
    fn peek(&self) -> PyResult<Move> {
        self.0.state().last_move.map(Move).ok_or_else(|| PyIndexError::new_err("no move was played"))
    }

    /// The moves played, oldest first.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.0.moves().map(Move).collect()
    }

    /// Returns the first position, without the moves.
    fn root(&self) -> Self {
        Self(self.0.at_start())
    }

    /// Returns a copy; without `stack`, one that knows no moves: no repetition reaches across it, and it takes
    /// less memory.
    #[pyo3(signature = (*, stack=true))]
    fn copy(&self, stack: bool) -> Self {
        Self(if stack { self.0.clone() } else { self.0.without_history() })
    }

    /// Returns the mirror image, files a to i in reverse order, without the moves.
    fn mirrored(&self) -> Self {
        Self(self.0.mirrored().without_history())
    }

    /// Returns the board rotated, with every piece of the other colour and the other side to move, without the
    /// moves.
    fn color_flipped(&self) -> Self {
        Self(self.0.color_flipped().without_history())
    }

    /// Returns the piece on a square, or None.
    ///
    /// >>> chuhe.Board().piece_at(chuhe.B9).chinese()
    /// '马'
    fn piece_at(&self, square: SquareArg) -> Option<Piece> {
        self.0.piece_on(square.0).map(Piece)
    }

    /// Returns a dictionary from the occupied squares to their pieces.
    fn piece_map(&self) -> BTreeMap<u8, Piece> {
        let place = |square| Some((square as u8, Piece(self.0.piece_on(square)?)));
        self.0.occupied().into_iter().filter_map(place).collect()
    }

    /// Returns the squares of the pieces of a kind and colour.
    ///
    /// >>> chuhe.Board().pieces(chuhe.CANNON, chuhe.RED) == [chuhe.B2, chuhe.H2]
    /// True
    fn pieces(&self, piece_type: u8, color: bool) -> PyResult<Vec<SquareNumber>> {
        Ok(squares(self.0.board().pieces(piece_kind(piece_type)?, self::color(color))))
    }

    /// Returns the square of a king.
    fn king(&self, color: bool) -> SquareNumber {
        self.0.board().king(self::color(color)).into()
    }

    /// Returns the squares of the pieces of a side that attack a square.
    fn attackers(&self, color: bool, square: SquareArg) -> Vec<SquareNumber> {
        let board = self.0.board();
        squares(board.attackers(square.0, board.occupied()) & board.color(self::color(color)))
    }

    /// Returns the squares of the pieces that check the side to move.
    fn checkers(&self) -> Vec<SquareNumber> {
        squares(self.0.checkers())
    }

    /// Returns True if the side to move is in check.
    fn is_check(&self) -> bool {
        self.0.in_check()
    }

    /// Returns True if the side to move is checkmated.
    fn is_checkmate(&self) -> bool {
        self.0.is_checkmate()
    }

    /// Returns True if the side to move has no legal move, but is not in check. In Xiangqi it has lost.
    fn is_stalemate(&self) -> bool {
        self.0.is_stalemate()
    }

    /// Returns True if neither side has a piece that can cross the river.
    fn is_insufficient_material(&self) -> bool {
        self.0.is_material_draw()
    }

    /// Returns True if a move captures a piece.
    fn is_capture(&self, r#move: Move) -> bool {
        self.0.is_capture(r#move.0)
    }

    /// Returns True if a legal move gives check.
    fn gives_check(&self, r#move: Move) -> PyResult<bool> {
        checked(&self.0, r#move.0)?;
        Ok(self.0.gives_check(r#move.0))
    }

    /// Returns the outcome; None while the game goes on. `rules` judge repetitions, `limit` is the number of
    /// plies without a capture that draws the game (None: no limit). `verdict` gives the reasons.
    ///
    /// >>> board = chuhe.Board("4k4/9/9/9/9/9/9/9/9/R2K5 w")
    /// >>> for text in "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9".split():
    /// ...     move = board.push_text(text)
    /// >>> print(board.outcome(), board.outcome("always-draw"), sep="\n")
    /// black wins: perpetual check
    /// draw: repetition
    #[pyo3(signature = (rules=ASIAN, limit=120), text_signature = "($self, rules='asian', limit=120)")]
    fn outcome(&self, rules: Named<RuleSet>, limit: Option<u16>) -> Option<Outcome> {
        GameOutcome::of(&self.0, rules.0, limit).map(Outcome)
    }

    /// Returns True if the game is over.
    #[pyo3(signature = (rules=ASIAN, limit=120), text_signature = "($self, rules='asian', limit=120)")]
    fn is_game_over(&self, rules: Named<RuleSet>, limit: Option<u16>) -> bool {
        self.outcome(rules, limit).is_some()
    }

    /// Returns the verdict on the game so far, with its reasons: what each move of a repetition does, and the
    /// offence of each side. `rules` and `limit` are those of `outcome`.
    ///
    /// >>> board = chuhe.Board("3k5/9/9/6c2/9/9/9/6R2/9/5K3 b", 2 * ["g6h6", "g2h2", "h6g6", "h2g2"])
    /// >>> print(board.verdict())
    /// black wins: red loses by perpetual chase; red: perpetual chase of cannon g6; black: idle moves
    /// >>> board.verdict().reason("zh")
    /// '红方长捉作负；红方：长捉炮g6；黑方：闲着'
    #[pyo3(signature = (rules=ASIAN, limit=120), text_signature = "($self, rules='asian', limit=120)")]
    fn verdict(&self, rules: Named<RuleSet>, limit: Option<u16>) -> Verdict {
        Verdict(Explanation::of(&self.0, rules.0, limit))
    }

    /// Returns an SVG image of the board, with the last move marked.
    fn svg(&self) -> String {
        SvgBoard(&self.0).to_string()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// Returns a drawing of the board, in Chinese characters or FEN letters.
    ///
    /// >>> print(chuhe.Board().text(chinese=False).splitlines()[0])
    /// 9  r---n---b---a---k---a---b---n---r
    #[pyo3(signature = (*, chinese=true))]
    fn text(&self, chinese: bool) -> String {
        let letters = if chinese { PieceLetters::Chinese } else { PieceLetters::Latin };
        let board = TextBoard { position: &self.0, letters, colored: false, bottom: Color::Red };
        board.to_string()
    }

    fn __str__(&self) -> String {
        self.text(false)
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(&self) -> Self {
        self.copy(true)
    }

    fn __deepcopy__(&self, _memo: Bound<'_, PyAny>) -> Self {
        self.copy(true)
    }

    fn __getnewargs__(&self) -> (String, Vec<Move>) {
        (self.0.at_start().to_fen(), self.move_stack())
    }
}

fn squares(board: Bitboard) -> Vec<SquareNumber> {
    board.into_iter().map(Into::into).collect()
}
