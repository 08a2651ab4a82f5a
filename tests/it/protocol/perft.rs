// SPDX-License-Identifier: MIT OR Apache-2.0
//! `go perft` in a session: it runs in the background, so that `stop` ends it; a `quit`
//! through a pipe waits for it, since it may have been written in advance.

use crate::support::timing::{assert_within, ms};
use crate::support::{PATIENCE, Session};

#[test]
fn perft_counts_the_leaves_of_each_move() {
    for mut session in [Session::ucci(), Session::uci()] {
        session.send("position startpos\ngo perft 3");
        let lines = session.lines_until("[a-i]\\d[a-i]\\d: \\d+", "Nodes searched: 79666", PATIENCE);
        assert_eq!(lines.len(), 45);
        session.finish();
    }
}

#[test]
fn the_end_of_the_input_waits_for_perft() {
    let mut session = Session::uci();
    session.send("position startpos\ngo perft 4");
    session.close_input();
    session.lines_until("[a-i]\\d[a-i]\\d: \\d+", "Nodes searched: 3290240", PATIENCE);
    session.expect_exit(0, PATIENCE);
}

#[test]
fn a_stop_ends_perft_and_says_how_far_it_came() {
    let mut session = Session::uci();
    session.send("position startpos");
    assert_within(100, || {
        session.send("go perft 9");
        session.expect_none(ms(200));
        let sent = session.send("stop");
        let stopped = session.expect("info string perft stopped: 0 of 44 moves counted", PATIENCE);
        stopped.at - sent
    });
    session.send("go depth 1");
    session.answer(PATIENCE);
    session.finish();
}

#[test]
fn in_uci_a_new_command_to_work_ends_perft() {
    for command in ["position startpos", "go depth 1"] {
        let mut session = Session::uci();
        session.send("position startpos\ngo perft 9");
        session.sync();
        session.send(command);
        session.expect("info string perft stopped: .*", PATIENCE);
        if command.starts_with("go") {
            session.answer(PATIENCE);
        }
        session.send("quit");
        session.expect_exit(0, PATIENCE);
    }
}

#[test]
fn a_stop_and_a_quit_end_perft_at_once() {
    assert_within(100, || {
        let mut session = Session::ucci();
        session.send("position startpos\ngo perft 9");
        session.sync();
        let sent = session.send("stop\nquit");
        session.expect("info message perft stopped: .*", PATIENCE);
        let end = session.expect("bye", PATIENCE);
        session.expect_exit(0, PATIENCE);
        end.at - sent
    });
}
