// SPDX-License-Identifier: MIT OR Apache-2.0
//! The map and the walks of the crate's documentation, and the README, lead to files and items that exist.

use regex::Regex;
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_map_and_the_walks_lead_to_what_they_name() {
    let place = Regex::new(r"`(\w+)`\s+\(`([^`]+\.rs)`\)").expect("a good pattern");
    for (_, [name, file]) in place.captures_iter(&text("src/map.md")).map(|found| found.extract()) {
        let item = Regex::new(&format!(r"\b(?:fn|struct|enum|trait)\s+{name}\b")).expect("a good pattern");
        let is_module = file.split('/').any(|part| part.trim_end_matches(".rs") == name);
        assert!(is_module || item.is_match(&text(file)), "{file} does not define {name}");
    }
}

#[test]
fn links_of_the_documents_exist() {
    let link = Regex::new(r"\]\(([^)#:]+)\)").expect("a good pattern");
    for document in ["README.md", "README.zh.md", "CONTRIBUTING.md", "book/README.md"] {
        let folder = root().join(document);
        let folder = folder.parent().expect("a file is in a folder");
        for found in link.captures_iter(&text(document)) {
            assert!(folder.join(&found[1]).exists(), "{document}: {}", &found[1]);
        }
    }
}
