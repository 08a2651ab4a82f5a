// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab` as used by scripts and at a terminal.

use crate::support::command;
use std::fs;
use std::path::PathBuf;

fn text(words: &[&str], input: &str) -> String {
    command::text(&[&["lab"], words].concat(), input.as_bytes())
}

fn complaint(words: &[&str]) -> String {
    command::complaint_reading(&[&["lab"], words].concat(), b"", 2)
}

/// Returns the cells of the rows of a table, by their first cell.
fn row<'a>(table: &'a str, name: &str) -> Vec<&'a str> {
    let cells = |line: &'a str| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
    table.lines().map(cells).find(|cells| cells[0] == name).unwrap_or_else(|| panic!("{name} in {table}"))
}

fn scratch(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.into_os_string().into_string().expect("the directory has a plain name")
}

#[test]
fn compare_shows_what_each_algorithm_needs() {
    let svg = scratch("compare.svg");
    let words = ["compare", "--game", "reversi", "--depth", "4", "--count", "6", "--svg", &svg];
    let table = text(&words, "");
    let nodes = |name| row(&table, name)[2].parse::<u64>().expect("a number of nodes");
    let order = ["hashhistory", "history", "hash", "alphabeta", "minimax"].map(nodes);
    assert!(order.is_sorted(), "{table}");
    for name in ["minimax", "alphabeta", "hash", "history", "hashhistory"] {
        let row = row(&table, name);
        assert_eq!((row[1], row[9], row[11]), ("4", "6/6", self::row(&table, "minimax")[11]), "{name}");
    }
    assert!(row(&table, "uniform")[3].parse::<u64>().is_ok_and(|leaves| leaves > 0));
    let svg = fs::read_to_string(svg).expect("the file was written");
    assert!(svg.starts_with("<svg ") && svg.contains("hashhistory") && svg.trim_end().ends_with("</svg>"));
}

#[test]
fn compare_takes_positions_from_a_file_and_any_algorithms() {
    let file = scratch("xiangqi.fen");
    fs::write(&file, "# a mate in one\n3k5/4P4/9/9/9/9/9/9/4A4/4K3R w\n\n")
        .expect("the directory can be written");
    let words = ["compare", "--game", "xiangqi", "--algorithms", "all", "--depth", "2", "--positions", &file];
    let table = text(&words, "");
    for name in ["minimax", "negamax", "null-verified", "quiescence", "framework"] {
        assert_eq!(row(&table, name)[11], "99999999", "{table}");
    }
    let list = text(&["compare", "--game", "gomoku", "--algorithms", "list"], "");
    assert!(list.contains("* filtered ") && list.contains("\n  pvs ") && !list.contains("null-"), "{list}");
}

#[test]
fn a_limit_of_nodes_or_time_stops_an_algorithm_at_a_lower_depth() {
    let limited = ["compare", "--game", "xiangqi", "--depth", "3", "--count", "1", "--most-nodes", "5000"];
    let table = text(&limited, "");
    assert_eq!((row(&table, "minimax")[1], row(&table, "hashhistory-float")[1]), ("2", "3"), "{table}");
    let table = text(&["compare", "--game", "reversi", "--seconds", "0.02", "--count", "2"], "");
    // How deep it gets in this time depends on what else the machine does.
    let depth: u32 = row(&table, "minimax")[1].parse().expect("a depth");
    assert!((1..12).contains(&depth), "{table}");
}

#[test]
fn tables_compares_the_schemes() {
    let svg = scratch("tables.svg");
    let words = ["tables", "--depth", "3", "--count", "2", "--from", "4", "--to", "12", "--svg", &svg];
    let table = text(&words, "");
    let nodes =
        |size| row(&table, size)[1..].iter().map(|cell| cell.parse().expect("nodes")).collect::<Vec<u64>>();
    let [small, large] = ["2^4", "2^12"].map(nodes);
    assert!(small.len() == 4 && small.iter().zip(&large).all(|(small, large)| small >= large), "{table}");
    assert!(fs::read_to_string(svg).expect("written").contains("two-tier"));
}

#[test]
fn a_tournament_counts_discs_or_points() {
    let words =
        ["tournament", "--algorithms", "minimax:1,alphabeta:3", "--against", "hashhistory:3", "--games", "4"];
    let table = text(&words, "");
    let score = |name| {
        row(&table, name)[2].split(" : ").map(|part| part.parse().expect("points")).collect::<Vec<f64>>()
    };
    assert!(score("minimax")[0] < score("minimax")[1], "{table}");
    assert!((score("alphabeta").iter().sum::<f64>() - 64.0).abs() < 8.0, "{table}");
    let words = [
        "tournament",
        "--game",
        "gomoku",
        "--algorithms",
        "filtered:2",
        "--against",
        "filtered:1",
        "--games",
        "2",
    ];
    let table = text(&words, "");
    let [own, other] = [0, 1]
        .map(|index| row(&table, "filtered")[2].split(" : ").nth(index).unwrap().parse::<f64>().unwrap());
    assert!((own + other - 1.0).abs() < 1e-9, "{table}");
}

#[test]
fn td_learns_draws_and_tries() {
    let svg = scratch("td.svg");
    let words = ["td", "--games", "30", "--trials", "2", "--seed", "5", "--svg", &svg];
    let table = text(&words, "");
    assert!(
        row(&table, "1 to 3")[1].parse::<f64>().is_ok() && row(&table, "28 to 30")[3].ends_with('%'),
        "{table}"
    );
    assert_eq!(table.matches(" against ").count(), 5, "{table}");
    assert!(row(&table, "1 ply against chance")[1].ends_with('%'));
    let chart = || fs::read_to_string(&svg).expect("written");
    let first = chart();
    assert!(first.contains("Black"));
    text(&words, "");
    assert_eq!(chart(), first, "the same seed, the same games");
}

#[test]
fn a_person_plays_on_a_pipe() {
    let words = ["play", "--game", "reversi", "--second", "deepening:2"];
    let output = text(&words, "help\nmoves\nd3\nhint\nundo\nnonsense\nquit\n");
    assert!(output.contains("d3 c4 f5 e6") && output.contains("White plays "), "{output}");
    assert!(output.contains("`nonsense` is neither"), "{output}");
    let output = text(&["play", "--game", "gomoku", "--second"], "");
    assert!(output.contains("Black plays f6"), "{output}");
}

#[test]
fn a_game_between_programs_is_recorded_watched_and_resumed() {
    let file = scratch("programs.txt");
    let words = ["play", "--game", "reversi", "--first", "alphabeta:2", "--second", "minimax:1"];
    let played = text(&[&words[..], &["--record", &file]].concat(), "");
    assert!(
        played.starts_with("A game of reversi: Black (alphabeta:2) against White (minimax:1)."),
        "{played}"
    );
    let watched = text(&["play", "--watch", &file], "");
    let moves = |output: &str| {
        let words = output.lines().filter_map(|line| line.split_once(" plays ")?.1.split([' ', '.']).next());
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(moves(&played).len() > 50 && moves(&played) == moves(&watched), "{watched}");
    assert_eq!(played.lines().last(), watched.lines().last());
    let resumed = text(&["play", "--resume", "--record", &file, "--second", "person"], "undo\nmoves\n");
    assert!(resumed.contains("Black (alphabeta:2) against White (person)."), "{resumed}");
    let words =
        ["play", "--game", "xiangqi", "--first", "alphabeta:1", "--second", "person", "--record", &file];
    assert!(text(&words, "").contains("White> ") || text(&words, "").contains("Black> "));
    assert!(fs::read_to_string(&file).expect("written").contains("[Game \"xiangqi\"]"));
}

#[test]
fn pages_are_listed_and_explained() {
    let list = text(&["explain"], "");
    for line in list.lines() {
        let name = line.split(' ').next().expect("a name");
        assert!(text(&["explain", name], "").contains("\n---"), "{name}");
    }
    let page = text(&["explain", "hash-always"], "");
    assert!(page.contains("chuhe lab compare") && !page.contains("<svg"), "{page}");
}

#[test]
fn what_cannot_be_used_is_named_in_one_line() {
    let file = scratch("bad.txt");
    fs::write(&file, "f5 d6\nf5 a1\n").expect("the directory can be written");
    for (words, parts) in [
        (
            &["compare", "--game", "reversi", "--algorithms", "minimaxx"][..],
            &["'minimaxx'", "reversi", "minimax"][..],
        ),
        (&["compare", "--game", "chess"], &["chess"]),
        (&["compare", "--game", "reversi", "--algorithms", "null"], &["'null'"]),
        (&["compare", "--game", "reversi", "--positions", &file], &["bad.txt:2", "a1"]),
        (&["compare", "--game", "reversi", "--positions", "/nowhere/at/all"], &["/nowhere/at/all"]),
        (&["compare", "--game", "xiangqi", "--seconds=-1"], &["--seconds"]),
        (&["tournament", "--algorithms", "minimax"], &["minimax", "NAME:PLIES"]),
        (&["tournament", "--algorithms", "minimax:0"], &["minimax:0"]),
        (
            &["compare", "--game", "reversi", "--svg", "/nowhere/at/all.svg"],
            &["/nowhere/at/all.svg", "does not exist"],
        ),
        (&["td", "--games", "0"], &["0"]),
        (&["td", "--lambda", "2"], &["lambda"]),
        (&["td", "--epsilon", "nan"], &["epsilon"]),
        (&["explain", "nothing"], &["'nothing'", "chuhe lab explain"]),
        (&["play"], &["--game"]),
        (&["play", "--game", "gomoku", "--first", "fast"], &["'fast'", "person or NAME:PLIES"]),
        (&["play", "--game", "gomoku", "--pace", "-1"], &["must be 0 to 60"]),
        (&["play", "--watch", &file], &["bad.txt", "line 1", "'f5 d6'"]),
        (&["play", "--resume", "--record", "/nowhere"], &["/nowhere"]),
    ] {
        let message = complaint(words);
        assert!(parts.iter().all(|part| message.contains(part)), "{words:?}: {message}");
    }
    fs::write(&file, "").expect("the directory can be written");
    assert!(complaint(&["compare", "--game", "reversi", "--positions", &file]).contains("no position"));
}
