// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tests of the engine: the library through its public interface, the program through its protocols and its own
//! commands.
#![allow(clippy::unwrap_used, reason = "an error is a failed test")]

mod support;

/// The program, and the folder of the repository.
const CHUHE: &str = env!("CARGO_BIN_EXE_chuhe");
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[cfg(unix)]
mod commands;
mod docs_links;
mod floors;
mod openings;
mod public_api;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod releases;

mod book {
    mod database;
    mod default_book;
    mod explorer;
    mod formats;
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

mod protocol {
    mod book;
    mod hostile_input;
    mod options;
    mod perft;
    mod pipes;
    mod random_sessions;
    mod ranks;
    mod sessions;
    mod time;
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
