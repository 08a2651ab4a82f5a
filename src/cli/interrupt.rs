// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ctrl-C ends a job in good order, with its last line; a second Ctrl-C ends the program at once.

use super::failure::Failure;
use anyhow::anyhow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// What shells report of a program that was ended by Ctrl-C.
const STATUS: i32 = 130;

static IS_PRESSED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C no longer ends the program, but is remembered and told to `on_press`.
pub fn watch(on_press: impl FnMut() + Send + 'static) {
    watch_to_the_end(on_press, || ());
}

/// As [`watch`]; before a second Ctrl-C ends the program, `on_exit` tidies up.
pub fn watch_to_the_end(
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
        log::warn!("Ctrl-C ends the program at once: {error}");
    }
}

/// Was Ctrl-C pressed?
pub fn is_pressed() -> bool {
    IS_PRESSED.load(Ordering::Relaxed)
}

/// A job that ends before its end, with so many of its parts done.
pub fn failure(done: usize, total: usize, parts: &str) -> Failure {
    Failure::Job(anyhow!("interrupted: {done} of {total} {parts} done"))
}
