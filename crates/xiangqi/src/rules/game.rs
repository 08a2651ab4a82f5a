// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game with a referee: moves are played until one of them ends it.

use crate::position::{IllegalMove, Position};
use crate::rules::outcome::{GameOutcome, NATURAL_LIMIT};
use crate::rules::rule_set::RuleSet;
use crate::types::{Language, Move, text};
use thiserror::Error;

/// The move cannot be played in this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum PlayError {
    /// The game has ended.
    Over(GameOutcome),
    /// The move is not legal.
    Illegal(#[from] IllegalMove),
}

crate::bilingual_errors!(PlayError);

impl PlayError {
    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Over(outcome) => text!(language, "the game is over ({outcome})", "对局已结束"),
            Self::Illegal(error) => error.text(language),
        }
    }
}

/// A game: its present position with the moves that led there, and its outcome once it is over.
///
/// ```
/// use xiangqi::Position;
/// use xiangqi::rules::{Game, RuleSet};
/// let mut game = Game::new(Position::startpos(), RuleSet::Asian);
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
    /// Starts a game from `start`; the moves that led there count as played. It is drawn after
    /// [`NATURAL_LIMIT`] plies without a capture.
    ///
    /// ```
    /// use xiangqi::{Game, Position, RuleSet};
    /// let game = Game::new(Position::startpos(), RuleSet::Asian);
    /// assert!(game.outcome().is_none());
    /// ```
    #[must_use]
    pub fn new(start: Position, rules: RuleSet) -> Self {
        let outcome = GameOutcome::of(&start, rules, Some(NATURAL_LIMIT));
        Self { position: start, rules, limit: Some(NATURAL_LIMIT), outcome }
    }

    /// Returns the game with another limit: drawn after `limit` plies without a capture, `None` for never.
    ///
    /// ```
    /// use xiangqi::{Game, Position, RuleSet};
    /// let ending = Position::from_fen("3k5/9/9/9/9/9/9/R8/9/4K4 w - - 120 90")?;
    /// let game = Game::new(ending, RuleSet::Asian);
    /// assert_eq!(game.outcome().unwrap().to_string(), "draw: no capture for too long");
    /// assert_eq!(game.with_limit(None).outcome(), None);
    /// # Ok::<(), xiangqi::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn with_limit(mut self, limit: Option<u16>) -> Self {
        self.limit = limit;
        self.outcome = GameOutcome::of(&self.position, self.rules, limit);
        self
    }

    /// Plays a move.
    ///
    /// ```
    /// use xiangqi::Position;
    /// use xiangqi::rules::{Game, RuleSet};
    /// let mut game = Game::new(Position::startpos(), RuleSet::Asian);
    /// game.play("h2e2".parse()?)?;
    /// let error = game.play("h2e2".parse()?).unwrap_err();
    /// assert_eq!(error.to_string(), "illegal move h2e2: there is no piece on h2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError`] if the game is over or the move is not legal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome {
            return Err(PlayError::Over(outcome));
        }
        self.position.play(mv)?;
        self.outcome = GameOutcome::of(&self.position, self.rules, self.limit);
        Ok(())
    }

    /// Takes back the last move and returns it; `None` if there is no move to take back. Repetitions and the
    /// count of the natural limit are again what they were before the move.
    ///
    /// ```
    /// use xiangqi::Position;
    /// use xiangqi::rules::{Game, RuleSet};
    /// let mut game = Game::new(Position::startpos(), RuleSet::Asian);
    /// game.play("h2e2".parse()?)?;
    /// assert_eq!(game.undo(), Some("h2e2".parse()?));
    /// assert_eq!(game.undo(), None);
    /// assert_eq!(game.position(), &Position::startpos());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.position.undo()?;
        self.outcome = GameOutcome::of(&self.position, self.rules, self.limit);
        Some(mv)
    }

    /// Returns the outcome; `None` while the game goes on.
    ///
    /// ```
    /// use xiangqi::Position;
    /// use xiangqi::rules::{Game, RuleSet};
    /// let mate = Position::from_fen("R2k5/1R7/9/9/9/9/9/9/9/4K4 b")?;
    /// let game = Game::new(mate, RuleSet::Asian);
    /// assert_eq!(game.outcome().unwrap().to_string(), "red wins: checkmate");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<GameOutcome> {
        self.outcome
    }

    /// Returns the present position, which knows the moves played.
    ///
    /// ```
    /// use xiangqi::Position;
    /// use xiangqi::rules::{Game, RuleSet};
    /// let mut game = Game::new(Position::startpos(), RuleSet::Asian);
    /// game.play("h2e2".parse()?)?;
    /// assert_eq!(game.position().moves().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::outcome::Termination;

    fn ending(fen: &str, moves: &str) -> String {
        let start = Position::from_fen(fen).unwrap();
        let mut game = Game::new(start, RuleSet::Asian);
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
        let mut game = Game::new(start.clone(), RuleSet::Asian);
        let error = game.play("f0e1".parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "the game is over (draw: insufficient material)");
        assert_eq!(game.position(), &start);
        let mut game = Game::new(Position::startpos(), RuleSet::Asian);
        let error = game.play("a0a9".parse().unwrap()).unwrap_err().to_string();
        assert!(error.starts_with("illegal move a0a9: blocked path: "), "{error}");
    }

    #[test]
    fn undo_restores_the_position_and_the_state_of_repetition() {
        let moves: Vec<Move> =
            "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9".split(' ').map(|mv| mv.parse().unwrap()).collect();
        let mut game = Game::new(Position::startpos(), RuleSet::Asian);
        let mut before = Vec::new();
        for &mv in &moves {
            before.push(game.clone());
            game.play(mv).unwrap();
        }
        let end = game.outcome();
        assert_eq!(end.unwrap().termination, Termination::Repetition);
        // The third occurrence is forgotten with its last move, and comes again with it.
        assert_eq!((game.undo(), game.outcome()), (Some(moves[7]), None));
        game.play(moves[7]).unwrap();
        assert_eq!(game.outcome(), end);
        for (&mv, earlier) in moves.iter().zip(&before).rev() {
            assert_eq!(game.undo(), Some(mv));
            assert_eq!(game.position(), earlier.position());
            assert_eq!(game.position().history(), earlier.position().history());
            assert_eq!(game.outcome(), None);
        }
        assert_eq!(game.undo(), None);
        assert_eq!(game.position(), &Position::startpos());
    }

    #[test]
    fn undo_takes_back_a_mate() {
        let start = Position::from_fen("3k5/1R7/9/9/9/9/R8/9/9/4K4 w - - 7 20").unwrap();
        let mut game = Game::new(start.clone(), RuleSet::Asian);
        game.play("a3a9".parse().unwrap()).unwrap();
        assert_eq!(game.outcome().unwrap().termination, Termination::Checkmate);
        assert_eq!(game.undo(), Some("a3a9".parse().unwrap()));
        assert_eq!((game.position(), game.outcome()), (&start, None));
    }
}
