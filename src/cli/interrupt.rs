// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ctrl-C: the first one ends a job cleanly, with its last line; a second one ends the program at once.

use super::failure::Failure;
use anyhow::anyhow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status of a program ended by Ctrl-C, as shells report it.
const STATUS: i32 = 130;

static IS_PRESSED: AtomicBool = AtomicBool::new(false);

/// Catches Ctrl-C: the first press no longer ends the program, but is remembered and calls `on_press`.
pub fn watch(on_press: impl FnMut() + Send + 'static) {
    watch_with_cleanup(on_press, || ());
}

/// Like [`watch`], and calls `on_exit` before a second Ctrl-C ends the program.
pub fn watch_with_cleanup(
    mut on_press: impl FnMut() + Send + 'static,
    mut on_exit: impl FnMut() + Send + 'static,
) {
    let handler = move || {
        if IS_PRESSED.swap(true, Ordering::Relaxed) {
            on_exit();
            process::exit(STATUS);
        }
        on_press();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("cannot catch Ctrl-C, which will end the program at once: {error}");
    }
}

/// Returns true if Ctrl-C was pressed.
pub fn is_pressed() -> bool {
    IS_PRESSED.load(Ordering::Relaxed)
}

/// Returns the failure of an interrupted job, of which `done` of `total` parts were finished.
pub fn failure(done: usize, total: usize, parts: &str) -> Failure {
    Failure::Job(anyhow!("interrupted: {done} of {total} {parts} done"))
}
