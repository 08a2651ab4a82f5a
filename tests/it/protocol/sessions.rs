// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sessions in both protocols from outside. What a command does is tested in `src/protocol/tests.rs`; here are the
//! tests that need a clock, a search that goes on, or another process. One that the format of `transcripts/` can
//! express is a file there; the `g` and its number are those of the UCCI specification's golden transcripts.

use crate::support::driver::Process;
use crate::support::judge::start;
use crate::support::timing::{limit, ms};
use crate::support::transcript::transcripts;
use crate::support::{MATE_IN_ONE, PATIENCE, Session, best_move};
use std::fs::{self, File};
use std::process::Stdio;

use xiangqi::notation::START_FEN;

transcripts! {
    client_fastchess_compliance,
    client_stockfish_tests,
    client_uccileag,
    client_vinxiangqi,
    g03_stop_while_idle_is_answered_unless_it_comes_late,
    state_batch_keeps_every_line_for_after_the_search,
    state_holding_answers_at_once_after_ponderhit_or_stop,
    state_pondering_answers_isready_probe_stop_and_ponderhit_only,
    state_thinking_answers_isready_probe_and_stop_only,
    uci_a_held_answer_is_shown_at_once,
    uci_state_pondering_is_held_until_ponderhit_or_stop,
}

#[test]
fn g13_an_answer_comes_before_the_next_line_is_read() {
    for (mut session, go, release) in [
        (Session::ucci(), "go ponder time 295000 increment 0", "stop"),
        (Session::ucci(), "go ponder depth 2", "ponderhit"),
        (Session::ucci(), "go ponder depth 2", "stop"),
        (Session::uci(), "go infinite", "stop"),
    ] {
        for _ in 0..3 {
            session.send(&format!("position startpos\n{go}"));
            session.expect_only_info(ms(100));
            session.send(&format!("{release}\nposition startpos moves h2e2\ngo depth 2"));
            best_move(&session.answer(PATIENCE), &start(""));
            best_move(&session.answer(PATIENCE), &start("h2e2"));
            session.sync();
        }
        session.finish();
    }
}

/// The input is redirected from a file, whose last line may lack its end.
#[test]
fn g14_a_batch_file_is_executed_to_its_end() {
    let lines =
        ["ucci", "setoption batch true", "position startpos", "go depth 3", "position startpos moves h2e2"];
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("batch.txt");
    fs::write(&path, [&lines[..], &["go depth 3", "quit"]].concat().join("\r\n")).unwrap();
    let mut session = Session::over(Process::start(Stdio::from(File::open(&path).unwrap())));
    session.lines_until("(id|option) .+", "ucciok", PATIENCE);
    best_move(&session.answer(PATIENCE), &start(""));
    best_move(&session.answer(PATIENCE), &start("h2e2"));
    session.expect("bye", PATIENCE);
    session.expect_exit(0, PATIENCE);
}

#[test]
fn g23_a_probe_answers_from_the_table() {
    let mut session = Session::ucci();
    session.send("setoption newgame");
    session.send("probe startpos");
    session.expect("pophash", PATIENCE);
    session.send("position startpos");
    session.send("go depth 6");
    let best = best_move(&session.answer(PATIENCE), &start(""));
    let pattern =
        "pophash( bestmove MV)?( lowerbound -?[0-9]+ depth [0-9]+)?( upperbound -?[0-9]+ depth [0-9]+)?";
    let texts =
        ["startpos".to_owned(), format!("startpos moves {best}"), format!("fen {START_FEN} moves {best}")];
    let found = texts.map(|text| {
        session.send(&format!("probe {text}"));
        session.expect(pattern, PATIENCE).text
    });
    assert!(found.iter().any(|line| line != "pophash"), "nothing is known after a search");
    assert_eq!(found[1], found[2], "two names of one position");
    // The current position is still the start.
    session.send("go depth 1");
    best_move(&session.answer(PATIENCE), &start(""));
    session.send("setoption newgame");
    session.send("probe startpos");
    session.expect("pophash", PATIENCE);
    session.finish();
}

#[test]
fn a_quit_while_thinking_answers_and_leaves() {
    for go in ["go infinite", "go ponder time 1000 increment 0", "go ponder depth 1"] {
        let mut session = Session::ucci();
        session.send("position startpos");
        session.send(go);
        session.expect_only_info(ms(100));
        session.send("quit");
        best_move(&session.answer(PATIENCE), &start(""));
        session.expect("bye", PATIENCE);
        session.expect_exit(0, limit(500));
    }
}

#[test]
fn debug_prints_info_strings_only() {
    let mut session = Session::ucci();
    session.send("setoption debug true");
    session.send("nonsense\nsetoption nosuchoption 3\nsetoption hashsize 16\nposition startpos");
    session.send_bytes(b"odd \xcf\xf3\x01\x1b[31m bytes depth pv nodes of the user\n");
    session.send("isready");
    session.lines_until("info string .+", "readyok", PATIENCE);
    session.send("go depth 3");
    best_move(&session.answer(PATIENCE), &start(""));
    session.send("setoption debug off\nisready");
    session.lines_until("info string .+", "readyok", PATIENCE);
    session.send("nonsense");
    session.expect_none(ms(100));
    session.finish();
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a whole bench; runs in release")]
fn bench_prints_the_signature_whatever_the_options_are() {
    let mut session = Session::ucci();
    session.send("setoption pruning none\nsetoption hashsize 1\nposition startpos moves h2e2\nbench");
    session.send("isready");
    session.expect("readyok", PATIENCE);
    let line = session.expect("[0-9]+ nodes [0-9]+ nps", 6 * PATIENCE).text;
    let nodes: u64 = line.split(' ').next().unwrap().parse().unwrap();
    assert!((100_000..100_000_000).contains(&nodes), "{line}");
    session.send("go depth 2");
    best_move(&session.answer(PATIENCE), &start("h2e2"));
    session.finish();
}

#[test]
fn a_stop_ends_a_bench() {
    let mut session = Session::ucci();
    session.send("bench\nstop");
    session.expect("info message bench stopped .*", PATIENCE);
    session.send("bench\nstop\nquit");
    session.expect("info message bench stopped .*", PATIENCE);
    session.expect("bye", PATIENCE);
    session.expect_exit(0, limit(1000));
}

#[test]
fn a_long_search_names_each_root_move_once_an_iteration() {
    let mut session = Session::ucci();
    // Much to search: twelve pieces that move far on each side.
    session.send(
        "position fen r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1\ngo infinite",
    );
    let started = std::time::Instant::now();
    let first = session.lines_until("INFO", "info currmove MV currmovenumber [0-9]+", 3 * PATIENCE);
    assert!(first.last().unwrap().at - started > ms(2900));
    std::thread::sleep(ms(2000));
    session.send("stop");
    let lines = session.lines_until("INFO", "BM", PATIENCE);
    let named = lines.iter().filter(|line| line.text.contains(" currmove ")).count();
    assert!(named <= 45, "{named} lines in two seconds");
    session.finish();
}

#[test]
fn a_go_without_limits_ends_at_a_proven_mate() {
    let mate_in_two = "3k5/9/9/9/9/9/9/4R4/R8/4K4 w - - 0 1";
    for fen in [MATE_IN_ONE, mate_in_two, "4k4/9/4P4/9/9/9/9/9/R8/3K1R3 w - - 0 1"] {
        let mut session = Session::uci();
        session.send(&format!("position fen {fen}\ngo"));
        session.answer(PATIENCE);
        session.finish();
    }
}
