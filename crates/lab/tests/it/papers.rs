// SPDX-License-Identifier: MIT OR Apache-2.0
//! The papers' pieces in the laboratory's pages. Each page says in a table what of the papers it shows, by
//! which command and test, and whether it is exact; the overview has the rows of all pages. This test makes
//! that table from the pages.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const PAGES: &str = "src/pages";
const CHINESE: &str = "src/pages/zh";

/// Returns the path, seen from this crate, of a file of the repository.
fn file(name: &str) -> PathBuf {
    Path::new("../..").join(name)
}

/// Returns what stands between pairs of backquotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Returns the link to a page in the documentation.
fn link(page: &str) -> String {
    let item = match page {
        "worked_trees" => "worked".to_owned(),
        "td" | "small" | "tree_size" | "td_leaf" | "classes" => page.to_owned(),
        "six" => "small::six".to_owned(),
        "exploration" => "td::Chance".to_owned(),
        "tictactoe" => "games::tictactoe".to_owned(),
        "negamax" => "algorithms::Negamax".to_owned(),
        "deepening" => "algorithms::Deepening".to_owned(),
        "overview" => "crate".to_owned(),
        page => format!("algorithms::{page}"),
    };
    format!("[`{page}`]({item})")
}

/// A row of a page's table: the kind and the number of its piece, the page, and the cells.
struct Row {
    piece: (char, u32),
    page: String,
    cells: [String; 5],
}

/// Returns the names of the pages in a folder and their texts.
fn pages(folder: &str) -> Vec<(String, String)> {
    let paths =
        fs::read_dir(folder).expect("the folder exists").map(|entry| entry.expect("it can be read").path());
    let read = |path: PathBuf| {
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(path).expect("pages are text"))
    };
    paths.filter(|path| path.is_file()).map(read).collect()
}

/// Returns the rows of the pages in a folder in the order of the pieces.
fn rows(folder: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for (page, text) in pages(folder) {
        for line in text.lines().filter(|line| line.starts_with("| ")) {
            let cells: Vec<String> =
                line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect();
            let Ok(cells) = <[String; 5]>::try_from(cells) else { continue };
            let mut letters = cells[0].chars();
            let (Some(kind @ ('A' | 'T')), rest) = (letters.next(), letters.as_str()) else { continue };
            let Some(number) = rest.split(' ').next().and_then(|number| number.parse().ok()) else {
                continue;
            };
            rows.push(Row { piece: (kind, number), page: page.clone(), cells });
        }
    }
    rows.sort_by_key(|row| row.piece);
    rows
}

#[test]
fn every_piece_has_a_command_a_page_a_test_and_a_verdict() {
    let rows = rows(PAGES);
    let pieces: Vec<_> = rows.iter().map(|row| row.piece).collect();
    let expected: Vec<_> =
        (1..=35).map(|number| ('A', number)).chain((1..=5).map(|number| ('T', number))).collect();
    assert_eq!(pieces, expected);
    for Row { page, cells: [piece, paper, commands, test, verdict], .. } in &rows {
        assert!(paper.split(' ').all(|paper| ["S1", "S2", "S3", "S4"].contains(&paper)), "{piece}: {paper}");
        assert!(!quoted(commands).is_empty() && !verdict.is_empty(), "{piece}");
        let [place, name] = quoted(test)[..] else { panic!("{test}") };
        let source = fs::read_to_string(file(place)).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert!(source.contains(&format!("fn {name}()")), "{page}: {place}: {name}");
    }
}

#[test]
fn the_overview_has_the_rows_of_all_pages() {
    let mut table = String::from(
        "| piece | from | command | page | test | as in the paper |\n|---|---|---|---|---|---|\n",
    );
    for Row { page, cells: [piece, paper, command, test, verdict], .. } in rows(PAGES) {
        // Writing to a string cannot fail.
        let _ = writeln!(table, "| {piece} | {paper} | {command} | {} | {test} | {verdict} |", link(&page));
    }
    let (_, overview) =
        pages(PAGES).into_iter().find(|(name, _)| name == "overview").expect("there is an overview");
    let shown =
        overview.split("<!-- papers -->\n\n").nth(1).and_then(|rest| rest.split("\n<!-- end -->").next());
    assert!(shown == Some(&table), "the table between <!-- papers --> and <!-- end --> should be\n{table}");
}

#[test]
fn files_that_the_pages_name_exist() {
    for (page, text) in [pages(PAGES), pages(CHINESE)].concat() {
        for name in text.split('`').filter(|name| {
            ["src/", "tests/", "crates/", "examples/", "positions/"].iter().any(|room| name.starts_with(room))
                && !name.contains([' ', '\n', '<', ','])
        }) {
            assert!(file(name).exists(), "{page}: {name}");
        }
    }
}

/// Returns the levels of a page's headings and the marks of its measurements, in their order.
fn outline(text: &str) -> Vec<&str> {
    let mark = |line: &&str| line.starts_with("<!-- ") && !line.contains(':') && *line != "<!-- end -->";
    let is_heading = |line: &&str| line.starts_with('#') || mark(line);
    text.lines()
        .filter(is_heading)
        .map(|line| if mark(&line) { line } else { &line[..line.find(' ').unwrap_or(0)] })
        .collect()
}

#[test]
fn each_chinese_page_has_the_sections_measurements_and_rows_of_the_english_one() {
    let (english, chinese) = (pages(PAGES), pages(CHINESE));
    for (name, text) in &chinese {
        let (_, original) = english.iter().find(|(page, _)| page == name).expect("each has an English page");
        assert_eq!(outline(text), outline(original), "{name}");
    }
    let is_translated = |row: &Row| chinese.iter().any(|(name, _)| *name == row.page);
    let rows = |folder| {
        let rows = rows(folder).into_iter().filter(is_translated);
        let facts = |Row { piece, page, cells: [_, paper, command, test, _] }| {
            (piece, page, paper, command.replace('、', ", "), test)
        };
        rows.map(facts).collect::<Vec<_>>()
    };
    assert_eq!(rows(CHINESE), rows(PAGES));
}
