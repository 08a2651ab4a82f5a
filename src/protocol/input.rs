// SPDX-License-Identifier: MIT OR Apache-2.0
//! Input → lines of bytes. It may be in any encoding, so nothing here assumes text.

use std::io::BufRead;

/// Maximum length of a line in bytes; longer lines are skipped.
const MAX_LENGTH: usize = 1 << 20;

/// Splits an input into lines, each ended by LF, CRLF or the end of the input. A byte order mark at the
/// beginning and lines longer than 1 MiB are skipped. A read error ends the input.
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
        let mut line = self.line.as_slice();
        if std::mem::take(&mut self.is_first) {
            line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        }
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// Reads one line; `Some(false)`: the line was too long.
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
            fits &= self.line.len() + part.len() <= MAX_LENGTH;
            if fits {
                self.line.extend_from_slice(part);
            }
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                return Some(fits);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        input.truncate(input.len() - 6);
        assert_eq!(lines(&input), [b"first"]);
    }
}
