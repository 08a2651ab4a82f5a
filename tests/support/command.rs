// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program's commands, as scripts run them.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A run of the program.
pub(crate) fn chuhe(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(words)
        .stdin(Stdio::null())
        .env_remove("RUST_LOG")
        .output()
        .expect("the program starts")
}

/// The lines of a successful run.
pub(crate) fn lines(words: &[&str]) -> Vec<String> {
    let output = chuhe(words);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("output is UTF-8");
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", text(&output.stderr));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

/// The one line on standard error of a run that fails with this status and prints nothing.
pub(crate) fn complaint(words: &[&str], status: i32) -> String {
    let output = chuhe(words);
    let error = String::from_utf8(output.stderr).expect("errors are UTF-8");
    assert_eq!(output.status.code(), Some(status), "{words:?}: {error}");
    assert!(output.stdout.is_empty(), "{words:?}");
    assert_eq!(error.lines().count(), 1, "{words:?}: {error}");
    let message = error.trim_end().strip_prefix("chuhe: ").expect("errors begin with the program's name");
    assert!(message.contains(": ") && !message.contains("panicked"), "{message}");
    message.to_owned()
}

/// A file with this text, in a directory that the test run owns.
pub(crate) fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the directory can be written");
    path.into_os_string().into_string().expect("the directory has a plain name")
}
