// SPDX-License-Identifier: MIT OR Apache-2.0
//! One list of rule sets: the command line and both protocols understand the same names.

use crate::support::command::{chuhe, complaint, text};

/// Red checks for ever.
const PERPETUAL_CHECK: [&str; 4] =
    ["adjudicate", "--fen", "4k4/R8/9/9/9/9/9/9/9/3K5 w", "a8a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9"];

#[test]
fn the_command_line_understands_every_name() {
    for (name, verdict) in [
        ("asian", "black wins"),
        ("AsianRule", "black wins"),
        ("check-ban", "black wins"),
        ("CheckBan", "black wins"),
        ("computerrule", "black wins"),
        ("AlwaysDraw", "draw"),
        ("always_draw", "draw"),
        ("chinese", "black wins"),
        ("ChineseRule", "black wins"),
        ("world", "black wins"),
        ("wxf", "black wins"),
    ] {
        let output = chuhe(&[&PERPETUAL_CHECK[..], &["--rules", name]].concat());
        let said = String::from_utf8(output.stdout).expect("output is text");
        let error = String::from_utf8(output.stderr).expect("messages are text");
        assert_eq!(output.status.code(), Some(0), "{name}: {error}");
        assert!(said.contains(&format!("\nverdict: {verdict}\n")), "{name}: {said}");
        assert_eq!(error, "", "{name}");
    }
    let error = complaint(&["adjudicate", "--rules", "none"], 2);
    assert!(
        error.contains("asian, world, wxf, chinese, chinese-three-cycles, chinese-nine-moves, chinese-2011, computer, check-ban or always-draw"),
        "{error}"
    );
}

#[test]
fn a_match_says_which_rules_it_applies() {
    let game = ["match", "--engine", "cmd=self,name=a", "--engine", "cmd=self,name=b", "--games", "2"];
    let output = chuhe(&[&game[..], &["--nodes", "50", "--draw-plies", "4", "--rules", "chinese"]].concat());
    let error = String::from_utf8(output.stderr).expect("messages are text");
    assert_eq!(output.status.code(), Some(0), "{error}");
    let said = String::from_utf8(output.stdout).expect("output is text");
    assert!(said.contains(", chinese rules\n"), "{said}");
}

#[test]
fn the_protocols_understand_every_name_and_say_what_they_do_not() {
    for (greeting, option, message) in [
        ("ucci", "setoption repetition ", "info message repetition: "),
        ("uci", "setoption name Repetition Rule value ", "info string Repetition Rule: "),
    ] {
        let replies = |name: &str| {
            let script = format!("{greeting}\n{option}{name}\nisready\nquit\n");
            let (_, rest) = text(&[], script.as_bytes())
                .split_once("ciok\n")
                .map(|(a, b)| (a.to_owned(), b.to_owned()))
                .expect("a greeting");
            rest
        };
        for name in ["asianrule", "Asian", "ChineseRule", "check-ban", "CheckBan", "computer", "always-draw"]
        {
            assert!(replies(name).starts_with("readyok\n"), "{name}: {}", replies(name));
        }
        let unknown = replies("tiantian");
        assert!(
            unknown
                .starts_with(&format!("{message}the Asian rules are applied: unknown rule set 'tiantian'")),
            "{unknown}"
        );
    }
}
