// SPDX-License-Identifier: MIT OR Apache-2.0
//! The verdict as JSON.

use crate::analysis::json::side_json;
use crate::position::Position;
use crate::rules::GameOutcome;
use crate::rules::explain::{ClassifiedMove, Explanation, MoveClass, Repetition};
use crate::types::{Color, Language};
use serde_json::{Value, json};

/// Returns the verdict as one object. `earlier` is the outcome of a game that was over before its last move,
/// with the number of moves until then; `note` says what differs if other rules were asked for.
pub fn document(
    position: &Position,
    explanation: &Explanation,
    earlier: Option<(usize, GameOutcome)>,
    note: Option<&str>,
    language: Language,
) -> Value {
    let outcome = explanation.outcome;
    json!({
        "fen": position.to_fen(),
        "rules": explanation.rules.to_string(),
        "note": note,
        "verdict": explanation.verdict(),
        "winner": outcome.and_then(|outcome| outcome.winner).map(side_json),
        "termination": outcome.map(|outcome| outcome.termination.to_string()),
        "reason": explanation.reason(language),
        "rule60": explanation.rule60,
        "ended_earlier": earlier.map(|(moves, outcome)| json!({
            "moves": moves,
            "winner": outcome.winner.map(side_json),
            "termination": outcome.termination.to_string(),
        })),
        "repetition": explanation.repetition.as_ref().map(|repetition| repetition_json(repetition, language)),
    })
}

fn repetition_json(repetition: &Repetition, language: Language) -> Value {
    let [red, black] = Color::ALL.map(|side| repetition.offence_text(side, language));
    let moves = repetition.moves.iter().map(|mv| move_json(mv, language));
    json!({
        "occurrences": repetition.occurrences,
        "moves": moves.collect::<Vec<_>>(),
        "offences": { "red": red, "black": black },
    })
}

fn move_json(mv: &ClassifiedMove, language: Language) -> Value {
    let class = match mv.class() {
        MoveClass::Check => "check",
        MoveClass::Chase => "chase",
        MoveClass::Idle => "idle",
    };
    json!({
        "number": mv.number,
        "side": side_json(mv.piece.piece.color()),
        "move": mv.mv.to_string(),
        "class": class,
        "text": mv.text(language),
    })
}
