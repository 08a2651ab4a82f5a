// SPDX-License-Identifier: MIT OR Apache-2.0
//! Failures of commands: one line on standard error and an exit status.

use core::fmt::Display;
use once_cell::sync::OnceCell;
use std::io::{self, Write};
use std::process::ExitCode;
use xiangqi::types::{Bilingual, Language, bilingual};

/// The result of a command: its exit status, or the failure that ended it.
pub type CommandResult = Result<ExitCode, Failure>;

/// The reason why a command ended early.
pub enum Failure {
    /// Invalid arguments or input files (exit status 2).
    Input(Bilingual),
    /// The job could not be done (exit status 1).
    Job(Bilingual),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl From<Bilingual> for Failure {
    fn from(error: Bilingual) -> Self {
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
    pub fn report(self, language: Language) -> ExitCode {
        match self {
            Self::Input(error) => print_error(error.text(language), 2),
            Self::Job(error) => print_error(error.text(language), 1),
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => {
                let error = Bilingual::from(error).within(&bilingual!("standard output", "标准输出"));
                print_error(error.text(language), 1)
            }
        }
    }
}

/// Puts the place before an error.
pub trait Place<T> {
    /// A name that is the same in both languages: of a file or an option, or a quotation.
    fn at(self, name: impl Display) -> Result<T, Bilingual>;
    /// A place in words.
    fn within(self, place: impl FnOnce() -> Bilingual) -> Result<T, Bilingual>;
}

impl<T, E: Into<Bilingual>> Place<T> for Result<T, E> {
    fn at(self, name: impl Display) -> Result<T, Bilingual> {
        self.map_err(|error| error.into().at(name))
    }

    fn within(self, place: impl FnOnce() -> Bilingual) -> Result<T, Bilingual> {
        self.map_err(|error| error.into().within(&place()))
    }
}

/// The language of warnings.
static LANGUAGE: OnceCell<Language> = OnceCell::new();

/// Sets the language of warnings, which are in English before.
pub fn set_language(language: Language) {
    LANGUAGE.get_or_init(|| language);
}

/// Prints a warning that does not end the job.
pub fn warn(message: impl Into<Bilingual>) {
    let message = message.into();
    // Standard error may be closed; the job goes on.
    let _ = writeln!(io::stderr(), "chuhe: {}", message.text(*LANGUAGE.get().unwrap_or(&Language::English)));
}

/// Prints the error and returns the status. Control characters are replaced, so that it stays one line.
pub fn print_error(message: &str, status: u8) -> ExitCode {
    let line: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    // If standard error is closed too, the error cannot be reported.
    let _ = writeln!(io::stderr(), "chuhe: {line}");
    ExitCode::from(status)
}
