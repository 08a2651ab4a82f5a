// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tests of the tools: the program `chuhe-tools`, as `chuhe` hands over to it, through its commands.
#![allow(clippy::unwrap_used, reason = "an error is a failed test")]

mod support;
#[cfg(target_os = "linux")]
mod threads;
mod vocabularies;

/// The program, and the folder of the repository.
const CHUHE: &str = env!("CARGO_BIN_EXE_chuhe-tools");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

mod analysis;

mod book {
    mod commands;
}

mod arena {
    #[cfg(unix)]
    mod faults;
    #[cfg(unix)]
    mod log;
    mod matches;
    mod people;
    #[cfg(unix)]
    mod start;
    #[cfg(unix)]
    mod watch;
}

mod cli {
    #[cfg(unix)]
    mod bounded_input;
    mod chinese;
    mod commands;
    mod convert;
    mod json;
    mod mistakes;
    mod move_input;
    mod output_files;
    #[cfg(unix)]
    mod readme;
    mod rules_table;
    #[cfg(target_os = "linux")]
    mod signals;
    #[cfg(target_os = "linux")]
    mod terminal;
    mod usage;
}

mod lab {
    mod chinese;
    mod commands;
    mod exploration;
    mod papers;
    mod small;
    mod studies;
    mod tree;
    mod watch;
}

mod learn {
    mod games;
    mod train;
}

mod play {
    mod plain;
    #[cfg(unix)]
    mod screen;
    #[cfg(unix)]
    mod terminal;
}

mod review {
    mod all;
    mod cut;
    mod games;
    mod verdicts;
}

mod serve {
    mod board;
    mod safety;
}

mod tb {
    mod search;
    mod tables;
}
