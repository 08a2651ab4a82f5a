// SPDX-License-Identifier: MIT OR Apache-2.0
//! Levels as a user sets them in both protocols.

use crate::support::command::text;

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
fn one_game_has_one_move_in_a_position_and_other_games_have_others() {
    let search = ["position startpos moves h2e2", "go movetime 1000"];
    let setting = ["uci", "setoption name Skill Level value 2"];
    let one = answers(&[&setting[..], &search.repeat(4)].concat());
    assert!(one.len() == 4 && one.iter().all(|answer| *answer == one[0]), "{one:?}");
    let game = [&["ucinewgame"][..], &search].concat();
    let others = answers(&[&setting[..], &game.repeat(8)].concat());
    assert!(others.len() == 8 && others.iter().any(|answer| *answer != others[0]), "{others:?}");
}
