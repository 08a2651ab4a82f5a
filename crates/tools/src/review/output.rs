// SPDX-License-Identifier: MIT OR Apache-2.0
//! The review as a table on the terminal, and as JSON.

use super::selected::SelectedGame;
use chuhe::json::{line_json, score_json};
use chuhe::search::Limits;
use chuhe_review::{Mark, PositionEvaluation, Remark, Review, move_number, percent, red_score, rounded};
use serde_json::{Value, json};
use std::fmt::Write;
use xiangqi::diagram::columns::{pad, right};
use xiangqi::notation::{Notation, RecordError};
use xiangqi::openings::Opening;
use xiangqi::position::Position;
use xiangqi::text;
use xiangqi::types::{Color, Language};

/// Number of moves of the best line to show.
const LINE_PLIES: usize = 6;

/// Writes the table in a notation and a language.
pub struct ReviewTable {
    notation: Notation,
    language: Language,
}

impl ReviewTable {
    pub fn new(notation: Notation, language: Language) -> Self {
        Self { notation, language }
    }

    /// The names of the columns.
    pub fn header(&self) -> String {
        let [mv, score, red, loss, best] = self.language.pick(
            ["move", "score", "Red %", "loss %", "best line"],
            ["着法", "评分", "红方 %", "损失 %", "最佳变化"],
        );
        line(["", mv, score, red, loss, "", best])
    }

    /// The row of a judged move, played in `position`.
    pub fn row(&self, review: &Review, position: &Position, index: usize) -> String {
        let (mv, verdict) = (review.moves()[index], &review.verdicts()[index]);
        let [before, after] = [0, 1].map(|later| &review.evaluations()[index + later]);
        let side = position.side_to_move();
        let red = if side == Color::Red { 1.0 - after.expected() } else { after.expected() };
        let shown = &before.line[..before.line.len().min(LINE_PLIES)];
        let mut best = self.notation.write_line(position, shown).join(" ");
        for remark in &verdict.remarks {
            _ = write!(best, " [{}]", remark.words(self.language));
        }
        line([
            &move_number(position),
            &self.notation.write(position, mv),
            &red_score(after.score, !side),
            &percent(red),
            &percent(verdict.loss),
            verdict.mark.map_or("", Mark::symbol),
            &best,
        ])
    }

    /// The opening, the totals of both sides, and the result by the rules.
    pub fn summary(&self, review: &Review) -> String {
        let language = self.language;
        let mut text = String::new();
        if let Some(opening) = Opening::of_game(review.start(), review.moves().iter().copied()) {
            let (code, name) = (opening.code, opening.chinese);
            _ = writeln!(text, "{}", text!(language, "opening: {opening}", "开局：{code} {name}"));
        }
        for side in Color::ALL {
            let summary = review.summary(side);
            let known = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
            let loss = known(summary.average_loss.map(|centipawns| format!("{centipawns:.0}")));
            let accuracy = known(summary.accuracy.map(|share| {
                let share = 100.0 * share;
                text!(language, "{share:.1} %", "{share:.1}%")
            }));
            let counts = Mark::ALL.into_iter().zip(summary.marks);
            let counts: Vec<_> = counts.map(|(mark, number)| count(mark, number, language)).collect();
            let counts = counts.join(language.pick(", ", "，"));
            let name = side.word(language);
            let line = text!(
                language,
                "{name:<6} {counts}, average loss {loss} centipawns, accuracy {accuracy}",
                "{name}：{counts}，平均损失{loss}分，准确率{accuracy}",
                name = text!(language, "{name}:", "{name}"),
            );
            _ = writeln!(text, "{line}");
        }
        if let Some(ending) = review.ending() {
            _ = writeln!(text, "{}", ending.reason(language));
        }
        text
    }
}

/// `2 blunders`
fn count(mark: Mark, number: usize, language: Language) -> String {
    let plural = match (number, mark) {
        (1, _) => mark.name().to_owned(),
        (_, Mark::Inaccuracy) => "inaccuracies".to_owned(),
        _ => format!("{}s", mark.name()),
    };
    text!(language, "{number} {plural}", "{word}{number}", word = mark.word(language))
}

/// A line of the table; numbers stand at the right of their columns.
fn line([number, mv, score, red, loss, mark, best]: [&str; 7]) -> String {
    let [score, red, loss] = [right(score, 7), right(red, 6), right(loss, 6)];
    format!("{} {} {score}  {red}  {loss} {} {best}", right(number, 6), pad(mv, 8), pad(mark, 2))
        .trim_end()
        .to_owned()
}

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
    let (notes, faults): (Vec<_>, Vec<_>) = record.faults.iter().partition(|fault| fault.problem.is_note());
    let texts = |faults: Vec<&RecordError>| faults.into_iter().map(ToString::to_string).collect::<Vec<_>>();
    json!({
        "game": game.number,
        "games": game.games,
        "tags": record.tags.iter().map(|(name, value)| json!([name, value])).collect::<Vec<_>>(),
        "opening": Opening::of_game(&record.start, review.moves().iter().copied()).map(opening),
        "result": record.result.to_string(),
        "rules": review.rules().to_string(),
        "limits": limits_json(limits),
        "complete": review.is_complete() && error.is_none(),
        "error": error.as_ref().map(|error| {
            json!({ "ply": record.line.moves.len() + 1, "message": error.to_string() })
        }),
        "faults": texts(faults),
        "notes": texts(notes),
        "moves": moves.collect::<Vec<_>>(),
        "end": {
            "fen": positions.last().map(xiangqi::position::Position::to_fen),
            "verdict": review.ending().map_or("ongoing", |ending| ending.verdict()),
            "evaluation": review.evaluations().get(review.moves().len()).map(evaluation),
        },
        "summary": { "red": red, "black": black },
    })
}

/// The limits in English and Chinese.
pub fn words(limits: &Limits) -> [String; 2] {
    Language::ALL.map(|language| {
        let parts = [
            limits.depth.map(|plies| text!(language, "depth {plies}", "深度{plies}")),
            limits.nodes.map(|nodes| text!(language, "{nodes} nodes per move", "每着{nodes}个节点")),
            limits.movetime.map(|time| {
                let time = time.as_millis();
                text!(language, "{time} ms per move", "每着{time}毫秒")
            }),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(language.pick(", ", "，"))
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
        "average_loss": summary.average_loss_points.map(rounded),
        "accuracy": summary.accuracy.map(rounded),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other() {
        let header = ReviewTable::new(Notation::Chinese, Language::Chinese).header();
        let row = line(["12...", "马８进７", "-10.35", "3", "100", "??", "炮二平五"]);
        assert_eq!(header, "       着法        评分  红方 %  损失 %    最佳变化");
        assert_eq!(row, " 12... 马８进７  -10.35       3     100 ?? 炮二平五");
    }

    #[test]
    fn counts_are_plural_where_they_are() {
        let counts = [(Mark::Inaccuracy, 0), (Mark::Mistake, 1), (Mark::Blunder, 2)];
        let words = |language| counts.map(|(mark, number)| count(mark, number, language));
        assert_eq!(words(Language::English), ["0 inaccuracies", "1 mistake", "2 blunders"]);
        assert_eq!(words(Language::Chinese), ["缓着0", "错着1", "漏着2"]);
    }
}
