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

/// Returns the faults of the links from names to source files in a text.
fn faults(text: &str) -> Vec<String> {
    let link = Regex::new(r"\[`(?:\w+::)*(\w+)`\]\(\.\./src/chuhe/([^)]+)\.html\)").expect("a good pattern");
    let links: Vec<(&str, &str)> =
        link.captures_iter(text).map(|found| found.extract()).map(|(_, [name, file])| (name, file)).collect();
    assert!(!links.is_empty(), "no links found");
    let fault = |&(name, file): &(&str, &str)| {
        let Ok(source) = fs::read_to_string(root().join("src").join(file)) else {
            return Some(format!("{file}: no such file"));
        };
        let item = Regex::new(&format!(r"\b(?:fn|struct|enum|mod)\s+{name}\b")).expect("a good pattern");
        let is_module =
            Path::new(file).iter().any(|part| part.to_str() == Some(&format!("{name}.rs")) || part == name);
        (!is_module && !item.is_match(&source)).then(|| format!("{file}: does not define {name}"))
    };
    links.iter().filter_map(fault).collect()
}

#[test]
fn the_map_and_the_walks_lead_to_what_they_name() {
    let docs = text("src/map.md");
    assert!(docs.matches("../src/chuhe/").count() > 60, "the map has become small");
    assert_eq!(faults(&docs), [""; 0]);
}

#[test]
fn a_planted_broken_link_is_found() {
    let planted =
        "[`nothing`](../src/chuhe/search/pvs.rs.html) and [`pvs`](../src/chuhe/search/none.rs.html)";
    assert_eq!(faults(planted), ["search/pvs.rs: does not define nothing", "search/none.rs: no such file"]);
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
