// SPDX-License-Identifier: MIT OR Apache-2.0
//! `--rules`.

use crate::cli::failure::warn;
use crate::rules::{RuleName, RuleSet};
use crate::types::{Language, text};

/// The rules by which repetitions are judged.
#[derive(clap::Args)]
pub struct RulesArgs {
    /// Rules of repetition: asian, chinese (judged as asian), computer, check-ban or always-draw
    #[arg(long = "rules", value_name = "NAME", default_value = "asian", value_parser = RuleName::find)]
    name: &'static RuleName,
}

impl RulesArgs {
    /// Returns the rules that are applied.
    pub fn rules(&self) -> RuleSet {
        self.name.rules
    }

    /// Returns what differs if these are not the rules that were asked for.
    pub fn note(&self) -> Option<&'static str> {
        self.name.note
    }

    /// Prints the note, if there is one, on standard error.
    pub fn report_note(&self, language: Language) {
        if let Some(note) = language.pick(self.name.note, self.name.chinese_note) {
            let name = self.name.name;
            warn(&text!(language, "--rules {name}: {note}", "--rules {name}：{note}"));
        }
    }
}
