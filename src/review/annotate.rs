// SPDX-License-Identifier: MIT OR Apache-2.0
//! Annotated game records.

use super::evaluation::red_score;
use super::reviewer::Review;
use super::verdict::Mark;
use xiangqi::notation::{Notation, Record, RecordedMove, Variation};
use xiangqi::types::Language;

/// A line of an annotated game begins with this; by it `chuhe review` recognises its files.
pub const PGN_MARK: &str = "[Annotator \"chuhe review ";
const ANNOTATOR: &str = concat!("chuhe review ", env!("CARGO_PKG_VERSION"));

impl Review {
    /// Returns the record with a comment on every judged move: the score after it from Red's perspective, and
    /// the verdict. Bad moves get their glyph, and the better line as a variation. Existing comments stay.
    /// The moves of the record must be those of the review. Moves in comments are written in `notation`.
    pub fn annotate(&self, record: &Record, notation: Notation, language: Language) -> Record {
        let mut record = record.clone();
        if record.tag("Annotator").is_none() {
            record.tags.push(("Annotator".to_owned(), ANNOTATOR.to_owned()));
        }
        let judged = self.verdicts().iter().zip(self.evaluations().windows(2));
        for ((recorded, position), (verdict, pair)) in
            record.line.moves.iter_mut().zip(self.positions()).zip(judged)
        {
            let [before, after] = pair else { continue };
            let side = position.side_to_move();
            let mut comment = red_score(after.score, !side);
            let best = before.line.first().map(|&mv| notation.write(&position, mv)).unwrap_or_default();
            if let Some(words) = verdict.words(&best, language) {
                comment = format!("{comment} {words}");
            }
            add_comment(recorded, &comment);
            let Some(mark) = verdict.mark else { continue };
            add_mark(recorded, mark);
            let moves = before.line.iter().map(|&mv| RecordedMove::new(mv, "")).collect();
            recorded.variations.push(Variation { comment: red_score(before.score, side), moves });
        }
        record
    }
}

/// Appends to an existing comment, in brackets.
fn add_comment(recorded: &mut RecordedMove, comment: &str) {
    recorded.comment = match recorded.comment.as_str() {
        "" => comment.to_owned(),
        earlier => format!("{earlier} [{comment}]"),
    };
}

fn add_mark(recorded: &mut RecordedMove, mark: Mark) {
    if !recorded.glyphs.contains(&mark.glyph()) {
        recorded.glyphs.push(mark.glyph());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::PositionEvaluation;
    use crate::search::Settings;
    use xiangqi::notation::Records;
    use xiangqi::types::Score;

    /// A review of three moves with made-up scores; the second one is a mistake.
    fn sample() -> (Record, Review) {
        let text = "[Red \"a\"]\n\n1. h2e2 {orig.} $1 h9g7 (1... h7e7) 2. h0g2 *\n";
        let record = Records::new(text.as_bytes()).next().unwrap().unwrap();
        let moves: Vec<_> = record.line.moves.iter().map(|recorded| recorded.mv).collect();
        let mut review = Review::new(&record.start, &moves, &Settings::default()).unwrap();
        for (centipawns, best) in [(10, "h2e2"), (-10, "b7e7"), (90, "h0g2"), (-85, "h9g7")] {
            review.add(PositionEvaluation {
                score: Score::Cp(centipawns),
                wdl: [0, 1000, 0],
                depth: 1,
                nodes: 1,
                line: vec![best.parse().unwrap()],
            });
        }
        (record, review)
    }

    #[test]
    fn moves_get_scores_glyphs_and_better_lines() {
        let (record, review) = sample();
        let marked = review.annotate(&record, Notation::Chinese, Language::Chinese);
        assert!(marked.tag("Annotator").is_some_and(|name| name.starts_with("chuhe review ")));
        let [first, second, third] = &marked.line.moves[..] else { panic!("three moves") };
        assert_eq!((first.comment.as_str(), &first.glyphs[..]), ("orig. [+0.10]", &[1][..]));
        let (comment, loss) = second.comment.split_once('%').unwrap();
        assert!(comment.starts_with("+0.90 错着，损失2") && loss == "：应走炮２平５", "{}", second.comment);
        assert_eq!((second.glyphs.as_slice(), second.variations.len()), (&[2][..], 2));
        assert_eq!(second.variations[1].comment, "+0.10");
        assert_eq!((third.comment.as_str(), third.glyphs.len()), ("+0.85", 0));
    }

    #[test]
    fn annotated_records_are_read_back() {
        let (record, review) = sample();
        for language in [Language::English, Language::Chinese] {
            let marked = review.annotate(&record, Notation::Wxf, language);
            let text = marked.to_pgn(Notation::Wxf);
            assert_eq!(Records::new(text.as_bytes()).next().unwrap().unwrap(), marked, "{text}");
        }
    }

    #[test]
    fn an_incomplete_review_leaves_the_rest_unchanged() {
        let (record, review) = sample();
        let mut begun = Review::new(&record.start, review.moves(), &Settings::default()).unwrap();
        review.evaluations()[..2].iter().for_each(|evaluation| begun.add(evaluation.clone()));
        let marked = begun.annotate(&record, Notation::Iccs, Language::English);
        assert_eq!(marked.line.moves[1..], record.line.moves[1..]);
        assert_eq!(marked.line.moves[0].comment, "orig. [+0.10]");
    }
}
