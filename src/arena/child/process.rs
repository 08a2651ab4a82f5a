// SPDX-License-Identifier: MIT OR Apache-2.0
//! A running program with its pipes.
//!
//! On Unix it leads a process group of its own, so that what it starts ends with it, and Ctrl-C at the terminal reaches
//! the match alone. Should the match itself be killed, the program finds its input at an end; one that hangs and never
//! looks survives that, as nothing short of unsafe code binds it to the life of the match.

use super::inbox::Inbox;
use crate::arena::{EngineSpec, LOG};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{self, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// A program asked to quit has so much time to do it.
const QUIT_GRACE: Duration = Duration::from_millis(500);
/// A program whose output has ended has so much time to end itself.
const EXIT_GRACE: Duration = Duration::from_millis(300);
/// A program may leave its input unread for so long.
const READ_GRACE: Duration = Duration::from_secs(2);

pub struct Process {
    child: process::Child,
    input: Option<ChildStdin>,
    pub inbox: Arc<Inbox>,
    name: String,
    is_over: bool,
}

impl Process {
    pub fn start(spec: &EngineSpec, name: &str) -> io::Result<Self> {
        let mut command = command(spec)?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &spec.directory {
            // Otherwise the program would be said not to be there.
            if !directory.is_dir() {
                let text = format!("'{}' is no directory", directory.display());
                return Err(io::Error::new(ErrorKind::NotADirectory, text));
            }
            command.current_dir(directory);
        }
        group::lead(&mut command);
        log::debug!(target: LOG, "{name} starts: {command:?}");
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

    /// Reads in a thread of its own. It ends when the pipe does and nobody waits for it: a program that has left the
    /// group may hold the pipe for as long as it likes.
    fn spawn(&self, read: impl FnOnce(&Inbox, &str) + Send + 'static) -> io::Result<()> {
        let (inbox, name) = (Arc::clone(&self.inbox), self.name.clone());
        thread::Builder::new().name(format!("from {name}")).spawn(move || read(&inbox, &name)).map(drop)
    }

    /// Writes lines, all at once.
    pub fn send(&mut self, lines: &str) -> io::Result<()> {
        for line in lines.lines() {
            log::debug!(target: LOG, "{} < {line}", self.name);
        }
        let input = self.input.as_mut().ok_or(ErrorKind::BrokenPipe)?;
        let deadline = Instant::now() + READ_GRACE;
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

    /// How it ended, once its output has: status and last words.
    pub fn last_words(&mut self) -> String {
        let how = match self.wait(EXIT_GRACE) {
            Some(status) => status.to_string(),
            None => "it closed its input or output".to_owned(),
        };
        self.end();
        self.inbox.wait_for_end(EXIT_GRACE);
        match self.inbox.complaint() {
            words if words.is_empty() => how,
            words => format!("{how}, its last words: {words}"),
        }
    }

    fn wait(&mut self, grace: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + grace;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// Ends it in good order.
    pub fn quit(mut self) {
        if self.send("quit\n").is_ok() {
            self.input = None;
            self.inbox.wait_for_end(QUIT_GRACE);
        }
    }

    /// Ends it and all its group, whatever it does.
    fn end(&mut self) {
        if !std::mem::replace(&mut self.is_over, true) {
            group::kill(&mut self.child);
            if let Err(error) = self.child.wait() {
                log::warn!(target: LOG, "{} cannot be waited for: {error}", self.name);
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// The program and its arguments. Where the program lies does not depend on the directory it runs in.
fn command(spec: &EngineSpec) -> io::Result<Command> {
    let mut words = spec.words().into_iter();
    let program =
        words.next().ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "no program is named"))?;
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

/// The running program. On Linux this leads to its very file, even if another one has taken its name since: a program
/// that is built anew while it plays goes on as it was.
fn own_program() -> io::Result<PathBuf> {
    let link = Path::new("/proc/self/exe");
    if link.exists() { Ok(link.to_owned()) } else { std::env::current_exe() }
}

#[cfg(unix)]
mod group {
    //! Process groups and pipes as Unix has them.

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

    /// Kills the group; the child is its leader, so its number is the group's. A group without members is fine.
    pub fn kill(child: &mut Child) {
        match kill_process_group(Pid::from_child(child), Signal::KILL) {
            Ok(()) | Err(Errno::SRCH) => {}
            Err(error) => log::warn!(target: super::LOG, "cannot kill process group {}: {error}", child.id()),
        }
    }

    /// From now on writing fails where it would block. The other end of the pipe is as before.
    pub fn do_not_block(input: &ChildStdin) -> io::Result<()> {
        Ok(fcntl_setfl(input, fcntl_getfl(input)? | OFlags::NONBLOCK)?)
    }

    /// Waits until something can be written.
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
#[allow(clippy::unnecessary_wraps, reason = "as on Unix")]
mod group {
    //! Elsewhere a program is killed alone, and writing blocks.

    use std::io;
    use std::process::{Child, ChildStdin, Command};
    use std::time::Instant;

    pub fn lead(_: &mut Command) {}

    pub fn kill(child: &mut Child) {
        if let Err(error) = child.kill() {
            log::warn!(target: super::LOG, "process {} cannot be killed: {error}", child.id());
        }
    }

    pub fn do_not_block(_: &ChildStdin) -> io::Result<()> {
        Ok(())
    }

    pub fn wait_for_room(_: &ChildStdin, _: Instant) -> io::Result<()> {
        Ok(())
    }
}
