// SPDX-License-Identifier: MIT OR Apache-2.0
//! The links of the documents lead to files, headings and items that exist, in the repository and in the
//! guide that mdbook makes of `docs/`.

use crate::support::pages;
use regex::Regex;
use std::fs;
use std::path::Path;

#[test]
fn the_map_and_the_walks_lead_to_what_they_name() {
    let place = Regex::new(r"\[`(\w+)`\]\(\.\./([^)]+\.rs)\)").expect("a good pattern");
    let map = pages::text("docs/architecture.md");
    assert!(place.find_iter(&map).count() > 60);
    for (_, [name, file]) in place.captures_iter(&map).map(|found| found.extract()) {
        let item = Regex::new(&format!(r"\b(?:fn|struct|enum|trait)\s+{name}\b")).expect("a good pattern");
        let is_module = file.split('/').any(|part| part.trim_end_matches(".rs") == name);
        assert!(is_module || item.is_match(&pages::text(file)), "{file} does not define {name}");
    }
}

/// Returns the anchors that GitHub and mdbook give to the headings of a page.
fn anchors(text: &str) -> Vec<String> {
    let prose: String = text.split("\n```").step_by(2).collect();
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| -> String {
        let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        title.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
    };
    headings.map(anchor).collect()
}

/// Returns the names of the laboratory's pages in a folder.
fn lab_pages(folder: &str) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(pages::root().join("crates/lab/src/pages").join(folder)).expect("a folder");
    let names =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name in UTF-8"));
    names.filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "md"))
}

#[test]
fn links_of_the_documents_exist() {
    let link = Regex::new(r"\]\(([^)#:]*)(?:#([^)]+))?\)").expect("a good pattern");
    let others = ["CONTRIBUTING.md", "CHANGELOG.md", "docs/SUMMARY.md"].map(str::to_owned);
    let chinese = lab_pages("zh").map(|name| format!("crates/lab/src/pages/zh/{name}"));
    for document in pages::names().into_iter().chain(others).chain(chinese) {
        let folder = pages::root().join(&document);
        let folder = folder.parent().expect("a file is in a folder");
        for found in link.captures_iter(&pages::text(&document)) {
            let file = match &found[1] {
                "" => pages::root().join(&document),
                // The page of releases, for readers on the forge.
                "../../releases" => continue,
                // Pages of the laboratory, from which `make guide` makes those of the guide.
                path if path.starts_with("lab/") || path.starts_with("zh/lab/") => {
                    pages::root().join("crates/lab/src/pages").join(path.replacen("lab/", "", 1))
                }
                path => folder.join(path),
            };
            assert!(file.exists(), "{document}: {}", &found[0]);
            if let Some(anchor) = found.get(2) {
                let text = fs::read_to_string(&file).expect("a page");
                assert!(anchors(&text).contains(&anchor.as_str().to_owned()), "{document}: {}", &found[0]);
            }
        }
    }
}

/// mdbook changes the ending of every relative link to a page, so pages outside the guide cannot be linked.
#[test]
fn the_guide_has_every_page_and_links_no_page_outside() {
    let link = Regex::new(r"\]\(([^)#:]+\.md)\b").expect("a good pattern");
    let guide = pages::root().join("docs");
    let summary = pages::text("docs/SUMMARY.md");
    for (folder, pages) in [("lab", lab_pages("")), ("zh/lab", lab_pages("zh"))] {
        for name in pages {
            assert!(summary.contains(&format!("({folder}/{name})")), "docs/SUMMARY.md lacks {folder}/{name}");
        }
    }
    for page in pages::names().iter().filter_map(|page| page.strip_prefix("docs/")) {
        assert!(summary.contains(&format!("({page})")), "docs/SUMMARY.md lacks {page}");
        let folder = guide.join(page);
        for found in link.captures_iter(&pages::text(&format!("docs/{page}"))) {
            let file = folder.parent().unwrap_or(Path::new("")).join(&found[1]);
            let file = file.canonicalize().expect("a page");
            let guide = guide.canonicalize().expect("a folder");
            assert!(file.starts_with(guide), "{page}: {} is outside the guide", &found[1]);
        }
    }
}
