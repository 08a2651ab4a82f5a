// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program on a pseudo terminal, and what a person sees there.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::fs;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest wait for something to appear, on a loaded machine too.
const PATIENCE: Duration = Duration::from_secs(120);

/// A terminal with the program running on it.
pub(crate) struct Screen {
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    parser: Arc<Mutex<vt100::Parser>>,
    /// Everything that the program wrote.
    written: Arc<Mutex<Vec<u8>>>,
}

impl Screen {
    /// Starts the program with these words on a terminal of this size, with a state directory of this name.
    pub(crate) fn start(
        state: &str,
        (columns, rows): (u16, u16),
        words: &[&str],
        env: &[(&str, &str)],
    ) -> Self {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("there are pseudo terminals");
        let mut command = CommandBuilder::new(crate::CHUHE);
        command.args(words);
        command.cwd(env!("CARGO_TARGET_TMPDIR"));
        for name in ["RUST_LOG", "NO_COLOR"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        command.env("CHUHE_LANG", "en");
        command.env("XDG_STATE_HOME", state_directory(state));
        for (name, value) in env {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let parser = Arc::new(Mutex::new(vt100::Parser::new(cells(rows), cells(columns), 0)));
        let written = Arc::new(Mutex::new(Vec::new()));
        let mut output = pair.master.try_clone_reader().expect("a terminal can be read");
        thread::spawn({
            let (parser, written) = (Arc::clone(&parser), Arc::clone(&written));
            move || {
                let mut bytes = [0; 4096];
                while let Ok(length @ 1..) = output.read(&mut bytes) {
                    parser.lock().unwrap_or_else(PoisonError::into_inner).process(&bytes[..length]);
                    written.lock().unwrap_or_else(PoisonError::into_inner).extend(&bytes[..length]);
                }
            }
        });
        let keyboard = pair.master.take_writer().expect("a terminal can be written to");
        Self { master: pair.master, keyboard, child, parser, written }
    }

    /// Returns the visible text, line by line.
    pub(crate) fn text(&self) -> String {
        self.parser.lock().unwrap_or_else(PoisonError::into_inner).screen().contents()
    }

    pub(crate) fn written(&self) -> String {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&written).into_owned()
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.press_bytes(keys.as_bytes());
    }

    pub(crate) fn press_bytes(&mut self, keys: &[u8]) {
        self.keyboard.write_all(keys).expect("the program reads");
        self.keyboard.flush().expect("the program reads");
    }

    /// Types a line.
    pub(crate) fn enter(&mut self, line: &str) {
        self.press(line);
        // The line is seen before it is sent, so that a test fails where something is lost.
        self.wait_for(line);
        self.press("\r");
    }

    /// Waits until this is seen; returns the screen.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Waits until the program has written all of this.
    pub(crate) fn wait_for_written(&self, texts: &[&str]) {
        self.wait_until(&format!("{texts:?}"), |_| {
            let written = self.written();
            texts.iter().all(|text| written.contains(text))
        });
    }

    /// Returns the number of the program's process.
    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().expect("it is running")
    }

    /// Waits until this is no longer seen.
    pub(crate) fn wait_without(&self, text: &str) -> String {
        self.wait_until(&format!("no more {text}"), |screen| !screen.contains(text))
    }

    fn wait_until(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let begin = Instant::now();
        loop {
            let screen = self.text();
            if is_there(&screen) {
                return screen;
            }
            assert!(begin.elapsed() < PATIENCE, "waiting for '{what}', but there is:\n{screen}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        self.parser
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .screen_mut()
            .set_size(cells(rows), cells(columns));
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("a terminal has a size");
    }

    /// Kills the program at once.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it is running");
        self.child.wait().expect("a child can be waited for");
    }

    /// Waits for the end of the program; returns its exit status.
    pub(crate) fn status(&mut self) -> u32 {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child can be waited for") {
                return status.exit_code();
            }
            assert!(begin.elapsed() < PATIENCE, "the program does not end:\n{}", self.text());
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("a screen has cells")
}

/// A state directory of this test run.
pub(crate) fn state_directory(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("state-{name}"))
}

/// Empties a state directory.
pub(crate) fn forget(name: &str) {
    // It need not exist.
    let _ = fs::remove_dir_all(state_directory(name));
}
