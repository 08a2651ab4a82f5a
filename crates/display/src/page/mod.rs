// SPDX-License-Identifier: MIT OR Apache-2.0
//! HTML pages: one self-contained file each, which works without a server or network access.
//!
//! This module holds the common parts: the frame, the style, the board (`modules/`, which the page of `serve`
//! imports as well), and scripts that draw tables and charts (`draw.js`) and step through games on the board
//! (`board.js`). The data of a page is embedded as JSON.
//! Untrusted text occurs in that JSON only, and the scripts turn it into text nodes and attributes, never
//! into markup.

use serde::Serialize;

const FRAME: &str = include_str!("frame.html");
const STYLE: &str = include_str!("style.css");
const BOARD: &str = include_str!("board.html");
const SCRIPTS: [&str; 2] = [include_str!("draw.js"), include_str!("board.js")];
/// The policy of a page: its own scripts and styles, modules and images in `data:` addresses, and no request
/// to anywhere.
pub const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
    script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
    form-action 'none'\">";
/// Style of the board.
pub const BOARD_STYLE: &str = include_str!("board.css");

/// A script that the page of `serve` imports; the other pages have it inline.
#[derive(Clone, Copy)]
pub struct Module {
    pub path: &'static str,
    pub content: &'static str,
}

macro_rules! modules {
    ($($name:literal),*) => {
        [$(Module {
            path: concat!("/", $name),
            content: include_str!(concat!("modules/", $name)),
        }),*]
    };
}

/// The board: elements, squares, pieces, their image, arrows, evaluation bar, and the signs on its buttons.
pub const MODULES: [Module; 9] = modules!(
    "traditional.js",
    "elements.js",
    "squares.js",
    "strokes.js",
    "pieces.js",
    "arrows.js",
    "image.js",
    "bar.js",
    "icons.js"
);

/// The specific parts of a page.
pub struct Page {
    /// The element by which the command that writes such pages recognises them.
    pub mark: &'static str,
    /// The body inside the frame; `@BOARD@` in it is replaced by the board and its controls.
    pub body: &'static str,
    /// Additional style.
    pub style: &'static str,
    /// Additional scripts, which follow the common ones.
    pub scripts: &'static [&'static str],
}

impl Page {
    /// Returns the page with this data.
    ///
    /// # Panics
    /// If the data cannot be serialised as JSON.
    pub fn render(&self, data: &impl Serialize) -> String {
        let modules = MODULES.map(|module| inline(module.content)).concat();
        let script = modules + &[&SCRIPTS, self.scripts].concat().join("\n");
        let page = FRAME
            .replace("@POLICY@", POLICY)
            .replace("@MARK@", self.mark)
            .replace("@BODY@", self.body)
            .replace("@BOARD@", BOARD);
        page.replace("@STYLE@", &[BOARD_STYLE, STYLE, self.style].concat())
            .replace("@SCRIPT@", &script)
            .replace("@DATA@", &embedded(data))
    }
}

/// Returns data as JSON for the inside of an element, which no text in the data can close: `<` occurs in
/// strings only, where it is escaped.
///
/// # Panics
/// If the data cannot be serialised as JSON.
pub fn embedded(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("numbers, texts and lists of them").replace('<', "\\u003c")
}

/// Returns a module as part of a script: without its imports, which are part of the script as well.
fn inline(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    lines.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"]).collect()
}

/// Reads the data of a page as the browser does, for tests.
pub fn data(page: &str) -> serde_json::Value {
    let (_, rest) =
        page.split_once("<script type=\"application/json\" id=\"data\">").expect("a page has data");
    serde_json::from_str(rest.split_once("</script>").expect("the data end").0).expect("the data are JSON")
}

/// Checks that all placeholders are filled in, and that nothing external is requested, for tests.
pub fn assert_is_self_contained(page: &str) {
    let addresses = page.replace("http://www.w3.org/2000/svg", "");
    for word in ["http:", "https:", "src=", "@import", "url(", "innerHTML"] {
        assert!(!addresses.contains(word), "{word}");
    }
    // Before whatever it is to govern.
    let (before, _) = page.split_once(POLICY).expect("a page has a policy");
    assert!(!before.contains("<script") && !before.contains("<style"), "{before}");
    for mark in ["@POLICY@", "@MARK@", "@BODY@", "@BOARD@", "@STYLE@", "@SCRIPT@", "@DATA@"] {
        assert!(!page.contains(mark), "{mark}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_name_is_declared_twice_in_the_script_of_a_page() {
        let scripts = MODULES.map(|module| inline(module.content)).concat() + &SCRIPTS.concat();
        let mut names = HashSet::new();
        for line in scripts.lines() {
            let Some((kind, rest)) = line.split_once(' ') else { continue };
            if ["const", "let", "function", "class"].contains(&kind) {
                let name: String = rest.chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect();
                assert!(names.insert(name), "{line}");
            }
        }
    }
}
