// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab watch`: the list, the pictures and the full screen.

use crate::support::command;
use std::fs;

fn text(words: &[&str]) -> String {
    command::text(&[&["lab", "watch"], words].concat(), b"")
}

#[test]
fn the_steps_are_listed_where_the_output_is_no_terminal() {
    let list = text(&["alphabeta", "--game", "tree", "--position", "deep"]);
    let lines: Vec<&str> = list.lines().collect();
    assert_eq!((lines[0], lines.len()), ("alphabeta · tree deep", 19));
    assert_eq!(lines[1], "    1 root (Max): window [-inf, +inf]");
    assert_eq!(
        lines[10],
        "   10       D (Min) <= 3; deep alpha cutoff (redundancy of Max): 3 <= alpha 5 of root, 3 plies above; \
         a line through here gives at most 3, and Max has 5 at root already; not searched: 1"
    );
    assert_eq!(lines[18], "   18 root (Max) = 5");
    let list = text(&["minimax", "--game", "tictactoe", "--position", "b2 a1 c1 a3", "--depth", "9"]);
    assert!(list.ends_with("root (Max) = 0\n") && !list.contains("window"), "{list}");
}

#[cfg(unix)]
#[test]
fn keys_lead_through_the_search_on_a_full_screen() {
    use crate::support::screen::Screen;
    let words = ["lab", "watch", "alphabeta", "--game", "tree", "--position", "yue-3"];
    let mut screen = Screen::start("lab_watch", (80, 24), &words, &[]);
    screen.wait_for("step 1 of 20");
    screen.press("c");
    screen.wait_for("deep alpha cutoff");
    screen.wait_for("N (Min) <= 10");
    screen.press("bo");
    screen.wait_for("step 12 of 20");
    screen.press("q");
    assert_eq!(screen.status(), 0);
}

#[test]
fn each_step_is_a_picture() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("frames");
    let path = path.to_str().expect("a plain name");
    let words = ["alphabeta", "--game", "tree", "--position", "bai-4", "--svg", path];
    assert_eq!(text(&words), format!("{path}: 0001.svg to 0016.svg\n"));
    let picture = fs::read_to_string(folder.path().join("frames/0010.svg")).expect("a picture");
    assert!(
        picture.starts_with("<svg ") && picture.contains("chuhe: watch") && picture.ends_with("</svg>\n")
    );
    text(&words);
    fs::write(folder.path().join("frames/0002.svg"), "mine").expect("the directory can be written");
    let message = command::complaint_reading(&[&["lab", "watch"], &words[..]].concat(), b"", 2);
    assert!(message.contains("0002.svg") && message.contains("--force"), "{message}");
}

#[test]
fn what_cannot_be_watched_is_named() {
    for (words, part) in [
        (&["watch", "best", "--game", "xiangqi"][..], "no algorithm 'best' for xiangqi"),
        (&["watch", "minimax", "--game", "xiangqi", "--depth", "4"], "more than 20000 nodes"),
        (&["watch", "minimax", "--game", "tree", "--position", "/nowhere"], "/nowhere"),
        (&["watch", "minimax", "--game", "xiangqi", "--position", "nonsense"], "nonsense"),
    ] {
        let message = command::complaint_reading(&[&["lab"], words].concat(), b"", 2);
        assert!(message.contains(part), "{message}");
    }
}
