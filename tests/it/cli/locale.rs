// SPDX-License-Identifier: MIT OR Apache-2.0
//! The language of the output: `--lang`, `CHUHE_LANG`, the locale; and the lines that do not depend on it.

use std::process::{Command, Output, Stdio};

const JUDGE: [&str; 3] = ["adjudicate", "h2e2", "h9g7"];

/// A run with only these variables of the locale.
fn run(words: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    for name in ["CHUHE_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "RUST_LOG"] {
        command.env_remove(name);
    }
    let command = command.args(words).envs(variables.iter().copied()).stdin(Stdio::null());
    command.output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// The lines of a run that says nothing on standard error.
fn lines(words: &[&str], variables: &[(&str, &str)]) -> Vec<String> {
    let output = run(words, variables);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{words:?}");
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn the_language_is_that_of_the_option_the_variable_or_the_locale() {
    let english = ["verdict: ongoing", "reason: the game goes on, red to move"];
    let chinese = ["verdict: ongoing", "reason: 对局继续，轮到红方走棋"];
    let en = [&["--lang", "en"], &JUDGE[..]].concat();
    let zh = [&JUDGE[..1], &["--lang", "ZH"], &JUDGE[1..]].concat();
    for (words, variables, expected) in [
        (&JUDGE[..], &[][..], english),
        (&JUDGE, &[("LANG", "zh_CN.UTF-8")], chinese),
        (&JUDGE, &[("LC_ALL", "C"), ("LC_MESSAGES", "zh_CN"), ("LANG", "zh_CN")], english),
        (&JUDGE, &[("LC_MESSAGES", "zh_TW"), ("LANG", "de_DE")], chinese),
        (&JUDGE, &[("CHUHE_LANG", "zh"), ("LC_ALL", "C")], chinese),
        (&en, &[("CHUHE_LANG", "zh")], english),
        (&zh, &[("CHUHE_LANG", "en")], chinese),
    ] {
        assert_eq!(lines(words, variables), expected, "{words:?} {variables:?}");
    }
}

#[test]
fn an_unknown_language_is_wrong_usage_as_an_option_and_a_warning_as_a_variable() {
    let output = run(&["--lang", "fr", "show"], &[]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
    let error = text(&output.stderr);
    assert!(error.lines().count() == 1 && error.contains("'fr' is not a supported language (en, zh)"));

    let output = run(&JUDGE, &[("CHUHE_LANG", "fr"), ("LANG", "zh_CN")]);
    assert_eq!(text(&output.stderr), "chuhe: CHUHE_LANG：没有“fr”这种语言（可用 en、zh）\n");
    assert!(output.status.success() && text(&output.stdout).contains("对局继续"));
    // A graphical interface may read standard error as answers.
    let session = run(&[], &[("CHUHE_LANG", "fr")]);
    assert_eq!((session.status.code(), text(&session.stderr)), (Some(0), String::new()));
}
