// SPDX-License-Identifier: MIT OR Apache-2.0
//! The review of a game for a client, position by position; and as a page of its own, which has the whole
//! review inside and needs no server. `#ply=20` in the address of that page shows the game after 20 plies.

use super::assets;
use super::comment::Comment;
use super::engines::{Engines, LentEngine};
use super::game;
use super::message::{
    Answer, Both, MoveText, Outcome, RedScore, ReviewStep, SentGame, SentStep, Verdict, WrittenGame,
    WrittenPage, both,
};
use super::search::Task;
use crate::engine::Level;
use crate::eval::wdl::WdlModel;
use crate::review::{Mark, PositionEvaluation, Remark, Review, percent, read_red_score};
use crate::search::{Limits, Settings};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use xiangqi::notation::{Notation, Record};
use xiangqi::openings::Opening;
use xiangqi::position::Position;
use xiangqi::rules::RuleSet;
use xiangqi::text;
use xiangqi::types::{Color, Language, Move};

/// Bounds of the time for one position, in milliseconds.
const MOVETIMES: [u64; 2] = [10, 1000];

/// Reviews the game that led to the position of the task, until it is done or stopped. While others wait, they
/// have their turn between two positions. This blocks its thread, which is one of the runtime's.
pub fn review(mut task: Task, movetime: u64) {
    let start = task.position.at_start();
    let moves: Vec<_> = task.position.moves().collect();
    let limits = Limits::movetime(Duration::from_millis(movetime.clamp(MOVETIMES[0], MOVETIMES[1])));
    let mut review = match begin(&task.engines, &start, &moves, task.rules) {
        Ok(review) => review,
        Err(error) => {
            let _ = task.out.blocking_send(Answer::Error { error });
            return;
        }
    };
    let mut engine = next_engine(&mut task);
    let positions = positions(&review);
    while let Some(lent) = &mut engine
        && matches!(task.stopped.try_recv(), Err(oneshot::error::TryRecvError::Empty))
    {
        let Some(evaluation) = review.evaluate_next(lent.get(), &limits) else { break };
        review.add(evaluation);
        let step = step(&review, &positions, review.evaluations().len() - 1);
        if task.out.blocking_send(Answer::Reviewed(Box::new(step))).is_err() {
            return;
        }
        if lent.gives_way() {
            drop(engine.take());
            engine = next_engine(&mut task);
        }
    }
    // The client may have gone.
    let _ = task.out.blocking_send(Answer::Done);
}

/// The positions of a game without the moves that led to them, which would take hundreds of MiB for a long one.
fn positions(review: &Review) -> Vec<Position> {
    let bare = |position: Position| position.setup().into_position().expect("legal moves led here");
    review.positions().map(bare).collect()
}

/// An empty review of a game.
fn begin(engines: &Engines, start: &Position, moves: &[Move], rules: RuleSet) -> Result<Review, Both> {
    let review = Review::new(start, moves, &engines.settings(rules));
    let review = review.map_err(|error| both(|language: Language| error.text(language)))?;
    Ok(review.with_books(&engines.knowledge.books))
}

/// Builds a review again from what the page has kept of it. The verdicts follow from the scores and lines.
fn again(engines: &Engines, record: &Record, rules: RuleSet, steps: &[SentStep]) -> Result<Review, Both> {
    let moves: Vec<_> = record.line.moves.iter().map(|recorded| recorded.mv).collect();
    game::check_length(moves.len())?;
    let mut review = begin(engines, &record.start, &moves, rules)?;
    let ending = review.ending().and_then(|ending| ending.outcome);
    let positions = positions(&review);
    for (index, (position, SentStep { score, pv })) in positions.iter().zip(steps).enumerate() {
        let side = position.side_to_move();
        let outcome = ending.filter(|_| index == moves.len());
        review.add(if let Some(outcome) = outcome {
            PositionEvaluation::of_outcome(side, outcome)
        } else {
            let wrong = || both(|language| text!(language, "'{score}' is not a score", "“{score}”不是评分"));
            let score = read_red_score(score, side).ok_or_else(wrong)?;
            let wdl = WdlModel::for_position(position).per_mille(score);
            let line = game::line(position, pv)?;
            PositionEvaluation { score, wdl, depth: 0, nodes: 0, line }
        });
    }
    Ok(review)
}

/// Writes a game as PGN; with its review in the comments, if it has one.
pub fn write_game(sent: &SentGame, engines: &Engines) -> Result<WrittenGame, Both> {
    let mut record = game::record(sent)?;
    let notation = Notation::ALL[sent.notation.min(Notation::ALL.len() - 1)];
    if !sent.review.is_empty() {
        let review = again(engines, &record, sent.rules, &sent.review)?;
        record = review.annotate(&record, notation, sent.language());
    }
    Opening::name_record(&mut record, notation);
    Ok(WrittenGame { pgn: record.to_pgn(notation) })
}

/// Writes the page of a review.
pub fn write_page(sent: &SentGame, engines: &Engines) -> Result<WrittenPage, Both> {
    let record = game::record(sent)?;
    let review = again(engines, &record, sent.rules, &sent.review)?;
    let presentation = Presentation {
        record: &record,
        note: None,
        limits: both(|language| language.pick("made on the board of chuhe serve", "由 chuhe serve 棋盘生成")),
        language: sent.language(),
        notations: Language::ALL.map(Notation::usual),
    };
    Ok(WrittenPage { html: review_page(&review, &presentation) })
}

/// Waits for an engine, and prepares it; `None` if the task is stopped before.
fn next_engine(task: &mut Task) -> Option<LentEngine> {
    let mut engine = Handle::current().block_on(task.engine())?;
    let settings = Settings { multi_pv: 1, ..engine.get().settings().clone() };
    engine.prepare(settings, Level::FULL, false);
    Some(engine)
}

/// The evaluation of the position after `ply` plies, and the verdict on the move before it.
fn step(review: &Review, positions: &[Position], ply: usize) -> ReviewStep {
    let evaluation = &review.evaluations()[ply];
    let verdict = ply.checked_sub(1).and_then(|before| {
        let verdict = review.verdicts().get(before)?;
        let best = review.evaluations()[before].line.first();
        let words = |notation: Notation| {
            let best = best.map(|&best| notation.write(&positions[before], best)).unwrap_or_default();
            both(|language| verdict.words(&best, language).unwrap_or_default())
        };
        Some(Verdict {
            mark: verdict.mark.map(|mark| mark as usize),
            book: verdict.remarks.contains(&Remark::BookMove),
            words: Notation::ALL.map(words),
        })
    });
    let [red, black] = Color::ALL.map(|side| review.summary(side));
    ReviewStep {
        ply,
        plies: review.moves().len(),
        score: RedScore::of(&positions[ply], evaluation.score),
        pv: MoveText::line(&positions[ply], &evaluation.line),
        verdict,
        accuracy: [red.accuracy, black.accuracy],
        loss: [red.average_loss, black.average_loss],
    }
}

/// The data of a page beside the review.
pub struct Presentation<'a> {
    /// The record of the game.
    pub record: &'a Record,
    /// A note on the game as a whole in English and Chinese.
    pub note: Option<[String; 2]>,
    /// Search limits in English and Chinese.
    pub limits: [String; 2],
    /// Language in which the page opens.
    pub language: Language,
    /// Notations of moves in English and Chinese.
    pub notations: [Notation; 2],
}

/// The data of a page: `page/file.js` reads them.
#[derive(Serialize)]
struct PageData<'a> {
    language: &'static str,
    /// Usual notations in English and Chinese, by their places in [`Notation::ALL`].
    notations: [usize; 2],
    tags: BTreeMap<&'a str, String>,
    /// Facts about the game and the review: event, opening, limits of the search …
    remarks: Vec<Both>,
    fen: String,
    /// Comment before the first move.
    comment: &'a str,
    moves: Vec<PlayedMove<'a>>,
    /// True for each position whose side to move is in check.
    checks: Vec<bool>,
    outcome: Option<Outcome>,
    /// The review as far as it has come.
    steps: Vec<ReviewStep>,
    /// The game as annotated PGN in English and Chinese.
    pgn: Both,
}

#[derive(Serialize)]
struct PlayedMove<'a> {
    #[serde(flatten)]
    mv: MoveText,
    comment: String,
    shapes: Vec<String>,
    glyphs: &'a [u8],
}

/// Returns the page of a review.
pub fn review_page(review: &Review, presentation: &Presentation<'_>) -> String {
    assets::file_page(&PageData::new(review, presentation))
}

impl<'a> PageData<'a> {
    fn new(review: &Review, presentation: &'a Presentation<'_>) -> Self {
        let &Presentation { record, ref note, ref limits, language, notations } = presentation;
        let positions = positions(review);
        let index =
            |notation| Notation::ALL.into_iter().position(|other| other == notation).unwrap_or_default();
        let tags = record.tags.iter().map(|(name, _)| name.as_str());
        let mut tags: BTreeMap<_, _> =
            tags.filter_map(|name| Some((name, known_tag(record, name)?.to_owned()))).collect();
        tags.insert("Result", record.result.to_string());
        let moves = review.moves().iter().zip(&positions).zip(&record.line.moves);
        let moves = moves.map(|((&mv, position), recorded)| {
            let Comment { text: comment, shapes, .. } = Comment::read(&recorded.comment);
            PlayedMove { mv: MoveText::of(position, mv), comment, shapes, glyphs: &recorded.glyphs }
        });
        let pgn = |index: usize| {
            let (notation, language) = (notations[index], Language::ALL[index]);
            review.annotate(record, notation, language).to_pgn(notation)
        };
        Self {
            language: if language == Language::Chinese { "zh" } else { "en" },
            notations: notations.map(index),
            tags,
            remarks: remarks(review, record, note.as_ref(), limits),
            fen: review.start().to_fen(),
            comment: &record.line.comment,
            moves: moves.collect(),
            checks: positions.iter().map(Position::in_check).collect(),
            outcome: review.ending().and_then(game::outcome),
            steps: (0..review.evaluations().len()).map(|ply| step(review, &positions, ply)).collect(),
            pgn: [pgn(0), pgn(1)],
        }
    }
}

/// Event, round, place and date, the opening, a note, the limits of the search, and what the marks mean.
fn remarks(review: &Review, record: &Record, note: Option<&Both>, limits: &Both) -> Vec<Both> {
    let tag = |name| known_tag(record, name);
    let mut remarks: Vec<Both> = Vec::new();
    for name in ["Event", "Round", "Site", "Date"] {
        remarks.extend(tag(name).map(|value| {
            both(|language| match name {
                "Round" => text!(language, "round {value}", "第{value}轮"),
                _ => value.to_owned(),
            })
        }));
    }
    remarks.extend(opening(record));
    remarks.extend(review.ending().map(|ending| both(|language| ending.reason(language))));
    remarks.extend(note.cloned());
    let version = env!("CARGO_PKG_VERSION");
    remarks.push(both(|language| {
        let limits = &limits[language as usize];
        text!(language, "review by chuhe {version}, {limits}", "楚河 chuhe {version} 复盘，{limits}")
    }));
    let [inaccuracy, mistake, blunder] = Mark::ALL.map(|mark| percent(mark.threshold()));
    remarks.push(both(|language| {
        text!(
            language,
            "loss of expected score: ?! from {inaccuracy} %, ? from {mistake} %, ?? from {blunder} %",
            "期望得分损失：?! {inaccuracy}%起，? {mistake}%起，?? {blunder}%起"
        )
    }));
    remarks
}

/// The value of a tag, unless it is empty or unknown.
fn known_tag<'a>(record: &'a Record, name: &str) -> Option<&'a str> {
    record.tag(name).filter(|value| !value.trim_matches(['?', '.', '-']).is_empty())
}

/// The opening as the record names it, or else as ECCO does.
fn opening(record: &Record) -> Option<Both> {
    let own = Opening::of_record(record).map(game::opening_names);
    let Some(name) = known_tag(record, "Opening") else { return own };
    let parts = [known_tag(record, "ECCO"), Some(name), known_tag(record, "Variation")];
    let name = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    // A name of ECCO is known in the other language too.
    Some(own.filter(|own| own.contains(&name)).unwrap_or_else(|| [name.clone(), name]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use chuhe_console::page::{assert_is_self_contained, data};
    use serde_json::json;
    use xiangqi::notation::Records;

    fn sample(name: &str, positions: usize) -> String {
        let text = format!(
            "[Red \"{name}\"]\n[Date \"????\"]\n[Opening \"?\"]\n\n{{{name}}} 1. h2h9 {{{name}}} i9h9 2. h0g2 *\n"
        );
        let record = Records::new(text.as_bytes()).next().unwrap().unwrap();
        let moves: Vec<_> = record.line.moves.iter().map(|recorded| recorded.mv).collect();
        let mut engine = Engine::new(1);
        let mut review = Review::new(&record.start, &moves, engine.settings()).unwrap();
        for _ in 0..positions {
            let evaluation = review.evaluate_next(&mut engine, &Limits::nodes(2000)).unwrap();
            review.add(evaluation);
        }
        let presentation = Presentation {
            record: &record,
            note: None,
            limits: ["2000 nodes a move".to_owned(), "每着2000节点".to_owned()],
            language: Language::Chinese,
            notations: [Notation::Iccs, Notation::Chinese],
        };
        review_page(&review, &presentation)
    }

    #[test]
    fn the_page_carries_the_review() {
        let data = data(&sample("Hu", 4));
        assert_eq!(
            (&data["language"], &data["tags"]),
            (&"zh".into(), &json!({ "Red": "Hu", "Result": "*" }))
        );
        assert_eq!(data["remarks"][0], json!(["A00 Other Openings", "A00 其他开局"]));
        assert_eq!((&data["comment"], &data["moves"][0]["comment"]), (&"Hu".into(), &"Hu".into()));
        assert_eq!(data["moves"][0]["texts"], json!(["h2h9", "C2+7", "炮二进七", "炮二進七", "P2.7"]));
        assert_eq!(data["checks"], json!([false, false, false, false]));
        let steps = data["steps"].as_array().unwrap();
        assert_eq!(steps.len(), 4);
        assert!(steps[1]["verdict"]["mark"].is_u64(), "{}", steps[1]);
        assert!(steps[1]["verdict"]["words"][2][1].as_str().unwrap().contains("应走"));
        assert!(steps[0]["pv"][0]["texts"][2].is_string());
        assert!(steps[3]["accuracy"][0].as_f64().unwrap() < 1.0);
    }

    #[test]
    fn what_was_not_reviewed_is_left_open() {
        let data = data(&sample("Hu", 1));
        assert_eq!(data["moves"].as_array().unwrap().len(), 3);
        assert!(data["steps"][1].is_null() && data["steps"][0]["accuracy"][0].is_null());
    }

    #[test]
    fn the_page_needs_nothing_else_and_nothing_breaks_out_of_it() {
        let hostile = "</script><script>alert(1)</script><!--";
        let (page, harmless) = (sample(hostile, 2), sample("Hu", 2));
        for tag in ["<script", "</script", "<!--"] {
            assert_eq!(page.matches(tag).count(), harmless.matches(tag).count(), "{tag}");
        }
        assert_eq!(data(&page)["tags"]["Red"], hostile);
        assert_eq!(data(&page)["moves"][0]["comment"], hostile);
        assert_is_self_contained(&harmless);
    }
}
