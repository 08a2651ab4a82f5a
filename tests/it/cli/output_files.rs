// SPDX-License-Identifier: MIT OR Apache-2.0
//! Output files: a command overwrites what it wrote itself, nothing else, and finds out before its work.

use crate::support::command::{chuhe, complaint, file, lines};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A job that takes minutes unless it fails before its work.
const LONG: [&[&str]; 6] = [
    &["review", "GAME", "--movetime", "60000", "--html", "OUT"],
    &["review", "GAME", "--movetime", "60000", "--pgn", "OUT"],
    &["match", "--engine", "cmd=self,name=a", "--engine", "cmd=self,name=b", "--html", "OUT"],
    &["lab", "compare", "--game", "xiangqi", "--depth", "6", "--svg", "OUT"],
    &["lab", "tables", "--depth", "9", "--csv", "OUT"],
    &["book", "build", "--positions", "100000", "--out", "OUT"],
];

/// Jobs of a moment that write one file.
const SHORT: [&[&str]; 8] = [
    &["show", "--svg", "OUT"],
    &["review", "GAME", "--nodes", "10", "--html", "OUT"],
    &["review", "GAME", "--nodes", "10", "--pgn", "OUT"],
    &["match", "--merge", "LOG", "--html", "OUT"],
    &["match", "--merge", "LOG", "--pgn", "OUT"],
    &["lab", "compare", "--game", "reversi", "--depth", "1", "--csv", "OUT"],
    &["lab", "td", "--games", "2", "--trials", "0", "--svg", "OUT"],
    &["book", "build", "--games", "GAME", "--min-games", "1", "--min-plies", "1", "--out", "OUT"],
];

/// Files of these commands look like those of any other program.
const UNMARKED: [&[&str]; 2] = [
    &["convert", "--to", "wxf", "--games", "GAME", "--out", "OUT"],
    &["book", "convert", "BOOK", "--out", "OUT"],
];

fn scratch(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.into_os_string().into_string().expect("the directory has a plain name")
}

/// Replaces `OUT` by a path, and the names of inputs by theirs.
fn words<'a>(job: &[&'a str], inputs: &'a Inputs, out: &'a str) -> Vec<&'a str> {
    let word = |word: &&'a str| match *word {
        "GAME" => inputs.game.as_str(),
        "LOG" => &inputs.log,
        "BOOK" => &inputs.book,
        "OUT" => out,
        word => word,
    };
    job.iter().map(word).collect()
}

struct Inputs {
    game: String,
    log: String,
    book: String,
}

/// Writes the inputs under names of their own, because tests run at the same time.
fn inputs(name: &str) -> Inputs {
    let game = file(&format!("{name}-game.pgn"), "[Red \"a\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 1-0\n");
    let log = scratch(&format!("{name}-log.jsonl"));
    let _ = fs::remove_file(&log);
    let words =
        "match --engine cmd=self,name=a --engine cmd=self,name=b --games 2 --nodes 10 --draw-plies 4 --log";
    lines(&[&words.split(' ').collect::<Vec<_>>()[..], &[&log]].concat());
    let book = file(&format!("{name}-book"), "");
    lines(&["book", "build", "--games", &game, "--min-games", "1", "--min-plies", "1", "--out", &book]);
    Inputs { game, log, book }
}

/// The files in a folder.
fn names(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn files_of_others_are_overwritten_only_by_force() {
    let inputs = inputs("force");
    let folder = scratch("force");
    for job in SHORT.iter().chain(&UNMARKED) {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        let out = format!("{folder}/notes.txt");
        fs::write(&out, "my notes\n").unwrap();
        let words = words(job, &inputs, &out);
        let error = complaint(&words, 2);
        assert!(error.contains("notes.txt: ") && error.contains("--force"), "{words:?}: {error}");
        assert_eq!(fs::read_to_string(&out).unwrap(), "my notes\n", "{words:?}");
        assert_eq!(names(Path::new(&folder)).len(), 1, "{words:?}: no temporary file is left");
        lines(&[&words[..], &["--force"]].concat());
        assert_ne!(fs::read(&out).unwrap(), b"my notes\n", "{words:?}");
        // An empty file, as `mktemp` creates it, holds nothing.
        fs::write(&out, "").unwrap();
        lines(&words);
        assert_ne!(fs::read(&out).unwrap(), b"", "{words:?}");
    }
}

/// Jobs that go on with a file of their own, or write into a folder.
const CONTINUED: [&[&str]; 8] = [
    &["match", "--engine", "cmd=self,name=a", "--engine", "cmd=self,name=b", "--log", "OUT"],
    &["match", "--engine", "cmd=self,name=a", "--engine", "cmd=self,name=b", "--resume", "--log", "OUT"],
    &["review", "GAME", "--all", "--nodes", "10", "--resume", "--jsonl", "OUT"],
    &["review", "GAME", "--all", "--nodes", "10", "--out", "OUT"],
    &["analysis", "--resume", "OUT"],
    &["datagen", "--games", "1", "--nodes", "50", "--out", "OUT"],
    &["tables", "build", "KRvK", "--dir", "OUT"],
    &["manual", "OUT"],
];

#[test]
fn no_option_that_writes_changes_a_file_of_another_program() {
    let inputs = inputs("foreign");
    for (number, job) in LONG.iter().chain(&SHORT).chain(&UNMARKED).chain(&CONTINUED).enumerate() {
        for text in ["my important notes", "my important notes\n", "{\"id\": 7}\n{\"id\": 8}"] {
            let out = file(&format!("foreign-{number}"), text);
            let output = chuhe(&words(job, &inputs, &out));
            assert_ne!(output.status.code(), Some(0), "{job:?}");
            assert_eq!(fs::read_to_string(&out).unwrap(), text, "{job:?}");
        }
    }
}

#[test]
fn files_of_the_same_command_are_overwritten() {
    let inputs = inputs("again");
    for (number, job) in SHORT.iter().enumerate() {
        let out = file(&format!("again-{number}"), "");
        let words = words(job, &inputs, &out);
        lines(&words);
        let first = fs::read(&out).unwrap();
        lines(&words);
        assert_eq!(fs::read(&out).unwrap().len() / 100, first.len() / 100, "{words:?}");
    }
    // The page of another command is not its own.
    let page = file("again.html", "");
    lines(&words(SHORT[1], &inputs, &page));
    assert!(complaint(&words(SHORT[3], &inputs, &page), 2).contains("was not written by this command"));
    assert!(complaint(&words(SHORT[0], &inputs, &page), 2).contains("was not written by this command"));
}

#[test]
fn a_file_that_cannot_be_written_is_found_before_the_work() {
    let inputs = inputs("before");
    let directory = scratch("before");
    fs::create_dir_all(&directory).unwrap();
    let missing = scratch("no/such/folder/file");
    let mut places = vec![missing.as_str(), &directory];
    if cfg!(target_os = "linux") {
        // Here root cannot write either.
        places.push("/proc/file");
    }
    for job in LONG {
        for place in &places {
            let begin = Instant::now();
            let words = words(job, &inputs, place);
            assert!(complaint(&words, 2).contains(place), "{words:?}");
            assert!(begin.elapsed() < Duration::from_secs(20), "{words:?}");
        }
    }
}

#[test]
fn a_page_of_another_program_stops_a_match_before_the_first_game() {
    let page = file("home.html", "<!DOCTYPE html>\n<title>My home page</title>\n");
    let words =
        "match --engine cmd=self,name=a --engine cmd=self,name=b --games 2 --nodes 10 --draw-plies 4 --html";
    let words = [&words.split(' ').collect::<Vec<_>>()[..], &[&page]].concat();
    let log = scratch("home.jsonl");
    let _ = fs::remove_file(&log);
    let error = complaint(&[&words[..], &["--log", &log]].concat(), 2);
    assert!(error.contains("home.html: the file was not written by this command"), "{error}");
    assert!(!Path::new(&log).exists());
    assert!(fs::read_to_string(&page).unwrap().contains("My home page"));
    lines(&[&words[..], &["--force"]].concat());
    assert!(fs::read_to_string(&page).unwrap().contains("chuhe match"));
    lines(&words);
}

#[test]
fn a_training_run_keeps_the_files_of_others() {
    let games = scratch("keeps.games");
    let _ = fs::remove_file(&games);
    lines(&["datagen", "--out", &games, "--games", "20", "--nodes", "20"]);
    for ending in ["net", "csv", "svg", "lock"] {
        let folder = scratch("keeps");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        let (kept, out) = (format!("{folder}/x.{ending}"), format!("{folder}/x.net"));
        fs::write(&kept, "my file\n").unwrap();
        let error = complaint(&["train", "--data", &games, "--out", &out, "--epochs", "1"], 2);
        assert!(error.starts_with(&format!("{kept}: ")), "{error}");
        assert_eq!(fs::read_to_string(&kept).unwrap(), "my file\n");
    }
    let notes = file("keeps.txt", "a file of mine\n");
    assert!(complaint(&["datagen", "--out", &notes, "--games", "1"], 2).contains("not a game file"));
    assert_eq!(fs::read_to_string(&notes).unwrap(), "a file of mine\n");
}

#[test]
fn standard_output_is_for_the_results_where_they_are_printed() {
    let inputs = inputs("results");
    for (job, option) in [
        (SHORT[3], "--html"),
        (SHORT[4], "--pgn"),
        (SHORT[7], "--out"),
        (UNMARKED[1], "--out"),
        (&["train", "--data", "GAME", "--out", "OUT"], "--out"),
        (&["datagen", "--games", "1", "--out", "OUT"], "--out"),
    ] {
        let error = complaint(&words(job, &inputs, "-"), 2);
        assert!(error.starts_with(&format!("{option}: cannot be standard output")), "{job:?}: {error}");
    }
    assert!(!Path::new("-").exists());
}

#[cfg(unix)]
#[test]
fn devices_and_links_are_written_through() {
    let inputs = inputs("devices");
    for device in ["/dev/null", "/dev/stdout", "-"] {
        let output = chuhe(&words(SHORT[0], &inputs, device));
        assert_eq!(output.status.code(), Some(0), "{device}");
        assert_eq!(output.stdout.starts_with(b"<svg "), device != "/dev/null", "{device}");
    }
    // A link stays one, and the file that it leads to need not exist yet.
    let (target, link) = (scratch("target.svg"), scratch("output-link.svg"));
    for path in [&target, &link] {
        let _ = fs::remove_file(path);
    }
    std::os::unix::fs::symlink("target.svg", &link).unwrap();
    lines(&words(SHORT[0], &inputs, &link));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().starts_with("<svg "));
}
