// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program: see the library.

fn main() -> std::process::ExitCode {
    chuhe::protocol::session()
}
