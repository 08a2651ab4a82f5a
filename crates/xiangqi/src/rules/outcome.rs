// SPDX-License-Identifier: MIT OR Apache-2.0
//! The outcome of a game: mate, stalemate, repetition, the natural limit or material, in this order.
//!
//! [`Position::rule60_count`] counts the plies without a capture; it leaves out each side's checks after its
//! tenth, and the answers to them.

use crate::position::Position;
use crate::rules::chinese::{Level, Ruling};
use crate::rules::move_class::MoveClass;
use crate::rules::repetition::{Findings, span_due};
use crate::rules::rule_set::{Offence, RuleSet};
use crate::types::{Color, Language, Score};
use core::fmt;

/// The reason why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Termination {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The loser checked with every move of a repetition.
    PerpetualCheck,
    /// The loser chased one piece with every move of a repetition.
    PerpetualChase,
    /// By the Chinese rules, the loser checked, threatened mate or chased with every move of a repetition.
    PerpetualAttack,
    /// A repetition in which neither side's offence is graver.
    Repetition,
    /// A repetition that the rules as programmed cannot decide; it counts as a draw.
    Undecided,
    /// The natural limit (rule60): too many plies without a capture.
    NaturalLimit,
    /// Neither side has a piece that can cross the river.
    Material,
}

impl Termination {
    /// All reasons.
    pub const ALL: [Self; 9] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::PerpetualCheck,
        Self::PerpetualChase,
        Self::PerpetualAttack,
        Self::Repetition,
        Self::Undecided,
        Self::NaturalLimit,
        Self::Material,
    ];

    /// Returns true if the game was over by a repetition, whoever won.
    #[must_use]
    pub const fn is_by_repetition(self) -> bool {
        !matches!(self, Self::Checkmate | Self::Stalemate | Self::NaturalLimit | Self::Material)
    }
}

impl Termination {
    /// Returns the name of the reason.
    #[must_use]
    pub fn name(self, language: Language) -> &'static str {
        let (english, chinese) = match self {
            Self::Checkmate => ("checkmate", "将死"),
            Self::Stalemate => ("stalemate", "困毙"),
            Self::PerpetualCheck => ("perpetual check", "长将"),
            Self::PerpetualChase => ("perpetual chase", "长捉"),
            Self::PerpetualAttack => ("perpetual attack", "长打"),
            Self::Repetition => ("repetition", "循环作和"),
            Self::Undecided => ("undecided repetition", "循环未能判定"),
            Self::NaturalLimit => ("no capture for too long", "自然限着"),
            Self::Material => ("insufficient material", "子力不足"),
        };
        language.pick(english, chinese)
    }
}

impl fmt::Display for Termination {
    /// Writes the English name, which programs read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name(Language::English))
    }
}

/// The result of a game, and why it ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameOutcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// Why the game is over.
    pub termination: Termination,
}

impl GameOutcome {
    /// Returns the outcome if the game is over in this position, by the moves that led to it too. `limit` is
    /// the number of plies without capture that draws the game (`None`: no limit). Mate and stalemate outrank
    /// everything else.
    #[must_use]
    pub fn of(position: &Position, rules: RuleSet, limit: Option<u16>) -> Option<Self> {
        Self::with_repetition(position, limit, || {
            span_due(position, rules).map(|(_, span)| match rules.chinese_form() {
                Some(form) => Ruling::of(position, span, form).outcome(),
                None => Self::by_repetition(&Findings::needed(position, span, rules), rules),
            })
        })
    }

    /// As [`Self::of`], with the outcome of the repetition, if it is to be judged.
    pub(crate) fn with_repetition(
        position: &Position,
        limit: Option<u16>,
        repetition: impl FnOnce() -> Option<Self>,
    ) -> Option<Self> {
        if !position.has_legal_move() {
            let termination =
                if position.in_check() { Termination::Checkmate } else { Termination::Stalemate };
            return Some(Self { winner: Some(!position.side_to_move()), termination });
        }
        if let Some(outcome) = repetition() {
            return Some(outcome);
        }
        if limit.is_some_and(|limit| is_rule60_draw(position, limit)) {
            return Some(Self::draw(Termination::NaturalLimit));
        }
        position.is_material_draw().then_some(Self::draw(Termination::Material))
    }

    /// Returns the score of the finished game for the side to move. An immediate loss by rule counts as one
    /// in one ply.
    #[must_use]
    pub fn score(self, to_move: Color) -> Score {
        let is_on_board = matches!(self.termination, Termination::Checkmate | Termination::Stalemate);
        match self.winner {
            None => Score::Cp(0),
            Some(winner) if winner == to_move => Score::Rule(0),
            Some(_) if is_on_board => Score::Mate(0),
            Some(_) => Score::Rule(-1),
        }
    }

    /// Returns the certain win, draw or loss of the side to move, as probabilities per mille.
    #[must_use]
    pub fn wdl(self, to_move: Color) -> [u32; 3] {
        match self.winner {
            None => [0, 1000, 0],
            Some(winner) if winner == to_move => [1000, 0, 0],
            Some(_) => [0, 0, 1000],
        }
    }

    pub(crate) fn by_repetition(findings: &Findings, rules: RuleSet) -> Self {
        let Some(loser) = findings.loser(rules) else { return Self::draw(Termination::Repetition) };
        let termination = match findings.offences[loser] {
            Offence::PerpetualCheck => Termination::PerpetualCheck,
            _ => Termination::PerpetualChase,
        };
        Self { winner: Some(!loser), termination }
    }

    const fn draw(termination: Termination) -> Self {
        Self { winner: None, termination }
    }
}

impl Ruling {
    /// Returns the outcome: a side loses, or it is a draw, or undecided.
    pub fn outcome(&self) -> GameOutcome {
        let [red, black] = self.levels;
        let draws = red == black && red.0 == red.1;
        let loser = self.loser();
        let termination = match loser.map(|loser| self.levels[loser].0) {
            Some(Level::PerpetualCheck) => Termination::PerpetualCheck,
            Some(_) if loser.is_some_and(|loser| self.only_chases(loser)) => Termination::PerpetualChase,
            Some(_) => Termination::PerpetualAttack,
            None if draws => Termination::Repetition,
            None => Termination::Undecided,
        };
        GameOutcome { winner: loser.map(|loser| !loser), termination }
    }

    fn only_chases(&self, side: Color) -> bool {
        self.moves.iter().filter(|mv| mv.side() == side).all(|mv| mv.class() == MoveClass::Chase)
    }
}

impl fmt::Display for GameOutcome {
    /// Writes `red wins: perpetual check`, `draw: repetition`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(color) => write!(f, "{color} wins: {}", self.termination),
            None => write!(f, "draw: {}", self.termination),
        }
    }
}

/// The usual limit in plies: sixty moves a side.
pub const NATURAL_LIMIT: u16 = 120;

/// Returns true if the game is drawn because `limit` plies have passed without a capture. Mate and stalemate
/// outrank this.
#[inline]
pub fn is_rule60_draw(position: &Position, limit: u16) -> bool {
    position.rule60_count() >= limit && position.has_legal_move()
}
