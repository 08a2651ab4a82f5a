// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files that may be pipes: `<(command)` of a shell, or a FIFO whose other end no process has opened yet.
//! Neither opening nor reading one waits any longer once the program is [interrupted](crate::interrupt).

use crate::interrupt;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
#[cfg(unix)]
use std::time::Duration;
use xiangqi::{bilingual, bounded};

/// Interval at which an interrupt is looked for.
#[cfg(unix)]
const TURN: Duration = Duration::from_millis(20);

/// An open input file.
pub struct Input {
    file: File,
    /// A read may have to wait.
    is_pipe: bool,
}

impl Input {
    /// Opens a file; does not wait for one who writes to it.
    pub fn open(path: &Path) -> io::Result<Self> {
        let is_pipe = cfg!(unix) && !std::fs::metadata(path)?.is_file();
        Ok(Self { file: if is_pipe { open_without_waiting(path)? } else { File::open(path)? }, is_pipe })
    }

    /// Reads a whole file of up to `limit` bytes. The size of a regular file is checked before it is read.
    pub fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let input = Self::open(path)?;
        if input.file.metadata()?.len() > limit {
            return Err(bounded::too_large(&bounded::the_file(), limit));
        }
        bounded::read(input, limit)
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.is_pipe {
                wait(&self.file)?;
            }
            match self.file.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                result => return result,
            }
        }
    }
}

/// Maximum length in bytes of a line that a person types.
const MAX_LINE: u64 = 1 << 16;

/// Reads the next line that a person types; `None` at the end of the input. Bytes that are not UTF-8 become
/// replacement characters.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let length = bounded::read_until(input, b'\n', &mut line, MAX_LINE)?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(unix)]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};
    Ok(open(path, OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK, Mode::empty())?.into())
}

/// Creates a file, or opens a pipe or device for writing; waits for one who reads from it.
#[cfg(unix)]
pub fn create(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, fcntl_setfl, open};
    use rustix::io::Errno;
    if std::fs::metadata(path).map_or(true, |file| file.is_file()) {
        return File::create(path);
    }
    while !interrupt::is_pressed() {
        match open(path, OFlags::WRONLY | OFlags::CLOEXEC | OFlags::NONBLOCK, Mode::empty()) {
            // Nobody reads yet.
            Err(Errno::NXIO) => std::thread::sleep(TURN),
            Err(error) => return Err(error.into()),
            Ok(pipe) => {
                fcntl_setfl(&pipe, OFlags::empty())?;
                return Ok(pipe.into());
            }
        }
    }
    Err(interrupted())
}

#[cfg(not(unix))]
pub fn create(path: &Path) -> io::Result<File> {
    File::create(path)
}

#[cfg(not(unix))]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Waits until there is something to read, or the end; an error after an interrupt.
#[cfg(unix)]
fn wait(file: &File) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let turn = Timespec::try_from(TURN).expect("a short time");
    while !interrupt::is_pressed() {
        match poll(&mut [PollFd::new(file, PollFlags::IN)], Some(&turn)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
    Err(interrupted())
}

#[cfg(unix)]
fn interrupted() -> io::Error {
    io::Error::other(bilingual!("interrupted", "已中断"))
}

#[cfg(not(unix))]
fn wait(_: &File) -> io::Result<()> {
    Ok(())
}
