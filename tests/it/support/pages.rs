// SPDX-License-Identifier: MIT OR Apache-2.0
//! The READMEs and the pages of the guide in `docs/`.

use std::fs;
use std::path::Path;

pub fn root() -> &'static Path {
    Path::new(crate::ROOT)
}

/// Returns the text of a file of the repository.
pub fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the paths of all pages, from the root of the repository; those in Chinese have `zh` in their path.
pub fn names() -> Vec<String> {
    let readmes = ["", "bindings/python/", "bindings/wasm/", "book/", "crates/xiangqi/"];
    let mut names: Vec<_> = readmes.map(|folder| format!("{folder}README.md")).into();
    names.push("README.zh.md".to_owned());
    for folder in ["docs", "docs/zh"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name().into_string().expect("a name in UTF-8");
            if Path::new(&name).extension().is_some_and(|ending| ending == "md") && name != "SUMMARY.md" {
                names.push(format!("{folder}/{name}"));
            }
        }
    }
    names.sort();
    names
}
