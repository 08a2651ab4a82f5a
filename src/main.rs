// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program: the commands of [`cli`] over the library.

mod cli;

use chuhe::{
    analysis, book, engine, eval, learn, notation, openings, position, protocol, review, rules, search,
    serve, tb, threads, types,
};
use chuhe_console::files;
use std::process::ExitCode;
use xiangqi::bounded;

/// Output for people, from the library and the console.
mod render {
    pub use chuhe::render::*;
    pub use chuhe_console::{charts, terminal};
    pub use xiangqi::diagram::{columns, grid as board_grid};
}

fn main() -> ExitCode {
    cli::run()
}
