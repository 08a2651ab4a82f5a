// SPDX-License-Identifier: MIT OR Apache-2.0
//! The crate is built in floors: a module imports only from floors below, or from itself. This test reads the
//! sources and fails on a breach, and on files without a licence line or grown too long.

#![allow(clippy::unwrap_used, reason = "sources that cannot be read are a failed test")]

use std::fs;
use std::path::{Path, PathBuf};

/// Ground floor first; neighbours on one floor do not import each other.
const FLOORS: [&[&str]; 9] = [
    &["types", "files"],
    &["attacks"],
    &["position"],
    &["rules", "notation", "eval", "tt"],
    &["search", "book", "openings", "render"],
    &["engine", "learn", "lab"],
    &["protocol", "review"],
    &["arena"],
    &["cli"],
];

/// Lower floors that are out of bounds nevertheless: the table knows no board, and the laboratory's algorithms check
/// the search, so they share nothing with it.
const OUT_OF_BOUNDS: [(&str, &str); 5] =
    [("tt", "attacks"), ("tt", "position"), ("lab", "search"), ("lab", "tt"), ("lab", "book")];

/// An exported macro lives in the crate's root wherever it is written.
const MACROS: [&str; 1] = ["bitboard"];

const MAX_LINES: usize = 600;

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

fn may_import(module: &str, other: &str) -> bool {
    module == other || floor(other) < floor(module) && !OUT_OF_BOUNDS.contains(&(module, other))
}

/// The names that follow `crate::` in the code, macros left out.
fn crate_names(source: &str) -> Vec<String> {
    let code: String = source.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    code.split("crate::")
        .skip(1)
        .flat_map(first_names)
        .filter(|name| !MACROS.contains(&name.as_str()))
        .collect()
}

/// The names at the beginning of a path: of `a::b` it is `a`, of `{a, b::{c, d}}` they are `a` and `b`.
fn first_names(path: &str) -> Vec<String> {
    let Some(group) = path.strip_prefix('{') else {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        return vec![path.chars().take_while(|&c| is_name(c)).collect()];
    };
    let mut depth = 0;
    let mut top_level = String::new();
    for c in group.chars() {
        match c {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 => top_level.push(c),
            _ => {}
        }
    }
    top_level.split(',').map(str::trim).filter(|path| !path.is_empty()).flat_map(first_names).collect()
}

fn sources(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
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

#[test]
fn modules_import_from_lower_floors_only() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut breaches = Vec::new();
    for path in sources("src") {
        let inside = path.strip_prefix(&src).unwrap();
        let module = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        if inside.iter().count() == 1 && ["lib", "main"].contains(&module) {
            continue;
        }
        assert!(floor(module).is_some(), "module {module} has no floor");
        for name in crate_names(&fs::read_to_string(&path).unwrap()) {
            // A re-export hides where a thing comes from: inside the crate the module is named.
            if floor(&name).is_none() || !may_import(module, &name) {
                breaches.push(format!("{}: crate::{name}", inside.display()));
            }
        }
    }
    assert!(breaches.is_empty(), "imports that go up or sideways:\n{}", breaches.join("\n"));
}

#[test]
fn imports_are_found_in_every_form() {
    let source = "use crate::types::{Move, Square};\nuse crate::{\n    eval::Evaluator,\n    rules::{self, RuleSet},\n    \
                  Position,\n};\nlet x = crate::position::perft(); // crate::cli\ncrate::bitboard! {}";
    assert_eq!(crate_names(source), ["types", "eval", "rules", "Position", "position"]);
    assert!(may_import("eval", "position") && may_import("eval", "eval") && may_import("cli", "lab"));
    assert!(!may_import("eval", "rules") && !may_import("eval", "search") && !may_import("lab", "search"));
    assert!(!may_import("tt", "position") && may_import("tt", "types"));
}

#[test]
fn files_name_their_licence_and_stay_short() {
    for path in ["src", "tests", "benches", "examples"].into_iter().flat_map(sources) {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.display();
        assert!(
            text.starts_with("// SPDX-License-Identifier: MIT OR Apache-2.0\n"),
            "{name} names no licence"
        );
        assert!(text.lines().count() <= MAX_LINES, "{name} has more than {MAX_LINES} lines");
    }
}
