// SPDX-License-Identifier: MIT OR Apache-2.0
//! The way to the other commands: they are in the program `chuhe-tools`, which has every command and answers in
//! this program's name. It lies beside this one or on `PATH`, as the commands of git and cargo do.
//!
//! The first word that it gets marks the words as read: no `@FILE` is left in them, and a program that is called
//! so hands nothing over, even if somebody gave the name of the tools to an engine.

use super::failure::warn;
use clap::Error;
use clap::error::ErrorKind;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use xiangqi::types::{Bilingual, bilingual};

const PROGRAM: &str = "chuhe-tools";

/// Begins the mark; the version of the engine ends it.
const MARK: &str = "--from-chuhe=";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the version in the mark of an engine, if the first word after the program's name is one.
pub fn engine_version(first: Option<&OsString>) -> Option<String> {
    Some(first?.to_str()?.strip_prefix(MARK)?.to_owned())
}

/// Warns if the engine has another version: the programs may search and judge differently.
pub fn compare_versions(engine: &str) {
    if engine != VERSION {
        warn(bilingual!(
            "chuhe is of version {engine}, {PROGRAM} of {VERSION}: install both anew",
            "chuhe 的版本是 {engine}，{PROGRAM} 是 {VERSION}：请重新安装两者"
        ));
    }
}

/// Returns true if this is no mistake where there are more commands: an unknown one, or a question for help.
pub fn may_know(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::InvalidSubcommand | ErrorKind::DisplayHelp)
}

/// Lets the tools answer the words of a command line; returns None if they cannot be started.
pub fn hand_over(words: &[OsString]) -> Option<ExitCode> {
    let name = format!("{PROGRAM}{}", env::consts::EXE_SUFFIX);
    let engine = env::current_exe().and_then(|engine| engine.canonicalize());
    let beside = engine.map(|engine| engine.with_file_name(&name));
    let mut places = beside.into_iter().chain([PathBuf::from(name)]);
    let [own, words @ ..] = words else { return None };
    places.find_map(|program| {
        replace_by(Command::new(program).arg(format!("{MARK}{VERSION}")).args(words), own).ok()
    })
}

/// Runs a program in the place and under the name of this one.
#[cfg(unix)]
fn replace_by(command: &mut Command, own: &OsStr) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;

    Err(command.arg0(own).exec())
}

/// Runs a program and ends with its status. Ctrl-C, which both get, is the other's to answer.
#[cfg(not(unix))]
fn replace_by(command: &mut Command, _: &OsStr) -> io::Result<ExitCode> {
    let mut child = command.spawn()?;
    chuhe_console::interrupt::leave_to_child();
    let status = child.wait()?;
    Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}

/// Returns where the other commands are.
pub fn place() -> Bilingual {
    bilingual!(
        "play, serve, review, match and all other commands are in the program {PROGRAM}, which belongs beside this \
         one or on PATH: it is in the archives, or 'cargo install --path crates/tools' builds it",
        "play、serve、review、match 等其余命令都在程序 {PROGRAM} 中，请把它放在本程序旁边或 PATH 中：下载的压缩包里有，\
         也可用“cargo install --path crates/tools”编译"
    )
}
