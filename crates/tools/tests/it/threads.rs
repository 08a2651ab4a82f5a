// SPDX-License-Identifier: MIT OR Apache-2.0
//! Jobs for more threads than the system grants.

use crate::support::command::without_threads;
use crate::support::run::new_path;

#[test]
fn datagen_plays_on_the_threads_there_are() {
    let out = new_path("threads.games");
    let words = ["datagen", "--out", &out, "--games", "1", "--nodes", "50", "--threads", "64"];
    let output = without_threads(&words, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && String::from_utf8_lossy(&output.stdout).contains("games 1: "),
        "{errors}"
    );
    assert!(errors.contains("running 1 of 64 threads: no more can be started: "), "{errors}");
}

#[test]
fn a_book_is_not_built_without_a_thread() {
    let out = new_path("threads.book");
    let words = ["book", "build", "--out", &out, "--positions", "2", "--nodes", "50", "--threads", "64"];
    let output = without_threads(&words, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("running 0 of 64 threads: no more can be started: "), "{errors}");
}
