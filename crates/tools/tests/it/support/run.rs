// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs of the program with the words of a line, as a person types them, and paths for their files.

use super::command::{chuhe, chuhe_reading, complaint, program};
use super::pages;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How a run ended, what it printed, and what it wrote on standard error.
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    pub(crate) text: String,
    pub(crate) error: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let [text, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        Self { status: output.status.code(), text, error }
    }
}

/// The words of a line; those in quotation marks may contain spaces.
pub(crate) fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (part, is_quoted) in line.split('\'').zip([false, true].into_iter().cycle()) {
        if is_quoted {
            words.push(part);
        } else {
            words.extend(part.split_whitespace());
        }
    }
    words
}

/// A run with the words of a line.
pub(crate) fn run(line: &str) -> Run {
    run_reading(line, b"")
}

pub(crate) fn run_reading(line: &str, input: &[u8]) -> Run {
    chuhe_reading(&words(line), input).into()
}

/// The output of a successful run.
pub(crate) fn printed(line: &str) -> String {
    let Run { status, text, error } = run(line);
    assert_eq!(status, Some(0), "{line}: {error}");
    text
}

/// The line on standard error of a run that fails because of its words or files and prints nothing.
pub(crate) fn refused(line: &str) -> String {
    complaint(&words(line), 2)
}

/// The JSON objects that a successful run prints, one a line.
pub(crate) fn objects(line: &str) -> Vec<Value> {
    json_lines(&printed(line))
}

/// The only object of a successful run.
pub(crate) fn object(line: &str) -> Value {
    let mut objects = objects(line);
    assert_eq!(objects.len(), 1, "{line}");
    objects.remove(0)
}

pub(crate) fn json_lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("not JSON: {line}")))
        .collect()
}

/// A path in the directory of the test run.
pub(crate) fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A path where nothing is yet.
pub(crate) fn fresh(name: &str) -> PathBuf {
    let path = scratch(name);
    // One of the two fails, or both.
    let _ = fs::remove_file(&path);
    let _ = fs::remove_dir_all(&path);
    path
}

/// The same as text, for the words of a line.
pub(crate) fn new_path(name: &str) -> String {
    fresh(name).into_os_string().into_string().unwrap()
}

/// An empty folder.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = fresh(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The path of a file of the repository.
pub(crate) fn repository(path: &str) -> String {
    pages::root().join(path).into_os_string().into_string().unwrap()
}

/// Starts the program with pipes to it.
pub(crate) fn start(line: &str) -> Child {
    start_command(program().args(words(line)))
}

pub(crate) fn start_command(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Waits until this holds, on a loaded machine too.
pub(crate) fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < deadline, "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Sends a signal, such as `-TERM`.
pub(crate) fn send_signal(process: u32, signal: &str) {
    let status = Command::new("kill").args([signal, &process.to_string()]).status().unwrap();
    assert!(status.success());
}

/// A program that ends soon; its input is closed.
pub(crate) fn end(child: Child) -> Run {
    let waiting = thread::spawn(|| child.wait_with_output());
    wait_for("the program ends", || waiting.is_finished());
    waiting.join().unwrap().unwrap().into()
}

/// A named pipe.
pub(crate) fn pipe(name: &str) -> String {
    let path = new_path(name);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path
}

/// A match between these engines.
pub(crate) fn run_match(engines: &[&str], line: &str) -> Run {
    let engines = engines.iter().flat_map(|engine| ["--engine", engine]);
    chuhe(&["match"].into_iter().chain(engines).chain(words(line)).collect::<Vec<_>>()).into()
}

/// The specification of an engine that misbehaves like `mode`; `file` is what it writes to.
pub(crate) fn fake_engine(script: &str, mode: &str, file: &str, options: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/support");
    format!("cmd='sh \"{folder}/{script}.sh\" {mode} \"{file}\"',{options}")
}
