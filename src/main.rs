// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program: an engine, and its commands.

use chuhe::command::{self, EngineCommand};
use std::process::ExitCode;

fn main() -> ExitCode {
    command::run::<EngineCommand>()
}
