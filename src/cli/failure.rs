// SPDX-License-Identifier: MIT OR Apache-2.0
//! Failures of commands: one line on standard error and an exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// The result of a command: its exit status, or the failure that ended it.
pub type CommandResult = Result<ExitCode, Failure>;

/// The reason why a command ended early.
pub enum Failure {
    /// Invalid arguments or input files (exit status 2).
    Input(anyhow::Error),
    /// The job could not be done (exit status 1).
    Job(anyhow::Error),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Input(error)
    }
}

/// Errors of files get the file's name in `files`; a plain I/O error is one of standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl Failure {
    /// Prints the error and returns the exit status. A closed pipe on standard output is not an error.
    pub fn report(self) -> ExitCode {
        match self {
            Self::Input(error) => print_error(&with_causes(&error), 2),
            Self::Job(error) => print_error(&with_causes(&error), 1),
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => print_error(&format!("standard output: {error}"), 1),
        }
    }
}

/// Returns the error and its causes in one line. A cause that an error quotes is not repeated.
fn with_causes(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// Prints a warning that does not end the job.
pub fn warn(message: &impl Display) {
    // Standard error may be closed; the job goes on.
    let _ = writeln!(io::stderr(), "chuhe: {message}");
}

/// Prints the error and returns the status. Control characters are replaced, so that it stays one line.
pub fn print_error(message: &str, status: u8) -> ExitCode {
    let line: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    // If standard error is closed too, the error cannot be reported.
    let _ = writeln!(io::stderr(), "chuhe: {line}");
    ExitCode::from(status)
}
