// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe` without a command: a protocol session on standard input and output.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use ucci::RankBase;
use xiangqi::types::{Bilingual, Language, bilingual, text};

/// The variable that says how a program of UCI counts ranks.
const RANKS: &str = "CHUHE_RANKS";

/// Holds the session, until its end.
pub fn run(language: Language) -> ExitCode {
    greet(language);
    end_with_output();
    let program = env::args_os().next().unwrap_or_default();
    let ranks = ranks(&program, env::var_os(RANKS).as_deref()).unwrap_or_else(|error| {
        log::error!("{}", error.text(language));
        None
    });
    crate::protocol::session(ranks)
}

/// Returns the base in which a program of UCI counts ranks, if the user says so: by the variable, or by the
/// name of this program, such as `chuhe-ranks0`.
fn ranks(program: &OsStr, variable: Option<&OsStr>) -> Result<Option<RankBase>, Bilingual> {
    let base = |text: &str| match text {
        "0" => Some(RankBase::Zero),
        "1" => Some(RankBase::One),
        _ => None,
    };
    if let Some(value) = variable.filter(|value| !value.is_empty()) {
        let found = value.to_str().and_then(base);
        let value = value.to_string_lossy();
        let error = || bilingual!("'{value}' is neither 0 nor 1", "“{value}”应为 0 或 1").at(RANKS);
        return found.map(Some).ok_or_else(error);
    }
    let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    Ok(name.rsplit_once("-ranks").and_then(|(_, number)| base(number)))
}

/// Tells a person what waits here. A program gets no greeting: it might take it for an answer.
fn greet(language: Language) {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        let greeting = text!(
            language,
            "chuhe {version}: an engine, waiting for UCCI or UCI commands. Type 'help' for some of them, 'quit' to \
             leave; 'chuhe --help' lists other uses.",
            "楚河 chuhe {version}：象棋引擎，正在等待 UCCI 或 UCI 命令。输入 help 查看常用命令，quit 退出；\
             其他用法见 chuhe --help。",
            version = env!("CARGO_PKG_VERSION"),
        );
        // The session needs no standard error.
        let _ = writeln!(io::stderr(), "{greeting}");
    }
}

/// Ends the program when its output is closed. The session notices that only when it writes, so an engine
/// that thinks in silence, or waits, would go on without a reader. Where `poll` does not report a closed
/// output, the next write does.
#[cfg(unix)]
pub fn end_with_output() {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let watch = || {
        let output = io::stdout();
        // Without any events asked for, the call returns at an error or a hang-up only.
        let mut watched = [PollFd::new(&output, PollFlags::empty())];
        loop {
            match poll(&mut watched, None) {
                Ok(_) => std::process::exit(0),
                Err(Errno::INTR) => {}
                Err(_) => return,
            }
        }
    };
    if let Err(error) = std::thread::Builder::new().name("output".to_owned()).spawn(watch) {
        log::warn!("standard output is not watched: {error}");
    }
}

/// Elsewhere the next write notices it.
#[cfg(not(unix))]
pub fn end_with_output() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_of_ranks_follows_the_variable_or_the_name() {
        let (zero, one) = (Some(RankBase::Zero), Some(RankBase::One));
        for (program, variable, expected) in [
            ("chuhe", None, None),
            ("/opt/chuhe-ranks0", None, zero),
            ("chuhe-ranks1.exe", None, one),
            ("CHUHE-RANKS0.EXE", None, zero),
            ("chuhe-0.1-ranks0", Some(""), zero),
            ("chuhe-ranks0", Some("1"), one),
            ("chuhe-ranks2", None, None),
            ("", Some("0"), zero),
        ] {
            let found = ranks(OsStr::new(program), variable.map(OsStr::new));
            assert_eq!(found, Ok(expected), "{program} {variable:?}");
        }
        let error = ranks(OsStr::new("chuhe-ranks0"), Some(OsStr::new("two"))).unwrap_err();
        assert_eq!(error.to_string(), "CHUHE_RANKS: 'two' is neither 0 nor 1");
    }
}
