// SPDX-License-Identifier: MIT OR Apache-2.0
//! Levels as a user sets them: in both protocols, in `match` and in `play`.

use crate::support::command::{complaint, text};

/// The number of nodes that level 3 searches.
const NODES_OF_LEVEL_3: u64 = 800;

/// Returns the reports and answers of a protocol session, without times.
fn searched(lines: &[&str]) -> Vec<String> {
    let said = text(&[], (lines.join("\n") + "\n").as_bytes());
    let of_search = |line: &&str| line.starts_with("info depth") || line.starts_with("bestmove");
    let timeless = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_time = |index: usize| {
            let is_word = |index: usize| matches!(words[index], "time" | "nps");
            is_word(index) || index > 0 && is_word(index - 1)
        };
        let kept = (0..words.len()).filter(|&index| !is_time(index)).map(|index| words[index]);
        kept.collect::<Vec<_>>().join(" ")
    };
    said.lines().filter(of_search).map(timeless).collect()
}

/// Returns the answers of a protocol session.
fn answers(lines: &[&str]) -> Vec<String> {
    let is_answer = |line: &String| line.starts_with("bestmove");
    searched(lines).into_iter().filter(is_answer).collect()
}

/// Returns the number of nodes in the last report of a search.
fn nodes(settings: &[&str]) -> u64 {
    let lines = searched(&[settings, &["position startpos", "go depth 9"]].concat());
    let last = lines.iter().rfind(|line| line.contains(" nodes ")).expect("a report");
    let number = last.split_once(" nodes ").expect("nodes").1.split(' ').next();
    number.and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn a_level_that_is_switched_off_leaves_nothing_behind() {
    let search = ["position startpos moves h2e2", "go depth 6"];
    for (protocol, settings) in [
        ("ucci", &["setoption level 3", "setoption level 20"][..]),
        ("uci", &["setoption name Skill Level value 3", "setoption name Skill Level value 20"]),
        (
            "uci",
            &[
                "setoption name UCI_Elo value 300",
                "setoption name UCI_LimitStrength value true",
                "setoption name UCI_LimitStrength value false",
            ],
        ),
        ("uci", &["setoption name UCI_Elo value 300"]),
    ] {
        // Reports within an iteration depend on the time.
        let end = |lines: Vec<String>| lines[lines.len() - 2..].to_vec();
        let full = end(searched(&[&[protocol][..], &search].concat()));
        let again = end(searched(&[&[protocol], settings, &search].concat()));
        assert_eq!(again, full, "{settings:?}");
    }
}

#[test]
fn values_that_are_no_level_select_the_nearest_or_the_present_one() {
    let full = nodes(&["uci"]);
    assert!(full > NODES_OF_LEVEL_3);
    for (value, nodes_of_level) in
        [("21", full), ("-3", 300), ("x", NODES_OF_LEVEL_3), ("", NODES_OF_LEVEL_3)]
    {
        let settings = ["uci", "setoption name Skill Level value 3"];
        let setting = format!("setoption name Skill Level value {value}");
        assert_eq!(nodes(&[settings[0], settings[1], &setting]), nodes_of_level, "{value}");
        let setting = format!("setoption level {value}");
        assert_eq!(nodes(&["ucci", "setoption level 3", &setting]), nodes_of_level, "{value}");
    }
}

#[test]
fn one_game_has_one_move_in_a_position_and_other_games_have_others() {
    let search = ["position startpos moves h2e2", "go movetime 1000"];
    let setting = ["uci", "setoption name Skill Level value 2"];
    let one = answers(&[&setting[..], &search.repeat(4)].concat());
    assert!(one.len() == 4 && one.iter().all(|answer| *answer == one[0]), "{one:?}");
    let game = [&["ucinewgame"][..], &search].concat();
    let others = answers(&[&setting[..], &game.repeat(8)].concat());
    assert!(others.len() == 8 && others.iter().any(|answer| *answer != others[0]), "{others:?}");
}

#[test]
fn several_lines_and_threads_do_not_disturb_a_level() {
    for level in [0, 7, 14, 19] {
        let level = format!("setoption name Skill Level value {level}");
        let settings = ["uci", "setoption name MultiPV value 5", "setoption name Threads value 2", &level];
        for go in ["go nodes 500", "go depth 3", "go movetime 50", "go wtime 100 btime 100"] {
            let found = answers(&[&settings[..], &["position startpos", go]].concat());
            assert!(
                found.len() == 1 && found[0].len() >= "bestmove h2e2".len(),
                "{settings:?} {go} {found:?}"
            );
        }
    }
}

#[test]
fn a_match_refuses_what_is_no_level() {
    for (option, why) in [
        ("option.level=21", "option.level=21: not from 0 to 20"),
        ("option.level=x", "option.level=x: not a whole number"),
        ("proto=uci,option.Skill Level=21", "option.Skill Level=21: not from 0 to 20"),
    ] {
        let engine = format!("cmd=self,{option}");
        let error = complaint(&["match", "--engine", &engine, "--engine", "cmd=self", "--games", "2"], 2);
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn a_seed_repeats_a_game_in_the_terminal() {
    let game = |seed: &str| {
        let words = ["play", "--level", "2", "--seed", seed, "--terse", "--lang", "en"];
        text(&words, b"h2e2\nb2c2\nh0i2\nmoves\n")
    };
    assert_eq!(game("1"), game("1"));
    assert!(["2", "3", "4", "5"].iter().any(|seed| game(seed) != game("1")));
}
