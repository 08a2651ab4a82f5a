// SPDX-License-Identifier: MIT OR Apache-2.0
//! A running program with its pipes.
//!
//! On Unix it leads a process group of its own, so that the programs it starts end with it, and Ctrl-C at the
//! terminal reaches the match alone. If the match itself is killed, the program's input is closed. A program
//! that hangs and never reads its input survives that: nothing short of unsafe code binds it to the life of
//! the match.

use super::handles;
use super::inbox::Inbox;
use crate::arena::log_target::LOG_TARGET;
use crate::arena::spec::EngineSpec;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{self, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The time that a program gets to end after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// The time that a program gets to end after it has closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);
/// Pauses, in milliseconds, before a program is started again for which this one lacked file handles,
/// processes or memory.
const PAUSES: [u64; 4] = [100, 200, 400, 800];
/// The time for which a program may leave its input unread.
const WRITE_TIMEOUT: Duration = Duration::from_secs(2);

pub struct ChildProcess {
    child: process::Child,
    input: Option<ChildStdin>,
    pub inbox: Arc<Inbox>,
    name: String,
    is_over: bool,
}

/// The reason why a program does not run.
#[derive(Debug)]
pub enum StartError {
    /// The program cannot be run.
    Program(io::Error),
    /// This process lacks file handles, processes or memory for it.
    Exhausted(io::Error),
}

impl ChildProcess {
    /// Starts the program. Where this process lacks something that may become free, it tries again after a
    /// pause.
    pub fn start(spec: &EngineSpec, name: &str) -> Result<Self, StartError> {
        for pause in PAUSES {
            match Self::try_start(spec, name) {
                Err(error) if handles::is_exhaustion(&error) => {
                    log::warn!(target: LOG_TARGET, "{name} cannot be started for now: {error}");
                    thread::sleep(Duration::from_millis(pause));
                }
                other => return other.map_err(StartError::Program),
            }
        }
        Self::try_start(spec, name).map_err(|error| {
            if handles::is_exhaustion(&error) {
                StartError::Exhausted(error)
            } else {
                StartError::Program(error)
            }
        })
    }

    fn try_start(spec: &EngineSpec, name: &str) -> io::Result<Self> {
        let mut command = command(spec)?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &spec.directory {
            // Without this check the error would say that the program does not exist.
            if !directory.is_dir() {
                let text = format!("'{}' is not a directory", directory.display());
                return Err(io::Error::new(ErrorKind::NotADirectory, text));
            }
            command.current_dir(directory);
        }
        group::lead(&mut command);
        log::debug!(target: LOG_TARGET, "{name} starts: {command:?}");
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let inbox = Arc::<Inbox>::default();
        let process = Self { child, input, inbox, name: name.to_owned(), is_over: false };
        if let Some(output) = output {
            process.spawn(move |inbox, name| inbox.read(output, name))?;
        }
        if let Some(errors) = errors {
            process.spawn(move |inbox, name| inbox.read_errors(errors, name))?;
        }
        if let Some(input) = &process.input {
            group::do_not_block(input)?;
        }
        Ok(process)
    }

    /// Reads in a thread of its own, which ends when the pipe is closed. It is not joined: a program that has
    /// left the group may hold the pipe open indefinitely.
    fn spawn(&self, read: impl FnOnce(&Inbox, &str) + Send + 'static) -> io::Result<()> {
        let (inbox, name) = (Arc::clone(&self.inbox), self.name.clone());
        thread::Builder::new().name(format!("from {name}")).spawn(move || read(&inbox, &name)).map(drop)
    }

    /// Writes lines in one go.
    pub fn send(&mut self, lines: &str) -> io::Result<()> {
        for line in lines.lines() {
            log::debug!(target: LOG_TARGET, "{} < {line}", self.name);
        }
        let input = self.input.as_mut().ok_or(ErrorKind::BrokenPipe)?;
        let deadline = Instant::now() + WRITE_TIMEOUT;
        let mut rest = lines.as_bytes();
        while !rest.is_empty() {
            match input.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => group::wait_for_room(input, deadline)?,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Returns the exit status and the last words of a program that has closed its output: its last line on
    /// standard error, or else its last remark on standard output.
    pub fn exit_description(&mut self) -> String {
        let status = match self.wait(EXIT_TIMEOUT) {
            Some(status) => status.to_string(),
            None => "the engine closed its input or output".to_owned(),
        };
        self.end();
        self.inbox.wait_for_end(EXIT_TIMEOUT);
        match (self.inbox.last_error_line(), self.inbox.last_unknown_line()) {
            (error, line) if error.is_empty() && line.is_empty() => status,
            (error, line) if error.is_empty() => format!("{status}, last line: {line}"),
            (error, _) => format!("{status}, last line on standard error: {error}"),
        }
    }

    fn wait(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// Sends `quit` and waits a moment before the program is killed.
    pub fn quit(mut self) {
        if self.send("quit\n").is_ok() {
            self.input = None;
            self.inbox.wait_for_end(QUIT_TIMEOUT);
        }
    }

    /// Kills the program and its process group.
    fn end(&mut self) {
        if !std::mem::replace(&mut self.is_over, true) {
            group::kill(&mut self.child);
            if let Err(error) = self.child.wait() {
                log::warn!(target: LOG_TARGET, "cannot wait for the end of {}: {error}", self.name);
            }
        }
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        self.end();
    }
}

/// Returns the program and its arguments. A relative path is resolved before the working directory changes.
fn command(spec: &EngineSpec) -> io::Result<Command> {
    let mut words = spec.words().into_iter();
    let program = words.next().ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "empty command"))?;
    let mut command = if program == "self" {
        Command::new(own_program()?)
    } else if program.contains(['/', std::path::MAIN_SEPARATOR]) {
        Command::new(std::path::absolute(program)?)
    } else {
        Command::new(program)
    };
    command.args(words);
    Ok(command)
}

/// Returns the path of the running program. On Linux the path stays valid if the file is replaced during a
/// match: all games are played by the program that was started.
fn own_program() -> io::Result<PathBuf> {
    let link = Path::new("/proc/self/exe");
    if link.exists() { Ok(link.to_owned()) } else { std::env::current_exe() }
}

#[cfg(unix)]
mod group {
    //! Process groups and non-blocking pipes on Unix.

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, kill_process_group};
    use std::io::{self, ErrorKind};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, ChildStdin, Command};
    use std::time::Instant;

    pub fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Kills the group; its id is that of the child, its leader. An empty group is not an error.
    pub fn kill(child: &mut Child) {
        match kill_process_group(Pid::from_child(child), Signal::KILL) {
            Ok(()) | Err(Errno::SRCH) => {}
            Err(error) => {
                log::warn!(target: super::LOG_TARGET, "cannot kill process group {}: {error}", child.id());
            }
        }
    }

    /// Makes writes fail where they would block. The engine's end of the pipe is not changed.
    pub fn do_not_block(input: &ChildStdin) -> io::Result<()> {
        Ok(fcntl_setfl(input, fcntl_getfl(input)? | OFlags::NONBLOCK)?)
    }

    /// Waits until the pipe accepts data.
    pub fn wait_for_room(input: &ChildStdin, deadline: Instant) -> io::Result<()> {
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = Timespec::try_from(left).ok();
        match poll(&mut [PollFd::new(input, PollFlags::OUT)], timeout.as_ref()) {
            Ok(0) => Err(ErrorKind::TimedOut.into()),
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "same signatures as on Unix")]
mod group {
    //! On other systems the program is killed without those it started, and writing blocks.

    use std::io;
    use std::process::{Child, ChildStdin, Command};
    use std::time::Instant;

    pub fn lead(_: &mut Command) {}

    pub fn kill(child: &mut Child) {
        if let Err(error) = child.kill() {
            log::warn!(target: super::LOG_TARGET, "cannot kill process {}: {error}", child.id());
        }
    }

    pub fn do_not_block(_: &ChildStdin) -> io::Result<()> {
        Ok(())
    }

    pub fn wait_for_room(_: &ChildStdin, _: Instant) -> io::Result<()> {
        Ok(())
    }
}
