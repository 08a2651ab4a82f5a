// SPDX-License-Identifier: MIT OR Apache-2.0
//! The project's prose is plain technical English in the field's own terms (see CONTRIBUTING.md). This test
//! keeps out the words and turns that once made it a dialect, each with the reason and the word to write
//! instead.

use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};

/// A pattern and what is wrong with it.
const BANNED: [(&str, &str); 15] = [
    (r"(?:^|[^/])\b[Mm][ae]n\b(?:[^/]|$)", "a chess piece is a \"piece\""),
    (r"\btold (?:of|from)\b", "write \"reported\" or \"distinguished from\""),
    (r"\bamiss\b", "write \"wrong\", or say what is right"),
    (r"\b[Ss]o many\b", "write \"the number of\", \"up to N\" or \"N\""),
    (r"\b[Nn]obody\b", "say who does it, or \"nothing\""),
    (r"\bas it were\b|\bbe it\b", "a filler"),
    (r"\bhand-made\b", "the field says \"hand-crafted evaluation\" (HCE)"),
    (r"\bin the mean\b", "write \"on average\""),
    (
        r"^\s*//[/!] (?:What|How|Who|Whether|So)\b",
        "a summary says what the item is or does: begin with a noun or a verb",
    ),
    (r"\b[Nn]othing (?:is|was) wrong\b", "a litotes: say what is right"),
    (r"\b(?:hunter|prey|avenger)s?\b", "rules speak of chaser, target and protector"),
    (r"\btwin units?\b|\bhidden units?\b", "a network has neurons and a hidden size"),
    (r"\bslopes?\b", "training computes gradients"),
    (r"pub\((?:super|in )", "write `pub` in a private module, `pub(crate)` on a public type"),
    (r"\bfollowing moves\b|\bbring forward\b", "accumulators are updated lazily or incrementally"),
];

/// "is no X" for "is not an X", unless something is said not to be there.
const IS_NO: &str = r"(\w+) (?:is|are|was|were) no (\w+)";
const IS_NO_REASON: &str = "write \"is not a …\"";
const EXISTS: [&str; 2] = ["there", "There"];
const DEGREES: [&str; 7] = ["longer", "more", "less", "fewer", "better", "worse", "further"];

/// Terms that contain a banned word.
const ALLOWED: [&str; 4] = ["man page", "man chuhe", "Man page", "share/man"];

/// Comments are wrapped by hand; code is wrapped by rustfmt.
const MAX_COMMENT: usize = 110;

struct Checker {
    banned: Vec<(Regex, &'static str)>,
    is_no: Regex,
}

impl Checker {
    fn new() -> Self {
        let banned = BANNED.iter().map(|&(pattern, reason)| (Regex::new(pattern).unwrap(), reason)).collect();
        Self { banned, is_no: Regex::new(IS_NO).unwrap() }
    }

    /// What is wrong with a line of prose or code.
    fn breaches(&self, line: &str) -> Vec<String> {
        let line = ALLOWED.iter().fold(line.to_owned(), |line, term| line.replace(term, ""));
        let banned = self.banned.iter().filter_map(|(pattern, reason)| {
            pattern.find(&line).map(|found| format!("'{}': {reason}", found.as_str().trim()))
        });
        let is_no = self.is_no.captures_iter(&line).filter_map(|found| {
            let legitimate = EXISTS.contains(&&found[1]) || DEGREES.contains(&&found[2]);
            (!legitimate).then(|| format!("'{}': {IS_NO_REASON}", &found[0]))
        });
        banned.chain(is_no).collect()
    }
}

/// Returns all texts of the repository.
fn texts() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut todo: Vec<PathBuf> =
        ["src", "tests", "benches", "fuzz", "examples", "positions", "book", "package", ".ci", ".github"]
            .map(Into::into)
            .into();
    todo.extend(
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile", "Cargo.toml", "clippy.toml"]
            .map(PathBuf::from),
    );
    while let Some(path) = todo.pop() {
        if root.join(&path).is_dir() {
            let entries = fs::read_dir(root.join(&path)).unwrap();
            todo.extend(entries.map(|entry| path.join(entry.unwrap().file_name())));
        } else if let Ok(text) = fs::read_to_string(root.join(&path)) {
            found.push((path, text));
        }
    }
    found
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rs")
}

#[test]
fn the_prose_is_plain() {
    let checker = Checker::new();
    let texts = texts();
    assert!(texts.len() > 300, "only {} texts found", texts.len());
    let mut breaches = Vec::new();
    // This file quotes the banned words.
    for (path, text) in texts.iter().filter(|(path, _)| path != Path::new("tests/it/language.rs")) {
        for (number, line) in text.lines().enumerate() {
            for breach in checker.breaches(line) {
                breaches.push(format!("{}:{}: {breach}", path.display(), number + 1));
            }
        }
    }
    assert!(breaches.is_empty(), "{} breaches:\n{}", breaches.len(), breaches.join("\n"));
}

#[test]
fn comments_fit_the_page() {
    let mut long = Vec::new();
    for (path, text) in texts().iter().filter(|(path, _)| is_rust(path)) {
        for (number, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("//") && line.chars().count() > MAX_COMMENT {
                long.push(format!("{}:{}", path.display(), number + 1));
            }
        }
    }
    assert!(
        long.is_empty(),
        "{} comment lines beyond {MAX_COMMENT} columns:\n{}",
        long.len(),
        long.join("\n")
    );
}

#[test]
fn planted_breaches_are_found() {
    let checker = Checker::new();
    for line in [
        "the value of each man on the board",
        "    /// What the table holds.",
        "    /// How deep a result is.",
        "    pub(super) fn legal() {}",
        "A file that is no network is refused",
        "moves that were no captures",
        "after so many plies",
        "One that cannot be used is told of later",
    ] {
        assert!(!checker.breaches(line).is_empty(), "{line}");
    }
    for line in [
        "Installs the man page into share/man.",
        "    /// Returns the value of a piece.",
        "There is no legal move, and the score is no longer exact.",
        "    // What follows is the slow path.",
        "the many pieces of a manual",
    ] {
        assert_eq!(checker.breaches(line), [""; 0], "{line}");
    }
}
