// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program: the commands of [`cli`] over the library.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
