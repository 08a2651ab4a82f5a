// SPDX-License-Identifier: MIT OR Apache-2.0
//! Explanations as text. The Chinese is in the terms of the rule books: 将 check, 捉 chase, 兑 offer to
//! exchange, 献 offer of the moved piece, 闲 idle move, 根 protector, 假根 false protector.

use crate::rules::classified_moves::{Attack, AttackEffect, ProtectorFault};
use crate::rules::explain::{ClassifiedMove, Explanation, Repetition};
use crate::rules::move_class::{MoveClass, PlacedPiece};
use crate::rules::outcome::{GameOutcome, Termination};
use crate::rules::rule_set::{Offence, RuleSet};
use crate::text;
use crate::types::{Color, Language};

impl Language {
    /// Returns a note for a game that was played on although it was over after `moves` moves.
    #[must_use]
    pub fn ended_earlier(self, moves: usize, outcome: GameOutcome) -> String {
        // A draw has no loser, and its text names none.
        let loser = outcome.winner.map_or(Color::Red, |winner| !winner);
        let termination = outcome.termination.text(loser, self);
        match (moves, self) {
            (0, _) => text!(
                self,
                "The game was over before its first move: {termination}",
                "对局开始前已结束：{termination}"
            ),
            (1, Self::English) => format!("The game was over after its first move: {termination}"),
            _ => text!(
                self,
                "The game was over after {moves} moves: {termination}",
                "第{moves}着后对局已结束：{termination}"
            ),
        }
    }
}

impl Explanation {
    /// Returns the repetition in words, one line per move and one line per side; no lines if there is no
    /// repetition.
    #[must_use]
    pub fn lines(&self, language: Language) -> Vec<String> {
        let Some(repetition) = &self.repetition else { return Vec::new() };
        let mut lines = vec![repetition.heading(language)];
        for mv in &repetition.moves {
            let side = mv.piece.piece.color();
            // The names of the sides are of equal length in Chinese.
            let gap = if side == Color::Red { language.pick("  ", "") } else { "" };
            let text = mv.text(language);
            lines.push(format!("{:>4}. {}{gap} {}  {text}", mv.number, side.word(language), mv.mv));
        }
        lines.extend(Color::ALL.map(|side| repetition.offence_line(side, language)));
        lines
    }

    /// Returns `red wins`, `black wins`, `draw`, `undecided` or `ongoing`, in English in every language, for
    /// programs to read.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        match self.outcome.map(|outcome| outcome.winner) {
            None => "ongoing",
            Some(None) if self.is_undecided() => "undecided",
            Some(None) => "draw",
            Some(Some(Color::Red)) => "red wins",
            Some(Some(Color::Black)) => "black wins",
        }
    }

    fn is_undecided(&self) -> bool {
        self.outcome.is_some_and(|outcome| outcome.termination == Termination::Undecided)
    }

    /// Returns the reason for the verdict, in one line.
    #[must_use]
    pub fn reason(&self, language: Language) -> String {
        let Some(outcome) = self.outcome else {
            let to_move = self.to_move.word(language);
            let ongoing =
                text!(language, "the game goes on, {to_move} to move", "对局继续，轮到{to_move}走棋");
            return match &self.repetition {
                Some(repetition) => ongoing + repetition.warning(language),
                None => ongoing,
            };
        };
        let loser = outcome.winner.map_or(self.to_move, |winner| !winner);
        let termination = outcome.termination.text(loser, language);
        let by_repetition = self.repetition.as_ref().filter(|_| outcome.termination.is_by_repetition());
        let mut parts = vec![match by_repetition.and_then(Repetition::article) {
            Some(article) => {
                text!(language, "{termination} (article {article})", "{termination}（第{article}条）")
            }
            None => termination,
        }];
        if let Some(repetition) = by_repetition {
            if repetition.is_by_nine_moves() {
                parts.push(language.pick("by the nine-move rule", "按连续九个回合禁止着法的规定").to_owned());
            }
            parts.extend(Color::ALL.map(|side| repetition.offence_line(side, language)));
        }
        parts.extend(self.exemption(outcome.termination, language).map(str::to_owned));
        parts.join(language.pick("; ", "；"))
    }

    /// Returns the exemption by which the rule set draws a repetition although one side's offence is graver.
    fn exemption(&self, termination: Termination, language: Language) -> Option<&'static str> {
        let repetition = self.repetition.as_ref()?;
        let [red, black] = repetition.offences;
        if termination != Termination::Repetition || red == black {
            return None;
        }
        Some(match self.rules {
            RuleSet::AlwaysDraw => {
                language.pick("these rules draw every repetition", "本规则下循环局面一律作和")
            }
            RuleSet::CheckBan => language.pick("these rules ban only perpetual check", "本规则只禁止长将"),
            RuleSet::Computer if repetition.any_check() => language.pick(
                "these rules draw a repetition that contains a check but no perpetual check",
                "循环中有将军但无长将，本规则作和",
            ),
            RuleSet::Computer => {
                language.pick("these rules do not grade perpetual chases", "本规则不分长捉的轻重")
            }
            _ => return None,
        })
    }
}

impl Termination {
    /// Returns the reason why the game is over as a sentence; `loser` is named unless the game is drawn.
    fn text(self, loser: Color, language: Language) -> String {
        let side = loser.word(language);
        match self {
            Self::Checkmate => text!(language, "{side} is checkmated", "{side}被将死"),
            Self::Stalemate => text!(language, "{side} is stalemated, which loses", "{side}困毙"),
            Self::PerpetualCheck => text!(language, "{side} loses by perpetual check", "{side}长将作负"),
            Self::PerpetualChase => text!(language, "{side} loses by perpetual chase", "{side}长捉作负"),
            Self::PerpetualAttack => text!(language, "{side} loses by perpetual attack", "{side}长打作负"),
            Self::Repetition => language.pick("repetition", "循环局面，双方不变作和").to_owned(),
            Self::Undecided => language
                .pick(
                    "undecided: a move could not be classified, and the verdict depends on it",
                    "未能判定：有的着法性质未定，而判决取决于它",
                )
                .to_owned(),
            Self::NaturalLimit => language
                .pick("the natural limit of plies without a capture is reached", "达到自然限着，作和")
                .to_owned(),
            Self::Material => language
                .pick("neither side has a piece that can cross the river", "双方都没有能过河的棋子，作和")
                .to_owned(),
        }
    }
}

impl Repetition {
    /// Returns true if the moves are judged by the nine-move rule.
    const fn is_by_nine_moves(&self) -> bool {
        self.occurrences == 1
    }

    /// Returns the line above the moves.
    fn heading(&self, language: Language) -> String {
        let ordinal = match self.occurrences {
            1 => {
                let text = language.pick(
                    "One side made nine forbidden moves in a row, on three or more points. Moves of these rounds:",
                    "一方在三个以上的点上连续九个回合走禁止着法，着法如下：",
                );
                return text.to_owned();
            }
            2 => language.pick("second", "二"),
            3 => language.pick("third", "三"),
            _ => language.pick("fourth", "四"),
        };
        text!(
            language,
            "The position occurs for the {ordinal} time. Moves since the first occurrence:",
            "同一局面第{ordinal}次出现，其间着法如下："
        )
    }

    /// Returns the warning before the occurrence that is judged.
    fn warning(&self, language: Language) -> &'static str {
        if self.occurrences > 2 {
            language.pick("; the position has occurred three times", "；同一局面已出现三次")
        } else {
            language.pick("; the position has occurred twice", "；同一局面已出现两次")
        }
    }

    /// Returns what `side` did: its offence, or a summary of its moves.
    #[must_use]
    pub fn offence_text(&self, side: Color, language: Language) -> String {
        let chased = || {
            let pieces: Vec<_> = self.chased[side].iter().map(|placed| placed.text(language)).collect();
            pieces.join(language.pick(" and ", "、"))
        };
        if let Some(levels) = self.levels {
            return self.level_text(side, levels[side], language);
        }
        match self.offences[side] {
            Offence::PerpetualCheck => language.pick("perpetual check", "长将").to_owned(),
            Offence::ChaseOfPinnedRook => text!(
                language,
                "perpetual chase of {chased}, pinned by a horse",
                "长捉被马牵制的{chased}",
                chased = chased()
            ),
            Offence::PerpetualChase => {
                text!(language, "perpetual chase of {chased}", "长捉{chased}", chased = chased())
            }
            Offence::None => self.summary(side, language),
        }
    }

    fn offence_line(&self, side: Color, language: Language) -> String {
        text!(
            language,
            "{side}: {offence}",
            "{side}：{offence}",
            offence = self.offence_text(side, language),
            side = side.word(language)
        )
    }

    /// Summarises the moves of a side that does not offend.
    fn summary(&self, side: Color, language: Language) -> String {
        let count = |class| self.count(side, class);
        match (count(MoveClass::Check), count(MoveClass::Chase), count(MoveClass::Idle)) {
            (0, 0, _) => language.pick("idle moves", "闲着").to_owned(),
            (0, _, 0) => language.pick("chases different pieces in turn", "轮捉不同的子").to_owned(),
            _ => self.counts_text(side, language),
        }
    }

    /// Counts the moves of a side by class: `2 checks, 1 idle move`, or `一将一闲` if they are equally many.
    pub(in crate::rules) fn counts_text(&self, side: Color, language: Language) -> String {
        let names = [
            (MoveClass::Check, "check", "将"),
            (MoveClass::MateThreat, "mate threat", "杀"),
            (MoveClass::Chase, "chase", "捉"),
            (MoveClass::Idle, "idle move", "闲"),
            (MoveClass::Undecided, "undecided move", "未定"),
        ];
        let counts: Vec<_> = names
            .map(|(class, english, chinese)| (self.count(side, class), english, chinese))
            .into_iter()
            .filter(|&(count, ..)| count > 0)
            .collect();
        let is_even = counts.iter().all(|each| each.0 == counts[0].0);
        let part = |&(count, english, chinese): &(usize, &str, &str)| match language {
            Language::English => format!("{count} {english}{}", if count > 1 { "s" } else { "" }),
            Language::Chinese => numeral(if is_even { 1 } else { count }) + chinese,
        };
        counts.iter().map(part).collect::<Vec<_>>().join(language.pick(", ", ""))
    }
}

fn numeral(number: usize) -> String {
    const NUMERALS: [&str; 10] = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"];
    match number {
        1..=10 => NUMERALS[number - 1].to_owned(),
        _ => number.to_string(),
    }
}

impl ClassifiedMove {
    /// Returns what the move does.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let class = self.class();
        if let Some(chinese) = &self.chinese {
            return chinese.text(self, language);
        }
        if class == MoveClass::Check {
            return language.pick("check", "将").to_owned();
        }
        let mut parts: Vec<String> = self.attacks.iter().map(|attack| attack.text(language)).collect();
        if self.offers_itself {
            parts.push(text!(
                language,
                "{piece} offers itself",
                "献{piece}",
                piece = self.piece.text(language)
            ));
        }
        if class == MoveClass::Idle {
            parts.insert(0, language.pick("idle", "闲").to_owned());
        }
        parts.join(language.pick("; ", "；"))
    }
}

impl PlacedPiece {
    /// Returns the piece with its square: `rook h2`, `车h2`.
    pub(in crate::rules) fn text(self, language: Language) -> String {
        let (kind, name, square) = (self.piece.kind(), self.piece.word(language), self.square);
        text!(language, "{kind} {square}", "{name}{square}")
    }
}

impl Attack {
    /// Returns the attack in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let [attacker, target] = [self.attacker, self.target].map(|placed| placed.text(language));
        match &self.effect {
            AttackEffect::OnStronger => text!(
                language,
                "{attacker} chases {target} (stronger piece, protection is irrelevant)",
                "{attacker}捉{target}（子力价值更高，有根亦按捉论）"
            ),
            AttackEffect::OnUnprotected(false_protectors) if false_protectors.is_empty() => {
                text!(language, "{attacker} chases {target} (not protected)", "{attacker}捉{target}（无根）")
            }
            AttackEffect::OnUnprotected(false_protectors) => {
                let faults =
                    false_protectors.iter().map(|(protector, fault)| fault.text(*protector, language));
                let faults = faults.collect::<Vec<_>>().join(language.pick(", ", "，"));
                text!(
                    language,
                    "{attacker} chases {target} (false protection: {faults})",
                    "{attacker}捉{target}（假根：{faults}）"
                )
            }
            AttackEffect::OnProtected => text!(
                language,
                "{attacker} attacks {target}, which is protected",
                "{attacker}攻{target}，有根，不作捉论"
            ),
            AttackEffect::Exchange => {
                text!(language, "{attacker} offers to exchange itself for {target}", "{attacker}邀兑{target}")
            }
            AttackEffect::Illegal => text!(
                language,
                "{attacker} attacks {target}, but the capture would expose its king",
                "{attacker}攻{target}，受牵制不能吃子，不作捉论"
            ),
            AttackEffect::ExemptAttacker => text!(
                language,
                "{attacker} attacks {target}, as kings and pawns may",
                "{attacker}攻{target}，将帅和兵卒允许长捉"
            ),
            AttackEffect::OnHomePawn => text!(
                language,
                "{attacker} attacks {target}, which has not crossed the river",
                "{attacker}攻{target}，未过河，不作捉论"
            ),
            AttackEffect::Existing => text!(
                language,
                "{attacker} attacks {target}, which was already under attack",
                "{attacker}攻{target}，原已受攻，不作捉论"
            ),
        }
    }
}

impl ProtectorFault {
    fn text(self, protector: PlacedPiece, language: Language) -> String {
        let piece = protector.text(language);
        match self {
            Self::Pinned => text!(language, "{piece} is pinned", "{piece}被牵制"),
            Self::InCheck => text!(
                language,
                "{piece} cannot answer the check that the capture gives",
                "吃子同时将军，{piece}不能应将"
            ),
            Self::FacesKing => text!(language, "{piece} would face the other king", "{piece}吃回则将帅照面"),
            Self::WalksIntoCheck => text!(language, "{piece} would step into check", "{piece}吃回则送将"),
        }
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
