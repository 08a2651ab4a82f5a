// SPDX-License-Identifier: MIT OR Apache-2.0
//! The vocabularies that the page shows, as a script that it imports: they are made from the tables that the command
//! line and the protocols read too. `page/vocabulary.d.ts` has their types.

use chuhe::engine::Level;
use once_cell::sync::Lazy;
use serde_json::json;
use xiangqi::notation::{record_extensions, record_formats};
use xiangqi::rules::RULE_NAMES;
use xiangqi::types::Language;

/// The script `vocabulary.js`.
pub static SCRIPT: Lazy<String> = Lazy::new(|| {
    let rules: Vec<_> =
        RULE_NAMES.iter().map(|rules| json!([rules.name, rules.title.0, rules.title.1])).collect();
    // Texts and pages have games in them, too.
    let extensions = record_extensions().into_iter().chain(["txt", "html"]);
    let files: Vec<_> = extensions.map(|extension| format!(".{extension}")).collect();
    let constants = [
        ("RULES", json!(rules)),
        ("GAME_FILES", json!(files.join(","))),
        ("GAME_FORMATS", json!(Language::ALL.map(record_formats))),
        ("LEVEL_ELO", json!(Level::all().map(Level::elo).collect::<Vec<_>>())),
    ];
    constants.map(|(name, value)| format!("export const {name} = {value};\n")).concat()
});
