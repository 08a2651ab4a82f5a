// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program: the commands of [`cli`] over the library.

mod cli;

use chuhe::{analysis, book, engine, eval, learn, protocol, review, search, serve, tb, threads};
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
