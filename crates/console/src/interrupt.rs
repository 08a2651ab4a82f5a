// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ctrl-C, `SIGTERM` and `SIGHUP`: the first one ends a job cleanly, with its last line; a second one ends the
//! program at once.
//!
//! `SIGHUP` says that the terminal has gone, and may come from the system and from the shell: a second one is
//! not counted. Under `nohup` it is ignored.

use super::failure::Failure;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use xiangqi::types::{Bilingual, Language, text};

/// The interval at which a job is told to end.
const INTERVAL: Duration = Duration::from_millis(20);

static IS_PRESSED: AtomicBool = AtomicBool::new(false);

/// Catches the signals: the first one no longer ends the program, but is remembered and calls `on_press`
/// repeatedly.
pub fn watch(on_press: impl FnMut() + Send + 'static) {
    watch_with_cleanup(on_press, || ());
}

/// Like [`watch`], and calls `on_exit` before a second one ends the program.
pub fn watch_with_cleanup(
    on_press: impl FnMut() + Send + 'static,
    mut on_exit: impl FnMut() + Send + 'static,
) {
    let mut on_press = Some(on_press);
    let handler = move |status| {
        if IS_PRESSED.swap(true, Ordering::Relaxed) {
            on_exit();
            process::exit(status);
        }
        if let Some(on_press) = on_press.take() {
            repeat(on_press);
        }
    };
    if let Err(error) = signals::handle(handler) {
        log::warn!("cannot catch Ctrl-C, which will end the program at once: {error}");
    }
}

/// Calls `on_press` until the program ends: a search that was about to begin misses a single stop.
fn repeat(mut on_press: impl FnMut() + Send + 'static) {
    let repeating = move || {
        loop {
            on_press();
            thread::sleep(INTERVAL);
        }
    };
    if let Err(error) = thread::Builder::new().name("interrupt".to_owned()).spawn(repeating) {
        log::warn!("cannot end the job: {error}");
    }
}

/// Returns true if Ctrl-C was pressed, or another signal received.
pub fn is_pressed() -> bool {
    IS_PRESSED.load(Ordering::Relaxed)
}

/// Goes on when Ctrl-C is pressed: it ends the program that runs in this one's place.
#[cfg(windows)]
pub fn leave_to_child() {
    // Without the handler this program ends first.
    let _ = ctrlc::set_handler(|| ());
}

/// Returns the failure of an interrupted job, of which `done` of `total` parts were finished.
pub fn failure(done: usize, total: usize, parts: Parts) -> Failure {
    Failure::Job(Bilingual::new(|language| {
        let parts = parts.word(language);
        text!(language, "interrupted: {done} of {total} {parts} done", "已中断：完成{done}/{total}{parts}")
    }))
}

/// The parts of a job.
#[derive(Clone, Copy, Debug)]
pub enum Parts {
    Positions,
    Moves,
    Games,
    Trials,
    Algorithms,
    Sizes,
    Tables,
    Pairs,
}

impl Parts {
    /// Returns the name; in Chinese with the measure word.
    fn word(self, language: Language) -> &'static str {
        match self {
            Self::Positions => language.pick("positions", "个局面"),
            Self::Moves => language.pick("moves", "着"),
            Self::Games => language.pick("games", "局"),
            Self::Trials => language.pick("trials", "次试验"),
            Self::Algorithms => language.pick("algorithms", "种算法"),
            Self::Tables => language.pick("tables", "个库"),
            Self::Sizes => language.pick("sizes", "种大小"),
            Self::Pairs => language.pick("pairs", "组对局"),
        }
    }
}

#[cfg(unix)]
mod signals {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::process::Command;
    use std::{io, thread};

    /// Calls the handler in a thread of its own, with the exit status that shells report for the signal: 128
    /// and its number.
    pub fn handle(mut handler: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        if !ignores_hangup() {
            signals.handle().add_signal(SIGHUP)?;
        }
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            let mut has_hung_up = false;
            let mut is_new = |&signal: &i32| signal != SIGHUP || !std::mem::replace(&mut has_hung_up, true);
            signals.forever().filter(|signal| is_new(signal)).for_each(|signal| handler(128 + signal));
        })?;
        Ok(())
    }

    /// Returns true if the program was started to ignore `SIGHUP`, as by `nohup`. A child inherits that, and
    /// finds it out without the unsafe code that a question to the system takes.
    fn ignores_hangup() -> bool {
        Command::new("/bin/sh").args(["-c", "kill -HUP $$"]).status().is_ok_and(|status| status.success())
    }
}

#[cfg(not(unix))]
mod signals {
    /// The exit status of a program ended by Ctrl-C.
    const STATUS: i32 = 130;

    /// Calls the handler when Ctrl-C is pressed or the window is closed.
    pub fn handle(mut handler: impl FnMut(i32) + Send + 'static) -> Result<(), ctrlc::Error> {
        ctrlc::set_handler(move || handler(STATUS))
    }
}
