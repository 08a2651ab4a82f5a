// SPDX-License-Identifier: MIT OR Apache-2.0
//! Greetings, dialects, options and unknown lines: sessions without a search.

use super::support::{DISPLAYED_START, answers, answers_to};

#[test]
fn a_session_can_be_left_in_every_way() {
    assert_eq!(answers_to(b""), "");
    assert_eq!(answers_to(b"quit\nisready\n"), "");
    assert_eq!(answers("ucci", &["isready", "quit", "isready"]), ["readyok", "bye"]);
    assert_eq!(answers("ucci", &["isready"]), ["readyok"]);
    assert_eq!(answers("uci", &["isready", "quit"]), ["readyok"]);
}

#[test]
fn unknown_lines_and_options_are_not_answered() {
    let lines = [
        "xboard",
        "protover 2",
        "",
        "   ",
        "ponderhit",
        "setoption guiname XQWizard",
        "setoption promotion false",
    ];
    for greeting in ["ucci", "uci"] {
        assert_eq!(answers(greeting, &lines), [""; 0], "{greeting}");
    }
    assert_eq!(answers("ucci", &["setoption promotion true"]), ["info message promotion not supported"]);
    assert_eq!(
        answers("uci", &["debug on", "go_on now"]),
        ["info string idleline [go_on_now]", "info string unknown command go_on_now"]
    );
    assert_eq!(
        answers("uci", &["debug on", "setoption name Search depth value 3"])[1],
        "info string unknown option Search_depth"
    );
}

#[test]
fn options_that_were_not_announced_are_accepted_silently() {
    let mut input = b"ucci\n".to_vec();
    for option in
        ["usemillisec true", "usebook true", "hashsize 0", "threads 0", "idle none", "randomness small"]
    {
        input.extend(format!("setoption {option}\n").bytes());
    }
    input.extend(b"setoption bookfiles C:\\\xCF\xF3\xC6\xE5.DAT\nsetoption newgame\nisready\n");
    assert!(answers_to(&input).ends_with("ucciok\nreadyok\n"));
}

#[test]
fn a_command_to_work_before_a_greeting_selects_uci() {
    let displayed = answers_to(b"isready\nstop\nprobe startpos\nd\n");
    assert!(displayed.starts_with("readyok\n9  r---n---b---a---k"), "{displayed}");
    assert!(displayed.contains(&format!("\n{DISPLAYED_START}\nKey: ")), "{displayed}");
    let displayed = answers_to(b"ucicyclone\nfen 4k4/9/9/9/9/9/9/9/9/3K5 r\nd\n");
    assert!(displayed.contains("\nFen: 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1\n"), "{displayed}");
    assert_eq!(answers_to(b"startpos moves i9i8\nd\n").lines().count(), 2, "two messages");
}

#[test]
fn a_later_greeting_changes_the_dialect_and_keeps_the_rest() {
    let output = answers_to(b"uci\nposition startpos moves h2e2\nucci\nd\nquit\n");
    assert!(output.contains("uciok\nid name") && output.contains("ucciok\n9  r---"));
    assert!(output.contains(" b - - 1 1\nKey: ") && output.ends_with("\nCheckers:\nbye\n"));
}
