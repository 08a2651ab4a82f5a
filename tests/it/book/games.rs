// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book build` counts games of every kind, from files and from pipes.

use crate::support::command::{file, lines, text};
use std::fs;

#[test]
fn all_games_of_a_pipe_are_counted() {
    let records = file("piped.pgn", "1. C2=5 *\n\n[Event \"second\"]\n\n1. C2=4 *\n");
    let self_play = file("piped.games", "");
    fs::remove_file(&self_play).expect("it was just made");
    lines(&["datagen", "--out", &self_play, "--games", "3", "--nodes", "20", "--seed", "1"]);
    let game = |mv: &str| {
        format!(
            r#"{{"game":0,"pair":0,"red":"a","black":"b","fen":"{}","opening":["{mv}"],"limit":"","rules":"asian","moves":[],"scores":[],"depths":[],"nodes":[],"ms":[],"result":"1-0","reason":"","blame":null,"detail":null,"final":""}}"#,
            xiangqi::notation::START_FEN
        )
    };
    let log = file("piped.jsonl", &format!("\n{}\n{}\n", game("h2e2"), game("h2f2")));
    for (games, count) in [(records, 2), (self_play, 3), (log, 2)] {
        let book = file("piped.book", "");
        let build = ["book", "build", "--out", &book, "--min-games", "1", "--games"];
        let from_file = lines(&[&build[..], &[games.as_str()]].concat());
        assert_eq!(from_file[0], format!("games {count} (0 left out)"));
        let made = fs::read(&book).expect("a book was written");
        let bytes = fs::read(&games).expect("the games are there");
        let from_pipe = text(&[&build[..], &["/dev/stdin"]].concat(), &bytes);
        assert_eq!(from_pipe.lines().collect::<Vec<_>>(), from_file, "{games}");
        assert_eq!(fs::read(&book).expect("a book was written"), made, "{games}");
    }
}
