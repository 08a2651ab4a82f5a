// SPDX-License-Identifier: MIT OR Apache-2.0
//! No text of a file is passed over in silence: every game, every move and every result is read, or a message
//! names its line.

use crate::support::loss::{is_between_words, lost_word};
use crate::support::records::{self, read};
use serde_json::Value;
use xiangqi::notation::{Encoding, ReadRecordError, Record, Records};
use xiangqi::types::SplitMix64;

fn cases() -> Vec<Value> {
    let text = String::from_utf8(records::file("cases.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn moves(game: &Record) -> Vec<String> {
    game.line.moves.iter().map(|recorded| recorded.mv.to_string()).collect()
}

#[test]
fn every_game_move_and_result_of_the_cases_is_read() {
    let texts = |value: &Value| serde_json::from_value::<Vec<String>>(value.clone()).unwrap();
    for case in cases() {
        for encoding in [Encoding::Utf8, Encoding::Gbk] {
            let (bytes, lost) = encoding.encode(case["text"].as_str().unwrap());
            if lost > 0 {
                continue;
            }
            let games: Vec<_> = read(&bytes).into_iter().map(Result::unwrap).collect();
            let expected: Vec<_> = case["games"].as_array().unwrap().iter().map(texts).collect();
            assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), expected, "{case}");
            let results: Vec<_> = games.iter().map(|game| game.result.to_string()).collect();
            assert_eq!(results, texts(&case["results"]), "{case}");
            assert!(games.iter().all(|game| game.faults.is_empty()), "{case}: {games:?}");
        }
    }
}

#[test]
fn text_after_a_result_that_is_no_move_is_kept_and_said() {
    let games = read(b"1. h2e2 h9g7 1-0 www.example.invalid\n(not h0g2)\n2. h0g2\n");
    let [Ok(game)] = &games[..] else { panic!("{games:?}") };
    assert_eq!((moves(game).join(" "), game.result.text()), ("h2e2 h9g7 h0g2".to_owned(), "1-0"));
    assert_eq!(game.line.moves[1].comment, "www.example.invalid\nnot h0g2");
    let note = "line 1: text after the result is kept as a comment: 'www.example.invalid'";
    assert_eq!(game.faults[0].to_string(), note);
    // A move is one even there, legal or not.
    for moves in ["2. nonsense", "2.h0g9", "h0g9"] {
        let games = read(format!("1. h2e2 h9g7 1-0 {moves}\n").as_bytes());
        assert!(games[0].as_ref().is_err_and(|error| error.contains("move 2, red (ply 3)")), "{games:?}");
    }
}

#[test]
fn an_unknown_result_is_kept_as_it_was_and_said() {
    let text = "[Event \"a\"]\n[Result \"adjourned\"]\n\n1. h2e2 h9g7\n";
    let game = read(text.as_bytes()).remove(0).unwrap();
    let note = "unknown result 'adjourned', kept as it is";
    assert_eq!((game.result.text(), game.faults[0].to_string()), ("*", format!("line 2: {note}")));
    for text in [game.to_string(), game.to_dhtmlxq()] {
        let again = read(text.as_bytes()).remove(0).unwrap();
        assert_eq!((again.tag("Result"), again.faults.len()), (Some("adjourned"), 1), "{text}");
    }
    for none in ["", "?", "*", "--"] {
        let game = read(text.replace("adjourned", none).as_bytes()).remove(0).unwrap();
        assert_eq!((game.result.text(), game.tag("Result"), game.faults.len()), ("*", None, 0), "{none}");
    }
}

#[test]
fn text_around_games_is_named_with_its_lines() {
    let text = "<html>\n<div>[DhtmlXQ]\n[DhtmlXQ_title]a[/DhtmlXQ_title]<br>\n[DhtmlXQ_other]b[/DhtmlXQ_other]\n\
                [DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n\n\n</html>\n";
    let game = read(text.as_bytes()).remove(0).unwrap();
    let notes: Vec<_> = game.faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "line 1: not part of a game: '<html> <div>'; lines 1 to 4 are not read",
            "line 9: not part of a game: '</html>'"
        ]
    );
}

#[test]
fn a_result_outlives_what_cannot_be_read_after_it() {
    for rest in ["2. zz", "1... h9g7 1... a0a5", "(2. h0g2", "1 b2e2"] {
        let text = format!("1. h2e2 h9g7 1-0 {rest}\n");
        let game = match Records::new(text.as_bytes()).next().unwrap() {
            Err(ReadRecordError::Game(error)) => *error.beginning.unwrap(),
            game => game.unwrap(),
        };
        assert_eq!(game.result.text(), "1-0", "{rest}");
    }
}

#[test]
fn results_that_differ_are_named() {
    for text in ["[Result \"1-0\"]\n\n1. h2e2 h9g7 0-1\n", "1. h2e2 h9g7 1-0 0-1\n"] {
        let game = read(text.as_bytes()).remove(0).unwrap();
        assert_eq!(game.result.text(), "0-1", "{text}");
        let note = game.faults[0].to_string();
        assert_eq!(note, "line 1: the results 1-0 and 0-1 differ; 0-1 counts", "{text}");
    }
    for text in ["[Result \"1-0\"]\n\n1. h2e2 *\n", "[Result \"*\"]\n\n1. h2e2 1-0\n", "1. h2e2 1-0 *\n"] {
        let game = read(text.as_bytes()).remove(0).unwrap();
        assert_eq!((game.result.text(), game.faults.len()), ("1-0", 0), "{text}");
    }
    let game = read(b"[Result \"adjourned\"]\n\n1. h2e2 1-0\n").remove(0).unwrap();
    assert_eq!((game.result.text(), &*game.line.comment, game.faults.len()), ("1-0", "adjourned", 1));
}

/// Parts of files, with games in both formats.
const PARTS: [&str; 46] = [
    "[Event \"a\"]",
    "[Result \"1-0\"]",
    "[Result \"红胜\"]",
    "[Red \"x",
    "\"]",
    "[FEN \"4k4/9/9/9/9/9/9/9/4R4/3K5 w\"]",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    " ",
    "\t",
    "\u{feff}",
    "1.",
    "1. h2e2",
    "h9g7",
    "2. h0g2",
    "i9h9",
    "炮二平五",
    "马8进7",
    "C2.5",
    "1. b2e2 h9g7",
    "1-0",
    "*",
    "1/2-1/2",
    "0-1",
    "红胜",
    "{",
    "}",
    "{a comment}",
    "(",
    ")",
    "(1. c3c4 c6c5)",
    ";",
    "%",
    "!?",
    "$1",
    "$x",
    "www.example.invalid",
    "[DhtmlXQ]",
    "[/DhtmlXQ]",
    "[DhtmlXQ_title]t[/DhtmlXQ_title]",
    "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]",
    "[DhtmlXQ_comment9]c[/DhtmlXQ_comment9]",
    "<br>",
];

/// The texts that are changed.
fn samples() -> Vec<Vec<char>> {
    let cases: Vec<_> = cases().iter().map(|case| case["text"].as_str().unwrap().chars().collect()).collect();
    let files =
        ["pgn/awkward.pgn", "pgn/gbk.pgn", "found/headers.pgn", "found/illegal.pgn", "found/page.html"];
    let more = ["found/unclosed.ubb", "found/dates.ubb", "found/xboard.pgn", "records/forum.ubb"];
    let files = files.into_iter().chain(more).map(|name| {
        let text = Encoding::Gbk.decode(&records::file(name)).into_owned();
        text.chars().take(1_000).collect()
    });
    cases.into_iter().chain(files).collect()
}

/// A file of parts, or a changed sample.
fn random_text(samples: &[Vec<char>], rng: &mut SplitMix64) -> String {
    if rng.below(3) == 0 {
        let parts = 1 + rng.below(20);
        let mut part = || PARTS[rng.below(PARTS.len())].to_owned() + ["", " ", "\n"][rng.below(3)];
        return (0..parts).map(|_| part()).collect();
    }
    let mut text = samples[rng.below(samples.len())].clone();
    for _ in 0..=rng.below(4) {
        let from = rng.below(text.len() + 1);
        let to = (from + rng.below(60)).min(text.len());
        match rng.below(4) {
            0 => drop(text.splice(from..from, PARTS[rng.below(PARTS.len())].chars())),
            1 => drop(text.splice(from..to, [])),
            2 => text.extend_from_within(from..to),
            _ => text.extend_from_slice(&samples[rng.below(samples.len())]),
        }
        text.truncate(2_000);
    }
    text.into_iter().collect()
}

/// `CHUHE_RECORD_CASES` sets the number of files: a million takes a few minutes in release.
#[test]
fn no_text_between_games_is_passed_over_in_silence() {
    let count = std::env::var("CHUHE_RECORD_CASES").map_or(5_000, |count| count.parse().unwrap());
    let (mut rng, samples) = (SplitMix64::new(61), samples());
    for _ in 0..count {
        let text = random_text(&samples, &mut rng);
        let at = rng.below(text.len() + 1);
        let Some(at) = (at..=text.len()).find(|&at| is_between_words(&text, at)) else { continue };
        let gbk = |text: &str| Encoding::Gbk.encode(text).0;
        let encode = if rng.below(4) == 0 { gbk } else { |text: &str| text.as_bytes().to_vec() };
        if let Some(text) = lost_word(&text, at, encode) {
            let games = read(&encode(&text)).into_iter().map(|game| game.map(|game| game.to_string()));
            panic!("nothing tells of the word in {text:?}:\n{text}\n{:?}", games.collect::<Vec<_>>());
        }
    }
}
