// SPDX-License-Identifier: MIT OR Apache-2.0
//! Failures of commands: one line on standard error and an exit status.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use thiserror::Error;
use xiangqi::notation::{
    EpdError, EpdReason, FenError, MoveTextError, ParseEncodingError, ParseNotationError, ReadMoveError,
    ReadRecordError, RecordError,
};
use xiangqi::position::{IllegalMove, SetupError};
use xiangqi::rules::UnknownRuleSet;
use xiangqi::text;
use xiangqi::types::{Bilingual, Language};

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
    pub fn report(self, language: Language) -> ExitCode {
        match self {
            Self::Input(error) => print_error(&with_causes(&error, language), 2),
            Self::Job(error) => print_error(&with_causes(&error, language), 1),
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => {
                let error = words(&error, language);
                print_error(&text!(language, "standard output: {error}", "标准输出：{error}"), 1)
            }
        }
    }
}

/// Returns the error and its causes in one line. A cause that an error quotes is not repeated.
pub fn with_causes(error: &anyhow::Error, language: Language) -> String {
    let mut causes = error.chain().map(|cause| words(cause, language));
    let mut text = causes.next().unwrap_or_default();
    for cause in causes {
        if !text.ends_with(&cause) {
            text = text!(language, "{text}: {cause}", "{text}：{cause}");
        }
    }
    text
}

/// An error about a position or standard input.
#[derive(Debug, Error)]
#[error("{}", self.text(Language::English))]
pub enum InputError {
    /// Standard input is the place of another error.
    In(#[source] anyhow::Error),
    /// A text that is not a FEN.
    Fen(String, #[source] anyhow::Error),
    /// No FEN where one was to be read.
    NoFen,
    /// More moves than a game can have.
    TooLong,
    /// A position in an option and another one before the moves.
    TwoPositions,
}

impl InputError {
    /// Returns the error in words.
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::In(_) => language.pick("standard input", "标准输入"),
            Self::Fen(text, _) => return text!(language, "'{text}'", "“{text}”"),
            Self::NoFen => language.pick("no FEN: the input is empty", "没有 FEN：输入为空"),
            Self::TooLong => language.pick("longer than any game", "超过任何对局的长度"),
            Self::TwoPositions => {
                language.pick("--fen and the moves both give a position", "--fen 与着法中都给出了局面")
            }
        }
        .to_owned()
    }
}

/// The parts of a job.
#[derive(Clone, Copy, Debug)]
pub enum Parts {
    Positions,
    Moves,
    Games,
    Trials,
    Algorithms,
    Sizes,
    Tables,
    Pairs,
}

impl Parts {
    /// Returns the name; in Chinese with the measure word.
    fn word(self, language: Language) -> &'static str {
        match self {
            Self::Positions => language.pick("positions", "个局面"),
            Self::Moves => language.pick("moves", "着"),
            Self::Games => language.pick("games", "局"),
            Self::Trials => language.pick("trials", "次试验"),
            Self::Algorithms => language.pick("algorithms", "种算法"),
            Self::Tables => language.pick("tables", "个库"),
            Self::Sizes => language.pick("sizes", "种大小"),
            Self::Pairs => language.pick("pairs", "组对局"),
        }
    }
}

/// A job was interrupted.
#[derive(Debug, Error)]
#[error("{}", self.text(Language::English))]
pub struct Interrupted {
    pub done: usize,
    pub total: usize,
    pub parts: Parts,
}

impl Interrupted {
    /// Returns the error in words.
    pub fn text(&self, language: Language) -> String {
        let Self { done, total, parts } = self;
        let parts = parts.word(language);
        text!(language, "interrupted: {done} of {total} {parts} done", "已中断：完成{done}/{total}{parts}")
    }
}

/// Returns an error in words: errors about positions, moves, names and files in both languages, others in
/// English.
pub fn words(error: &(dyn Error + 'static), language: Language) -> String {
    macro_rules! first_of {
        ($($kind:ty),*) => {{
            $(if let Some(error) = error.downcast_ref::<$kind>() {
                return error.text(language).to_owned();
            })*
        }};
    }
    first_of!(FenError, SetupError, IllegalMove, ReadMoveError, MoveTextError, EpdError, EpdReason);
    first_of!(RecordError, ReadRecordError, InputError, Interrupted, Bilingual);
    first_of!(UnknownRuleSet, ParseNotationError, ParseEncodingError);
    match error.downcast_ref::<io::Error>() {
        Some(error) => file_error(error, language),
        None => error.to_string(),
    }
}

/// Returns the operating system's reason; the usual ones in both languages.
fn file_error(error: &io::Error, language: Language) -> String {
    let chinese = match error.kind() {
        io::ErrorKind::NotFound => "文件或目录不存在",
        io::ErrorKind::PermissionDenied => "没有权限",
        io::ErrorKind::IsADirectory => "这是一个目录",
        io::ErrorKind::AlreadyExists => "文件已存在",
        io::ErrorKind::NotADirectory => "不是目录",
        io::ErrorKind::StorageFull => "磁盘空间已满",
        _ => return error.to_string(),
    };
    language.pick(error.to_string(), chinese.to_owned())
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
