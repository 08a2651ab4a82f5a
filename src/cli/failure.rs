// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a command fails, and what is then said: one line on standard error and an exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// The result of a command: its exit status, or why it ended early.
pub type CommandResult = Result<ExitCode, Failure>;

/// The reason why a command ended early.
pub enum Failure {
    /// The words given, or a file named, cannot be used.
    Input(anyhow::Error),
    /// The job could not be done.
    Job(anyhow::Error),
    /// Standard output takes no more.
    Output(io::Error),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Input(error)
    }
}

/// Files are read and written in `files`, which names them; an error without a name is one of standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl Failure {
    /// Says what went wrong. A reader that has seen enough and closed the pipe is no error.
    pub fn report(self) -> ExitCode {
        match self {
            Self::Input(error) => complain(&format!("{error:#}"), 2),
            Self::Job(error) => complain(&format!("{error:#}"), 1),
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => complain(&format!("standard output: {error}"), 1),
        }
    }
}

/// Answers arguments that are not a command: help and version when asked for them, else what is wrong in one line,
/// hints included, without the usual page of usage.
pub fn usage(error: &clap::Error) -> ExitCode {
    if error.exit_code() == 0 {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => Failure::Output(error).report(),
        };
    }
    let text = error.render().to_string();
    let parts = text
        .split("\n\n")
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|part| !part.starts_with("Usage:") && !part.starts_with("For more information"));
    let line = parts.collect::<Vec<_>>().join("; ");
    complain(&format!("usage: {}", line.strip_prefix("error: ").unwrap_or(&line)), 2)
}

/// Tells of something that does not end the job.
pub fn warn(message: &impl Display) {
    // Standard error may be closed; the job is done all the same.
    let _ = writeln!(io::stderr(), "chuhe: {message}");
}

/// Writes the one line and gives the status back. The line stays one whatever the offending text held.
fn complain(message: &str, status: u8) -> ExitCode {
    let line: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    // There is nobody left to tell if standard error is closed too.
    let _ = writeln!(io::stderr(), "chuhe: {line}");
    ExitCode::from(status)
}
