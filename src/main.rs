// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program: see [`chuhe::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    chuhe::cli::run()
}
