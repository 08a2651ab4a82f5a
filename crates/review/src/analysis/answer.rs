// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lines of the output: answers, reports of running searches, errors, and the echoes of actions.

use super::query::{Action, ActionKind, Query, RequestError};
use chuhe::book::Books;
use chuhe::eval::wdl::WdlModel;
use chuhe::json::{line_json, move_json, score_json, time_json};
use chuhe::search::{Lines, SearchInfo, SearchResult, Settings};
use chuhe::tb::{Tablebase, TbValue};
use serde::Serialize;
use serde_json::{Value, json};
use xiangqi::notation::Notation;
use xiangqi::position::Position;
use xiangqi::rules::explain::Explanation;
use xiangqi::types::{Language, Move, Score};

/// An answer, or a report of a running search.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    id: &'a str,
    turn: u16,
    #[serde(skip_serializing_if = "is_false")]
    is_during_search: bool,
    #[serde(skip_serializing_if = "is_false")]
    terminated: bool,
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    doubts: Option<String>,
    depth: u32,
    seldepth: u32,
    nodes: u64,
    time: Value,
    score: Value,
    wdl: [u32; 3],
    best: Value,
    lines: Vec<Line>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    knowledge: Option<Knowledge>,
}

/// One line (`multiPV`).
#[derive(Serialize)]
struct Line {
    #[serde(rename = "move")]
    mv: Value,
    depth: u32,
    score: Value,
    wdl: [u32; 3],
    pv: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    chinese: Option<Vec<String>>,
}

/// Further knowledge of the position, as far as the query asks for it.
#[derive(Serialize)]
struct Knowledge {
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Value>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A position of a query.
pub struct Subject<'a> {
    pub query: &'a Query,
    pub turn: u16,
    pub position: &'a Position,
}

/// Books and endgame tables that queries may ask about.
#[derive(Default)]
pub struct Sources {
    pub books: Books,
    pub tables: Option<std::sync::Arc<Tablebase>>,
}

impl Subject<'_> {
    /// Returns the answer if the game is over in this position.
    pub fn game_over(&self, sources: &Sources, settings: &Settings) -> Option<String> {
        let explanation = Explanation::of(self.position, settings.rules, settings.draw_plies);
        let outcome = explanation.outcome?;
        let to_move = self.position.side_to_move();
        Some(finish(&Answer {
            score: score_json(outcome.score(to_move)),
            wdl: outcome.wdl(to_move),
            verdict: Some(explanation.verdict()),
            reason: Some(explanation.reason(Language::English)),
            knowledge: Some(self.knowledge(sources, settings)),
            ..self.blank()
        }))
    }

    /// Returns the answer of a search with the reports on its lines.
    pub fn answer(
        &self,
        result: &SearchResult,
        lines: &Lines,
        is_terminated: bool,
        sources: &Sources,
        settings: &Settings,
    ) -> String {
        finish(&Answer {
            terminated: is_terminated,
            depth: result.depth,
            seldepth: lines.seldepth().unwrap_or(result.depth),
            nodes: result.nodes,
            time: time_json(result.time),
            score: score_json(result.score),
            wdl: self.wdl(result.score),
            best: move_json(result.best_move),
            lines: lines.of_result(result, settings.multi_pv).iter().map(|line| self.line(line)).collect(),
            knowledge: Some(self.knowledge(sources, settings)),
            ..self.blank()
        })
    }

    /// Returns the report of a running search, if there is anything to report.
    pub fn report(&self, lines: &Lines) -> Option<String> {
        let lines = lines.best_first();
        let first = lines.first()?;
        Some(finish(&Answer {
            is_during_search: true,
            depth: first.depth,
            seldepth: first.seldepth,
            nodes: first.nodes,
            time: time_json(first.time),
            score: score_json(first.score),
            wdl: self.wdl(first.score),
            best: move_json(first.pv.first().copied()),
            lines: lines.iter().take(self.query.multi_pv).map(|line| self.line(line)).collect(),
            ..self.blank()
        }))
    }

    fn blank(&self) -> Answer<'_> {
        Answer {
            id: &self.query.id,
            turn: self.turn,
            is_during_search: false,
            terminated: false,
            fen: self.position.to_fen(),
            doubts: self.position.doubts().map(|doubts| doubts.to_string()),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time: 0.into(),
            score: Value::Null,
            wdl: [0; 3],
            best: Value::Null,
            lines: Vec::new(),
            verdict: None,
            reason: None,
            knowledge: None,
        }
    }

    fn wdl(&self, score: Score) -> [u32; 3] {
        WdlModel::for_position(self.position).per_mille(score)
    }

    fn line(&self, SearchInfo { depth, score, pv, .. }: &SearchInfo) -> Line {
        Line {
            mv: move_json(pv.first().copied()),
            depth: *depth,
            score: score_json(*score),
            wdl: self.wdl(*score),
            pv: line_json(pv),
            chinese: self.query.wants_chinese.then(|| self.in_chinese(pv)),
        }
    }

    fn in_chinese(&self, pv: &[Move]) -> Vec<String> {
        let mut position = self.position.clone();
        let write = |&mv| {
            let text = Notation::Chinese.write(&position, mv);
            position.play_unchecked(mv);
            text
        };
        pv.iter().map(write).collect()
    }

    fn knowledge(&self, sources: &Sources, settings: &Settings) -> Knowledge {
        let Query { wants_eval, wants_book, wants_table, .. } = *self.query;
        Knowledge {
            eval: wants_eval.then(|| score_json(settings.evaluate(self.position).into())),
            book: wants_book.then(|| book_json(&sources.books, self.position)),
            table: wants_table.then(|| table_json(sources.tables.as_deref(), self.position)),
        }
    }
}

/// The answer for a position whose search was terminated before it began.
pub fn not_begun(id: &str, turn: u16) -> String {
    line(&json!({ "id": id, "turn": turn, "terminated": true }))
}

/// The answer to a line that cannot be used.
pub fn error(RequestError { id, field, message }: &RequestError, number: u64) -> String {
    line(&json!({ "id": id, "error": message, "field": field, "line": number }))
}

/// The echo of an action; `stopped` is the number of positions whose search it ended.
pub fn echo(Action { id, kind }: &Action, stopped: usize) -> String {
    line(&match kind {
        ActionKind::Terminate(target) => {
            json!({ "id": id, "action": "terminate", "terminateId": target, "stopped": stopped })
        }
        ActionKind::TerminateAll => json!({ "id": id, "action": "terminate_all", "stopped": stopped }),
        ActionKind::Version => {
            json!({ "id": id, "action": "version", "name": "chuhe", "version": env!("CARGO_PKG_VERSION") })
        }
        ActionKind::ClearCache => json!({ "id": id, "action": "clear_cache" }),
    })
}

fn book_json(books: &Books, position: &Position) -> Value {
    let moves = books.probe(position);
    moves.iter().map(|known| json!({ "move": known.mv.to_string(), "weight": known.weight })).collect()
}

/// The result with best play and its distance in plies; null if no table knows it.
fn table_json(tables: Option<&Tablebase>, position: &Position) -> Value {
    match tables.and_then(|tables| tables.value(position).ok().flatten()) {
        Some(TbValue::Win(plies)) => json!({ "result": "win", "plies": plies }),
        Some(TbValue::Loss(plies)) => json!({ "result": "loss", "plies": plies }),
        Some(TbValue::Draw) => json!({ "result": "draw" }),
        None => Value::Null,
    }
}

fn line(object: &Value) -> String {
    format!("{object}\n")
}

fn finish(answer: &Answer<'_>) -> String {
    let mut line = serde_json::to_string(answer).expect("an answer has no keys but strings");
    line.push('\n');
    line
}
