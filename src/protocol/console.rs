// SPDX-License-Identifier: MIT OR Apache-2.0
//! The output, and what reading and searching threads must agree on: whether the engine thinks.
//!
//! Both are behind one lock, so that the answer to `go` and the return to idleness are a single step: whoever has read
//! the answer finds the engine idle. Lines are written whole and flushed at once, an answer with what is said before it, in ASCII, never empty, and short
//! enough for the buffers of programs known to have small ones. An output that fails is never written to again.

use super::draw_resign::DrawResignPolicy;
use super::{Dialect, LOG, Reply};
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Some programs read lines into 2048 bytes.
const LONGEST: usize = 1890;

pub struct Console {
    state: Mutex<State>,
}

pub struct State {
    out: Box<dyn Write + Send>,
    pub is_broken: bool,
    pub is_thinking: bool,
    /// When the last answer to `go` or `stop` was given.
    pub last_answer: Option<Instant>,
    pub policy: DrawResignPolicy,
}

impl Console {
    pub fn new(out: Box<dyn Write + Send>) -> Self {
        let state = State {
            out,
            is_broken: false,
            is_thinking: false,
            last_answer: None,
            policy: DrawResignPolicy::default(),
        };
        Self { state: Mutex::new(state) }
    }

    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line that is no answer to `go`.
    pub fn say(&self, reply: &Reply, dialect: Dialect) {
        self.lock().write([reply.to_line(dialect)]);
    }
}

impl State {
    /// Writes the answer to `go`, the last of `replies`, after which the engine is idle.
    pub fn answer(&mut self, replies: &[Reply], dialect: Dialect) {
        self.write(replies.iter().map(|reply| reply.to_line(dialect)));
        self.is_thinking = false;
        self.last_answer = Some(Instant::now());
    }

    /// Writes lines, made fit for all readers. They go out together, since each time the reader has to be woken.
    pub fn write(&mut self, lines: impl IntoIterator<Item = String>) {
        let mut text = String::new();
        for line in lines.into_iter().map(|line| fit(&line)).filter(|line| !line.is_empty()) {
            log::debug!(target: LOG, "> {line}");
            text += &line;
            text.push('\n');
        }
        if !text.is_empty() && !self.is_broken {
            let written = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
            self.is_broken = written.is_err();
        }
    }
}

/// The line in ASCII and short enough for everybody.
fn fit(line: &str) -> String {
    let mut line: String = line
        .chars()
        .map(|c| match c {
            ' '..='~' => c,
            _ if c.is_control() => ' ',
            _ => '?',
        })
        .collect();
    if line.len() > LONGEST {
        let end = line[..LONGEST].rfind(' ').unwrap_or(LONGEST);
        line.truncate(end);
    }
    line.truncate(line.trim_end().len());
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, mpsc};

    struct Pipe(mpsc::Sender<Vec<u8>>);

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.send(bytes.to_vec()).map_err(|_| std::io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_are_short_ascii_and_never_empty() {
        let (sender, receiver) = mpsc::channel();
        let console = Console::new(Box::new(Pipe(sender)));
        for text in ["", "  ", "ab\ncd  ", "马8进7"] {
            console.lock().write([text.to_owned()]);
        }
        console.lock().write(["h2e2 ".repeat(1000)]);
        let lines: Vec<String> = receiver.try_iter().map(|line| String::from_utf8(line).unwrap()).collect();
        assert_eq!(lines[..2], ["ab cd\n", "?8?7\n"]);
        assert_eq!(lines[2].len(), LONGEST);
        assert!(lines[2].ends_with(" h2e2\n"));
        assert_eq!(lines.len(), 3);
    }

    #[test]
    fn a_broken_pipe_is_noticed_quietly() {
        let (sender, receiver) = mpsc::channel();
        let console = Arc::new(Console::new(Box::new(Pipe(sender))));
        drop(receiver);
        console.say(&Reply::Ready, Dialect::Ucci);
        console.say(&Reply::Ready, Dialect::Ucci);
        assert!(console.lock().is_broken);
    }

    #[test]
    fn an_answer_makes_idle() {
        let console = Console::new(Box::new(std::io::sink()));
        console.lock().is_thinking = true;
        console.lock().answer(&[Reply::NoBestMove], Dialect::Uci);
        assert!(!console.lock().is_thinking && console.lock().last_answer.is_some());
    }
}
