// SPDX-License-Identifier: MIT OR Apache-2.0
//! The style and the pace of progress bars.

use indicatif::{ProgressBar, ProgressStyle};
use std::thread;
use std::time::Duration;

/// Returns the style of a template, which must be well-formed.
pub fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well-formed")
}

/// Redraws a bar that can be seen at this interval. This takes a thread, without which the bar would panic.
pub fn keep_ticking(bar: &ProgressBar, interval: Duration) {
    let has_thread = || thread::Builder::new().spawn(|| ()).is_ok_and(|thread| thread.join().is_ok());
    if !bar.is_hidden() && has_thread() {
        bar.enable_steady_tick(interval);
    }
}
