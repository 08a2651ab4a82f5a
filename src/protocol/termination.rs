// SPDX-License-Identifier: MIT OR Apache-2.0
//! A message before the search of a game that has ended by the rules. The engine still answers with a move,
//! since programs may play on.

use crate::position::Position;
use crate::rules::{GameOutcome, Termination};
use crate::search::Settings;

/// Returns the message; `None` while the game goes on, and after checkmate and stalemate, which the answer
/// shows.
pub fn message(position: &Position, settings: &Settings) -> Option<String> {
    let outcome = GameOutcome::of(position, settings.rules, settings.draw_plies)?;
    let result = match (outcome.termination, outcome.winner) {
        (Termination::Checkmate | Termination::Stalemate, _) => return None,
        (termination, Some(winner)) => format!("{} loses by {termination}", !winner),
        (termination, None) => {
            let by_repetition = termination == Termination::Repetition;
            let termination = if termination == Termination::NaturalLimit {
                "the natural limit".to_owned()
            } else {
                termination.to_string()
            };
            match settings.draw_rule.winner(by_repetition) {
                Some(winner) => format!("draw by {termination}, which counts as a win of {winner}"),
                None => format!("draw by {termination}"),
            }
        }
    };
    Some(format!("the game has ended: {result}"))
}
