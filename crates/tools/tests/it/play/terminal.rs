// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe play` on terminals that are small, loud or about to go away, in both languages.

use crate::support::run::send_signal;
use crate::support::screen::{Screen, forget};

const F4: &str = "\x1bOS";
const ESCAPE: &str = "\x1b";
const CONTROL_C: &str = "\x03";
/// The sequences that bring back the screen before the game, and the cursor.
const RESTORED: [&str; 3] = ["\x1b[?1049l", "\x1b[?25h", "\x1b[?2004l"];

fn start(state: &str, size: (u16, u16), words: &[&str], language: &str) -> Screen {
    forget(state);
    let words = [&["play", "--nodes", "300", "--hash", "1"], words].concat();
    Screen::start(state, size, &words, &[("CHUHE_LANG", language)])
}

#[test]
fn signals_end_the_game_and_restore_the_terminal() {
    for signal in ["INT", "TERM", "HUP"] {
        let state = format!("signal-{signal}");
        let mut screen = start(&state, (80, 24), &["--two"], "en");
        screen.wait_for("Two people play.");
        screen.enter("h2e2");
        screen.wait_for("1. h2e2");
        send_signal(screen.process(), &format!("-{signal}"));
        assert_eq!(screen.status(), 0, "{signal}");
        screen.wait_for_written(&RESTORED);
        let mut screen = Screen::start(&state, (80, 24), &["play", "--resume", "--two"], &[]);
        screen.wait_for("1. h2e2");
        screen.press(CONTROL_C);
        assert_eq!(screen.status(), 0);
    }
}

#[test]
fn a_tiny_terminal_shows_what_is_needed_until_it_grows() {
    for (language, small, large) in
        [("en", "The terminal is too", "F10 Quit"), ("zh", "终端窗口太小", "F10退出")]
    {
        let mut screen = start(&format!("tiny-{language}"), (20, 8), &["--two"], language);
        screen.wait_for(small);
        screen.press("garbage\r");
        screen.resize(60, 24);
        let seen = screen.wait_for("garbage");
        assert!(seen.contains("楚  河") && seen.contains(large), "{seen}");
        assert!(seen.contains("车──马──相──仕─<帅>─仕──相──马──车"), "{seen}");
        assert!(seen.lines().all(|line| line.chars().count() <= 60), "{seen}");
        screen.resize(120, 40);
        screen.wait_for(large);
        screen.resize(1, 1);
        screen.resize(80, 24);
        screen.wait_for(large);
        screen.press(CONTROL_C);
        assert_eq!(screen.status(), 0);
    }
}

#[test]
fn garbage_from_the_keyboard_does_no_harm() {
    let mut screen = start("garbage", (60, 24), &["--two"], "en");
    screen.wait_for("Two people play.");
    screen.press_bytes(b"\x00\x01\x1a\xff\xfe\x1b[99~\x1b[1;5A\x1b[<99;999;999M\x7f");
    screen.press(&"长𠀀e\u{301}".repeat(80));
    screen.press("end");
    // The end of a long line is seen, where the cursor is.
    screen.wait_for("end");
    screen.press("\r");
    screen.wait_for("长…");
    screen.press("\x1b[200~C2.5\n\x1b[201~");
    screen.wait_for("> C2.5");
    screen.press(ESCAPE);
    screen.wait_without("> C2.5");
    screen.enter("h2e2");
    screen.wait_for("1. h2e2");
    screen.press(CONTROL_C);
    assert_eq!(screen.status(), 0);
}

#[test]
fn a_chinese_game_is_completed_evaluated_and_watched() {
    let mut screen = start("chinese", (60, 24), &[], "zh");
    screen.wait_for("您执红方，楚河执黑方。");
    screen.press("炮二平");
    screen.wait_for("炮二平五  炮二平六");
    screen.press("五\r");
    screen.wait_for("黑方（楚河）走");
    screen.press(F4);
    let seen = screen.wait_for("深度");
    assert!(seen.contains('█') && seen.contains("1. 炮二平五"), "{seen}");
    screen.press(F4);
    screen.wait_without("深度");
    screen.enter("悔棋");
    screen.wait_for("已悔棋（2着）。");
    screen.enter("车九平五");
    screen.wait_for("不合法");
    screen.enter("认输");
    screen.wait_for("黑方胜：红方认输");
    screen.enter("再来");
    screen.wait_for("您执黑方，楚河执红方。");
    screen.enter("退出");
    assert_eq!(screen.status(), 0);
    let mate = ["--watch", "--fen", "3k5/1R7/9/9/9/9/R8/9/9/4K4 w"];
    let mut screen = start("watched", (80, 24), &mate, "zh");
    screen.wait_for("红方胜：黑方");
    screen.press(CONTROL_C);
    assert_eq!(screen.status(), 0);
}
