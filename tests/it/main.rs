// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tests of the whole: the library through its public interface, the program through its commands and
//! protocols.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "an error is a failed test")]

mod support;

mod analysis;
mod docs_links;
mod floors;
mod openings;
mod public_api;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod releases;

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

mod book {
    mod commands;
    mod database;
    mod default_book;
    mod explorer;
    mod formats;
    #[cfg(unix)]
    mod games;
}

mod cli {
    #[cfg(unix)]
    mod bounded_input;
    mod chinese;
    mod commands;
    mod convert;
    mod json;
    mod locale;
    mod move_input;
    mod output_files;
    #[cfg(unix)]
    mod readme;
    mod rule_names;
    mod rules_table;
    #[cfg(target_os = "linux")]
    mod signals;
    #[cfg(target_os = "linux")]
    mod terminal;
    mod usage;
}

mod engine {
    mod determinism;
    mod level_mistakes;
    mod level_options;
    mod levels;
    mod network;
    #[cfg(target_os = "linux")]
    mod threads;
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

mod protocol {
    mod book;
    mod hostile_input;
    mod options;
    mod perft;
    mod pipes;
    mod random_sessions;
    mod ranks;
    mod time;
    mod ucci;
    mod uci;
}

mod review {
    mod all;
    mod cut;
    mod games;
    mod mistakes;
    mod verdicts;
}

mod search {
    mod endgames;
    mod mate_solver;
    mod mates;
    mod oracle;
    mod repetition;
    mod rule_wins;
    mod rules;
    mod shortest_mate;
    mod tactics;
    mod zugzwang;
}

mod serve {
    mod board;
    mod safety;
}

mod tb {
    mod search;
    mod tables;
}
