// SPDX-License-Identifier: MIT OR Apache-2.0
//! The output: lines in ASCII, never empty, short enough for the buffers of other programs, and flushed at
//! once.

use std::io::Write;

/// Target of the log records about lines read and written.
pub const LOG: &str = "chuhe::protocol";

/// Maximum length of a line: some programs read lines into 2048 bytes.
const MAX_LENGTH: usize = 1890;

/// An output for lines. After an error nothing more is written to it.
pub struct Output {
    out: Box<dyn Write + Send>,
    is_broken: bool,
}

impl Output {
    pub fn new(out: Box<dyn Write + Send>) -> Self {
        Self { out, is_broken: false }
    }

    /// Returns true if writing has failed.
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Writes lines, all in one write, since each write wakes the reader.
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

/// Returns the text without spaces, for use in free text. Some programs search whole lines for keywords such
/// as ` depth `, so quoted text must not contain words.
pub fn one_word(text: &str) -> String {
    text.replace(' ', "_")
}

/// Returns the line in ASCII, cut to the maximum length.
fn fit(line: &str) -> String {
    let mut line: String = line
        .chars()
        .map(|c| match c {
            ' '..='~' => c,
            _ if c.is_control() => ' ',
            _ => '?',
        })
        .collect();
    if line.len() > MAX_LENGTH {
        let end = line[..MAX_LENGTH].rfind(' ').unwrap_or(MAX_LENGTH);
        line.truncate(end);
    }
    line.truncate(line.trim_end().len());
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

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
        let mut output = Output::new(Box::new(Pipe(sender)));
        for text in ["", "  ", "ab\ncd  ", "马8进7"] {
            output.write([text.to_owned()]);
        }
        output.write(["h2e2 ".repeat(1000)]);
        let lines: Vec<String> = receiver.try_iter().map(|line| String::from_utf8(line).unwrap()).collect();
        assert_eq!(lines[..2], ["ab cd\n", "?8?7\n"]);
        assert_eq!(lines[2].len(), MAX_LENGTH);
        assert!(lines[2].ends_with(" h2e2\n"));
        assert_eq!(lines.len(), 3);
    }

    #[test]
    fn a_broken_pipe_is_noticed_without_a_panic() {
        let (sender, receiver) = mpsc::channel();
        let mut output = Output::new(Box::new(Pipe(sender)));
        drop(receiver);
        output.write(["readyok".to_owned()]);
        output.write(["readyok".to_owned()]);
        assert!(output.is_broken());
    }
}
