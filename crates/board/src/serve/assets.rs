// SPDX-License-Identifier: MIT OR Apache-2.0
//! The files of the page, which are part of the program.

use super::vocabulary;
use crate::{PageData, Presentation};
use chuhe_display::page::{BOARD_STYLE, MODULES, Module, POLICY, embedded};
use chuhe_review::Review;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A file: its path in the address, its type and its content.
pub struct Asset {
    pub path: &'static str,
    pub kind: &'static str,
    pub content: Cow<'static, str>,
}

/// A file of the page: its path in the address and its content.
type PageFile = (&'static str, &'static str);

macro_rules! page_files {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("/", $name), include_str!(concat!("page/", $name)))),*]
    };
}

/// The two pages.
const PAGES: [PageFile; 2] =
    [("/", include_str!("page/index.html")), ("/lab", include_str!("page/lab.html"))];

/// The script with which the page of a review begins.
const FILE: &str = include_str!("page/file.js");

/// The other files of these pages alone.
const OWN: &[PageFile] = page_files![
    "icon.svg",
    "lab.css",
    "style.css",
    "address.js",
    "analyse.js",
    "app.js",
    "board.js",
    "clock.js",
    "cursor.js",
    "desk.js",
    "dom.js",
    "ending.js",
    "exercises.js",
    "explorer.js",
    "game.js",
    "games.js",
    "idb.js",
    "keys.js",
    "known.js",
    "lab.js",
    "line.js",
    "link.js",
    "main.js",
    "menu.js",
    "moves.js",
    "newgame.js",
    "play.js",
    "puzzles.js",
    "read.js",
    "review.js",
    "rules.js",
    "scene.js",
    "setup.js",
    "shapes.js",
    "share.js",
    "sound.js",
    "store.js",
    "transcript.js",
    "transport.js",
];

/// The exercises: the suites with which the engine is tested.
const EXERCISES: [PageFile; 4] = [
    ("/mates.epd", include_str!("../../../../positions/mates.epd")),
    ("/mates_in_n.epd", include_str!("../../../../positions/mates_in_n.epd")),
    ("/tactics.epd", include_str!("../../../../positions/tactics.epd")),
    ("/endgames.txt", include_str!("../../../../positions/endgames.txt")),
];

/// Returns the files as they are written: those of these pages, and the modules and the style of the board,
/// which other pages have too.
fn files() -> impl Iterator<Item = PageFile> {
    let modules = MODULES.into_iter().map(|Module { path, content }| (path, content));
    let made = [("/board.css", BOARD_STYLE), ("/vocabulary.js", vocabulary::SCRIPT.as_str())];
    let own = OWN.iter().copied().chain(made).chain(modules);
    PAGES.into_iter().chain(own).chain(EXERCISES)
}

/// Returns all files; a page names the modules that its script imports, so that a browser asks for all of
/// them at once.
pub fn assets() -> impl Iterator<Item = Asset> {
    files().map(|(path, content)| {
        let (kind, content) = match path.rsplit_once('.') {
            None => ("text/html; charset=utf-8", with_preloads(content).into()),
            Some((_, "css")) => ("text/css; charset=utf-8", content.into()),
            Some((_, "js")) => ("text/javascript; charset=utf-8", content.into()),
            Some((_, "svg")) => ("image/svg+xml", content.into()),
            Some(_) => ("text/plain; charset=utf-8", content.into()),
        };
        Asset { path, kind, content }
    })
}

/// Returns a page with a line for each module that its script imports.
fn with_preloads(page: &str) -> String {
    let (_, rest) = page.split_once("<script type=\"module\" src=\"./").expect("a page has a script");
    let (script, _) = rest.split_once('"').expect("a closed string");
    let preload = |name| format!("<link rel=\"modulepreload\" href=\"./{name}\">\n");
    let preloads: String = imports(content(&format!("/{script}"))).into_keys().map(preload).collect();
    page.replacen("<script ", &format!("{preloads}<script "), 1)
}

/// Returns the modules that a script imports, and those that they import, by name.
fn imports(script: &'static str) -> BTreeMap<&'static str, &'static str> {
    let (mut modules, mut texts) = (BTreeMap::new(), vec![script]);
    while let Some(text) = texts.pop() {
        for name in text.split("from \"./").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)) {
            let text = content(&format!("/{name}"));
            if modules.insert(name, text).is_none() {
                texts.push(text);
            }
        }
    }
    modules
}

/// A line of each page of a review, by which `chuhe review` recognises its files.
pub const REVIEW_MARK: &str = r#"<meta name="generator" content="chuhe review">"#;

/// Returns the page of a review.
pub fn review_page(review: &Review, presentation: &Presentation<'_>) -> String {
    file_page(&PageData::new(review, presentation))
}

/// Returns the files of a page that is served without a program: the path and the content of each. A script
/// puts the data into the page of a review, in place of its `null`.
pub fn page_files() -> impl Iterator<Item = (&'static str, String)> {
    let file = |path| match path {
        "/" => "index.html",
        path => &path[1..],
    };
    let is_of_lab = |path: &str| path.starts_with("/lab") || path == "/scene.js";
    let page = assets().filter(move |asset| !is_of_lab(asset.path));
    page.map(move |asset| (file(asset.path), asset.content.into_owned()))
        .chain([("review.html", file_page(&()))])
}

/// Returns the page as one file that needs no server: styles and scripts are inside, and so is `data`, as
/// JSON.
pub fn file_page(data: &impl Serialize) -> String {
    let data = embedded(data);
    let style = [BOARD_STYLE, content("/style.css")].concat();
    let head = format!(
        "{POLICY}\n{REVIEW_MARK}\n<style>\n{style}</style>\n<script type=\"importmap\">{}</script>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script type=\"module\">import \"file.js\";</script>",
        import_map()
    );
    let is_own = |line: &&str| !line.starts_with("<link ");
    let lines = content("/").lines().filter(is_own);
    let lines = lines.map(|line| if line.starts_with("<script ") { head.as_str() } else { line });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the import map by which a browser finds the modules that `file.js` needs, each in a `data:`
/// address.
fn import_map() -> String {
    let modules = imports(FILE).into_iter().chain([("file.js", FILE)]);
    let addresses: BTreeMap<_, _> = modules.map(|(name, text)| (name, data_address(text))).collect();
    serde_json::to_string(&BTreeMap::from([("imports", addresses)])).expect("texts")
}

/// Returns the address of a module that has its text in it.
fn data_address(module: &str) -> String {
    let mut address = "data:text/javascript;charset=utf-8,".to_owned();
    for c in module.replace("from \"./", "from \"").chars() {
        match c {
            '%' => address.push_str("%25"),
            '#' => address.push_str("%23"),
            '<' => address.push_str("%3C"),
            '\n' => address.push_str("%0A"),
            _ => address.push(c),
        }
    }
    address
}

/// Returns the content of a file of the page.
fn content(path: &str) -> &'static str {
    files().find(|&(other, _)| other == path).map_or("", |(_, content)| content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::engine::Engine;
    use chuhe::search::Limits;
    use chuhe_display::page::{assert_is_self_contained, data};
    use serde_json::json;
    use xiangqi::notation::{Notation, Records};
    use xiangqi::types::Language;

    #[test]
    fn the_page_is_small_and_refers_to_its_own_files_only() {
        let assets: Vec<Asset> = assets().collect();
        let weight: usize = assets.iter().map(|asset| asset.content.len()).sum();
        assert!(weight < 600_000, "{weight} bytes");
        for Asset { path, content, .. } in &assets {
            let own = content.replace("http://www.w3.org/2000/svg", "");
            // A library as published: its comments name its home.
            let own = if path == &"/idb.js" { own.replace("https://github.com/", "") } else { own };
            for word in ["http:", "https:", "innerHTML", "@import", "eval(", "style=\""] {
                assert!(!own.contains(word), "{path}: {word}");
            }
            for (at, _) in content.match_indices("from \"./") {
                let rest = &content[at + 7..];
                let name = &rest[..rest.find('"').expect("a closed string")];
                assert!(assets.iter().any(|asset| asset.path == name), "{path}: {name}");
            }
        }
    }

    #[test]
    fn the_page_imports_the_vocabularies() {
        let script = content("/vocabulary.js");
        assert!(script.contains("[\"check-ban\",\"Only perpetual check loses\",\"只禁长将\"]"), "{script}");
        let types = include_str!("page/vocabulary.d.ts");
        let names = |text: &str| -> Vec<String> {
            let lines = text.lines().filter_map(|line| line.strip_prefix("export const "));
            lines.filter_map(|line| Some(line.split_once([' ', ':'])?.0.to_owned())).collect()
        };
        assert_eq!(names(script), names(types));
    }

    #[test]
    fn a_browser_asks_for_all_modules_of_a_page_at_once() {
        for (path, imported) in [("/", "./newgame.js"), ("/", "./squares.js"), ("/lab", "./squares.js")] {
            let page = assets().find(|asset| asset.path == path).unwrap().content;
            let preload = format!("<link rel=\"modulepreload\" href=\"{imported}\">\n");
            assert_eq!(page.matches(&preload).count(), 1, "{path}: {imported}");
        }
    }

    fn sample(name: &str, positions: usize) -> String {
        let text = format!(
            "[Red \"{name}\"]\n[Date \"????\"]\n[Opening \"?\"]\n\n{{{name}}} 1. h2h9 {{{name}}} i9h9 2. h0g2 *\n"
        );
        let record = Records::new(text.as_bytes()).next().unwrap().unwrap();
        let moves: Vec<_> = record.line.moves.iter().map(|recorded| recorded.mv).collect();
        let mut engine = Engine::new(1);
        let mut review = Review::new(&record.start, &moves, engine.settings()).unwrap();
        for _ in 0..positions {
            let evaluation = review.evaluate_next(&mut engine, &Limits::nodes(2000)).unwrap();
            review.add(evaluation);
        }
        let presentation = Presentation {
            record: &record,
            note: None,
            limits: ["2000 nodes a move".to_owned(), "每着2000节点".to_owned()],
            language: Language::Chinese,
            notations: [Notation::Iccs, Notation::Chinese],
        };
        review_page(&review, &presentation)
    }

    #[test]
    fn the_page_carries_the_review() {
        let data = data(&sample("Hu", 4));
        assert_eq!(
            (&data["language"], &data["tags"]),
            (&"zh".into(), &json!({ "Red": "Hu", "Result": "*" }))
        );
        assert_eq!(data["remarks"][0], json!(["A00 Other Openings", "A00 其他开局"]));
        assert_eq!(
            (&data["line"]["comment"], &data["line"]["moves"][0]["comment"]),
            (&"Hu".into(), &"Hu".into())
        );
        assert_eq!(
            data["line"]["moves"][0]["texts"],
            json!(["h2h9", "C2+7", "炮二进七", "炮二進七", "P2.7"])
        );
        assert_eq!(data["checks"], json!([false, false, false, false]));
        let steps = data["steps"].as_array().unwrap();
        assert_eq!(steps.len(), 4);
        assert!(steps[1]["verdict"]["mark"].is_u64(), "{}", steps[1]);
        assert!(steps[1]["verdict"]["words"][2][1].as_str().unwrap().contains("应走"));
        assert!(steps[0]["pv"][0]["texts"][2].is_string());
        assert!(steps[3]["accuracy"][0].as_f64().unwrap() < 1.0);
    }

    #[test]
    fn what_was_not_reviewed_is_left_open() {
        let data = data(&sample("Hu", 1));
        assert_eq!(data["line"]["moves"].as_array().unwrap().len(), 3);
        assert!(data["steps"][1].is_null() && data["steps"][0]["accuracy"][0].is_null());
    }

    #[test]
    fn the_page_needs_nothing_else_and_nothing_breaks_out_of_it() {
        let hostile = "</script><script>alert(1)</script><!--";
        let (page, harmless) = (sample(hostile, 2), sample("Hu", 2));
        for tag in ["<script", "</script", "<!--"] {
            assert_eq!(page.matches(tag).count(), harmless.matches(tag).count(), "{tag}");
        }
        assert_eq!(data(&page)["tags"]["Red"], hostile);
        assert_eq!(data(&page)["line"]["moves"][0]["comment"], hostile);
        assert_is_self_contained(&harmless);
    }
}
