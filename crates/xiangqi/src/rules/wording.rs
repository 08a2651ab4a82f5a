// SPDX-License-Identifier: MIT OR Apache-2.0
//! Explanations as text, in the languages that have a file of their own.
//!
//! The order of the statements is the same in every language and lives here; the phrases live there.

use crate::rules::explain::{ClassifiedMove, Explanation, Repetition};
use crate::rules::outcome::{GameOutcome, Termination};
use crate::rules::words::Words;
use crate::rules::{chinese, english};
use crate::types::{Color, Language};

impl Language {
    fn words(self) -> &'static Words {
        match self {
            Self::English => &english::WORDS,
            Self::Chinese => &chinese::WORDS,
        }
    }

    /// Returns a note for a game that was played on although it was over after `moves` moves.
    #[must_use]
    pub fn ended_earlier(self, moves: usize, outcome: GameOutcome) -> String {
        let words = self.words();
        // A draw has no loser, and its phrase names none.
        let loser = outcome.winner.map_or(Color::Red, |winner| !winner);
        let termination = (words.termination)(outcome.termination, loser);
        format!("{}{}{termination}", (words.ended_earlier)(moves), words.colon)
    }
}

impl Explanation {
    /// Returns the repetition in words, one line per move and one line per side; no lines if there is no
    /// repetition.
    #[must_use]
    pub fn lines(&self, language: Language) -> Vec<String> {
        let words = language.words();
        let Some(repetition) = &self.repetition else { return Vec::new() };
        let mut lines = vec![(words.heading)(repetition.occurrences).to_owned()];
        for mv in &repetition.moves {
            let side = mv.piece.piece.color();
            // The names of the sides are of equal length in Chinese.
            let gap = if side == Color::Red && language == Language::English { "  " } else { "" };
            let text = (words.classified_move)(mv);
            lines.push(format!("{:>4}. {}{gap} {}  {text}", mv.number, side.word(language), mv.mv));
        }
        lines.extend(Color::ALL.map(|side| self.offence_of(side, language).unwrap_or_default()));
        lines
    }

    /// Returns `red wins`, `black wins`, `draw` or `ongoing`, in English in every language, for programs to
    /// read.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        match self.outcome.map(|outcome| outcome.winner) {
            None => "ongoing",
            Some(None) => "draw",
            Some(Some(Color::Red)) => "red wins",
            Some(Some(Color::Black)) => "black wins",
        }
    }

    /// Returns the reason for the verdict, in one line.
    #[must_use]
    pub fn reason(&self, language: Language) -> String {
        let words = language.words();
        let Some(outcome) = self.outcome else {
            let warning = if self.repetition.is_some() { words.warning } else { "" };
            return format!("{}{warning}", (words.ongoing)(self.to_move));
        };
        let loser = outcome.winner.map_or(self.to_move, |winner| !winner);
        let mut parts = vec![(words.termination)(outcome.termination, loser)];
        if matches!(
            outcome.termination,
            Termination::Repetition | Termination::PerpetualCheck | Termination::PerpetualChase
        ) {
            parts.extend(Color::ALL.into_iter().filter_map(|side| self.offence_of(side, language)));
        }
        parts.extend(self.exemption(outcome.termination, words).map(str::to_owned));
        parts.join(words.semicolon)
    }

    /// Returns the exemption by which the rule set draws a repetition although one side's offence is graver.
    fn exemption(&self, termination: Termination, words: &Words) -> Option<&'static str> {
        let repetition = self.repetition.as_ref()?;
        let [red, black] = repetition.offences;
        (termination == Termination::Repetition && red != black)
            .then(|| (words.exemption)(self.rules, repetition.any_check()))
    }

    fn offence_of(&self, side: Color, language: Language) -> Option<String> {
        let (words, repetition) = (language.words(), self.repetition.as_ref()?);
        Some(format!("{}{}{}", side.word(language), words.colon, (words.offence)(repetition, side)))
    }
}

impl Repetition {
    /// Returns what `side` did: its offence, or a summary of its moves.
    #[must_use]
    pub fn offence_text(&self, side: Color, language: Language) -> String {
        (language.words().offence)(self, side)
    }
}

impl ClassifiedMove {
    /// Returns what the move does.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        (language.words().classified_move)(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::rules::rule_set::RuleSet;

    fn explain(fen: &str, moves: &str, rules: RuleSet) -> Explanation {
        let mut position = Position::from_fen(fen).unwrap();
        for mv in moves.split_whitespace() {
            position.play(mv.parse().unwrap()).unwrap();
        }
        Explanation::of(&position, rules, Some(120))
    }

    #[test]
    fn every_ending_has_its_reason_in_both_languages() {
        for (fen, moves, verdict, english, chinese) in [
            ("3k5/1R7/9/9/9/9/R8/9/9/4K4 w", "a3a9", "red wins", "black is checkmated", "黑方被将死"),
            (
                "5k3/9/9/9/9/9/9/9/r8/3K5 b",
                "a1e1",
                "black wins",
                "red is stalemated, which loses",
                "红方困毙",
            ),
            (
                "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 119 90",
                "a2a3",
                "draw",
                "the natural limit of plies without a capture is reached",
                "达到自然限着，作和",
            ),
            (
                "4k4/9/9/9/9/9/9/9/3p5/3K1A3 w",
                "d0d1",
                "draw",
                "neither side has a piece that can cross the river",
                "双方都没有能过河的棋子，作和",
            ),
            (
                "4k4/9/9/9/9/9/9/9/9/R2K5 w",
                "a0a1",
                "ongoing",
                "the game goes on, black to move",
                "对局继续，轮到黑方走棋",
            ),
        ] {
            let explanation = explain(fen, moves, RuleSet::Asian);
            assert_eq!(explanation.verdict(), verdict, "{fen}");
            assert_eq!(explanation.reason(Language::English), english);
            assert_eq!(explanation.reason(Language::Chinese), chinese);
            assert!(explanation.lines(Language::Chinese).is_empty());
        }
    }

    #[test]
    fn a_repetition_is_explained_move_by_move() {
        let fen = "3k5/9/9/6c2/9/9/9/6R2/9/5K3 b";
        let moves = "g6h6 g2h2 h6g6 h2g2";
        let second = explain(fen, moves, RuleSet::Asian);
        assert!(second.reason(Language::English).ends_with("; the position has occurred twice"));
        let third = explain(fen, &format!("{moves} {moves}"), RuleSet::Asian);
        let english = third.lines(Language::English);
        assert_eq!(english.len(), 1 + 8 + 2);
        assert_eq!(english[1], "   1. black g6h6  idle");
        assert_eq!(english[2], "   2. red   g2h2  rook h2 chases cannon h6 (not protected)");
        assert_eq!(english[9..], ["red: perpetual chase of cannon g6", "black: idle moves"]);
        let chinese = third.lines(Language::Chinese);
        assert_eq!(chinese[2], "   2. 红方 g2h2  车h2捉炮h6（无根）");
        assert_eq!(chinese[9..], ["红方：长捉炮g6", "黑方：闲着"]);
        assert_eq!(third.reason(Language::Chinese), "红方长捉作负；红方：长捉炮g6；黑方：闲着");
    }

    #[test]
    fn lenient_rules_say_why_they_draw() {
        let chase = ("3k5/9/9/6c2/9/9/9/6R2/9/5K3 b", "g6h6 g2h2 h6g6 h2g2 g6h6 g2h2 h6g6 h2g2");
        for (rules, end) in [
            (RuleSet::CheckBan, "black: idle moves; these rules ban only perpetual check"),
            (RuleSet::AlwaysDraw, "black: idle moves; these rules draw every repetition"),
        ] {
            let reason = explain(chase.0, chase.1, rules).reason(Language::English);
            assert!(
                reason.starts_with("repetition; red: perpetual chase") && reason.ends_with(end),
                "{reason}"
            );
        }
        let harmless = "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9";
        let reason =
            explain(&Position::startpos().to_fen(), harmless, RuleSet::CheckBan).reason(Language::English);
        assert_eq!(reason, "repetition; red: idle moves; black: idle moves");
    }

    #[test]
    fn languages_have_their_usual_codes() {
        assert_eq!("ZH".parse(), Ok(Language::Chinese));
        assert!("fr".parse::<Language>().is_err());
    }
}
