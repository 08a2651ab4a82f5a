// SPDX-License-Identifier: MIT OR Apache-2.0
//! What quotes a vocabulary that stands in a table: the guide and the types of TypeScript.

use crate::support::pages;
use xiangqi::Notation;
use xiangqi::notation::RECORD_FORMATS;
use xiangqi::rules::RULE_NAMES;

#[test]
fn rule_sets_and_notations_are_where_people_look_for_them() {
    let types = pages::text("bindings/wasm/src/words.rs");
    let guides = ["docs/rules.md", "docs/zh/rules.md"].map(pages::text);
    for rules in &RULE_NAMES {
        assert!(types.contains(&format!("\"{}\"", rules.name)), "{}", rules.name);
        assert!(
            guides.iter().all(|guide| guide.contains(&format!("\n| `{}`", rules.name))),
            "{}",
            rules.name
        );
    }
    for notation in Notation::ALL {
        assert!(types.contains(&format!("\"{notation}\"")), "{notation}");
    }
}

#[test]
fn the_guide_names_all_formats_of_game_files() {
    let guides = ["docs/games.md", "docs/zh/games.md"].map(pages::text);
    for format in &RECORD_FORMATS {
        for (guide, name) in guides.iter().zip([format.name.0, format.name.1]) {
            // The program of a format may be described in other words.
            let name = name.split([' ', '（']).next().expect("a name").trim_start_matches('“');
            assert!(guide.contains(name), "{name}");
        }
    }
}
