// SPDX-License-Identifier: MIT OR Apache-2.0
//! The words that JavaScript uses for notations, rules and languages, and their types in TypeScript.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use xiangqi::types::Language;
use xiangqi::{Notation, RuleSet};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type Side = "red" | "black";
export type Notation = "iccs" | "wxf" | "chinese" | "chinese-traditional" | "vietnamese";
export type Rules = "asian" | "chinese" | "chinese-three-cycles" | "chinese-nine-moves" | "chinese-2011" | "computer" |
    "check-ban" | "always-draw";
export type Language = "en" | "zh";
"#;

/// Returns the notation of this name.
pub fn notation(name: &str) -> Result<Notation, JsError> {
    Ok(name.parse()?)
}

/// Returns the rules of this name; the Asian ones without.
pub fn rules(name: Option<&str>) -> Result<RuleSet, JsError> {
    Ok(name.map_or(Ok(RuleSet::default()), str::parse)?)
}

/// Returns the language of this tag; English unless it is Chinese.
pub fn language(tag: Option<&str>) -> Language {
    tag.map_or(Language::English, Language::of_locale)
}
