// SPDX-License-Identifier: MIT OR Apache-2.0
//! The files of the page, which are part of the program.

use crate::render::page::{BOARD_STYLE, MODULES, Module};

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

macro_rules! asset {
    ($path:literal, $kind:expr, $file:literal) => {
        Asset { path: $path, kind: $kind, content: include_str!(concat!("page/", $file)) }
    };
}

/// The files of this page alone.
const OWN: [Asset; 22] = [
    asset!("/", HTML, "index.html"),
    asset!("/style.css", STYLE, "style.css"),
    asset!("/icon.svg", IMAGE, "icon.svg"),
    asset!("/app.js", SCRIPT, "app.js"),
    asset!("/board.js", SCRIPT, "board.js"),
    asset!("/clock.js", SCRIPT, "clock.js"),
    asset!("/cursor.js", SCRIPT, "cursor.js"),
    asset!("/dom.js", SCRIPT, "dom.js"),
    asset!("/ending.js", SCRIPT, "ending.js"),
    asset!("/game.js", SCRIPT, "game.js"),
    asset!("/keys.js", SCRIPT, "keys.js"),
    asset!("/line.js", SCRIPT, "line.js"),
    asset!("/link.js", SCRIPT, "link.js"),
    asset!("/menu.js", SCRIPT, "menu.js"),
    asset!("/moves.js", SCRIPT, "moves.js"),
    asset!("/newgame.js", SCRIPT, "newgame.js"),
    asset!("/play.js", SCRIPT, "play.js"),
    asset!("/analyse.js", SCRIPT, "analyse.js"),
    asset!("/review.js", SCRIPT, "review.js"),
    asset!("/setup.js", SCRIPT, "setup.js"),
    asset!("/share.js", SCRIPT, "share.js"),
    asset!("/sound.js", SCRIPT, "sound.js"),
];

/// Returns all files: those of this page, and the modules and the style of the board, which other pages have
/// too.
pub fn assets() -> impl Iterator<Item = Asset> {
    let style = Asset { path: "/board.css", kind: STYLE, content: BOARD_STYLE };
    let modules = MODULES.into_iter().map(|Module { path, content }| Asset { path, kind: SCRIPT, content });
    OWN.into_iter().chain([style]).chain(modules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_refers_to_its_own_files_only() {
        let assets: Vec<Asset> = assets().collect();
        let weight: usize = assets.iter().map(|asset| asset.content.len()).sum();
        assert!(weight < 400_000, "{weight} bytes");
        for Asset { path, content, .. } in &assets {
            let own = content.replace("http://www.w3.org/2000/svg", "");
            for word in ["http:", "https:", "innerHTML", "@import", "eval(", "style=\""] {
                assert!(!own.contains(word), "{path}: {word}");
            }
            for (at, _) in content.match_indices("from \"./") {
                let rest = &content[at + 7..];
                let name = &rest[..rest.find('"').expect("a closed string")];
                assert!(assets.iter().any(|asset| asset.path == name), "{path}: {name}");
                // The browser asks for all modules at once, not for one import after the other.
                let preload = format!("<link rel=\"modulepreload\" href=\"{name}\">");
                assert!(OWN[0].content.contains(&preload), "{name}");
            }
        }
    }
}
