// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads of bounded size: no file, however long, takes more memory than its kind may need. A device without
//! an end, such as `/dev/zero`, is refused like a file that is too long.

use crate::types::{Bilingual, bilingual, text};
use std::fs::File;
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::Path;

/// Reads a whole file of up to `limit` bytes. The size of a regular file is checked before it is read.
///
/// # Errors
/// If the file cannot be read, or is longer ([`ErrorKind::FileTooLarge`]).
pub fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata()?.len() > limit {
        return Err(too_large(&the_file(), limit));
    }
    read(file, limit)
}

/// Reads a whole source of up to `limit` bytes.
///
/// # Errors
/// If the source cannot be read, or is longer ([`ErrorKind::FileTooLarge`]).
pub fn read(source: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large(&the_file(), limit)) } else { Ok(bytes) }
}

/// Appends the bytes up to and including the next `end` to `bytes`, or all that remain; returns their number.
///
/// # Errors
/// If the source cannot be read, or `bytes` would become longer than `limit`
/// ([`ErrorKind::FileTooLarge`]).
pub fn read_until(source: &mut impl BufRead, end: u8, bytes: &mut Vec<u8>, limit: u64) -> io::Result<usize> {
    let room = limit.saturating_sub(bytes.len() as u64);
    let count = source.by_ref().take(room + 1).read_until(end, bytes)?;
    if bytes.len() as u64 > limit {
        Err(too_large(&bilingual!("the line", "这一行"), limit))
    } else {
        Ok(count)
    }
}

/// Returns the error for something that is longer than `limit` bytes.
pub fn too_large(what: &Bilingual, limit: u64) -> io::Error {
    let text = Bilingual::new(|language| {
        let (what, most) = (what.text(language), limit >> 20);
        text!(language, "{what} is longer than {most} MiB", "{what}超过{most} MiB")
    });
    io::Error::new(ErrorKind::FileTooLarge, text)
}

/// The name of a whole file in the error that it is too large.
pub fn the_file() -> Bilingual {
    bilingual!("the file", "文件")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_read_up_to_the_limit() {
        let source = io::repeat(7);
        assert_eq!(read(source.take(5), 5).unwrap().len(), 5);
        assert_eq!(read(io::repeat(7), 5).unwrap_err().kind(), ErrorKind::FileTooLarge);
        assert!(read(io::empty(), 0).unwrap().is_empty());
    }

    #[test]
    fn lines_are_read_up_to_the_limit() {
        let mut source = &b"one\ntwo\nthree"[..];
        let mut bytes = Vec::new();
        assert_eq!(read_until(&mut source, b'\n', &mut bytes, 4).unwrap(), 4);
        assert_eq!(read_until(&mut source, b'\n', &mut bytes, 8).unwrap(), 4);
        assert_eq!(bytes, b"one\ntwo\n");
        let error = read_until(&mut source, b'\n', &mut bytes, 12).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        assert_eq!(read_until(&mut io::empty(), b'\n', &mut bytes, 20).unwrap(), 0);
    }
}
