// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine as a child process. Every line that it prints gets a time stamp and is checked against the
//! rules for all lines (see [`wire::check`]). The process ends with the test, also with a failing one.

use super::wire;
use core::fmt::Write as _;
use core::time::Duration;
use regex::Regex;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// Time limit where time is not the point of the test.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The protocol that the engine has agreed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    None,
    Ucci,
    Uci,
}

/// A line from the engine, and when it came.
#[derive(Clone, Debug)]
pub struct Line {
    pub at: Instant,
    pub text: String,
}

/// A child process that does not survive its owner.
pub struct Process(pub Child);

impl Process {
    /// The engine under test. `CHUHE_UNDER_TEST` names another executable, such as a release build.
    pub fn program() -> OsString {
        std::env::var_os("CHUHE_UNDER_TEST").unwrap_or_else(|| crate::CHUHE.into())
    }

    /// Starts the engine.
    pub fn start(stdin: Stdio) -> Self {
        Self::start_command(Command::new(Self::program()).stdin(stdin))
    }

    /// Starts any command, its output piped and in English.
    pub fn start_command(command: &mut Command) -> Self {
        let child = command.env("CHUHE_LANG", "en").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        Self(child.expect("the engine starts"))
    }

    /// Waits for the process to end.
    pub fn exit_within(&mut self, limit: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + limit;
        loop {
            match self.0.try_wait().expect("a child can be waited for") {
                Some(status) => return Some(status),
                None if Instant::now() > deadline => return None,
                None => thread::sleep(Duration::from_millis(2)),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A session with the engine.
pub struct Session {
    process: Process,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<(Instant, Vec<u8>)>,
    errors: Option<JoinHandle<Vec<u8>>>,
    dialect: Dialect,
    started: Instant,
    log: Vec<String>,
}

impl Session {
    /// Starts the engine without a greeting.
    pub fn start() -> Self {
        Self::over(Process::start(Stdio::piped()))
    }

    /// Starts the engine and greets it in UCCI. The default book is not used,
    /// even if it is beside the executable.
    pub fn ucci() -> Self {
        let mut session = Self::start();
        session.greet("ucci", "ucciok");
        session.send("setoption bookfiles");
        session
    }

    /// Starts the engine and greets it in UCI.
    pub fn uci() -> Self {
        let mut session = Self::start();
        session.greet("uci", "uciok");
        session
    }

    /// Takes over a process. If its input is a pipe, a separate thread writes to it, so that an engine that
    /// does not read cannot block the test.
    pub fn over(mut process: Process) -> Self {
        let (input, bytes) = mpsc::channel::<Vec<u8>>();
        let input = process.0.stdin.take().map(|mut pipe| {
            // A write fails when the engine has ended; the test then misses an answer.
            thread::spawn(move || bytes.iter().all(|bytes| pipe.write_all(&bytes).is_ok()));
            input
        });
        let stdout = process.0.stdout.take().expect("output is piped");
        let mut stderr = process.0.stderr.take().expect("errors are piped");
        let (lines, output) = mpsc::channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            while matches!(reader.read_until(b'\n', &mut line), Ok(1..)) {
                let _ = lines.send((Instant::now(), core::mem::take(&mut line)));
            }
        });
        let errors = thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            text
        });
        let (errors, log) = (Some(errors), Vec::new());
        Self { process, input, output, errors, dialect: Dialect::None, started: Instant::now(), log }
    }

    /// Returns the engine's process id.
    pub fn process_id(&self) -> u32 {
        self.process.0.id()
    }

    /// Sends a greeting and reads the whole answer to it.
    pub fn greet(&mut self, greeting: &str, ok: &str) -> Vec<Line> {
        self.send(greeting);
        self.lines_until("(id|option) .+", ok, PATIENCE)
    }

    /// Sends one or several lines in one write; the last line feed is added.
    pub fn send(&mut self, text: &str) -> Instant {
        self.send_bytes(format!("{text}\n").as_bytes())
    }

    /// Sends bytes as they are, in one write.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Instant {
        self.note('>', bytes.strip_suffix(b"\n").unwrap_or(bytes));
        let input = self.input.as_ref().expect("the input is open");
        let now = Instant::now();
        let _ = input.send(bytes.to_vec());
        now
    }

    /// Closes the input, as a GUI does when it exits.
    pub fn close_input(&mut self) -> Instant {
        self.note('>', b"(end of input)");
        self.input = None;
        Instant::now()
    }

    /// Expects that the next line matches `pattern` completely.
    #[track_caller]
    pub fn expect(&mut self, pattern: &str, limit: Duration) -> Line {
        self.skip_to(&[], pattern, limit)
    }

    /// Expects that the next line after any `info` lines matches `pattern` completely.
    #[track_caller]
    pub fn expect_after_info(&mut self, pattern: &str, limit: Duration) -> Line {
        self.skip_to(&["INFO"], pattern, limit)
    }

    /// Waits for the answer to a `go`.
    #[track_caller]
    pub fn answer(&mut self, limit: Duration) -> Line {
        self.expect_after_info("BM|nobestmove|bestmove .+", limit)
    }

    /// Reads up to a line that matches `pattern`; all lines before it match one of `skipped`.
    #[track_caller]
    pub fn skip_to(&mut self, skipped: &[&str], pattern: &str, limit: Duration) -> Line {
        let skipped = if skipped.is_empty() { "[^\\s\\S]".to_owned() } else { skipped.join("|") };
        self.lines_until(&skipped, pattern, limit).pop().expect("it ends with the line waited for")
    }

    /// Returns the lines up to the first that matches `pattern`; all lines before it match `others`.
    #[track_caller]
    pub fn lines_until(&mut self, others: &str, pattern: &str, limit: Duration) -> Vec<Line> {
        let (others, wanted) = (wire::pattern(others), wire::pattern(pattern));
        let deadline = Instant::now() + limit;
        let mut lines = Vec::new();
        loop {
            match self.next_line(deadline) {
                Ok(line) => {
                    let (found, passes) = (wanted.is_match(&line.text), others.is_match(&line.text));
                    lines.push(line);
                    if found {
                        return lines;
                    } else if !passes {
                        self.fail(&format!("the last line is not '{pattern}'"));
                    }
                }
                Err(reason) => self.fail(&format!("{reason} instead of '{pattern}' within {limit:?}")),
            }
        }
    }

    /// Reads the lines that have come already; each matches one of the patterns.
    #[track_caller]
    pub fn drain(&mut self, allowed: &[Regex]) {
        while let Ok((at, bytes)) = self.output.try_recv() {
            let line = self.accept(at, &bytes);
            if !allowed.iter().any(|pattern| pattern.is_match(&line.text)) {
                self.fail("the last line is unexpected");
            }
        }
    }

    /// Expects no output for this time.
    #[track_caller]
    pub fn expect_none(&mut self, duration: Duration) {
        if self.next_line(Instant::now() + duration).is_ok() {
            self.fail(&format!("the last line breaks a silence of {duration:?}"));
        }
    }

    /// Expects only `info` lines for this time.
    #[track_caller]
    pub fn expect_only_info(&mut self, duration: Duration) {
        let deadline = Instant::now() + duration;
        while let Ok(line) = self.next_line(deadline) {
            if !line.text.starts_with("info ") {
                self.fail("the last line comes too early");
            }
        }
    }

    /// Expects that `isready` is answered and that no other line comes first.
    #[track_caller]
    pub fn sync(&mut self) {
        self.send("isready");
        self.expect("readyok", PATIENCE);
    }

    /// Ends the session: sends `quit`, expects `bye` in UCCI, status 0, no further output and an empty
    /// stderr.
    #[track_caller]
    pub fn finish(mut self) {
        self.send("quit");
        if self.dialect == Dialect::Ucci {
            self.expect("bye", PATIENCE);
        }
        self.expect_exit(0, PATIENCE);
    }

    /// Expects that the process ends with this status, without further output and with an empty stderr.
    #[track_caller]
    pub fn expect_exit(&mut self, code: i32, limit: Duration) {
        let Some(status) = self.process.exit_within(limit) else {
            self.fail(&format!("the process is still running after {limit:?}"));
        };
        if let Ok((at, bytes)) = self.output.recv() {
            self.accept(at, &bytes);
            self.fail("the last line is one too many before the end");
        }
        let errors =
            self.errors.take().expect("a process ends once").join().expect("the reader does not fail");
        assert!(errors.is_empty(), "on stderr: {}\n{}", String::from_utf8_lossy(&errors), self.transcript());
        if status.code() != Some(code) {
            self.fail(&format!("the process ended with {status}"));
        }
    }

    /// Returns the next line, if one comes before the deadline.
    #[track_caller]
    pub fn next_line(&mut self, deadline: Instant) -> Result<Line, &'static str> {
        match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok((at, bytes)) => Ok(self.accept(at, &bytes)),
            Err(RecvTimeoutError::Timeout) => Err("silence"),
            Err(RecvTimeoutError::Disconnected) => Err("end of output"),
        }
    }

    /// Logs a line and checks it against the rules for all lines.
    #[track_caller]
    fn accept(&mut self, at: Instant, bytes: &[u8]) -> Line {
        self.note('<', bytes.strip_suffix(b"\n").unwrap_or(bytes));
        match wire::check(self.dialect, bytes) {
            Ok(text) => {
                self.dialect = match text {
                    "ucciok" => Dialect::Ucci,
                    "uciok" => Dialect::Uci,
                    _ => self.dialect,
                };
                Line { at, text: text.to_owned() }
            }
            Err(rule) => self.fail(&format!("the last line breaks a rule: {rule}")),
        }
    }

    fn note(&mut self, direction: char, bytes: &[u8]) {
        let text: String = String::from_utf8_lossy(bytes).chars().take(300).collect();
        self.log.push(format!("{:>7} {direction} {text}", self.started.elapsed().as_millis()));
    }

    /// Fails the test and prints the end of the session.
    #[track_caller]
    pub fn fail(&mut self, reason: &str) -> ! {
        let end = self.process.exit_within(Duration::from_millis(20));
        let errors = self.errors.take().filter(|_| end.is_some()).and_then(|errors| errors.join().ok());
        let errors = String::from_utf8_lossy(errors.as_deref().unwrap_or_default()).into_owned();
        panic!("{reason}\n{}Process ended: {end:?}\n{errors}", self.transcript());
    }

    fn transcript(&self) -> String {
        let skipped = self.log.len().saturating_sub(40);
        let mut text = format!("The session (milliseconds, direction, line), {skipped} lines left out:\n");
        for line in &self.log[skipped..] {
            let _ = writeln!(text, "{line}");
        }
        text
    }
}

/// Returns the number after a keyword in the last report that has it, of a search on one thread with these
/// settings.
#[track_caller]
pub fn reported(word: &str, settings: &[&str], position: &str, go: &str) -> i64 {
    let mut session = Session::ucci();
    for setting in settings {
        session.send(&format!("setoption {setting}"));
    }
    session.send(&format!("position {position}\n{go}"));
    let lines = session.lines_until("INFO", "BM", PATIENCE);
    session.finish();
    let number = |text: &str| text.split_once(word)?.1.split_ascii_whitespace().next()?.parse().ok();
    let found = lines.iter().rev().find_map(|line| number(&line.text));
    found.unwrap_or_else(|| panic!("no '{word}' in {lines:?}"))
}
