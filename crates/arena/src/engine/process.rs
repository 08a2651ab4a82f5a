// SPDX-License-Identifier: MIT OR Apache-2.0
//! A running program with its pipes.
//!
//! On Unix it leads a process group of its own, so that the programs it starts end with it, and Ctrl-C at the
//! terminal reaches the match alone. If the match itself is killed, the program's input is closed. A program
//! that hangs and never reads its input survives that: to bind it to the life of the match takes unsafe code.

use super::inbox::Inbox;
use crate::engine_spec::EngineSpec;
use std::io::{self, ErrorKind, Write};
use std::process::{self, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use xiangqi::types::{Bilingual, bilingual, text};

/// The time that a program gets to end after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// The time that a program gets to end after it has closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);
/// The time for which a program may leave its input unread.
const WRITE_TIMEOUT: Duration = Duration::from_secs(2);

pub struct ChildProcess {
    child: process::Child,
    input: Option<ChildStdin>,
    pub inbox: Arc<Inbox>,
    name: String,
    is_over: bool,
}

impl ChildProcess {
    pub fn start(spec: &EngineSpec, name: &str) -> io::Result<Self> {
        let program = spec.path().ok_or_else(|| {
            io::Error::new(ErrorKind::InvalidInput, bilingual!("empty command", "命令为空"))
        })?;
        let mut command = Command::new(program);
        command.args(spec.words().into_iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &spec.directory {
            // Without this check the error would say that the program does not exist.
            if !directory.is_dir() {
                let directory = directory.display();
                let text = bilingual!("'{directory}' is not a directory", "“{directory}”不是目录");
                return Err(io::Error::new(ErrorKind::NotADirectory, text));
            }
            command.current_dir(directory);
        }
        group::lead(&mut command);
        log::debug!("{name} starts: {command:?}");
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

    pub fn send(&mut self, lines: &str) -> io::Result<()> {
        for line in lines.lines() {
            log::debug!("{} < {line}", self.name);
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
    pub fn exit_description(&mut self) -> Bilingual {
        let status = match self.wait(EXIT_TIMEOUT).map(|status| (status, status.code())) {
            Some((status, Some(code))) => bilingual!("{status}", "退出码 {code}"),
            Some((status, None)) => bilingual!("{status}", "被信号终止"),
            None => bilingual!("the engine closed its input or output", "引擎关闭了输入或输出"),
        };
        self.end();
        self.inbox.wait_for_end(EXIT_TIMEOUT);
        let [error, line] = [self.inbox.last_error_line(), self.inbox.last_remark()];
        Bilingual::new(|language| {
            let status = status.text(language);
            if !error.is_empty() {
                text!(
                    language,
                    "{status}, last line on standard error: {error}",
                    "{status}，标准错误的最后一行：{error}"
                )
            } else if !line.is_empty() {
                text!(language, "{status}, last line: {line}", "{status}，最后一行：{line}")
            } else {
                status.to_owned()
            }
        })
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
                log::warn!("cannot wait for the end of {}: {error}", self.name);
            }
        }
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        self.end();
    }
}

/// Pipes to and from an engine.
const PIPES: u64 = 3;
/// The other ends of these pipes, and a pipe for errors, which exist while an engine starts.
const STARTING_HANDLES: u64 = PIPES + 2;
/// Handles that a game needs: it has two engines, and starts one at a time.
const GAME_HANDLES: u64 = 2 * PIPES + STARTING_HANDLES;
/// Standard streams, output files, and what the program was started with.
const OTHER_HANDLES: u64 = 24;

/// Returns the number of file handles that a number of games at a time needs, even if all start at once.
pub const fn handles_needed(games: u64) -> u64 {
    games.saturating_mul(GAME_HANDLES).saturating_add(OTHER_HANDLES)
}

/// Returns true if this process lacks file handles, processes or memory, rather than the program it starts.
pub fn is_exhaustion(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::OutOfMemory | ErrorKind::WouldBlock) || is_out_of_handles(error)
}

#[cfg(unix)]
fn is_out_of_handles(error: &io::Error) -> bool {
    use rustix::io::Errno;
    [Errno::MFILE, Errno::NFILE].iter().any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}

#[cfg(not(unix))]
fn is_out_of_handles(_: &io::Error) -> bool {
    false
}

/// Raises the limit on this process's file handles to `needed`, or to the most that the system allows, and
/// returns it; `None`: there is no limit. The engines inherit it. Some systems begin with few handles (macOS
/// with 256).
#[cfg(unix)]
pub fn raise_handle_limit(needed: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let current = current?;
    let raised = maximum.map_or(needed, |maximum| maximum.min(needed));
    if raised <= current {
        return Some(current);
    }
    let is_raised = setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum }).is_ok();
    Some(if is_raised { raised } else { current })
}

/// On other systems there is no such limit.
#[cfg(not(unix))]
pub fn raise_handle_limit(_: u64) -> Option<u64> {
    None
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
                log::warn!("cannot kill process group {}: {error}", child.id());
            }
        }
    }

    /// Makes writes fail where they would block. The engine's end of the pipe is not changed.
    pub fn do_not_block(input: &ChildStdin) -> io::Result<()> {
        Ok(fcntl_setfl(input, fcntl_getfl(input)? | OFlags::NONBLOCK)?)
    }

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
            log::warn!("cannot kill process {}: {error}", child.id());
        }
    }

    pub fn do_not_block(_: &ChildStdin) -> io::Result<()> {
        Ok(())
    }

    pub fn wait_for_room(_: &ChildStdin, _: Instant) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lack_of_resources_is_told_from_a_program_that_cannot_run() {
        assert!(is_exhaustion(&ErrorKind::OutOfMemory.into()));
        assert!(!is_exhaustion(&ErrorKind::NotFound.into()));
        #[cfg(unix)]
        for (errno, expected) in [
            (rustix::io::Errno::MFILE, true),
            (rustix::io::Errno::NFILE, true),
            (rustix::io::Errno::AGAIN, true),
            (rustix::io::Errno::NOMEM, true),
            (rustix::io::Errno::ACCESS, false),
        ] {
            assert_eq!(is_exhaustion(&errno.into()), expected, "{errno}");
        }
    }

    #[test]
    fn the_limit_is_never_lowered() {
        let limit = raise_handle_limit(0);
        assert!(raise_handle_limit(1).unwrap_or(u64::MAX) >= limit.unwrap_or(u64::MAX));
    }
}
