// SPDX-License-Identifier: MIT OR Apache-2.0
//! The style and the pace of progress bars.

use indicatif::{ProgressBar, ProgressStyle};
use std::thread;
use std::time::Duration;

/// Returns the style of a template, which must be well-formed.
pub fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well-formed")
}

/// Shows that a job of unknown length goes on, and for how long, if standard error is a terminal.
pub fn clock() -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_style(style("{spinner} {elapsed_precise}"));
    keep_ticking(&bar, Duration::from_millis(250));
    bar
}

/// Redraws a bar that can be seen at this interval. This takes a thread, without which the bar would panic.
pub fn keep_ticking(bar: &ProgressBar, interval: Duration) {
    let has_thread = || thread::Builder::new().spawn(|| ()).is_ok_and(|thread| thread.join().is_ok());
    if !bar.is_hidden() && has_thread() {
        bar.enable_steady_tick(interval);
    }
}
