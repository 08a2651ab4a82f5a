// SPDX-License-Identifier: MIT OR Apache-2.0
//! The review as JSON.

use super::SelectedGame;
use crate::analysis::json::{line_json, score_json};
use crate::notation::Notation;
use crate::openings::Opening;
use crate::review::{Mark, PositionEvaluation, Remark, Review, rounded};
use crate::search::Limits;
use crate::types::{Color, Language};
use serde_json::{Value, json};

/// Returns the whole review as one JSON object.
pub fn document(review: &Review, game: &SelectedGame, limits: &Limits, notation: Notation) -> Value {
    let SelectedGame { record, error, .. } = game;
    let positions: Vec<_> = review.positions().collect();
    let moves = review.moves().iter().zip(&positions).enumerate().map(|(index, (&mv, position))| {
        let verdict = review.verdicts().get(index);
        json!({
            "ply": index + 1,
            "number": position.full_move(),
            "side": position.side_to_move().to_string(),
            "fen": position.to_fen(),
            "move": mv.to_string(),
            "text": notation.write(position, mv),
            "evaluation": review.evaluations().get(index).map(evaluation),
            "loss": verdict.map(|verdict| rounded(verdict.loss)),
            "loss_cp": verdict.map(|verdict| verdict.centipawns),
            "mark": verdict.and_then(|verdict| verdict.mark).map(Mark::name),
            "remarks": verdict.map(|verdict| remarks(&verdict.remarks)),
        })
    });
    let [red, black] = Color::ALL.map(|side| summary(review, side));
    json!({
        "game": game.number,
        "games": game.games,
        "tags": record.tags.iter().map(|(name, value)| json!([name, value])).collect::<Vec<_>>(),
        "opening": Opening::of_game(&record.start, review.moves().iter().copied()).map(opening),
        "result": record.result.to_string(),
        "limits": limits_json(limits),
        "complete": review.is_complete() && error.is_none(),
        "error": error.as_ref().map(|error| {
            json!({ "ply": record.line.moves.len() + 1, "message": error.to_string() })
        }),
        "moves": moves.collect::<Vec<_>>(),
        "end": {
            "fen": positions.last().map(crate::position::Position::to_fen),
            "verdict": review.ending().map_or("ongoing", |ending| ending.verdict()),
            "evaluation": review.evaluations().get(review.moves().len()).map(evaluation),
        },
        "summary": { "red": red, "black": black },
    })
}

/// Returns the limits of the search of a position; those that there are not are null.
pub fn limits_json(limits: &Limits) -> Value {
    let Limits { depth, nodes, movetime, .. } = limits;
    let movetime = movetime.and_then(|time| u64::try_from(time.as_millis()).ok());
    json!({ "depth": depth, "nodes": nodes, "movetime": movetime })
}

fn opening(opening: Opening) -> Value {
    json!({ "code": opening.code, "chinese": opening.chinese.to_string(), "english": opening.english.to_string() })
}

fn evaluation(evaluation: &PositionEvaluation) -> Value {
    json!({
        "score": score_json(evaluation.score),
        "wdl": evaluation.wdl,
        "depth": evaluation.depth,
        "nodes": evaluation.nodes,
        "pv": line_json(&evaluation.line),
    })
}

fn remarks(remarks: &[Remark]) -> Vec<String> {
    remarks.iter().map(|remark| remark.words(Language::English)).collect()
}

fn summary(review: &Review, side: Color) -> Value {
    let summary = review.summary(side);
    let [inaccuracies, mistakes, blunders] = summary.marks;
    json!({
        "moves": summary.moves,
        "inaccuracies": inaccuracies,
        "mistakes": mistakes,
        "blunders": blunders,
        "average_loss_cp": summary.average_loss.map(rounded),
        "accuracy": summary.accuracy.map(rounded),
    })
}
