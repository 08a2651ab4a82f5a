// SPDX-License-Identifier: MIT OR Apache-2.0
//! `go perft` in a session: it runs in the background, so that `stop` ends it; a `quit`
//! through a pipe waits for it, since it may have been written in advance.

use crate::support::timing::{assert_within, ms};
use crate::support::{PATIENCE, Session};

#[test]
fn a_stop_ends_perft_and_says_how_far_it_came() {
    for (mut session, end) in [(Session::uci(), "isready"), (Session::ucci(), "quit")] {
        session.send("position startpos");
        assert_within(100, || {
            session.send("go perft 9");
            session.expect_none(ms(200));
            let sent = session.send(&format!("stop\n{end}"));
            session.expect("info (string|message) perft stopped: 0 of \\d+ moves counted", PATIENCE);
            session.expect("readyok|bye", PATIENCE).at - sent
        });
        if end == "quit" {
            session.expect_exit(0, PATIENCE);
        } else {
            session.send("go depth 1");
            session.answer(PATIENCE);
            session.finish();
        }
    }
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
