// SPDX-License-Identifier: MIT OR Apache-2.0
//! `package/glibc`, which keeps releases from needing a newer system than they promise.

use crate::support::pages;
use std::process::{Command, Output};

fn check(program: &str, oldest: &str) -> Output {
    let mut command = Command::new(pages::root().join("package/glibc"));
    command.args([program, oldest]).current_dir(pages::root()).output().expect("there is bash")
}

#[test]
fn a_program_that_links_a_newer_symbol_is_refused_with_its_name() {
    let program = env!("CARGO_BIN_EXE_chuhe");
    // Rust's library names this symbol of glibc 2.18.
    let refused = check(program, "2.17");
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && error.contains("and has to start with 2.17 "), "{error}");
    let symbols: Vec<_> = error.lines().skip(1).collect();
    assert!(!symbols.is_empty() && symbols.iter().all(|line| line.contains("(GLIBC_2.")), "{error}");
    assert!(check(program, "2.99").status.success());
    assert!(!check("Makefile", "2.99").status.success(), "no program");
}
