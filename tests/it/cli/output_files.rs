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
        "SAMPLES" => &inputs.samples,
        "OUT" => out,
        word => word,
    };
    job.iter().map(word).collect()
}

struct Inputs {
    game: String,
    log: String,
    book: String,
    samples: String,
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
    let samples = scratch(&format!("{name}-samples"));
    let _ = fs::remove_file(&samples);
    lines(&["datagen", "--out", &samples, "--games", "3", "--nodes", "20"]);
    Inputs { game, log, book, samples }
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
const CONTINUED: [&[&str]; 9] = [
    &["match", "--engine", "cmd=self,name=a", "--engine", "cmd=self,name=b", "--log", "OUT"],
    &["match", "--engine", "cmd=self,name=a", "--engine", "cmd=self,name=b", "--resume", "--log", "OUT"],
    &["review", "GAME", "--all", "--nodes", "10", "--resume", "--jsonl", "OUT"],
    &["review", "GAME", "--all", "--nodes", "10", "--out", "OUT"],
    &["review", "GAME", "--all", "--nodes", "10", "--pgn", "OUT"],
    &["analysis", "--resume", "OUT"],
    &["datagen", "--games", "1", "--nodes", "50", "--out", "OUT"],
    &["tables", "build", "KRvK", "--dir", "OUT"],
    &["manual", "OUT"],
];

/// The other jobs that write.
const OTHERS: [&[&str]; 26] = [
    &["match", "--engine", "cmd=self,name=a", "--engine", "cmd=self,name=b", "--pgn", "OUT"],
    &["train", "--data", "SAMPLES", "--out", "OUT"],
    &["lab", "compare", "--game", "xiangqi", "--csv", "OUT"],
    &["lab", "tables", "--svg", "OUT"],
    &["lab", "tournament", "--csv", "OUT"],
    &["lab", "tournament", "--svg", "OUT"],
    &["lab", "tournament", "--record", "OUT"],
    &["lab", "classes", "--csv", "OUT"],
    &["lab", "classes", "--svg", "OUT"],
    &["lab", "td", "--csv", "OUT"],
    &["lab", "td", "--svg", "OUT"],
    &["lab", "td", "--weights-svg", "OUT"],
    &["lab", "exploration", "--csv", "OUT"],
    &["lab", "exploration", "--svg", "OUT"],
    &["lab", "small", "--csv", "OUT"],
    &["lab", "small", "--svg", "OUT"],
    &["lab", "solve", "--csv", "OUT"],
    &["lab", "solve", "--svg", "OUT"],
    &["lab", "td-leaf", "--csv", "OUT"],
    &["lab", "td-leaf", "--svg", "OUT"],
    &["lab", "texel", "--data", "SAMPLES", "--csv", "OUT"],
    &["lab", "texel", "--data", "SAMPLES", "--svg", "OUT"],
    &["lab", "tree-size", "--csv", "OUT"],
    &["lab", "tree-size", "--svg", "OUT"],
    &["lab", "zugzwang", "--csv", "OUT"],
    &["lab", "zugzwang", "--svg", "OUT"],
];

/// Jobs that may ask on standard input.
const ASKING: [&[&str]; 2] = [
    &["lab", "play", "--game", "tictactoe", "--record", "OUT"],
    &["lab", "watch", "--game", "tictactoe", "alphabeta", "--svg", "OUT"],
];

/// Jobs that write files into a folder, and the name of one of them.
const FOLDERS: [(&[&str], &str); 5] = [
    (&["review", "GAME", "--all", "--nodes", "10", "--out", "OUT"], "folders-game.pgn-1.html"),
    (&["convert", "--to", "xqf", "--games", "GAME", "--out", "OUT"], "folders-game.pgn.xqf"),
    (&["tables", "build", "KRvK", "--dir", "OUT"], "KRvK.wdl"),
    (&["manual", "OUT"], "chuhe-lab.1"),
    (&["lab", "watch", "--game", "tictactoe", "alphabeta", "--depth", "1", "--svg", "OUT"], "0001.svg"),
];

fn all_jobs() -> impl Iterator<Item = &'static [&'static str]> {
    [&LONG[..], &SHORT, &UNMARKED, &CONTINUED, &OTHERS, &ASKING].into_iter().flatten().copied()
}

#[test]
fn no_option_that_writes_changes_a_file_of_another_program() {
    let inputs = inputs("foreign");
    for (number, job) in all_jobs().enumerate() {
        for text in ["my important notes", "my important notes\n", "{\"id\": 7}\n{\"id\": 8}"] {
            let out = file(&format!("foreign-{number}"), text);
            let output = chuhe(&words(job, &inputs, &out));
            let error = String::from_utf8(output.stderr).unwrap();
            assert_ne!(output.status.code(), Some(0), "{job:?}");
            assert_eq!(error.lines().count(), 1, "{job:?}: {error}");
            assert_eq!(fs::read_to_string(&out).unwrap(), text, "{job:?}");
        }
    }
}

#[test]
fn no_file_of_another_program_is_changed_in_a_folder() {
    let inputs = inputs("folders");
    for (job, name) in FOLDERS {
        let folder = scratch("folders");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        let words = words(job, &inputs, &folder);
        let foreign = Path::new(&folder).join(name);
        fs::write(&foreign, "my important notes").unwrap();
        let output = chuhe(&words);
        assert_eq!(fs::read_to_string(&foreign).unwrap(), "my important notes", "{job:?}");
        // Files of tables are recognised by their names alone, and kept.
        let is_refused = output.status.code() == Some(2);
        assert_eq!(is_refused, job[0] != "tables", "{job:?}: {}", String::from_utf8_lossy(&output.stderr));
        if is_refused {
            assert_eq!(names(Path::new(&folder)).len(), 1, "{job:?}: found before the work");
            lines(&[&words[..], &["--force"]].concat());
            assert_ne!(fs::read_to_string(&foreign).unwrap_or_default(), "my important notes", "{job:?}");
        }
    }
}

/// Options that name a file or folder which is only read.
const READ: [&str; 14] = [
    "book",
    "config",
    "data",
    "evalfile",
    "from",
    "games",
    "info",
    "initial",
    "lines",
    "openings",
    "positions",
    "suite",
    "tables",
    "watch",
];

/// The table of jobs above is complete: the manual has no other option with a file or a folder.
#[test]
fn every_option_that_writes_is_in_the_table() {
    let folder = scratch("manual-of-options");
    fs::create_dir_all(&folder).unwrap();
    lines(&["manual", &folder]);
    let mut options = 0;
    for page in names(Path::new(&folder)) {
        let command = page.file_stem().unwrap().to_str().unwrap().replace("chuhe-", "");
        let text = fs::read_to_string(&page).unwrap().replace("\\-", "-");
        let takes_file = |line: &&str| line.contains("<FILE>") || line.contains("<DIR>");
        for line in text.lines().filter(takes_file) {
            let Some((option, _)) = line.strip_prefix("\\fB--").and_then(|rest| rest.split_once("\\fR"))
            else {
                continue;
            };
            options += 1;
            let is_read = READ.contains(&option) || option == "dir" && command != "tables-build";
            let has_job = all_jobs().any(|job| {
                let words: Vec<_> = job.iter().take_while(|word| !word.starts_with("--")).copied().collect();
                words.join("-").starts_with(&command)
                    && job
                        .iter()
                        .position(|word| *word == format!("--{option}"))
                        .is_some_and(|at| job[at + 1] == "OUT")
            });
            assert!(is_read != has_job, "{command} --{option}");
        }
    }
    assert!(options > 80, "{options} options");
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
