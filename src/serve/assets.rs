// SPDX-License-Identifier: MIT OR Apache-2.0
//! The files of the page, which are part of the program.

use crate::board::{PageData, Presentation};
use crate::review::Review;
use chuhe_display::page::{BOARD_STYLE, MODULES, Module, POLICY, embedded};
use serde::Serialize;
use std::collections::BTreeMap;

/// A file: its path in the address, its type and its content.
pub struct Asset {
    pub path: &'static str,
    pub kind: &'static str,
    pub content: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const IMAGE: &str = "image/svg+xml";
const TEXT: &str = "text/plain; charset=utf-8";

macro_rules! asset {
    ($path:literal, $kind:expr, $file:literal) => {
        Asset { path: $path, kind: $kind, content: include_str!(concat!("page/", $file)) }
    };
}

/// The files of this page alone.
const OWN: [Asset; 45] = [
    asset!("/", HTML, "index.html"),
    asset!("/style.css", STYLE, "style.css"),
    asset!("/icon.svg", IMAGE, "icon.svg"),
    asset!("/address.js", SCRIPT, "address.js"),
    asset!("/app.js", SCRIPT, "app.js"),
    asset!("/board.js", SCRIPT, "board.js"),
    asset!("/clock.js", SCRIPT, "clock.js"),
    asset!("/cursor.js", SCRIPT, "cursor.js"),
    asset!("/desk.js", SCRIPT, "desk.js"),
    asset!("/dom.js", SCRIPT, "dom.js"),
    asset!("/ending.js", SCRIPT, "ending.js"),
    asset!("/exercises.js", SCRIPT, "exercises.js"),
    asset!("/explorer.js", SCRIPT, "explorer.js"),
    asset!("/game.js", SCRIPT, "game.js"),
    asset!("/games.js", SCRIPT, "games.js"),
    asset!("/keys.js", SCRIPT, "keys.js"),
    asset!("/known.js", SCRIPT, "known.js"),
    asset!("/idb.js", SCRIPT, "idb.js"),
    asset!("/lab", HTML, "lab.html"),
    asset!("/lab.css", STYLE, "lab.css"),
    asset!("/lab.js", SCRIPT, "lab.js"),
    asset!("/line.js", SCRIPT, "line.js"),
    asset!("/link.js", SCRIPT, "link.js"),
    asset!("/main.js", SCRIPT, "main.js"),
    asset!("/menu.js", SCRIPT, "menu.js"),
    asset!("/moves.js", SCRIPT, "moves.js"),
    asset!("/newgame.js", SCRIPT, "newgame.js"),
    asset!("/play.js", SCRIPT, "play.js"),
    asset!("/puzzles.js", SCRIPT, "puzzles.js"),
    asset!("/read.js", SCRIPT, "read.js"),
    asset!("/analyse.js", SCRIPT, "analyse.js"),
    asset!("/review.js", SCRIPT, "review.js"),
    asset!("/rules.js", SCRIPT, "rules.js"),
    asset!("/setup.js", SCRIPT, "setup.js"),
    asset!("/shapes.js", SCRIPT, "shapes.js"),
    asset!("/share.js", SCRIPT, "share.js"),
    asset!("/scene.js", SCRIPT, "scene.js"),
    asset!("/sound.js", SCRIPT, "sound.js"),
    asset!("/store.js", SCRIPT, "store.js"),
    asset!("/transcript.js", SCRIPT, "transcript.js"),
    asset!("/transport.js", SCRIPT, "transport.js"),
    // The exercises are the suites with which the engine is tested.
    asset!("/mates.epd", TEXT, "../../../positions/mates.epd"),
    asset!("/mates_in_n.epd", TEXT, "../../../positions/mates_in_n.epd"),
    asset!("/tactics.epd", TEXT, "../../../positions/tactics.epd"),
    asset!("/endgames.txt", TEXT, "../../../positions/endgames.txt"),
];

/// Returns all files: those of this page, and the modules and the style of the board, which other pages have
/// too.
pub fn assets() -> impl Iterator<Item = Asset> {
    let style = Asset { path: "/board.css", kind: STYLE, content: BOARD_STYLE };
    let modules = MODULES.into_iter().map(|Module { path, content }| Asset { path, kind: SCRIPT, content });
    OWN.into_iter().chain([style]).chain(modules)
}

/// The script with which the page of a review begins.
const FILE: Asset = asset!("/file.js", SCRIPT, "file.js");

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
    page.map(move |asset| (file(asset.path), asset.content.to_owned()))
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
    let mut names = vec!["file.js"];
    let mut imports = BTreeMap::new();
    while let Some(name) = names.pop() {
        let text = if name == "file.js" { FILE.content } else { content(&format!("/{name}")) };
        let imported = text.split("from \"./").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0));
        names.extend(imported.filter(|name| !imports.contains_key(name)));
        let mut address = "data:text/javascript;charset=utf-8,".to_owned();
        for c in text.replace("from \"./", "from \"").chars() {
            match c {
                '%' => address.push_str("%25"),
                '#' => address.push_str("%23"),
                '<' => address.push_str("%3C"),
                '\n' => address.push_str("%0A"),
                _ => address.push(c),
            }
        }
        imports.insert(name, address);
    }
    serde_json::to_string(&BTreeMap::from([("imports", imports)])).expect("texts")
}

/// Returns the content of a file of the page.
fn content(path: &str) -> &'static str {
    assets().find(|asset| asset.path == path).map_or("", |asset| asset.content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, Level};
    use crate::search::Limits;
    use chuhe_display::page::{assert_is_self_contained, data};
    use serde_json::json;
    use std::collections::BTreeSet;
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
    fn the_page_knows_the_elo_of_each_level() {
        let table = content("/newgame.js").split_once("const ELO = [").unwrap().1.split_once(']').unwrap().0;
        let read: Vec<u32> = table.split(',').filter_map(|word| word.trim().parse().ok()).collect();
        assert_eq!(read, Level::all().map(Level::elo).collect::<Vec<_>>());
    }

    #[test]
    fn a_browser_asks_for_all_modules_of_a_page_at_once() {
        for (page, script) in [("/", "/main.js"), ("/lab", "/lab.js")] {
            let (mut names, mut waiting) = (BTreeSet::new(), vec![script]);
            while let Some(name) = waiting.pop() {
                let imports = content(name).split("from \".").skip(1);
                let imports = imports.filter_map(|rest| Some(rest.split_once('"')?.0));
                waiting.extend(imports.filter(|name| !names.contains(name)));
                names.insert(name);
            }
            let preloaded = content(page).matches("<link rel=\"modulepreload\"").count();
            assert_eq!(preloaded, names.len() - 1, "{page}");
            for name in names.into_iter().filter(|&name| name != script) {
                let preload = format!("<link rel=\"modulepreload\" href=\".{name}\">");
                assert!(content(page).contains(&preload), "{page}: {name}");
            }
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
