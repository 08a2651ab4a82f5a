// SPDX-License-Identifier: MIT OR Apache-2.0
//! Texts for people are pairs, English and Chinese, in `text!` and `Language::pick`. This test walks all
//! pairs in the sources: the second half is Chinese, and written as Chinese is.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};

/// Words in Latin letters that Chinese texts use: names, units, and words that are typed.
const LATIN: &[&str] = &[
    "FEN",
    "UCCI",
    "UCI",
    "chuhe",
    "help",
    "quit",
    "Elo",
    "LOS",
    "LLR",
    "SPRT",
    "game",
    "rules",
    "input-encoding",
    "ms",
    "PGN",
    "XQF",
    "CBR",
    "CBL",
    "DhtmlXQ",
    "iccs",
    "wxf",
    "chinese",
    "chinese-traditional",
    "plain",
    "resume",
];

/// The move that stands for Chinese notation in English texts.
const EXAMPLE: &str = "炮二平五";

/// The texts of both languages in one place of the sources.
struct Pair {
    english: Vec<String>,
    chinese: Vec<String>,
}

/// Returns the Rust files of the crate.
fn sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                found.push(entry);
            }
        }
    }
    found
}

/// Adds the text of every string literal.
fn strings(tokens: TokenStream, found: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => strings(group.stream(), found),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                found.extend(inner.map(str::to_owned));
            }
            _ => {}
        }
    }
}

/// Splits the arguments of a call.
fn arguments(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![Vec::new()];
    for token in tokens {
        match &token {
            TokenTree::Punct(comma) if comma.as_char() == ',' => parts.push(Vec::new()),
            _ => parts.last_mut().unwrap().push(token),
        }
    }
    parts.into_iter().map(|part| part.into_iter().collect()).collect()
}

/// Adds the pairs in `text!(language, …, …)` and `.pick(…, …)`.
fn pairs(tokens: TokenStream, found: &mut Vec<Pair>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let before = |steps: usize| {
            let token = index.checked_sub(steps).map(|index| tokens[index].to_string());
            token.unwrap_or_default()
        };
        let first = match [before(2).as_str(), before(1).as_str()] {
            ["text", "!"] => Some(1),
            [".", "pick"] => Some(0),
            _ => None,
        };
        if let Some(first) = first.filter(|_| group.delimiter() == Delimiter::Parenthesis) {
            let parts = arguments(group.stream());
            let [english, chinese] = [first, first + 1].map(|index| parts.get(index).cloned());
            let (Some(english), Some(chinese)) = (english, chinese) else { continue };
            let mut pair = Pair { english: Vec::new(), chinese: Vec::new() };
            strings(english, &mut pair.english);
            strings(chinese, &mut pair.chinese);
            found.push(pair);
        }
        pairs(group.stream(), found);
    }
}

fn is_chinese(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

/// Returns what is wrong with a pair.
fn breaches(pair: &Pair) -> Vec<String> {
    let placeholder = Regex::new(r"\{[^{}]*\}").unwrap();
    let latin = Regex::new(r"[A-Za-z][A-Za-z_-]+").unwrap();
    let half_width = Regex::new(r"\p{Han}\s*[,;:!?()]|[,;:!?()]\s*\p{Han}").unwrap();
    let mut found = Vec::new();
    if pair.english.len() != pair.chinese.len() {
        found.push(format!("{} texts, {} translations", pair.english.len(), pair.chinese.len()));
    }
    for (english, chinese) in pair.english.iter().zip(&pair.chinese) {
        // Values alone bring their language with them.
        let is_value = placeholder.replace_all(chinese, "").is_empty() && !chinese.is_empty();
        let [english, chinese] =
            [english, chinese].map(|text| placeholder.replace_all(text, "").replace(EXAMPLE, ""));
        let is_latin = latin.find_iter(&english).all(|word| LATIN.contains(&word.as_str()));
        if english.contains(is_chinese) {
            found.push(format!("Chinese in the English text: {english}"));
        }
        if !is_latin && !is_value && !chinese.contains(is_chinese) {
            found.push(format!("not translated: {english} | {chinese}"));
        }
        for word in latin.find_iter(&chinese).map(|word| word.as_str()) {
            if !LATIN.contains(&word) {
                found.push(format!("'{word}' in the Chinese text: {chinese}"));
            }
        }
        if let Some(mark) = half_width.find(&chinese) {
            found.push(format!("'{}' is half-width punctuation: {chinese}", mark.as_str()));
        }
    }
    found
}

#[test]
fn every_text_is_there_in_both_languages() {
    let (mut count, mut wrong) = (0, Vec::new());
    for path in sources() {
        let text = fs::read_to_string(&path).unwrap();
        let mut found = Vec::new();
        pairs(text.parse().unwrap(), &mut found);
        count += found.len();
        let place = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().display();
        wrong.extend(found.iter().flat_map(breaches).map(|breach| format!("{place}: {breach}")));
    }
    assert!(count > 10, "only {count} pairs found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn planted_breaches_are_found() {
    let wrong = |code: &str| {
        let mut found = Vec::new();
        pairs(code.parse().unwrap(), &mut found);
        assert_eq!(found.len(), 1, "{code}");
        breaches(&found[0]).len()
    };
    for code in [
        r#"text!(language, "{n} moves", "{n} moves")"#,
        r#"text!(language, "{n} moves", "{n}个 moves")"#,
        r#"text!(language, "{n}着", "{n}着")"#,
        r#"language.pick("red wins: mate", "红胜: 绝杀")"#,
        r#"self.language.pick(["move", "score"], ["着法", "score"])"#,
        r#"language.pick(["move", "score"], ["着法"])"#,
    ] {
        assert!(wrong(code) > 0, "{code}");
    }
    for code in [
        r#"text!(language, "{n} moves", "{n}步")"#,
        r#"f(text!(self.language, "depth {plies}, {n}", "深度{plies}，{n}", n = g(1, 2)))"#,
        r#"language.pick(["move", "score"], ["着法", "分数"])"#,
        r#"parts.join(language.pick("; ", "；"))"#,
    ] {
        assert_eq!(wrong(code), 0, "{code}");
    }
}
