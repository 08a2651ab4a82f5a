// SPDX-License-Identifier: MIT OR Apache-2.0
//! The crate is built in floors: a module imports only from floors below, or from its own room, and inside a
//! room the arrows run one way too. This test reads the sources and fails on a breach, and on files that lack
//! the licence line or are too long.

#![allow(clippy::unwrap_used, reason = "sources that cannot be read are a failed test")]

#[path = "support/imports.rs"]
mod imports;

use imports::{Arrow, ModulePath, Modules};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Ground floor first; neighbours on one floor do not import each other.
const FLOORS: [&[&str]; 9] = [
    &["types", "bounded", "files", "sync", "threads"],
    &["attacks"],
    &["position"],
    &["rules", "notation", "eval", "tt"],
    &["search", "book", "openings", "render"],
    &["engine", "learn", "lab", "tb"],
    &["protocol", "review", "analysis"],
    &["arena", "serve"],
    &["cli"],
];

/// Lower floors that are out of bounds nevertheless: the transposition table does not depend on the board,
/// and the laboratory's algorithms check the search, so they share nothing with it.
const OUT_OF_BOUNDS: [(&str, &str); 5] =
    [("tt", "attacks"), ("tt", "position"), ("lab", "search"), ("lab", "tt"), ("lab", "book")];

/// An exported macro lives in the crate's root wherever it is written.
const MACROS: [&str; 1] = ["bitboard"];

const MAX_LINES: usize = 600;

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&room))
}

fn may_import(room: &str, other: &str) -> bool {
    room == other || floor(other) < floor(room) && !OUT_OF_BOUNDS.contains(&(room, other))
}

/// The room that a module belongs to; the crate's root belongs to none.
fn room(module: &ModulePath) -> Option<&str> {
    module.first().map(String::as_str).filter(|&room| room != "main")
}

fn is_breach(arrow: &Arrow) -> bool {
    let Some(from) = room(&arrow.from) else { return false };
    match room(&arrow.to) {
        Some(to) => !may_import(from, to),
        // A re-export of the root hides where a thing comes from: inside the crate its room is named.
        None => arrow.name.as_ref().is_none_or(|name| !MACROS.contains(&name.as_str())),
    }
}

fn is_inside_a_room(arrow: &Arrow) -> bool {
    room(&arrow.from).is_some() && room(&arrow.from) == room(&arrow.to)
}

/// Returns the Rust files of a folder of the crate.
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

fn crate_modules() -> Modules {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let texts: Vec<(PathBuf, String)> = sources("src")
        .iter()
        .filter(|path| path.file_stem().is_none_or(|name| name != "tests"))
        .map(|path| (path.strip_prefix(&src).unwrap().to_owned(), fs::read_to_string(path).unwrap()))
        .collect();
    Modules::read(texts.iter().map(|(path, text)| (path.as_path(), text.as_str())))
}

/// Returns the modules of the sources given in a test.
fn modules(files: &[(&str, &str)]) -> Modules {
    Modules::read(files.iter().map(|&(path, text)| (Path::new(path), text)))
}

fn names(circle: &BTreeSet<ModulePath>) -> Vec<String> {
    circle.iter().map(|module| module.join("::")).collect()
}

#[test]
fn modules_import_from_lower_floors_only() {
    let modules = crate_modules();
    let arrows = modules.arrows();
    assert!(arrows.len() > 1000, "only {} imports found", arrows.len());
    for arrow in &arrows {
        assert!(room(&arrow.from).is_none_or(|room| floor(room).is_some()), "{:?} has no floor", arrow.from);
    }
    let breaches: Vec<String> = arrows
        .iter()
        .filter(|&arrow| is_breach(arrow))
        .map(|Arrow { from, to, name, line }| {
            let name = name.as_deref().unwrap_or_default();
            format!("src/{}:{line}: {}::{name}", modules.file(from).display(), to.join("::"))
        })
        .collect();
    assert!(breaches.is_empty(), "imports that go up or sideways:\n{}", breaches.join("\n"));
}

#[test]
fn inside_a_room_the_arrows_run_one_way() {
    let modules = crate_modules();
    let mut found = Vec::new();
    for circle in modules.circles(is_inside_a_room) {
        found.push(format!("circle of {}:", names(&circle).join(", ")));
        for Arrow { from, to, name, line } in modules.arrows() {
            if circle.contains(&from) && circle.contains(&to) {
                let name = name.unwrap_or_default();
                found.push(format!(
                    "  src/{}:{line}: {}::{name}",
                    modules.file(&from).display(),
                    to.join("::")
                ));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn planted_circles_are_found() {
    let straight = modules(&[
        ("search/mod.rs", "mod a; mod b; pub use a::A; pub use b::B;"),
        ("search/a.rs", "use super::B; pub struct A;"),
        ("search/b.rs", "pub struct B; #[cfg(test)] mod tests { use super::super::A; }"),
    ]);
    assert!(straight.circles(is_inside_a_room).is_empty());
    let through_the_root = modules(&[
        ("search/mod.rs", "mod a; mod b; pub use a::{A as First}; pub use b::*;"),
        ("search/a.rs", "use super::B; pub struct A;"),
        ("search/b.rs", "pub struct B; mod inner { fn f() { super::super::First::new() } }"),
    ]);
    let circles = through_the_root.circles(is_inside_a_room);
    assert_eq!(circles.iter().map(names).collect::<Vec<_>>(), [["search::a", "search::b"]]);
    let with_the_root = modules(&[
        ("rules/mod.rs", "mod a; const LIMIT: u8 = 1; fn f() -> u8 { a::g() }"),
        ("rules/a.rs", "pub fn g() -> u8 { format!(\"{}\", crate::rules::LIMIT); super::LIMIT }"),
    ]);
    let circles = with_the_root.circles(is_inside_a_room);
    assert_eq!(circles.iter().map(names).collect::<Vec<_>>(), [["rules", "rules::a"]]);
}

#[test]
fn planted_breaches_of_floors_are_found() {
    let planted = modules(&[
        ("lib.rs", "pub mod search; pub mod eval; pub use search::Limits;"),
        ("search/mod.rs", "pub struct Limits;"),
        ("eval/mod.rs", "mod a; use crate::search::Limits;"),
        ("types/mod.rs", "pub use crate::eval::Value;"),
        ("eval/a.rs", "fn f() { super::super::search::run(); crate::Limits::new(); crate::eval::g() }"),
    ]);
    let arrows = planted.arrows();
    let breaches: Vec<(&str, usize)> = arrows
        .iter()
        .filter(|&arrow| is_breach(arrow))
        .map(|arrow| (planted.file(&arrow.from).to_str().unwrap(), arrow.line))
        .collect();
    assert_eq!(breaches, [("eval/mod.rs", 1), ("eval/a.rs", 1), ("eval/a.rs", 1), ("types/mod.rs", 1)]);
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
