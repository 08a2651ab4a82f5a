// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Chinese rules in words, with the terms of the rule book: 将, 杀, 捉, 闲, 兑, 献; 联合捉子 joint chase, 少根
//! under-protected, 长杀 perpetual mate threat.

use crate::rules::chinese::{Chased, Class, Level, Means, Weight};
use crate::rules::explain::{ClassifiedMove, MoveClass, Repetition};
use crate::rules::move_class::PlacedPiece;
use crate::text;
use crate::types::{Color, Language, PieceKind};

impl Class {
    /// Returns what the move `mv` of this class does.
    pub fn text(&self, mv: &ClassifiedMove, language: Language) -> String {
        let mut parts = match self {
            Self::Check => vec![language.pick("check", "将").to_owned()],
            Self::MateThreat(1) => {
                vec![language.pick("threatens mate in one check", "杀（一将成杀）").to_owned()]
            }
            Self::MateThreat(checks) => {
                vec![text!(language, "threatens mate in {checks} checks", "杀（连将{checks}步成杀）")]
            }
            Self::Chase(chased) => chased.iter().map(|chased| chased.text(language)).collect(),
            Self::Idle(offers) => {
                let idle = language.pick("idle", "闲").to_owned();
                core::iter::once(idle).chain(offers.iter().map(|&pair| offer(pair, language))).collect()
            }
            Self::Undecided => vec![
                language
                    .pick(
                        "undecided: the search for a mate threat was too large",
                        "未定：连将杀的搜索超出限度",
                    )
                    .to_owned(),
            ],
        };
        if mv.offers_itself && matches!(self, Self::Chase(_) | Self::Idle(_)) {
            let piece = mv.piece.text(language);
            parts.push(text!(language, "{piece} offers itself", "献{piece}"));
        }
        parts.join(language.pick("; ", "；"))
    }
}

fn offer([own, other]: [PlacedPiece; 2], language: Language) -> String {
    let [own, other] = [own, other].map(|placed| placed.text(language));
    text!(language, "{own} offers to exchange itself for {other}", "{own}邀兑{other}")
}

impl Chased {
    fn text(self, language: Language) -> String {
        let [attacker, target] = [self.attacker, self.target].map(|placed| placed.text(language));
        let is_rook = |placed: PlacedPiece| placed.piece.kind() == PieceKind::Rook;
        let is_stronger = is_rook(self.target) && !is_rook(self.attacker);
        let means = match self.means {
            Means::Checks => language.pick("won by checks", "借将得子"),
            Means::Unprotected => language.pick("not protected", "无根"),
            Means::Exchange if is_stronger => language.pick("a stronger piece", "子力价值更高"),
            Means::Exchange => language.pick("protected, but the exchange wins", "少根"),
        };
        let joint = match self.weight {
            Weight::Light if self.means == Means::Unprotected || is_stronger => {
                language.pick(", joint chase", "，联合捉子")
            }
            _ => "",
        };
        text!(
            language,
            "{attacker} chases {target} ({means}{joint})",
            "{attacker}捉{target}（{means}{joint}）"
        )
    }
}

impl Level {
    fn text(self, language: Language) -> &'static str {
        match self {
            Self::Allowed => language.pick("allowed", "允许着法"),
            Self::Light => language.pick("forbidden, light", "禁止着法，轻"),
            Self::Heavy => language.pick("forbidden, heavy", "禁止着法，重"),
            Self::PerpetualCheck => language.pick("forbidden against anything", "禁止着法，单方长将必变"),
        }
    }
}

impl Repetition {
    /// Returns what `side` did with its level by the Chinese rules.
    pub(in crate::rules) fn level_text(
        &self,
        side: Color,
        (least, most): (Level, Level),
        language: Language,
    ) -> String {
        let all = |class| self.moves.iter().filter(|mv| mv.side() == side).all(|mv| mv.class() == class);
        let moves = if all(MoveClass::Check) {
            language.pick("perpetual check", "长将").to_owned()
        } else if all(MoveClass::MateThreat) {
            language.pick("perpetual mate threat", "长杀").to_owned()
        } else if all(MoveClass::Chase) {
            language.pick("perpetual chase", "长捉").to_owned()
        } else if all(MoveClass::Idle) {
            language.pick("idle moves", "闲着").to_owned()
        } else {
            self.counts_text(side, language)
        };
        let level = if least == most { most.text(language) } else { language.pick("undecided", "未定") };
        text!(language, "{moves} ({level})", "{moves}（{level}）")
    }

    /// Returns the article of the Chinese rules by which the levels of both sides decide, if they do.
    #[must_use]
    pub fn article(&self) -> Option<&'static str> {
        let [red, black] = self.levels?;
        if red.0 != red.1 || black.0 != black.1 {
            return None;
        }
        let (lower, higher) = (red.0.min(black.0), red.0.max(black.0));
        Some(match (lower, higher) {
            (Level::Allowed, Level::Allowed) => "25.2",
            _ if lower == higher => "26.9.4",
            (_, Level::PerpetualCheck) => "25.1",
            (Level::Allowed, _) => "25.3",
            _ => "26.9.1",
        })
    }
}
