// SPDX-License-Identifier: MIT OR Apache-2.0
//! The review of a game, position by position; and the data of a page of its own, which has the whole review
//! inside and needs no server. `#ply=20` in the address of that page shows the game after 20 plies.

use super::game;
use super::message::{
    Both, Branch, MoveText, Outcome, RedScore, ReviewStep, SentGame, SentStep, TextForm, Verdict,
    WrittenGame, both, notation_at,
};
use super::search::prepare;
use chuhe::book::Books;
use chuhe::engine::{Engine, Level};
use chuhe::eval::wdl::WdlModel;
use chuhe::search::{Limits, Settings};
use chuhe_review::{Mark, PositionEvaluation, Remark, Review, percent, read_red_score};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use xiangqi::notation::{Notation, Record};
use xiangqi::openings::Opening;
use xiangqi::position::Position;
use xiangqi::text;
use xiangqi::types::{Color, Language, Move};

/// The name of traditional Chinese in the page.
const TRADITIONAL: &str = "zh-Hant";
/// Bounds of the time for one position, in milliseconds.
const MOVETIMES: [u64; 2] = [10, 1000];

/// A review that goes on, position by position.
pub struct RunningReview {
    review: Review,
    positions: Vec<Position>,
    limits: Limits,
    settings: Settings,
}

impl RunningReview {
    /// Begins the review of the game that led to this position, with `movetime` milliseconds for each one.
    pub fn new(position: &Position, movetime: u64, settings: Settings, books: &Books) -> Result<Self, Both> {
        let moves: Vec<_> = position.moves().collect();
        let review = begin(&position.at_start(), &moves, &settings, books)?;
        let limits = Limits::movetime(Duration::from_millis(movetime.clamp(MOVETIMES[0], MOVETIMES[1])));
        Ok(Self { positions: positions(&review), review, limits, settings })
    }

    /// Readies an engine for it.
    pub fn prepare(&self, engine: &mut Engine) {
        prepare(engine, Settings { multi_pv: 1, ..self.settings.clone() }, Level::FULL, false);
    }

    /// Searches the next position; `None` after the last one, or if the search was stopped.
    pub fn next(&mut self, engine: &mut Engine) -> Option<ReviewStep> {
        let evaluation = self.review.evaluate_next(engine, &self.limits)?;
        self.review.add(evaluation);
        Some(step(&self.review, &self.positions, self.review.evaluations().len() - 1))
    }
}

/// The positions of a game without the moves that led to them, which would take hundreds of MiB for a long
/// one.
fn positions(review: &Review) -> Vec<Position> {
    let bare = |position: Position| position.setup().into_position().expect("legal moves led here");
    review.positions().map(bare).collect()
}

/// An empty review of a game.
fn begin(start: &Position, moves: &[Move], settings: &Settings, books: &Books) -> Result<Review, Both> {
    let review = Review::new(start, moves, settings);
    let review = review.map_err(|error| both(|language: Language| error.text(language)))?;
    Ok(review.with_books(books))
}

/// Builds a review again from what the page has kept of it. The verdicts follow from the scores and lines.
fn again(record: &Record, steps: &[SentStep], settings: &Settings, books: &Books) -> Result<Review, Both> {
    let moves: Vec<_> = record.line.moves.iter().map(|recorded| recorded.mv).collect();
    game::check_length(moves.len())?;
    let mut review = begin(&record.start, &moves, settings, books)?;
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

/// Writes a game as text; with its review in the comments, if it has one. The settings have its rules.
pub fn write_game(sent: &SentGame, settings: &Settings, books: &Books) -> Result<WrittenGame, Both> {
    let mut record = game::record(sent)?;
    let notation = notation_at(sent.notation);
    if !sent.review.is_empty() {
        let review = again(&record, &sent.review, settings, books)?;
        record = review.annotate(&record, notation, sent.language());
    }
    Opening::name_record(&mut record, notation);
    Ok(match sent.form {
        TextForm::Pgn => WrittenGame::Pgn(record.to_pgn(notation)),
        TextForm::DhtmlXq => WrittenGame::DhtmlXq(record.to_dhtmlxq()),
    })
}

/// Returns the data of the page of a review that was sent. The settings have its rules.
pub fn write_page(sent: &SentGame, settings: &Settings, books: &Books) -> Result<PageData, Both> {
    let record = game::record(sent)?;
    let review = again(&record, &sent.review, settings, books)?;
    let presentation = Presentation {
        record: &record,
        note: None,
        limits: both(|language| language.pick("made on the board of chuhe", "由楚河棋盘生成")),
        language: sent.language(),
        notations: [Notation::Wxf, Notation::Chinese],
    };
    let data = PageData::new(&review, &presentation);
    let language = if sent.language == TRADITIONAL { TRADITIONAL } else { data.language };
    Ok(PageData { language, notation: Some(sent.notation), ..data })
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

/// The data of the page of a review: `serve/page/file.js` reads them.
#[derive(Serialize)]
pub struct PageData {
    /// The language in which the page opens, by its name in the page.
    language: &'static str,
    /// The notation in which it opens; `null`: the usual one.
    notation: Option<usize>,
    /// Usual notations in English and Chinese, by their places in [`Notation::ALL`].
    notations: [usize; 2],
    tags: BTreeMap<String, String>,
    /// Facts about the game and the review: event, opening, limits of the search …
    remarks: Vec<Both>,
    fen: String,
    /// The moves with their variations, as far as the review goes.
    line: Branch,
    /// True for each position whose side to move is in check.
    checks: Vec<bool>,
    outcome: Option<Outcome>,
    /// The review as far as it has come.
    steps: Vec<ReviewStep>,
    /// The game as annotated PGN in English and Chinese.
    pgn: Both,
}

impl PageData {
    /// Returns the data of the page of this review.
    pub fn new(review: &Review, presentation: &Presentation<'_>) -> Self {
        let &Presentation { record, ref note, ref limits, language, notations } = presentation;
        let positions = positions(review);
        let index =
            |notation| Notation::ALL.into_iter().position(|other| other == notation).unwrap_or_default();
        let known = |(name, _): &(String, String)| Some((name.clone(), known_tag(record, name)?.to_owned()));
        let mut tags: BTreeMap<_, _> = record.tags.iter().filter_map(known).collect();
        tags.insert("Result".to_owned(), record.result.to_string());
        let mut line = Branch::from(record.line.clone());
        line.moves.truncate(review.moves().len());
        line.add_texts(review.start());
        let pgn = |index: usize| {
            let (notation, language) = (notations[index], Language::ALL[index]);
            review.annotate(record, notation, language).to_pgn(notation)
        };
        Self {
            language: if language == Language::Chinese { "zh" } else { "en" },
            notation: None,
            notations: notations.map(index),
            tags,
            remarks: remarks(review, record, note.as_ref(), limits),
            fen: review.start().to_fen(),
            line,
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
