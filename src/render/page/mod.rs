// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pages to look at in a browser: one file each, which needs neither a server nor a net.
//!
//! What they share is here: the frame, the style, and scripts that draw tables and charts (`draw.js`) and
//! step through games on a board (`board.js`). What a page tells travels in it as JSON. Whatever comes from
//! outside is in that JSON alone, and its scripts make it text nodes and attributes, never markup.

use crate::render::SvgBoardTemplate;
use serde::Serialize;

const FRAME: &str = include_str!("frame.html");
const STYLE: &str = include_str!("style.css");
const BOARD: &str = include_str!("board.html");
const SCRIPTS: [&str; 2] = [include_str!("draw.js"), include_str!("board.js")];

/// What a kind of page has of its own.
pub(crate) struct Page {
    /// What the frame surrounds; `@BOARD@` in it becomes the board with all that steps through a game.
    pub body: &'static str,
    /// Its style, beyond that of all pages.
    pub style: &'static str,
    /// Its scripts, which come behind those of all pages.
    pub scripts: &'static [&'static str],
}

impl Page {
    /// The page that tells this.
    ///
    /// # Panics
    /// If that is not numbers, texts and lists of them.
    pub(crate) fn render(&self, data: &impl Serialize) -> String {
        let data = serde_json::to_string(data).expect("numbers, texts and lists of them");
        // In JSON the character occurs in texts only, where it may be written like this: no text ends the
        // element.
        let data = data.replace('<', "\\u003c");
        let script = [&SCRIPTS, self.scripts].concat().join("\n");
        let page = FRAME.replace("@BODY@", self.body).replace("@BOARD@", BOARD);
        let page = page.replace("@STAGE@", &SvgBoardTemplate.to_string());
        page.replace("@STYLE@", &[STYLE, self.style].concat())
            .replace("@SCRIPT@", &script)
            .replace("@DATA@", &data)
    }
}

/// What a page carries, read as the browser does.
#[cfg(test)]
pub(crate) fn data(page: &str) -> serde_json::Value {
    let (_, rest) =
        page.split_once("<script type=\"application/json\" id=\"data\">").expect("a page has data");
    serde_json::from_str(rest.split_once("</script>").expect("the data end").0).expect("the data are JSON")
}

/// Checks that nothing is left to fill in, and that nothing else is asked for.
#[cfg(test)]
pub(crate) fn assert_is_self_contained(page: &str) {
    let addresses = page.replace("http://www.w3.org/2000/svg", "");
    for word in ["http:", "https:", "src=", "@import", "url(", "innerHTML"] {
        assert!(!addresses.contains(word), "{word}");
    }
    for mark in ["@BODY@", "@BOARD@", "@STAGE@", "@STYLE@", "@SCRIPT@", "@DATA@"] {
        assert!(!page.contains(mark), "{mark}");
    }
}
