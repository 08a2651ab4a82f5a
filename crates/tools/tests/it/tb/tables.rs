// SPDX-License-Identifier: MIT OR Apache-2.0
//! Endgame tables: built, checked and probed as a user does, against theory and the rules.

use crate::support::run::{Run, folder, fresh, printed, run, start};
use chuhe::Position;
use chuhe::tb::{Tablebase, TbValue};
use once_cell::sync::Lazy;
use std::fs;
use std::path::{Path, PathBuf};
use xiangqi::rules::{Game, GameOutcome, RuleSet, Verdict};
use xiangqi::types::Color;

/// A directory with these tables, built anew.
fn built(name: &str, balances: &str) -> PathBuf {
    let directory = folder(name);
    lines(&directory, &format!("build --threads 2 {balances}"));
    directory
}

/// The words of a command on the tables in a directory.
fn words(directory: &Path, words: &str) -> String {
    format!("tables {words} --dir {}", directory.display())
}

pub(super) fn lines(directory: &Path, line: &str) -> Vec<String> {
    printed(&words(directory, line)).lines().map(str::to_owned).collect()
}

/// The error of a command that fails with this status.
#[track_caller]
fn error(directory: &Path, line: &str, status: i32) -> String {
    let Run { status: found, error, .. } = run(&words(directory, line));
    assert_eq!(found, Some(status), "{line}: {error}");
    error
}

/// Flips a bit of a file.
fn damage(path: &Path, at: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes[at] ^= 4;
    fs::write(path, bytes).unwrap();
}

/// Tables that several tests read.
pub(super) static TABLES: Lazy<PathBuf> = Lazy::new(|| built("tables", "KRvKAB KRvKBB KRvKN KPvKA"));

#[test]
fn probes_agree_with_theory() {
    for (fen, first, best) in [
        ("9/3k5/9/7r1/9/9/9/4B4/9/4K1B2 w", "loss 22", Some("loss 22")),
        ("5k3/9/9/1r7/9/9/9/4B4/9/3AK4 w", "loss 12", Some("loss 12")),
        ("3k5/9/9/9/9/9/9/9/3R5/4K4 b", "loss 0", None),
        ("3k5/4P4/9/9/9/9/9/9/9/4K4 b", "loss 0", None),
        ("4k4/9/9/9/9/9/9/4B4/9/3K5 w", "draw", Some("draw")),
        ("4ka3/9/9/9/9/4P4/9/9/9/3K5 w", "draw", Some("draw")),
    ] {
        let shown = lines(&TABLES, &format!("probe '{fen}'"));
        assert_eq!(shown[0], first, "{fen}");
        assert_eq!(shown.get(1).and_then(|line| line.split_once(' ')).map(|(_, words)| words), best, "{fen}");
        assert_eq!(shown.len() - 1, Position::from_fen(fen).unwrap().legal_moves().len());
    }
}

#[test]
fn elementary_endgames_agree() {
    let tablebase = Tablebase::open(&[&*TABLES]).unwrap();
    let mut agreed = 0;
    for line in
        include_str!("../../../../../positions/endgames.txt").lines().filter(|line| !line.starts_with('#'))
    {
        let [position, result] = line.split(';').take(2).map(str::trim).collect::<Vec<_>>()[..] else {
            continue;
        };
        let position = Position::from_fen(position).unwrap();
        let Some(verdict) = tablebase.wdl(&position) else { continue };
        let expected = match (result, position.side_to_move()) {
            ("draw", _) => Verdict::Draw,
            ("red_wins", Color::Red) | ("black_wins", Color::Black) => Verdict::Win,
            _ => Verdict::Loss,
        };
        assert_eq!(verdict, expected, "{line}");
        agreed += 1;
    }
    assert!(agreed >= 8, "{agreed}");
}

/// The side that a value promises the win gets it, by mate or by the rule of perpetual check.
#[test]
fn table_play_ends_as_the_tables_say() {
    let tablebase = Tablebase::open(&[&*TABLES]).unwrap();
    for start in [
        // Only by perpetual check could the horse save itself.
        "4k4/9/R8/9/9/9/9/4n4/3K5/9 b",
        "9/9/5k3/9/9/1R7/9/9/3K1n3/9 b",
        "9/9/5k3/9/9/9/9/3K1n3/1R7/9 b",
        "5k3/9/9/9/9/R8/9/4n4/9/3K5 w",
        "9/3k5/9/7r1/9/9/9/4B4/9/4K1B2 w",
    ] {
        let start = Position::from_fen(start).unwrap();
        let value = tablebase.value(&start).unwrap().unwrap();
        let mut game = Game::new(start.clone(), RuleSet::CheckBan).with_limit(None);
        while game.outcome().is_none() {
            let moves = tablebase.moves(game.position()).unwrap().unwrap();
            game.play(moves[0].0).unwrap();
        }
        let winner = match value {
            TbValue::Win(_) => Some(start.side_to_move()),
            TbValue::Loss(_) => Some(!start.side_to_move()),
            TbValue::Draw => None,
        };
        let GameOutcome { winner: actual, .. } = game.outcome().unwrap();
        assert_eq!(actual, winner, "{start}");
    }
}

#[test]
fn tables_follow_from_each_other_and_flipped_bytes_are_found() {
    let directory = built("tables_flipped", "KRvKA");
    assert_eq!(lines(&directory, "verify").last().unwrap(), "KRvKA: right");
    for (file, at) in [("KRvKA.wdl", 60), ("KRvKA.dtm", 400), ("KRvK.dtm", 12)] {
        damage(&directory.join(file), at);
        let error = error(&directory, "verify", 2);
        assert!(error.contains(file) && error.lines().count() == 1, "{error}");
        damage(&directory.join(file), at);
    }
}

/// A probe reads only the block that has the position.
#[test]
fn a_probe_of_a_damaged_block_is_an_error() {
    let directory = built("tables_damaged", "KRvKA");
    damage(&directory.join("KRvKA.wdl"), 60);
    let [first_block, another] = ["4ka3/9/9/9/9/9/9/9/R8/3K5 w", "3k1a3/9/9/9/9/9/9/R3K4/9/9 w"];
    let error = error(&directory, &format!("probe '{first_block}'"), 2);
    assert!(error.contains("KRvKA.wdl: damaged"), "{error}");
    let tablebase = Tablebase::open(&[&directory]).unwrap();
    let wdl = |fen: &str| tablebase.wdl(&Position::from_fen(fen).unwrap());
    assert_eq!([wdl(first_block), wdl(another)], [None, Some(Verdict::Win)]);
}

/// Killed at any time, a run leaves only whole files, and the next one ends with the same files as ever.
#[test]
fn a_killed_build_is_taken_up() {
    let whole = built("tables_whole", "KRvKAA KNvKA");
    let directory = fresh("tables_killed");
    let build = words(&directory, "build KRvKAA KNvKA");
    for files in [2, 6, 9] {
        let mut child = start(&build);
        while fs::read_dir(&directory).map_or(0, Iterator::count) < files {
            if child.try_wait().unwrap().is_some() {
                break;
            }
        }
        let _ = child.kill();
        child.wait().unwrap();
    }
    printed(&build);
    for file in fs::read_dir(&whole).unwrap().map(|file| file.unwrap()) {
        assert_eq!(fs::read(file.path()).unwrap(), fs::read(directory.join(file.file_name())).unwrap());
    }
}

/// A table that cannot be built is reported, and so are those that need it; the others are built.
#[test]
fn a_failure_stops_only_the_tables_that_need_it() {
    let directory = built("tables_failure", "KRvKA");
    damage(&directory.join("KRvKA.dtm"), 400);
    let error = error(&directory, "build KRvKAB KRvKAAB KNvKA", 1);
    let errors: Vec<_> = error.lines().collect();
    assert_eq!(errors.len(), 3, "{error}");
    for (line, balance) in errors.iter().zip(["KRvKAB", "KRvKAA", "KRvKAAB"]) {
        assert!(line.starts_with(&format!("chuhe: {balance}: ")), "{line}");
    }
    assert!(errors[0].contains("KRvKA.dtm") && errors[2].contains("needs KRvKA"), "{error}");
    assert!(directory.join("KNvKA.wdl").exists() && !directory.join("KRvKAB.wdl").exists());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let (two, one) = (built("tables_two", "KRvKP"), folder("tables_one"));
    lines(&one, "build KRvKP");
    for extension in ["wdl", "dtm"] {
        let read = |directory: &Path| fs::read(directory.join("KRvKP").with_extension(extension)).unwrap();
        assert_eq!(read(&one), read(&two));
    }
}

#[test]
fn what_is_missing_or_wrong_is_said() {
    for (line, status, problem) in [
        ("probe '2bak4/4a4/4b4/9/9/R8/9/9/9/4K4 w'", 1, "KRvKAABB: no table in"),
        ("stats KRvKAABB", 2, "KRvKAABB.wdl"),
        ("probe x", 2, "chuhe: 'x': 1 rank instead of ten"),
    ] {
        let error = error(&TABLES, line, status);
        assert!(error.contains(problem), "{line}: {error}");
    }
}

#[test]
fn statistics_name_the_longest_win() {
    let shown = lines(&TABLES, "stats KRvKAB");
    assert_eq!(shown.len(), 4);
    assert!(shown[1].contains("100.00 % won") && shown[1].contains("longest win"), "{}", shown[1]);
    let (_, rest) = shown[1].split_once("longest win ").unwrap();
    let (plies, position) = rest.split_once(" plies: ").unwrap();
    assert_eq!(lines(&TABLES, &format!("probe '{position}'"))[0], format!("win {plies}"));
}
