// SPDX-License-Identifier: MIT OR Apache-2.0
//! Each module of `src/` imports only from those below it in the table of `docs/architecture.md`.

use crate::support::pages;
use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the Rust files in a folder of `src/` and below it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let below = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    let files = entries.flat_map(below);
    files.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

#[test]
fn modules_import_from_lower_floors_only() {
    let map = pages::text("docs/architecture.md");
    let module = Regex::new(r"\[`(\w+)`\]\(\.\./src/").expect("a good pattern");
    let rows = map.lines().filter_map(|line| line.strip_prefix("| ")?.split('|').next());
    let floors: Vec<Vec<&str>> = rows
        .map(|row| module.captures_iter(row).map(|found| found.extract::<1>().1[0]).collect())
        .filter(|floor: &Vec<_>| !floor.is_empty())
        .collect();
    assert!(floors.len() > 7);
    let floor = |name: &str| floors.iter().position(|floor| floor.contains(&name));
    let import = Regex::new(r"\b(?:crate|chuhe)::(\{|\w+)").expect("a good pattern");
    let src = pages::root().join("src");
    for path in sources(&src) {
        let file = path.strip_prefix(&src).expect("it is in the folder").to_str().expect("a name in UTF-8");
        if ["lib.rs", "main.rs"].contains(&file) {
            continue;
        }
        let own = file.split(['/', '\\', '.']).next().expect("a first part");
        let own_floor = floor(own).unwrap_or_else(|| panic!("{own} is not in docs/architecture.md"));
        let text = fs::read_to_string(&path).expect("a source file");
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for (_, [name]) in code.flat_map(|line| import.captures_iter(line)).map(|found| found.extract()) {
            let is_lower = floor(name).is_some_and(|floor| floor > own_floor);
            assert!(name == own || is_lower, "src/{file} imports crate::{name}");
        }
    }
}
