// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine's command line: its own commands, and the way to those of the tools.

use crate::support::command::{chuhe, complaint, file, lines};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Returns a new folder with the engine in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("the folder can be made");
    fs::copy(crate::CHUHE, folder.join("chuhe")).expect("the program can be copied");
    folder
}

/// Puts tools in a folder that say with which words they were called, and end with status 7.
fn put_tools(folder: &Path) {
    fs::create_dir_all(folder).expect("the folder can be made");
    let tools = folder.join("chuhe-tools");
    fs::write(&tools, "#!/bin/sh\nPATH=/usr/bin:/bin\nprintf '%s.' \"$@\"\nexit 7\n")
        .expect("the folder can be written");
    fs::set_permissions(&tools, fs::Permissions::from_mode(0o755)).expect("it is our file");
}

fn run(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(folder.join("chuhe"));
    command
        .args(words)
        .env("CHUHE_LANG", "en")
        .env("PATH", folder.join("nothing"))
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn what_the_engine_does_not_know_goes_to_the_tools_beside_it() {
    let folder = folder("beside");
    put_tools(&folder);
    for words in
        [&["serve", "--open"][..], &["--lang", "zh", "review", "a b", "-"], &["--help"], &["help", "play"]]
    {
        let output = run(&folder, words);
        let mark = concat!("--from-chuhe=", env!("CARGO_PKG_VERSION"));
        assert_eq!(text(&output.stdout), [&[mark], words].concat().join(".") + ".");
        assert_eq!(output.status.code(), Some(7));
    }
    // Its own commands it runs itself, and its own mistakes it names itself.
    assert!(text(&run(&folder, &["perft", "1"]).stdout).starts_with("nodes "));
    assert!(text(&run(&folder, &["perft", "--depth", "x"]).stderr).starts_with("chuhe: usage: "));
}

#[test]
fn the_tools_are_found_on_the_path() {
    let (folder, tools) = (folder("path"), Path::new(env!("CARGO_TARGET_TMPDIR")).join("path/tools"));
    put_tools(&tools);
    let mut command = Command::new(folder.join("chuhe"));
    let output = command.arg("serve").env("PATH", format!("{}:/usr/bin:/bin", tools.display())).output();
    assert!(text(&output.expect("the program starts").stdout).ends_with(".serve."));
}

#[test]
fn without_the_tools_a_sentence_says_how_to_get_them() {
    let folder = folder("alone");
    let output = run(&folder, &["serve", "--open"]);
    let error = text(&output.stderr);
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    assert!(
        error.contains("'serve'") && error.contains("chuhe-tools") && error.contains("crates/tools"),
        "{error}"
    );
    let help = text(&run(&folder, &["--help"]).stdout);
    assert!(help.contains("\n  perft ") && help.contains("chuhe-tools"), "{help}");
    let error = text(&run(&folder, &["serach"]).stderr);
    assert!(error.contains("'search'") && error.contains("chuhe-tools"), "{error}");
    // An engine under the name of the tools is not asked again.
    fs::copy(crate::CHUHE, folder.join("chuhe-tools")).expect("the program can be copied");
    assert_eq!(run(&folder, &["serve"]).status.code(), Some(2));
    let page = text(&run(&folder, &["help", "perft"]).stdout);
    assert!(page.starts_with("Count the leaves"), "{page}");
}

#[test]
fn arguments_are_checked() {
    assert!(complaint(&["search", "--depth", "0x"], 2).contains("--depth"));
    let arguments = file("perft.args", "perft\n# two plies\n2\n");
    let output = chuhe(&[&format!("@{arguments}")]);
    assert_eq!(text(&output.stdout).lines().next(), Some(lines(&["perft", "2"])[0].as_str()));
}
