// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program started by hand in a terminal, a pseudo-terminal made by `script`, a program of util-linux.

use std::io::Write;
use std::process::{Command, Stdio};

/// Returns what the terminal showed, with the echo of `input`, and what went to standard output.
fn in_a_terminal(name: &str, redirection: &str, input: &str) -> (String, String) {
    let out = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    let line = format!("{} {redirection} >{out}", crate::CHUHE);
    let mut child = Command::new("script")
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .env_remove("RUST_LOG")
        .env("CHUHE_LANG", "en")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program script (Debian: bsdutils) is installed");
    child.stdin.take().expect("input is piped").write_all(input.as_bytes()).expect("script reads");
    let shown = child.wait_with_output().expect("a child can be waited for");
    assert!(shown.status.success(), "{}", shown.status);
    let text = String::from_utf8(shown.stdout).expect("the terminal shows text");
    (text, std::fs::read_to_string(out).expect("the shell made the file"))
}

#[test]
fn a_terminal_is_greeted_on_standard_error() {
    let (shown, out) = in_a_terminal("greeting.txt", "", "quit\n");
    assert_eq!(out, "");
    let greetings: Vec<_> = shown.lines().filter(|line| line.starts_with("chuhe")).collect();
    let [greeting] = greetings[..] else { panic!("{shown:?}") };
    for name in ["UCCI", "UCI", "help", "quit", "chuhe --help"] {
        assert!(greeting.contains(name), "{greeting}");
    }
}

#[test]
fn a_program_is_not_greeted() {
    for redirection in ["</dev/null", "2>/dev/null"] {
        let (shown, out) = in_a_terminal("no-greeting.txt", redirection, "quit\n");
        assert!(!shown.contains("chuhe") && out.is_empty(), "{redirection}: {shown:?} {out:?}");
    }
}
