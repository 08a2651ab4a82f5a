// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program's commands, as scripts run them.

use super::pages;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The program, in the folder of the repository. It speaks English, and has nothing to read.
pub(crate) fn program() -> Command {
    let mut command = Command::new(crate::CHUHE);
    command.current_dir(pages::root()).env_remove("RUST_LOG").env("CHUHE_LANG", "en").stdin(Stdio::null());
    command
}

/// A run of the program that has nothing to read.
pub(crate) fn chuhe(words: &[&str]) -> Output {
    program().args(words).output().expect("the program starts")
}

/// A run of the program that may read this.
pub(crate) fn chuhe_reading(words: &[&str], input: &[u8]) -> Output {
    run_reading(program().args(words), input)
}

fn run_reading(command: &mut Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // A run that does not read its input may have closed it.
    let _ = child.stdin.take().expect("input is piped").write_all(input);
    child.wait_with_output().expect("a child can be waited for")
}

/// The size of a stack that no system grants: 64 TiB.
const REFUSED_STACK: u64 = 1 << 46;

/// Runs the program, which can start no thread.
pub(crate) fn without_threads(words: &[&str], input: &str) -> Output {
    run_reading(program().args(words).env("RUST_MIN_STACK", REFUSED_STACK.to_string()), input.as_bytes())
}

/// The lines of a successful run.
pub(crate) fn lines(words: &[&str]) -> Vec<String> {
    text(words, b"").lines().map(str::to_owned).collect()
}

/// The output of a successful run.
pub(crate) fn text(words: &[&str], input: &[u8]) -> String {
    let output = chuhe_reading(words, input);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("output is UTF-8");
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The one line on standard error of a run that fails with this status and prints nothing.
pub(crate) fn complaint(words: &[&str], status: i32) -> String {
    let message = complaint_reading(words, b"", status);
    assert!(message.contains(": "), "{message}");
    message
}

/// The same of a run that may read this, whether or not it says what the matter is with.
pub(crate) fn complaint_reading(words: &[&str], input: &[u8], status: i32) -> String {
    let output = chuhe_reading(words, input);
    let error = String::from_utf8(output.stderr).expect("errors are UTF-8");
    assert_eq!(output.status.code(), Some(status), "{words:?}: {error}");
    assert!(output.stdout.is_empty(), "{words:?}");
    assert_eq!(error.lines().count(), 1, "{words:?}: {error}");
    let message = error.trim_end().strip_prefix("chuhe: ").expect("errors begin with the program's name");
    assert!(!message.contains("panicked"), "{message}");
    message.to_owned()
}

/// A file with this text, in a directory that the test run owns.
pub(crate) fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the directory can be written");
    path.into_os_string().into_string().expect("the directory has a plain name")
}
