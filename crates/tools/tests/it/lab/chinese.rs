// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every command of `chuhe lab` in Chinese: no English sentence and no English heading is left over.

use crate::support::command::{self, chuhe_reading, lines};
use regex::Regex;

/// Runs a command of the laboratory in Chinese, and returns all that it prints.
fn chinese(words: &[&str], input: &str) -> String {
    let output = chuhe_reading(&[&["lab", "--lang", "zh"], words].concat(), input.as_bytes());
    String::from_utf8([output.stdout, output.stderr].concat()).expect("output is UTF-8")
}

/// Asserts that a text has no three English words in a row, but in what it quotes.
fn assert_no_sentence(text: &str, words: &[&str]) {
    let sentence = Regex::new(r"[A-Za-z]{2,},?( [a-z]{2,}){2,}").expect("a good pattern");
    let quoted = Regex::new("“[^”]*”").expect("a good pattern");
    let text = quoted.replace_all(text, "");
    let found = sentence.find(&text).map(|found| found.as_str());
    assert_eq!(found, None, "{words:?}: {text}");
}

/// Headings that name schemes and numbers of the field.
const NAMES: [&str; 5] = ["always", "deeper", "two-tier", "groups", "Elo"];

/// Asserts that the headings of the tables in a text are Chinese.
fn assert_chinese_headings(text: &str, words: &[&str]) {
    let lines: Vec<&str> = text.lines().collect();
    for pair in lines.windows(2).filter(|pair| pair[1].starts_with("|--")) {
        for heading in pair[0].split('|').map(str::trim) {
            let has_letters = heading.contains(|c: char| c.is_ascii_alphabetic());
            let is_chinese = heading.contains(|c| c > '\u{4e00}');
            assert!(!has_letters || is_chinese || NAMES.contains(&heading), "{words:?}: {heading}");
        }
    }
}

#[test]
fn every_command_speaks_chinese() {
    let games = concat!(env!("CARGO_TARGET_TMPDIR"), "/chinese.games");
    // Games of an earlier run would be added to.
    let _ = std::fs::remove_file(games);
    command::text(&["datagen", "--out", games, "--games", "40", "--nodes", "20"], b"");
    let opening = "c2,d2,e5,b2,d1,f6,d5,e4,a2,a1,f4,c5,e6,d6,b5,e2";
    let commands = [
        "compare --game gomoku --depth 1 --count 2",
        "compare --game reversi --algorithms list",
        "tables --depth 1 --count 1 --from 4 --to 5",
        "tournament --algorithms minimax:1 --against alphabeta:1 --games 2",
        "td --games 10 --trials 2",
        "exploration --games 4 --seeds 1 --trials 2 --epsilons 0 --spreads 0",
        "small --games 10 --lambdas 0",
        &format!("solve --table-bits 10 --opening {opening}"),
        "explain",
        "tree deep",
        "watch alphabeta --game tree --position deep",
        "classes --depth 2 --games 1",
        "play --game tictactoe",
        "td-leaf --games 10 --seeds 1 --depth 1 --pairs 1 --nodes 20 --lambdas 0",
        &format!("texel --data {games}"),
        "tree-size --descents 10 --plies 9 --games 1 --nodes 20",
        "zugzwang --positions 2 --games 2 --nodes 20 --depth 4",
    ];
    let input = "help\na1\nhint\nmoves\nundo\nnonsense\ntwo words\nnew\nb2\nquit\n";
    for command in &commands {
        let words: Vec<&str> = command.split(' ').collect();
        let text = chinese(&words, input);
        assert!(text.contains(|c| c > '\u{4e00}'), "{words:?}: {text}");
        assert_no_sentence(&text, &words);
        assert_chinese_headings(&text, &words);
    }
    for line in lines(&["lab", "--help"]).iter().skip_while(|line| *line != "Commands:").skip(1) {
        let Some(name) = line.strip_prefix("  ").and_then(|line| line.split(' ').next()) else { break };
        let is_run = commands.iter().any(|command| command.split(' ').next() == Some(name));
        assert!(is_run || ["help"].contains(&name), "{name}");
    }
}

#[test]
fn errors_are_chinese() {
    let file = command::file("chinese.txt", "f5 d6\nf5 a1\n");
    for words in [
        &["compare", "--game", "reversi", "--algorithms", "best"][..],
        &["compare", "--game", "reversi", "--positions", &file],
        &["tournament", "--algorithms", "minimax"],
        &["explain", "nothing"],
        &["play", "--watch", &file],
        &["play", "--game", "gomoku", "--pace", "x"],
        &["solve", "--opening", "c2,d3"],
        &["zugzwang", "--depth", "3", "--reduction", "2"],
    ] {
        let text = chinese(words, "");
        assert!(text.contains(|c| c > '\u{4e00}'), "{words:?}: {text}");
        assert_no_sentence(&text, words);
    }
}
