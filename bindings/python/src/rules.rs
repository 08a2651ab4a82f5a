// SPDX-License-Identifier: MIT OR Apache-2.0
//! The outcome of a game, and the verdict with its reasons.

use crate::convert::{ENGLISH, Named, color, is_red};
use crate::moves::Move;
use crate::piece::Piece;
use crate::square::SquareNumber;
use pyo3::prelude::*;
use xiangqi::GameOutcome;
use xiangqi::notation::GameResult;
use xiangqi::rules::explain::{self, AttackEffect, Explanation, PlacedPiece};
use xiangqi::types::Language;

/// The outcome of a game.
#[pyclass(module = "chuhe", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome(pub GameOutcome);

#[pymethods]
impl Outcome {
    /// The winner: RED, BLACK, or None for a draw.
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.0.winner.map(is_red)
    }

    /// Why the game is over: `checkmate`, `stalemate`, `perpetual check`, `perpetual chase`, `perpetual attack`,
    /// `repetition`, `undecided repetition`, `no capture for too long` or `insufficient material`.
    #[getter]
    fn termination(&self) -> String {
        self.0.termination.to_string()
    }

    /// Returns the result as in PGN: `1-0`, `0-1` or `1/2-1/2`.
    fn result(&self) -> &'static str {
        GameResult::from_winner(self.0.winner).text()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome: {}>", self.0)
    }
}

/// The verdict on a game so far, and the reasons for it.
#[pyclass(module = "chuhe", frozen)]
pub struct Verdict(pub Explanation);

#[pymethods]
impl Verdict {
    /// `red wins`, `black wins`, `draw`, `undecided` or `ongoing`.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.verdict()
    }

    /// The outcome; None while the game goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome.map(Outcome)
    }

    /// The name of the rules.
    #[getter]
    fn rules(&self) -> String {
        self.0.rules.to_string()
    }

    /// The repetition, if the position occurred before; at its second occurrence it is explained, but not judged
    /// yet.
    #[getter]
    fn repetition(&self) -> Option<Repetition> {
        self.0.repetition.clone().map(Repetition)
    }

    /// Returns the reason in one line, in English (`en`) or Chinese (`zh`).
    #[pyo3(signature = (lang=ENGLISH), text_signature = "($self, lang='en')")]
    fn reason(&self, lang: Named<Language>) -> String {
        self.0.reason(lang.0)
    }

    /// Returns the repetition in words: a line for each move, and one for each side.
    #[pyo3(signature = (lang=ENGLISH), text_signature = "($self, lang='en')")]
    fn lines(&self, lang: Named<Language>) -> Vec<String> {
        self.0.lines(lang.0)
    }

    fn __str__(&self) -> String {
        format!("{}: {}", self.name(), self.0.reason(Language::English))
    }

    fn __repr__(&self) -> String {
        format!("<Verdict: {}>", self.__str__())
    }
}

/// A position that occurred before, and the moves since then.
#[pyclass(module = "chuhe", frozen)]
pub struct Repetition(explain::Repetition);

#[pymethods]
impl Repetition {
    /// The number of occurrences; 1 if the moves are judged by the nine-move rule.
    #[getter]
    fn occurrences(&self) -> u8 {
        self.0.occurrences
    }

    /// The moves since the first of these occurrences.
    #[getter]
    fn moves(&self) -> Vec<ClassifiedMove> {
        self.0.moves.iter().cloned().map(ClassifiedMove).collect()
    }

    /// Returns the offence of a side, whether the rules count it or not: `none`, `perpetual chase`, `perpetual
    /// chase of a pinned rook` or `perpetual check`.
    fn offence(&self, color: bool) -> String {
        self.0.offences[self::color(color)].to_string()
    }

    /// Returns the pieces that a side chases perpetually, each with its square in the repeated position.
    fn chased(&self, color: bool) -> Vec<Placed> {
        self.0.chased[self::color(color)].iter().copied().map(placed).collect()
    }

    /// Returns the lowest and the highest level that a side can have by the Chinese rules: `allowed`, `light`,
    /// `heavy` or `perpetual check`. They differ if a move could not be classified. Other rules have none.
    fn levels(&self, color: bool) -> Option<(String, String)> {
        let (least, most) = self.0.levels?[self::color(color)];
        Some((least.to_string(), most.to_string()))
    }

    /// The article of the Chinese rules that decides.
    #[getter]
    fn article(&self) -> Option<&'static str> {
        self.0.article()
    }

    /// Returns what a side did, in words.
    #[pyo3(signature = (color, lang=ENGLISH), text_signature = "($self, color, lang='en')")]
    fn text(&self, color: bool, lang: Named<Language>) -> String {
        self.0.offence_text(self::color(color), lang.0)
    }
}

/// A square and the piece on it.
type Placed = (SquareNumber, Piece);

fn placed(placed: PlacedPiece) -> Placed {
    (placed.square.into(), Piece(placed.piece))
}

/// A move of a repetition, with what it does.
#[pyclass(module = "chuhe", frozen)]
pub struct ClassifiedMove(explain::ClassifiedMove);

#[pymethods]
impl ClassifiedMove {
    /// The move.
    #[getter]
    fn r#move(&self) -> Move {
        Move(self.0.mv)
    }

    /// The side that moved.
    #[getter]
    fn color(&self) -> bool {
        is_red(self.0.side())
    }

    /// The number of the move as in FEN.
    #[getter]
    fn number(&self) -> u32 {
        self.0.number
    }

    /// The class: `check` (将), `mate threat` (杀), `chase` (捉), `idle` (闲) or `undecided`. Only the Chinese rules
    /// know mate threats.
    #[getter]
    fn move_class(&self) -> String {
        self.0.class().to_string()
    }

    /// The attacks that the move makes, as the Asian rules see them, chases first; none if it gives check.
    #[getter]
    fn attacks(&self) -> Vec<Attack> {
        self.0.attacks.iter().cloned().map(Attack).collect()
    }

    /// True if the opponent may win the moved piece, and could not before.
    #[getter]
    fn offers_itself(&self) -> bool {
        self.0.offers_itself
    }

    /// Returns what the move does, in words.
    #[pyo3(signature = (lang=ENGLISH), text_signature = "($self, lang='en')")]
    fn text(&self, lang: Named<Language>) -> String {
        self.0.text(lang.0)
    }

    fn __repr__(&self) -> String {
        format!("<ClassifiedMove: {} {}>", self.0.mv, self.0.text(Language::English))
    }
}

/// An attack that a move makes.
#[pyclass(module = "chuhe", frozen)]
pub struct Attack(explain::Attack);

#[pymethods]
impl Attack {
    /// The square and the piece that attacks; not always the piece that moved.
    #[getter]
    fn attacker(&self) -> Placed {
        placed(self.0.attacker)
    }

    /// The square and the piece that is attacked.
    #[getter]
    fn target(&self) -> Placed {
        placed(self.0.target)
    }

    /// True if the attack counts as a chase.
    #[getter]
    fn is_chase(&self) -> bool {
        self.0.effect.is_chase()
    }

    /// The effect by the rules: a chase `on stronger` or `on unprotected`; none since it is `on protected`, an
    /// `exchange`, `illegal`, by an `exempt attacker`, `on home pawn` or `existing`.
    #[getter]
    fn effect(&self) -> String {
        self.0.effect.to_string()
    }

    /// The pieces that only seem to protect the target.
    #[getter]
    fn false_protectors(&self) -> Vec<Placed> {
        match &self.0.effect {
            AttackEffect::OnUnprotected(protectors) => {
                protectors.iter().map(|&(protector, _)| placed(protector)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the attack in words.
    #[pyo3(signature = (lang=ENGLISH), text_signature = "($self, lang='en')")]
    fn text(&self, lang: Named<Language>) -> String {
        self.0.text(lang.0)
    }

    fn __repr__(&self) -> String {
        format!("<Attack: {}>", self.0.text(Language::English))
    }
}
