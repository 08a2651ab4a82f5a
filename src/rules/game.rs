// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game under the eyes of a referee: moves until one of them ends it.

use super::repetition::{Offence, RuleSet, find_repetition, offences, offender};
use super::rule60::is_rule60_draw;
use crate::position::{IllegalMove, Position};
use crate::types::{Color, Move};
use core::fmt;
use thiserror::Error;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Termination {
    /// The side to move is in check and has no move.
    Checkmate,
    /// The side to move is not in check and has no move.
    Stalemate,
    /// The loser checked with every move of a repetition.
    PerpetualCheck,
    /// The loser chased one man with every move of a repetition.
    PerpetualChase,
    /// A repetition for which neither side alone is to blame.
    Repetition,
    /// Too many plies without a capture.
    NaturalLimit,
    /// Neither side has a man that can cross the river.
    Material,
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::PerpetualCheck => "perpetual check",
            Self::PerpetualChase => "perpetual chase",
            Self::Repetition => "repetition",
            Self::NaturalLimit => "no capture for too long",
            Self::Material => "insufficient material",
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameOutcome {
    /// Who won; `None`: a draw.
    pub winner: Option<Color>,
    /// Why.
    pub termination: Termination,
}

impl GameOutcome {
    /// Is the game over in this position, and how? Drawn after `limit` plies without capture (`None`: no such limit).
    /// The moves that led to the position count; what stands on the board outranks how it came about.
    pub fn of(position: &Position, rules: RuleSet, limit: Option<u16>) -> Option<Self> {
        if !position.has_legal_move() {
            let termination =
                if position.in_check() { Termination::Checkmate } else { Termination::Stalemate };
            return Some(Self { winner: Some(!position.side_to_move()), termination });
        }
        if let Some(span) = find_repetition(position, 0) {
            return Some(outcome_of_repetition(offences(position, span, rules)));
        }
        if limit.is_some_and(|limit| is_rule60_draw(position, limit)) {
            return Some(Self::draw(Termination::NaturalLimit));
        }
        position.is_material_draw().then_some(Self::draw(Termination::Material))
    }

    const fn draw(termination: Termination) -> Self {
        Self { winner: None, termination }
    }
}

impl fmt::Display for GameOutcome {
    /// `red wins: perpetual check`, `draw: repetition`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(color) => write!(f, "{color} wins: {}", self.termination),
            None => write!(f, "draw: {}", self.termination),
        }
    }
}

/// The move cannot be played in this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over ({0})")]
    Over(GameOutcome),
    /// Not a legal move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// A game: its present position with the moves that led there, and its outcome once it is over.
///
/// ```
/// use chuhe::Position;
/// use chuhe::rules::{Game, NATURAL_LIMIT, RuleSet};
/// let mut game = Game::new(Position::startpos(), RuleSet::Asian, Some(NATURAL_LIMIT));
/// for mv in "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9".split(' ') {
///     assert_eq!(game.outcome(), None);
///     game.play(mv.parse()?)?;
/// }
/// assert_eq!(game.outcome().unwrap().to_string(), "draw: repetition");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    rules: RuleSet,
    limit: Option<u16>,
    outcome: Option<GameOutcome>,
}

impl Game {
    /// A game from `start`, drawn after `limit` plies without capture (`None`: no such limit). Moves that led to
    /// `start` count as played.
    pub fn new(start: Position, rules: RuleSet, limit: Option<u16>) -> Self {
        let outcome = GameOutcome::of(&start, rules, limit);
        Self { position: start, rules, limit, outcome }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`PlayError`] if the game is over or the move not legal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome {
            return Err(PlayError::Over(outcome));
        }
        self.position.play(mv)?;
        self.outcome = GameOutcome::of(&self.position, self.rules, self.limit);
        Ok(())
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<GameOutcome> {
        self.outcome
    }

    /// The present position; it knows the moves played.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

fn outcome_of_repetition(offences: [Offence; 2]) -> GameOutcome {
    let Some(loser) = offender(offences) else { return GameOutcome::draw(Termination::Repetition) };
    let termination = if offences[loser] == Offence::Check {
        Termination::PerpetualCheck
    } else {
        Termination::PerpetualChase
    };
    GameOutcome { winner: Some(!loser), termination }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending(fen: &str, moves: &str) -> String {
        let start = Position::from_fen(fen).unwrap();
        let mut game = Game::new(start, RuleSet::Asian, Some(120));
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game.outcome().map_or("goes on".to_owned(), |outcome| outcome.to_string())
    }

    #[test]
    fn every_ending_is_found_and_named() {
        for (fen, moves, expected) in [
            ("3k5/1R7/9/9/9/9/R8/9/9/4K4 w", "a3a9", "red wins: checkmate"),
            ("3k5/1R7/9/9/9/9/R8/9/9/4K4 w - - 119 90", "a3a9", "red wins: checkmate"),
            ("5k3/9/9/9/9/9/9/9/r8/3K5 b", "a1e1", "black wins: stalemate"),
            ("3k5/9/9/9/9/9/9/R8/9/4K4 w - - 118 90", "a2a3", "goes on"),
            ("3k5/9/9/9/9/9/9/R8/9/4K4 w - - 119 90", "a2a3", "draw: no capture for too long"),
            ("4k4/9/9/9/4p4/4R4/9/9/9/3K5 w", "e4e5", "goes on"),
            ("4k4/9/9/9/9/9/9/9/3p5/3K1A3 w", "d0d1", "draw: insufficient material"),
            (
                "4k4/9/9/9/9/9/9/9/9/R2K5 w",
                "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9",
                "black wins: perpetual check",
            ),
            (
                "3k5/9/9/6c2/9/9/9/6R2/9/5K3 b",
                "g6h6 g2h2 h6g6 h2g2 g6h6 g2h2 h6g6 h2g2",
                "black wins: perpetual chase",
            ),
        ] {
            assert_eq!(ending(fen, moves), expected, "{fen} {moves}");
        }
    }

    #[test]
    fn a_game_that_is_over_stays_as_it_is() {
        let start = Position::from_fen("3k5/9/9/9/9/9/9/9/9/4KA3 w").unwrap();
        let mut game = Game::new(start.clone(), RuleSet::Asian, None);
        let error = game.play("f0e1".parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "the game is over (draw: insufficient material)");
        assert_eq!(game.position(), &start);
        let mut game = Game::new(Position::startpos(), RuleSet::Asian, None);
        assert_eq!(game.play("a0a9".parse().unwrap()).unwrap_err().to_string(), "illegal move a0a9");
    }
}
