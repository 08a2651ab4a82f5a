// SPDX-License-Identifier: MIT OR Apache-2.0
//! Annotated game records. A score stands in a comment as `[%eval 0.35]`, in pawns, or `[%eval #-3]`, a mate
//! in three moves, from Red's perspective: the form of lichess.org, which graphs and libraries for PGN know.

use super::evaluation::{pgn_score, red_score};
use super::reviewer::Review;
use super::verdict::Mark;
use xiangqi::notation::{Notation, Record, RecordedMove, Variation};
use xiangqi::types::Language;

/// A line of an annotated game begins with this; by it `chuhe review` recognises its files.
pub const PGN_MARK: &str = "[Annotator \"chuhe review ";
const ANNOTATOR: &str = concat!("chuhe review ", env!("CARGO_PKG_VERSION"));

impl Review {
    /// Returns the record with a comment on every judged move: the score after it from Red's perspective, and
    /// the verdict. Bad moves get their glyph, and the better line as a variation. Existing comments stay,
    /// except for an earlier score in this form.
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
            let best = before.line.first().map(|&mv| notation.write(&position, mv)).unwrap_or_default();
            let (score, in_words) = match pgn_score(after.score, !side) {
                Some(score) => (Some(score), None),
                None => (None, Some(red_score(after.score, !side))),
            };
            let words: Vec<_> = in_words.into_iter().chain(verdict.words(&best, language)).collect();
            recorded.comment = commented(&recorded.comment, score.as_deref(), &words.join(" "));
            let Some(mark) = verdict.mark else { continue };
            add_mark(recorded, mark);
            let moves = before.line.iter().map(|&mv| RecordedMove::new(mv, "")).collect();
            recorded.variations.push(Variation { comment: red_score(before.score, side), moves });
        }
        record
    }
}

/// The beginning of a score in a comment.
const EVAL: &str = "[%eval ";

/// Returns a comment with this score at its beginning, instead of an earlier one, and with these words at its
/// end, in brackets after others.
fn commented(earlier: &str, score: Option<&str>, words: &str) -> String {
    let earlier = without_eval(earlier);
    let earlier = earlier.trim();
    let eval = score.map_or_else(String::new, |score| format!("{EVAL}{score}]"));
    let words = if earlier.is_empty() || words.is_empty() { words.to_owned() } else { format!("[{words}]") };
    let parts = [&eval, earlier, &words].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// Removes the score from a comment, with the space around it.
fn without_eval(comment: &str) -> String {
    let cut = comment.split_once(EVAL).and_then(|(before, rest)| Some((before, rest.split_once(']')?.1)));
    cut.map_or_else(|| comment.to_owned(), |(before, after)| format!("{before}{}", after.trim_start()))
}

fn add_mark(recorded: &mut RecordedMove, mark: Mark) {
    if !recorded.glyphs.contains(&mark.glyph()) {
        recorded.glyphs.push(mark.glyph());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PositionEvaluation;
    use chuhe::search::Settings;
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
        assert_eq!((first.comment.as_str(), &first.glyphs[..]), ("[%eval 0.10] orig.", &[1][..]));
        let (comment, loss) = second.comment.rsplit_once('%').unwrap();
        assert!(
            comment.starts_with("[%eval 0.90] 错着，损失2") && loss == "：应走炮２平５",
            "{}",
            second.comment
        );
        assert_eq!((second.glyphs.as_slice(), second.variations.len()), (&[2][..], 2));
        assert_eq!(second.variations[1].comment, "+0.10");
        assert_eq!((third.comment.as_str(), third.glyphs.len()), ("[%eval 0.85]", 0));
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
    fn scores_replace_earlier_ones_and_clocks_stay() {
        for (earlier, score, words, comment) in [
            ("", "0.10", "", "[%eval 0.10]"),
            ("[%clk 0:05:00]", "0.10", "", "[%eval 0.10] [%clk 0:05:00]"),
            (
                "[%eval -1.5] [%clk 0:05:00] good",
                "#-3",
                "a blunder",
                "[%eval #-3] [%clk 0:05:00] good [a blunder]",
            ),
            ("[%clk 0:05:00] [%eval #4,20]\ngood", "0.00", "", "[%eval 0.00] [%clk 0:05:00] good"),
            ("[%emt 3.2] [%csl Ra1]", "9.99", "x", "[%eval 9.99] [%emt 3.2] [%csl Ra1] [x]"),
            ("cut off [%eval 0.3", "0.10", "", "[%eval 0.10] cut off [%eval 0.3"),
        ] {
            assert_eq!(commented(earlier, Some(score), words), comment, "{earlier}");
        }
        assert_eq!(commented("[%eval 0.3] [%clk 1:00:00]", None, "+R"), "[%clk 1:00:00] [+R]");
    }

    #[test]
    fn an_incomplete_review_leaves_the_rest_unchanged() {
        let (record, review) = sample();
        let mut begun = Review::new(&record.start, review.moves(), &Settings::default()).unwrap();
        review.evaluations()[..2].iter().for_each(|evaluation| begun.add(evaluation.clone()));
        let marked = begun.annotate(&record, Notation::Iccs, Language::English);
        assert_eq!(marked.line.moves[1..], record.line.moves[1..]);
        assert_eq!(marked.line.moves[0].comment, "[%eval 0.10] orig.");
    }
}
