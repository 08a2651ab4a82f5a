// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe` without a command: a protocol session on standard input and output.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use xiangqi::text;
use xiangqi::types::Language;

/// Holds the session, until its end.
pub fn run(language: Language) -> ExitCode {
    greet(language);
    end_with_output();
    chuhe::protocol::session()
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
