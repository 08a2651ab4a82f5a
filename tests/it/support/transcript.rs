// SPDX-License-Identifier: MIT OR Apache-2.0
//! Transcripts of sessions as text, one step for each line:
//!
//! ```text
//! > text             sent to the engine (START stands for the FEN of the start position)
//! < pattern          the next line matches completely
//! <* pattern         any number of lines that match
//! <? pattern         one such line or none
//! <none t            no output for t milliseconds
//! ~ t                wait for t milliseconds
//! exit n within t    the process ends with status n within t milliseconds
//! # text             a comment
//! ```
//!
//! Patterns are regular expressions with the placeholders of [`wire::pattern`]. Optional lines are matched
//! lazily: a line that matches the next `<` is taken for it. A transcript without `exit` ends with `quit`.

use super::timing::{limit, ms};
use super::{PATIENCE, Session, wire};
use core::time::Duration;
use regex::Regex;
use xiangqi::notation::START_FEN;

/// One line of a transcript.
enum Step<'a> {
    Send(&'a str),
    Expect(&'a str),
    Many(&'a str),
    Maybe(&'a str),
    Silence(Duration),
    Pause(Duration),
    Exit(i32, Duration),
}

fn read(line: &str) -> Step<'_> {
    let number = |text: &str| text.trim().parse().unwrap_or_else(|_| panic!("no number in '{line}'"));
    if let Some(text) = line.strip_prefix("> ") {
        Step::Send(text)
    } else if let Some(text) = line.strip_prefix("<none ") {
        Step::Silence(ms(number(text)))
    } else if let Some(text) = line.strip_prefix("<* ") {
        Step::Many(text)
    } else if let Some(text) = line.strip_prefix("<? ") {
        Step::Maybe(text)
    } else if let Some(text) = line.strip_prefix("< ") {
        Step::Expect(text)
    } else if let Some(text) = line.strip_prefix("~ ") {
        Step::Pause(ms(number(text)))
    } else if let Some((code, time)) = line.strip_prefix("exit ").and_then(|text| text.split_once(" within "))
    {
        Step::Exit(code.parse().unwrap_or_else(|_| panic!("no status in '{line}'")), limit(number(time)))
    } else {
        panic!("not a step of a transcript: '{line}'")
    }
}

/// The optional lines that may come before the next expected one.
#[derive(Default)]
struct Optional {
    many: Vec<Regex>,
    once: Vec<Regex>,
}

impl Optional {
    /// Takes the lines up to one that matches `wanted`.
    fn skip_to(mut self, session: &mut Session, wanted: &str) {
        let pattern = wire::pattern(wanted);
        let deadline = std::time::Instant::now() + PATIENCE;
        loop {
            match session.next_line(deadline) {
                Ok(line) if pattern.is_match(&line.text) => return,
                Ok(line) if self.many.iter().any(|pattern| pattern.is_match(&line.text)) => {}
                Ok(line) => match self.once.iter().position(|pattern| pattern.is_match(&line.text)) {
                    Some(index) => drop(self.once.remove(index)),
                    None => session.fail(&format!("the last line is not '{wanted}'")),
                },
                Err(reason) => session.fail(&format!("{reason} instead of '{wanted}'")),
            }
        }
    }

    /// Takes the lines that have come already, if any are allowed.
    fn drain(&mut self, session: &mut Session) {
        self.many.append(&mut self.once);
        if !self.many.is_empty() {
            session.drain(&self.many);
            self.many.clear();
        }
    }
}

/// Plays a transcript against a fresh engine.
pub fn play(text: &str) {
    let mut session = Session::start();
    let mut optional = Optional::default();
    let mut ended = false;
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        assert!(!ended, "after the end: '{line}'");
        let step = read(line);
        match step {
            Step::Many(text) => optional.many.push(wire::pattern(text)),
            Step::Maybe(text) => optional.once.push(wire::pattern(text)),
            Step::Expect(text) => core::mem::take(&mut optional).skip_to(&mut session, text),
            Step::Pause(time) => std::thread::sleep(time),
            Step::Send(text) => {
                optional.drain(&mut session);
                session.send(&text.replace("START", START_FEN));
            }
            Step::Silence(time) => {
                optional.drain(&mut session);
                session.expect_none(time);
            }
            Step::Exit(code, time) => {
                session.expect_exit(code, time);
                ended = true;
            }
        }
    }
    if !ended {
        optional.drain(&mut session);
        session.finish();
    }
}

/// Makes a test of each transcript; the test's name is the file's name.
macro_rules! transcripts {
    ($($name:ident),* $(,)?) => {$(
        #[test]
        fn $name() {
            crate::support::transcript::play(include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/transcripts/",
                stringify!($name),
                ".txt"
            )));
        }
    )*};
}
pub(crate) use transcripts;
