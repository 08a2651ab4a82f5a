// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks that a logged game belongs to a match: it has to be the scheduled game of its number.

use super::logged_game::LoggedGame;
use super::tournament::Tournament;
use crate::types::Move;
use thiserror::Error;

/// A game in the log differs from the scheduled game with its number.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LogMismatch {
    /// The schedule has no game with this number.
    #[error("game {} is not in the schedule of {games} games", .game + 1)]
    NotScheduled {
        /// The game's number, from 0.
        game: usize,
        /// The number of scheduled games.
        games: usize,
    },
    /// The games differ.
    #[error("game {}: {what} is '{logged}' in the log and '{planned}' in this match", .game + 1)]
    Differs {
        /// The game's number, from 0.
        game: usize,
        /// The property that differs.
        what: &'static str,
        /// Its value in the log.
        logged: String,
        /// Its value in the schedule.
        planned: String,
    },
}

impl Tournament {
    /// Checks that a logged game belongs to this match, by its number, engines, opening, limit and rules.
    ///
    /// # Errors
    /// [`LogMismatch`] with the property that differs.
    pub fn check(&self, record: &LoggedGame) -> Result<(), LogMismatch> {
        let game = record.game;
        let agree = |what, logged: &str, planned: &str| {
            let differs = || {
                let (logged, planned) = (logged.to_owned(), planned.to_owned());
                LogMismatch::Differs { game, what, logged, planned }
            };
            if logged == planned { Ok(()) } else { Err(differs()) }
        };
        let Some(scheduled) = self.schedule.game(game) else {
            return Err(LogMismatch::NotScheduled { game, games: self.schedule.games() });
        };
        let [red, black] = scheduled.engines.map(|engine| self.engines[engine].label());
        let opening = &self.openings[scheduled.opening];
        agree("Red", &record.red, &red)?;
        agree("Black", &record.black, &black)?;
        agree("the start", &record.fen, &opening.start.to_fen())?;
        let moves: Vec<String> = opening.moves.iter().map(Move::to_string).collect();
        // An opening in which the game ends is logged as far as it was played.
        if !record.moves.is_empty() || !moves.starts_with(&record.opening) {
            agree("the opening", &record.opening.join(" "), &moves.join(" "))?;
        }
        agree("the limit", &record.limit, &self.conditions.limit.to_string())?;
        let text =
            |limits: Option<[String; 2]>| limits.map_or("the match's".to_owned(), |two| two.join(" and "));
        let planned = self.own_limits(&scheduled).map(|limits| limits.map(|limit| limit.to_string()));
        agree("the engines' limits", &text(record.limits.clone()), &text(planned))?;
        agree("the rule set", &record.rules, &self.conditions.rules.to_string())
    }
}
