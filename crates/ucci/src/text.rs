// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bytes → lines → words and numbers, and words → lines.
//!
//! Reading is lenient: input comes in any encoding, and values in any form.

use crate::score::Bound;
use core::fmt::{Display, Write};
use std::io::BufRead;
use std::iter::Peekable;
use std::str::SplitAsciiWhitespace;

/// Maximum length of a line in bytes; longer lines are skipped.
const MAX_LENGTH: usize = 1 << 20;

/// Splits an input into lines, each ended by LF, CRLF or the end of the input. A byte order mark at the
/// beginning is skipped, and so are lines longer than 1 MiB. A read error ends the input.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    line: Vec<u8>,
    is_first: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads lines from `input`.
    pub fn new(input: R) -> Self {
        Self { input, line: Vec::new(), is_first: true }
    }

    /// Returns the next line without its end; `None` at the end of the input.
    pub fn next_line(&mut self) -> Option<&[u8]> {
        while !self.read_line()? {}
        Some(self.text())
    }

    /// Returns the next line without its end, as an error its first MiB if it is longer; `None` at the end of
    /// the input.
    pub fn next_or_cut(&mut self) -> Option<Result<&[u8], &[u8]>> {
        let fits = self.read_line()?;
        let line = self.text();
        Some(if fits { Ok(line) } else { Err(line) })
    }

    fn text(&mut self) -> &[u8] {
        let mut line = self.line.as_slice();
        if std::mem::take(&mut self.is_first) {
            line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        }
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    /// Reads one line, or its beginning; `Some(false)`: the line was too long.
    fn read_line(&mut self) -> Option<bool> {
        self.line.clear();
        let (mut fits, mut is_empty) = (true, true);
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => &[],
            };
            if chunk.is_empty() {
                return (!is_empty).then_some(fits);
            }
            is_empty = false;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            let room = MAX_LENGTH - self.line.len();
            fits &= part.len() <= room;
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                return Some(fits);
            }
        }
    }
}

/// Returns the text of a line: control characters become spaces, invalid UTF-8 becomes replacement
/// characters.
pub fn printable(line: &[u8]) -> String {
    let text: String =
        String::from_utf8_lossy(line).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.trim_matches(' ').to_owned()
}

/// Returns the line with one character (below 256) for each byte, so that no byte is lost. Control characters
/// become spaces.
pub fn bytewise(line: &[u8]) -> String {
    line.iter().map(|&byte| if byte.is_ascii_control() { ' ' } else { char::from(byte) }).collect()
}

/// Returns the first word and the text after the space that follows it.
pub fn split_word(text: &str) -> (&str, &str) {
    let (head, rest) = text.split_once(' ').unwrap_or((text, ""));
    (head, rest.trim_start_matches(' '))
}

/// The words of a line.
pub type Words<'a> = Peekable<SplitAsciiWhitespace<'a>>;

/// Returns the words of a text.
pub fn words(text: &str) -> Words<'_> {
    text.split_ascii_whitespace().peekable()
}

/// Reads the moves that come next, in lower case.
pub fn next_moves(words: &mut Words) -> Vec<String> {
    let is_move = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.bytes().any(|c| c.is_ascii_digit())
    };
    std::iter::from_fn(|| words.next_if(is_move)).map(str::to_ascii_lowercase).collect()
}

/// Returns true if `word` is one of `known`, in any case.
pub fn is_any(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Reads the number that a word begins with, clamped to the range of `i64`. Decimals and exponents are
/// accepted.
pub fn leading_integer(word: &str) -> Option<i64> {
    let unsigned = word.strip_prefix(['-', '+']).unwrap_or(word);
    if !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let read =
        |text: &str| text.parse().ok().or_else(|| text.parse::<f64>().ok().map(|number| number as i64));
    read(word).or_else(|| {
        let rest = unsigned.trim_start_matches(|c: char| c.is_ascii_digit());
        read(&word[..word.len() - rest.len()])
    })
}

/// A line under construction: words and optional fields, each preceded by one space.
pub struct Line(String);

impl Line {
    pub fn new(start: &str) -> Self {
        Self(start.to_owned())
    }

    /// Adds a word.
    pub fn word(&mut self, word: impl Display) -> &mut Self {
        write!(self.0, " {word}").expect("writing to a string never fails");
        self
    }

    /// Adds a name and its value, if there is a value.
    pub fn field(&mut self, name: &str, value: Option<impl Display>) -> &mut Self {
        if let Some(value) = value {
            self.word(name).word(value);
        }
        self
    }

    /// Adds the keyword of a score that is a bound.
    pub fn bound(&mut self, bound: Option<Bound>) -> &mut Self {
        match bound {
            Some(Bound::Lower) => self.word("lowerbound"),
            Some(Bound::Upper) => self.word("upperbound"),
            None => self,
        }
    }

    /// Adds words and returns the line.
    pub fn words(mut self, words: &[String]) -> String {
        for word in words {
            self.word(word);
        }
        self.finish()
    }

    /// Adds a name and its words, if there are any, and returns the line.
    pub fn list(mut self, name: &str, words: &[String]) -> String {
        if !words.is_empty() {
            self.word(name);
        }
        self.words(words)
    }

    /// Returns the line.
    pub fn finish(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_numbers_are_read_and_clamped_to_their_range() {
        for (word, number) in [
            ("12", Some(12)),
            ("-5", Some(-5)),
            ("+7", Some(7)),
            ("12abc", Some(12)),
            ("1e30", Some(i64::MAX)),
            ("-99999999999999999999", Some(i64::MIN)),
            ("2.9", Some(2)),
            ("", None),
            ("-", None),
            ("inf", None),
            ("-nan", None),
            ("x1", None),
        ] {
            assert_eq!(leading_integer(word), number, "{word}");
        }
    }

    fn lines(input: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Lines::new(std::io::BufReader::with_capacity(3, input));
        std::iter::from_fn(|| lines.next_line().map(<[u8]>::to_vec)).collect()
    }

    #[test]
    fn lines_end_with_lf_crlf_or_the_end_of_the_input() {
        for input in
            ["ucci\nquit\n", "ucci\r\nquit\r\n", "ucci\nquit", "ucci\r\nquit\r", "\u{feff}ucci\nquit"]
        {
            assert_eq!(lines(input.as_bytes()), [b"ucci", b"quit"], "{input:?}");
        }
        assert!(lines(b"").is_empty());
        assert_eq!(lines(b"\n\n"), [b"", b""]);
    }

    #[test]
    fn bytes_that_are_not_text_are_kept() {
        assert_eq!(lines(b"\xCF\xF3\xFF\0\n"), [b"\xCF\xF3\xFF\0"]);
    }

    #[test]
    fn overlong_lines_are_skipped() {
        let mut input = b"first\n".to_vec();
        input.extend(vec![b'x'; MAX_LENGTH + 1]);
        input.extend(b"\nlast\n");
        assert_eq!(lines(&input), [b"first".as_slice(), b"last"]);
        let mut read = Lines::new(input.as_slice());
        assert_eq!(read.next_or_cut(), Some(Ok(b"first".as_slice())));
        assert_eq!(read.next_or_cut(), Some(Err(vec![b'x'; MAX_LENGTH].as_slice())));
        assert_eq!(read.next_or_cut(), Some(Ok(b"last".as_slice())));
        input.truncate(input.len() - 6);
        assert_eq!(lines(&input), [b"first"]);
        input.pop();
        assert_eq!(lines(&input)[1].len(), MAX_LENGTH, "as long as a line may be");
    }
}
