// SPDX-License-Identifier: MIT OR Apache-2.0
//! A word before the search of a game that the rules have ended already. Programs play on regardless, so a move is
//! given all the same.

use crate::position::Position;
use crate::rules::{GameOutcome, Termination};
use crate::search::Settings;

/// What to say; nothing while the game goes on, nor of mate and stalemate, which the answer tells.
pub fn message(position: &Position, settings: &Settings) -> Option<String> {
    let outcome = GameOutcome::of(position, settings.rules, settings.draw_plies)?;
    let how = match (outcome.termination, outcome.winner) {
        (Termination::Checkmate | Termination::Stalemate, _) => return None,
        (reason, Some(winner)) => format!("{} loses by {reason}", !winner),
        (reason, None) => {
            let by_repetition = reason == Termination::Repetition;
            let reason = if reason == Termination::NaturalLimit {
                "the natural limit".to_owned()
            } else {
                reason.to_string()
            };
            match settings.draw_rule.winner(by_repetition) {
                Some(winner) => format!("draw by {reason}, which counts as a win of {winner}"),
                None => format!("draw by {reason}"),
            }
        }
    };
    Some(format!("the game is decided: {how}"))
}
