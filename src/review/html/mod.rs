// SPDX-License-Identifier: MIT OR Apache-2.0
//! The review as an interactive HTML page in English and Chinese. `#ply=20` in its address shows the game
//! after 20 plies.

use super::evaluation::{PositionEvaluation, red_score};
use super::reviewer::Review;
use super::verdict::{Mark, Remark};
use super::wording::{line_in, rounded};
use crate::notation::{Notation, Record};
use crate::openings::Opening;
use crate::position::Position;
use crate::render::page::Page;
use crate::types::Language;
use crate::types::{Color, Move};
use serde::Serialize;

/// A line of each page, by which `chuhe review` recognises its files.
pub const MARK: &str = r#"<meta name="generator" content="chuhe review">"#;

const PAGE: Page = Page {
    mark: MARK,
    body: include_str!("page.html"),
    style: include_str!("style.css"),
    scripts: &[include_str!("words.js"), include_str!("review.js")],
};

/// Tags of the record to show on the page.
const TAGS: [&str; 4] = ["Event", "Round", "Site", "Date"];

/// The page's data beside the review.
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

/// Returns the page.
pub fn page(review: &Review, presentation: &Presentation<'_>) -> String {
    PAGE.render(&PageData::new(review, presentation))
}

/// A text in English and Chinese.
type Both = [String; 2];

const LANGUAGES: [Language; 2] = [Language::English, Language::Chinese];

#[derive(Serialize)]
struct PageData<'a> {
    /// Index of the language in which the page opens.
    language: usize,
    players: [&'a str; 2],
    result: String,
    tags: Vec<(&'static str, &'a str)>,
    opening: Option<Both>,
    limits: &'a Both,
    start: String,
    /// Comment before the first move.
    comment: &'a str,
    ending: Option<Both>,
    note: &'a Option<Both>,
    moves: Vec<PlayedMove<'a>>,
    /// Evaluations of the positions before each move and after the last, as far as the review has progressed.
    evaluations: Vec<PageEvaluation>,
    summary: [PageSummary; 2],
    thresholds: [f64; Mark::ALL.len()],
    /// The game as annotated PGN in English and Chinese.
    pgn: Both,
}

#[derive(Serialize)]
struct PlayedMove<'a> {
    #[serde(rename = "move")]
    mv: String,
    texts: Both,
    comment: &'a str,
    verdict: Option<PageVerdict>,
}

#[derive(Serialize)]
struct PageVerdict {
    mark: Option<usize>,
    /// An opening book has the move.
    book: bool,
    words: Option<Both>,
}

#[derive(Serialize)]
struct PageEvaluation {
    /// From Red's perspective.
    score: String,
    /// Red's expected score.
    points: f64,
    line: Vec<LineMove>,
}

#[derive(Serialize)]
struct LineMove {
    #[serde(rename = "move")]
    mv: String,
    texts: Both,
}

#[derive(Serialize)]
struct PageSummary {
    marks: [usize; Mark::ALL.len()],
    loss: Option<f64>,
    accuracy: Option<f64>,
}

impl<'a> PageData<'a> {
    fn new(review: &Review, presentation: &'a Presentation<'_>) -> Self {
        let &Presentation { record, ref note, ref limits, language, notations } = presentation;
        let positions: Vec<_> = review.positions().collect();
        let tag = |name| known_tag(record, name);
        let ending = review.ending().map(|ending| LANGUAGES.map(|language| ending.reason(language)));
        let moves = review.moves().iter().zip(&positions).zip(&record.line.moves).enumerate();
        let moves = moves.map(|(ply, ((&mv, position), recorded))| PlayedMove {
            mv: mv.to_string(),
            texts: notations.map(|notation| notation.write(position, mv)),
            comment: &recorded.comment,
            verdict: page_verdict(review, ply, position, notations),
        });
        let evaluations = review.evaluations().iter().zip(&positions);
        Self {
            language: usize::from(language == Language::Chinese),
            players: ["Red", "Black"].map(|side| tag(side).unwrap_or_default()),
            result: record.result.to_string(),
            tags: TAGS.into_iter().filter_map(|name| Some((name, tag(name)?))).collect(),
            opening: opening(record),
            limits,
            start: review.start().to_string(),
            comment: &record.line.comment,
            ending,
            note,
            moves: moves.collect(),
            evaluations: evaluations
                .map(|(evaluation, position)| page_evaluation(evaluation, position, notations))
                .collect(),
            summary: Color::ALL.map(|side| {
                let summary = review.summary(side);
                PageSummary { marks: summary.marks, loss: summary.average_loss, accuracy: summary.accuracy }
            }),
            thresholds: Mark::ALL.map(Mark::threshold),
            pgn: [0, 1].map(|index| {
                review.annotate(record, notations[index], LANGUAGES[index]).to_pgn(notations[index])
            }),
        }
    }
}

/// The value of a tag, unless it is empty or unknown.
fn known_tag<'a>(record: &'a Record, name: &str) -> Option<&'a str> {
    record.tag(name).filter(|value| !value.trim_matches(['?', '.', '-']).is_empty())
}

/// The opening as the record names it, or else as ECCO does.
fn opening(record: &Record) -> Option<Both> {
    let own = Opening::of_record(record)
        .map(|opening| [opening.to_string(), format!("{} {}", opening.code, opening.chinese)]);
    let Some(name) = known_tag(record, "Opening") else { return own };
    let parts = [known_tag(record, "ECCO"), Some(name), known_tag(record, "Variation")];
    let name = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    // A name of ECCO is known in the other language too.
    Some(own.filter(|own| own.contains(&name)).unwrap_or_else(|| [name.clone(), name]))
}

fn page_verdict(
    review: &Review,
    ply: usize,
    position: &Position,
    notations: [Notation; 2],
) -> Option<PageVerdict> {
    let verdict = review.verdicts().get(ply)?;
    let best = review.evaluations()[ply].line.first();
    let words = |index: usize| {
        let best = best.map(|&best| notations[index].write(position, best)).unwrap_or_default();
        verdict.words(&best, LANGUAGES[index])
    };
    Some(PageVerdict {
        mark: verdict.mark.map(|mark| mark as usize),
        book: verdict.remarks.contains(&Remark::BookMove),
        words: words(0).zip(words(1)).map(<[String; 2]>::from),
    })
}

fn page_evaluation(
    evaluation: &PositionEvaluation,
    position: &Position,
    notations: [Notation; 2],
) -> PageEvaluation {
    let side = position.side_to_move();
    let expected = evaluation.expected();
    let [english, chinese] = notations.map(|notation| line_in(notation, position, &evaluation.line));
    let line = evaluation.line.iter().zip(english).zip(chinese);
    PageEvaluation {
        score: red_score(evaluation.score, side),
        points: rounded(if side == Color::Red { expected } else { 1.0 - expected }),
        line: line
            .map(|((mv, english), chinese)| LineMove { mv: Move::to_string(mv), texts: [english, chinese] })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::notation::Records;
    use crate::render::page::{assert_is_self_contained, data};
    use crate::search::Limits;

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
        page(&review, &presentation)
    }

    #[test]
    fn the_page_carries_the_review() {
        let data = data(&sample("Hu", 4));
        assert_eq!((&data["language"], &data["players"][0]), (&1.into(), &"Hu".into()));
        assert_eq!(data["tags"], serde_json::json!([]));
        assert_eq!(data["opening"], serde_json::json!(["A00 Other Openings", "A00 其他开局"]));
        assert_eq!((&data["comment"], &data["moves"][0]["comment"]), (&"Hu".into(), &"Hu".into()));
        assert_eq!(data["moves"][0]["texts"], serde_json::json!(["h2h9", "炮二进七"]));
        assert!(data["moves"][0]["verdict"]["mark"].is_u64(), "{}", data["moves"][0]);
        assert!(data["moves"][0]["verdict"]["words"][1].as_str().unwrap().contains("应走"));
        assert_eq!(data["evaluations"].as_array().unwrap().len(), 4);
        assert!(data["evaluations"][0]["line"][0]["texts"][1].is_string());
        assert!(data["summary"][0]["accuracy"].as_f64().unwrap() < 1.0);
    }

    #[test]
    fn what_was_not_reviewed_is_left_open() {
        let data = data(&sample("Hu", 1));
        assert_eq!(data["moves"].as_array().unwrap().len(), 3);
        assert!(data["moves"][0]["verdict"].is_null() && data["summary"][0]["accuracy"].is_null());
    }

    #[test]
    fn the_page_needs_nothing_else_and_nothing_breaks_out_of_it() {
        let hostile = "</script><script>alert(1)</script><!-- @DATA@ @SCRIPT@";
        let (page, harmless) = (sample(hostile, 2), sample("Hu", 2));
        for tag in ["<script", "</script", "<!--"] {
            assert_eq!(page.matches(tag).count(), harmless.matches(tag).count(), "{tag}");
        }
        assert_eq!(data(&page)["players"][0], hostile);
        assert_eq!(data(&page)["moves"][0]["comment"], hostile);
        assert_is_self_contained(&harmless);
    }
}
