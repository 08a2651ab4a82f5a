// SPDX-License-Identifier: MIT OR Apache-2.0
//! UCI for Xiangqi from outside: the specification's golden transcripts in UCI, the Cyclone form
//! (`ucicyclone`). Ranks from 0 or from 1 are in `protocol_ranks.rs`.

use crate::support::judge::{check_variation, start};
use crate::support::timing::{limit, ms};
use crate::support::transcript::transcripts;
use crate::support::{MATE_IN_ONE, PATIENCE, Session, best_move, position};

use xiangqi::notation::START_FEN;

transcripts! {
    client_fastchess_compliance,
    client_stockfish_tests,
    uci_a_held_answer_is_shown_at_once,
    g05_uci_mate_in_one_is_found_and_scored_mate_1,
    g06_uci_a_checkmated_side_answers_none,
    g07_uci_a_stalemated_side_answers_none,
    g24_a_uci_session,
    g29_uci_an_infinite_search_is_answered_after_stop_only,
    uci_options_show_in_the_reports,
    uci_state_a_new_position_ends_the_search,
    uci_state_a_second_go_ends_the_first_search,
    uci_state_idle_is_silent_where_ucci_is_not,
    uci_state_pondering_is_held_until_ponderhit_or_stop,
    uci_ucicyclone_is_answered_as_uci_is,
}

#[test]
fn the_handshake_announces_the_options_guis_know() {
    let mut session = Session::start();
    let lines: Vec<_> = session.greet("uci", "uciok").into_iter().map(|line| line.text).collect();
    for wanted in [
        "id name .+",
        "id author .+",
        "option name Hash type spin default [0-9]+ min [0-9]+ max [0-9]+",
        "option name Threads type spin default 1 min [0-9]+ max [0-9]+",
        "option name Ponder type check default false",
        "option name MultiPV type spin default 1 min 1 max 128",
        "option name Move Overhead type spin default [0-9]+ min 0 max 5000",
        "option name Clear Hash type button",
        "option name UCI_ShowWDL type check default false",
        "option name Repetition Rule type combo default AsianRule( var [A-Za-z0-9]+)+",
        "option name Sixty Move Rule type check default true",
        "option name Rule60MaxPly type spin default 120 min 1 max 150",
        "option name Draw Rule type combo default None( var [A-Za-z]+)+",
        "option name Debug type check default false",
        "option name UCI_Variant type combo default auto var xiangqi var auto",
        "option name Ranks type combo default auto var auto var from 0 var from 1",
    ] {
        let pattern = crate::support::wire::pattern(wanted);
        assert_eq!(lines.iter().filter(|line| pattern.is_match(line)).count(), 1, "{wanted} in {lines:#?}");
    }
    let form = crate::support::wire::pattern(
        "id (name|author) .+|uciok|option name .+ type (button|check default (true|false)|string default .*|\
         spin default -?[0-9]+ min -?[0-9]+ max -?[0-9]+|combo default .+( var .+)+)",
    );
    for line in &lines {
        assert!(form.is_match(line), "{line}");
        assert!(!line.contains("UCI_Chess960") && !line.contains("RankBase"), "{line}");
    }
    session.finish();
}

#[test]
fn g24_reports_take_one_line_with_a_legal_variation() {
    let mut session = Session::uci();
    session.send("setoption name UCI_ShowWDL value true\nposition startpos moves h2e2 h9g7\ngo depth 4");
    let lines = session.lines_until("INFO", "BM", PATIENCE);
    let (answer, infos) = lines.split_last().unwrap();
    let board = start("h2e2 h9g7");
    best_move(answer, &board);
    assert!(infos.iter().any(|line| line.text.contains(" pv ")));
    for info in infos {
        check_variation(info, &board);
        if let Some((_, rest)) = info.text.split_once(" wdl ") {
            let sum: u32 = rest.split(' ').take(3).map(|number| number.parse::<u32>().unwrap()).sum();
            assert_eq!(sum, 1000, "{}", info.text);
        }
    }
    session.finish();
}

#[test]
fn g25_cyclone_leaves_out_the_word_position() {
    let mut session = Session::uci();
    let board = START_FEN.split(' ').next().unwrap();
    for (text, moves) in [
        (format!("fen {board} r moves b2e2"), "b2e2"),
        (format!("fen {board} r"), ""),
        ("startpos moves h2e2".to_owned(), "h2e2"),
        ("startpos".to_owned(), ""),
        (format!("position fen {board} r moves b2e2"), "b2e2"),
    ] {
        session.send(&format!("{text}\ngo depth 2"));
        best_move(&session.answer(PATIENCE), &start(moves));
        session.sync();
    }
    session.finish();
}

#[test]
fn after_an_invalid_position_the_answer_is_none() {
    let mut session = Session::uci();
    for text in ["position fen xyz", "fen xyz", "position fen 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"] {
        session.send(&format!("{text}\nisready"));
        assert!(session.lines_until("info string .+", "readyok", PATIENCE).len() <= 2, "{text}");
        session.send("go depth 2");
        session.expect_after_info("bestmove \\(none\\)", PATIENCE);
        session.send("position startpos\ngo depth 2");
        best_move(&session.answer(PATIENCE), &start(""));
    }
    session.finish();
}

#[test]
fn each_side_uses_its_own_clock() {
    let mut session = Session::uci();
    session.send("position startpos\ngo wtime 200 btime 40000000 winc 0 binc 100000");
    best_move(&session.answer(PATIENCE), &start(""));
    session.send("position startpos moves h2e2\ngo wtime 40000000 btime 200 winc 100000 binc 0");
    best_move(&session.answer(PATIENCE), &start("h2e2"));
    session.send("go wtime -100 btime -100");
    best_move(&session.answer(PATIENCE), &start("h2e2"));
    session.finish();
}

#[test]
fn search_moves_and_mate_searches_are_understood() {
    let mut session = Session::uci();
    session.send("position startpos\ngo depth 3 searchmoves i0i1");
    assert_eq!(best_move(&session.answer(PATIENCE), &start("")), "i0i1");
    session.send("go searchmoves a0a1 i0i1 depth 3");
    assert!(["a0a1", "i0i1"].contains(&best_move(&session.answer(PATIENCE), &start("")).as_str()));
    session.send("go depth 3");
    best_move(&session.answer(PATIENCE), &start(""));
    session.send(&format!("position fen {MATE_IN_ONE}\ngo mate 1"));
    assert_eq!(best_move(&session.answer(PATIENCE), &position(MATE_IN_ONE, "")), "e1d1");
    session.finish();
}

#[test]
fn stop_position_and_go_in_one_write_lose_nothing() {
    let mut session = Session::uci();
    for _ in 0..5 {
        session.send("position startpos\ngo infinite");
        session.expect_only_info(ms(50));
        session.send("stop\nposition startpos moves h2e2\ngo depth 2");
        best_move(&session.answer(PATIENCE), &start(""));
        best_move(&session.answer(PATIENCE), &start("h2e2"));
        session.sync();
    }
    session.finish();
}

#[test]
fn the_end_of_input_ends_a_search_and_the_process() {
    for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go ponder depth 60"] {
        let mut session = Session::uci();
        session.send("position startpos");
        session.send(go);
        session.expect_only_info(ms(100));
        session.close_input();
        best_move(&session.answer(PATIENCE), &start(""));
        session.expect_exit(0, limit(1000));
    }
}

#[test]
fn a_go_without_limits_ends_at_a_proven_mate() {
    let mate_in_two = "3k5/9/9/9/9/9/9/4R4/R8/4K4 w - - 0 1";
    for fen in [crate::support::MATE_IN_ONE, mate_in_two, "4k4/9/4P4/9/9/9/9/9/R8/3K1R3 w - - 0 1"] {
        let mut session = Session::uci();
        session.send(&format!("position fen {fen}\ngo"));
        session.answer(PATIENCE);
        session.finish();
    }
}
