// SPDX-License-Identifier: MIT OR Apache-2.0
//! Time limits of the protocols.

use crate::support::judge::start;
use crate::support::timing::{assert_within, limit, ms};
use crate::support::{MATE_IN_ONE, PATIENCE, Session, best_move, position};
use std::{fs, thread};
use xiangqi::notation::START_FEN;
use xiangqi::types::SplitMix64;

#[test]
fn the_greeting_is_answered_at_once() {
    for (greeting, ok) in [("ucci", "ucciok"), ("uci", "uciok")] {
        assert_within(200, || {
            let mut session = Session::start();
            let sent = session.send(greeting);
            let done = session.lines_until("(id|option) .+", ok, PATIENCE).pop().expect("the last line").at;
            session.finish();
            done - sent
        });
    }
}

#[test]
fn a_stop_is_obeyed_at_once() {
    let mut random = SplitMix64::new(3);
    let middle_game = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P3P2/P3P3P/1CN1C1N2/9/R1BAKAB1R w - - 0 1";
    let endgame = "3k5/4a4/4ba3/9/2p6/6P2/2N6/4B4/4A4/4KAB2 w - - 0 1";
    let mut session = Session::ucci();
    for number in 0..20 {
        let fen = [START_FEN, middle_game, endgame][number % 3];
        session.send(&format!("position fen {fen}"));
        session.send(
            ["go infinite", "go ponder time 60000 increment 0", "go time 3600000 increment 0"][number % 3],
        );
        session.expect_only_info(ms(u64::try_from(random.below(50)).expect("below 50")));
        session.send("stop");
        best_move(&session.answer(limit(50)), &position(fen, ""));
    }
    session.finish();
}

#[test]
fn g12_the_clock_starts_with_the_ponder_hit() {
    let board = start("h2e2");
    let mut session = Session::ucci();
    assert_within(2000, || {
        session.send(&format!("position fen {START_FEN} moves h2e2"));
        session.send("go ponder time 2000 increment 0");
        session.expect_only_info(ms(1500));
        let hit = session.send("ponderhit");
        let answer = session.answer(PATIENCE);
        best_move(&answer, &board);
        answer.at - hit
    });
    assert_within(50, || {
        session.send(&format!("position fen {MATE_IN_ONE}"));
        session.send("go ponder time 1000 increment 0");
        session.expect_only_info(ms(300));
        let hit = session.send("ponderhit");
        session.expect_after_info("bestmove e1d1", PATIENCE).at - hit
    });
    session.finish();
}

#[test]
fn g15_a_client_may_write_all_at_once_and_leave() {
    assert_within(1000, || {
        let mut session = Session::start();
        let text = format!(
            "ucci\nsetoption batch true\nsetoption usemillisec true\nposition fen {START_FEN}\ngo time 1000\nquit"
        );
        let sent = session.send(&text);
        session.close_input();
        session.lines_until("(id|option) .+", "ucciok", PATIENCE);
        let answer = session.answer(PATIENCE);
        best_move(&answer, &start(""));
        session.expect("bye", PATIENCE);
        session.expect_exit(0, PATIENCE);
        answer.at - sent
    });
}

#[test]
fn g18_time_is_in_seconds_when_asked_for() {
    let mut session = Session::ucci();
    session.send("position startpos");
    session.send("setoption usemillisec false");
    assert_within(1000, || {
        let sent = session.send("go time 1 movestogo 1");
        let answer = session.answer(PATIENCE);
        best_move(&answer, &start(""));
        assert!(answer.at - sent >= ms(100), "a second was taken for a millisecond");
        answer.at - sent
    });
    session.finish();
}

#[test]
fn the_time_of_a_move_and_a_clock_are_kept() {
    let mut session = Session::uci();
    session.send("position startpos");
    for (milliseconds, go) in
        [(200, "go movetime 200"), (300, "go wtime 300 btime 300"), (500, "go infinite wtime 500")]
    {
        assert_within(milliseconds, || {
            let sent = session.send(go);
            session.answer(PATIENCE).at - sent
        });
    }
    session.finish();
}

/// Returns the processor time that a process has used, in seconds.
#[cfg(target_os = "linux")]
fn processor_time(process: u32) -> f64 {
    let text =
        fs::read_to_string(format!("/proc/{process}/stat")).expect("the file exists for every process");
    let fields = text.rsplit_once(')').expect("the name comes first").1.split_whitespace();
    // User and system time in hundredths of a second.
    fields.skip(11).take(2).map(|field| field.parse::<f64>().expect("a number") / 100.0).sum()
}

#[test]
#[cfg(target_os = "linux")]
fn a_waiting_engine_uses_no_processor_time() {
    let mut session = Session::ucci();
    let use_of_half_a_second = |session: &Session| {
        thread::sleep(ms(300));
        let before = processor_time(session.process_id());
        thread::sleep(ms(500));
        processor_time(session.process_id()) - before
    };
    session.send("position startpos\ngo depth 2");
    session.answer(PATIENCE);
    let idle = use_of_half_a_second(&session);
    assert!(idle < 0.1, "idle: {idle} s");
    session.send("go ponder depth 2");
    let holding = use_of_half_a_second(&session);
    assert!(holding < 0.1, "holding back an answer: {holding} s");
    session.send("stop");
    best_move(&session.answer(PATIENCE), &start(""));
    session.finish();
}
