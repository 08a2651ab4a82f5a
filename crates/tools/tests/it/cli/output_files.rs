// SPDX-License-Identifier: MIT OR Apache-2.0
//! Output files: a command overwrites what it wrote itself, nothing else, and finds out before its work.

use crate::support::command::file;
use crate::support::run::{folder, fresh, new_path, printed, refused, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Jobs that take minutes unless they fail before their work.
const LONG: [&str; 6] = [
    "review GAME --movetime 60000 --html OUT",
    "review GAME --movetime 60000 --pgn OUT",
    "match PAIR --html OUT",
    "lab compare --game xiangqi --depth 6 --svg OUT",
    "lab tables --depth 9 --svg OUT",
    "book build --positions 100000 --out OUT",
];

/// Jobs of a moment that write one file.
const SHORT: [&str; 8] = [
    "show --svg OUT",
    "review GAME --nodes 10 --html OUT",
    "review GAME --nodes 10 --pgn OUT",
    "match --merge LOG --html OUT",
    "match --merge LOG --pgn OUT",
    "lab compare --game reversi --depth 1 --svg OUT",
    "lab td --games 2 --trials 0 --svg OUT",
    "book build --games GAME --min-games 1 --min-plies 1 --out OUT",
];

/// Files of these commands look like those of any other program.
const UNMARKED: [&str; 2] = ["convert --to wxf --games GAME --out OUT", "book convert BOOK --out OUT"];

/// Jobs that go on with a file of their own, or write into a folder.
const CONTINUED: [&str; 9] = [
    "match PAIR --log OUT",
    "match PAIR --resume --log OUT",
    "review GAME --all --nodes 10 --resume --jsonl OUT",
    "review GAME --all --nodes 10 --out OUT",
    "review GAME --all --nodes 10 --pgn OUT",
    "analysis --resume OUT",
    "datagen --games 1 --nodes 50 --out OUT",
    "tables build KRvK --dir OUT",
    "manual OUT",
];

/// The other jobs, and the options with which they write; the last two may ask on standard input.
const OTHERS: [(&str, &str); 7] = [
    ("match PAIR", "pgn"),
    ("train --data SAMPLES", "out"),
    ("lab classes", "svg"),
    ("lab td-leaf", "svg"),
    ("lab zugzwang", "svg"),
    ("lab play --game tictactoe", "record"),
    ("lab watch --game tictactoe alphabeta", "svg"),
];

/// Jobs that write files into a folder, and the name of one of them.
const FOLDERS: [(&str, &str); 5] = [
    ("review GAME --all --nodes 10 --out OUT", "folders-game.pgn-1.html"),
    ("convert --to xqf --games GAME --out OUT", "folders-game.pgn.xqf"),
    ("tables build KRvK --dir OUT", "KRvK.wdl"),
    ("manual OUT", "chuhe-lab.1"),
    ("lab watch --game tictactoe alphabeta --depth 1 --svg OUT", "0001.svg"),
];

fn all_jobs() -> Vec<String> {
    let others = OTHERS
        .iter()
        .flat_map(|(job, options)| options.split(' ').map(move |option| format!("{job} --{option} OUT")));
    let listed = [&LONG[..], &SHORT, &UNMARKED, &CONTINUED].concat();
    listed.into_iter().map(str::to_owned).chain(others).collect()
}

const PAIR: &str = "--engine cmd=self,name=a --engine cmd=self,name=b";

/// Files that the jobs read, and their names in a job.
struct Inputs([(&'static str, String); 4]);

impl Inputs {
    /// Writes the inputs under names of their own, because tests run at the same time.
    fn new(name: &str) -> Self {
        let game = file(&format!("{name}-game.pgn"), "[Red \"a\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 1-0\n");
        let [log, book, samples] =
            ["log.jsonl", "book", "samples"].map(|file| new_path(&format!("{name}-{file}")));
        printed(&format!("match {PAIR} --games 2 --nodes 10 --draw-plies 4 --log {log}"));
        printed(&format!("book build --games {game} --min-games 1 --min-plies 1 --out {book}"));
        printed(&format!("datagen --out {samples} --games 3 --nodes 20"));
        Self([("GAME", game), ("LOG", log), ("BOOK", book), ("SAMPLES", samples)])
    }

    /// The line of a job that writes to this path.
    fn line(&self, job: &str, out: &str) -> String {
        let job = job.replace("PAIR", PAIR).replace("OUT", out);
        self.0.iter().fold(job, |job, (name, path)| job.replace(name, path))
    }
}

/// The files in a folder.
fn names(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn files_of_others_are_overwritten_only_by_force() {
    let inputs = Inputs::new("force");
    for job in SHORT.iter().chain(&UNMARKED) {
        let folder = folder("force");
        let out = folder.join("notes.txt");
        fs::write(&out, "my notes\n").unwrap();
        let line = inputs.line(job, out.to_str().unwrap());
        let error = refused(&line);
        assert!(error.contains("notes.txt: ") && error.contains("--force"), "{line}: {error}");
        assert_eq!(fs::read_to_string(&out).unwrap(), "my notes\n", "{line}");
        assert_eq!(names(&folder).len(), 1, "{line}: no temporary file is left");
        printed(&format!("{line} --force"));
        assert_ne!(fs::read(&out).unwrap(), b"my notes\n", "{line}");
        // An empty file, as `mktemp` creates it, holds nothing.
        fs::write(&out, "").unwrap();
        printed(&line);
        assert_ne!(fs::read(&out).unwrap(), b"", "{line}");
    }
}

#[test]
fn no_option_that_writes_changes_a_file_of_another_program() {
    let inputs = Inputs::new("foreign");
    for (number, job) in all_jobs().iter().enumerate() {
        for text in ["my important notes", "my important notes\n", "{\"id\": 7}\n{\"id\": 8}"] {
            let out = file(&format!("foreign-{number}"), text);
            let failed = run(&inputs.line(job, &out));
            assert_ne!(failed.status, Some(0), "{job}");
            assert_eq!(failed.error.lines().count(), 1, "{job}: {}", failed.error);
            assert_eq!(fs::read_to_string(&out).unwrap(), text, "{job}");
        }
    }
}

#[test]
fn no_file_of_another_program_is_changed_in_a_folder() {
    let inputs = Inputs::new("folders");
    for (job, name) in FOLDERS {
        let folder = folder("folders");
        let line = inputs.line(job, folder.to_str().unwrap());
        let foreign = folder.join(name);
        fs::write(&foreign, "my important notes").unwrap();
        let failed = run(&line);
        assert_eq!(fs::read_to_string(&foreign).unwrap(), "my important notes", "{job}");
        // Files of tables are recognised by their names alone, and kept.
        let is_refused = failed.status == Some(2);
        assert_eq!(is_refused, !job.starts_with("tables"), "{job}: {}", failed.error);
        if is_refused {
            printed(&format!("{line} --force"));
            assert_ne!(fs::read_to_string(&foreign).unwrap_or_default(), "my important notes", "{job}");
        }
    }
}

/// Options that name a file or folder which is only read.
const READ: &str =
    "book config data evalfile from games info initial lines openings positions suite tables watch";

/// The table of jobs above is complete: the manual has no other option with a file or a folder.
#[test]
fn every_option_that_writes_is_in_the_table() {
    let folder = folder("manual-of-options");
    printed(&format!("manual {}", folder.display()));
    let (jobs, mut options) = (all_jobs(), 0);
    for page in names(&folder) {
        let command = page.file_stem().unwrap().to_str().unwrap().replace("chuhe-", "");
        let text = fs::read_to_string(&page).unwrap().replace("\\-", "-");
        for line in text.lines().filter(|line| line.contains("<FILE>") || line.contains("<DIR>")) {
            let Some((option, _)) = line.strip_prefix("\\fB--").and_then(|rest| rest.split_once("\\fR"))
            else {
                continue;
            };
            options += 1;
            let is_read =
                READ.split(' ').any(|read| read == option) || option == "dir" && command != "tables-build";
            let has_job = jobs.iter().any(|job| {
                job.replace(' ', "-").starts_with(&format!("{command}-"))
                    && job.contains(&format!(" --{option} OUT"))
            });
            assert!(is_read != has_job, "{command} --{option}");
        }
    }
    assert!(options > 60, "{options} options");
}

#[test]
fn files_of_the_same_command_are_overwritten() {
    let inputs = Inputs::new("again");
    for (number, job) in SHORT.iter().enumerate() {
        let out = file(&format!("again-{number}"), "");
        let line = inputs.line(job, &out);
        printed(&line);
        let first = fs::read(&out).unwrap();
        printed(&line);
        assert_eq!(fs::read(&out).unwrap().len() / 100, first.len() / 100, "{line}");
    }
    // The page of another command is not its own.
    let page = file("again.html", "");
    printed(&inputs.line(SHORT[1], &page));
    for job in [SHORT[0], SHORT[3]] {
        assert!(refused(&inputs.line(job, &page)).contains("was not written by this command"), "{job}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_found_before_the_work() {
    let inputs = Inputs::new("before");
    let directory = folder("before");
    let missing = fresh("no/such/folder/file");
    let mut places = vec![missing.to_str().unwrap(), directory.to_str().unwrap()];
    if cfg!(target_os = "linux") {
        // Here root cannot write either.
        places.push("/proc/file");
    }
    for job in LONG {
        for place in &places {
            let begin = Instant::now();
            let line = inputs.line(job, place);
            assert!(refused(&line).contains(place), "{line}");
            assert!(begin.elapsed() < Duration::from_secs(20), "{line}");
        }
    }
    // And before another file is begun.
    let (page, log) = (file("home.html", "<!DOCTYPE html>\n"), fresh("home.jsonl"));
    refused(&format!("match {PAIR} --games 2 --nodes 10 --html {page} --log {}", log.display()));
    assert!(!log.exists());
}

#[test]
fn a_training_run_keeps_the_files_of_others() {
    let games = new_path("keeps.games");
    printed(&format!("datagen --out {games} --games 20 --nodes 20"));
    for ending in ["net", "csv", "svg", "lock"] {
        let folder = folder("keeps").display().to_string();
        let kept = format!("{folder}/x.{ending}");
        fs::write(&kept, "my file\n").unwrap();
        let error = refused(&format!("train --data {games} --out {folder}/x.net --epochs 1"));
        assert!(error.starts_with(&format!("{kept}: ")), "{error}");
        assert_eq!(fs::read_to_string(&kept).unwrap(), "my file\n");
    }
}

#[test]
fn standard_output_is_for_the_results_where_they_are_printed() {
    let inputs = Inputs::new("results");
    for (job, option) in [
        (SHORT[3], "--html"),
        (SHORT[4], "--pgn"),
        (SHORT[7], "--out"),
        (UNMARKED[1], "--out"),
        ("train --data GAME --out OUT", "--out"),
        ("datagen --games 1 --out OUT", "--out"),
    ] {
        let error = refused(&inputs.line(job, "-"));
        assert!(error.starts_with(&format!("{option}: cannot be standard output")), "{job}: {error}");
    }
    assert!(!Path::new("-").exists());
}

#[cfg(unix)]
#[test]
fn devices_pipes_and_links_are_written_through() {
    use std::io::Read;
    use std::os::unix::fs::{FileTypeExt, symlink};

    for device in ["/dev/null", "/dev/stdout", "-"] {
        let is_shown = printed(&format!("show --svg {device}")).starts_with("<svg ");
        assert_eq!(is_shown, device != "/dev/null", "{device}");
    }
    // A pipe open at both ends, so that neither side waits for the other.
    let pipe = crate::support::run::pipe("pipe.svg");
    let mut reader = fs::OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
    printed(&format!("show --svg {pipe}"));
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    let mut begin = [0; 5];
    reader.read_exact(&mut begin).unwrap();
    assert_eq!(&begin, b"<svg ");
    // A link stays one, and the file that it leads to need not exist yet.
    let (target, link) = (fresh("target.svg"), fresh("output-link.svg"));
    symlink("target.svg", &link).unwrap();
    for _ in ["a link to nothing", "a link to a file"] {
        assert_eq!(printed(&format!("show --svg {}", link.display())), "");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let image = fs::read_to_string(&target).unwrap();
        assert!(image.starts_with("<svg ") && image.ends_with("</svg>\n"));
    }
}
