// SPDX-License-Identifier: MIT OR Apache-2.0
//! UCCI from outside: the golden transcripts G01 to G29 of the specification, and its table of states. A test
//! that the format of `transcripts/` can express is a file there; tests with a clock, a file, odd bytes or
//! the rules of the game are here.

use crate::support::driver::Process;
use crate::support::judge::{check_variation, start};
use crate::support::timing::{assert_within, limit, ms};
use crate::support::transcript::transcripts;
use crate::support::{PATIENCE, Session, best_move, fen_of, legal, position};
use std::fs::{self, File};
use std::process::Stdio;

use xiangqi::notation::START_FEN;

transcripts! {
    a_held_answer_is_shown_at_once,
    client_uccileag,
    client_vinxiangqi,
    g01_the_handshake_ends_with_ucciok,
    g02_isready_is_answered_in_every_state,
    g03_stop_while_idle_is_answered_unless_it_comes_late,
    g04_a_shallow_search_reports_depth_score_and_variation,
    g05_mate_in_one_is_found_and_scored_9999,
    g06_a_checkmated_side_has_no_best_move,
    g07_a_stalemated_side_has_no_best_move,
    g08_a_ban_holds_until_the_next_position_or_an_empty_ban,
    g11_depth_zero_gives_a_score_at_most,
    g12_no_answer_before_the_ponder_hit,
    g16_commands_while_thinking_are_dropped_but_quit_is_not,
    g22_unknown_options_are_accepted_silently,
    g27_both_greetings_are_understood_by_one_process,
    g29_an_infinite_search_is_answered_after_stop_only,
    keywords_are_read_in_any_case_and_values_leniently,
    options_in_uci_form_are_accepted_in_ucci,
    state_batch_keeps_every_line_for_after_the_search,
    state_boot_answers_people_in_uci,
    state_boot_go_and_position_select_uci,
    state_boot_quit_ends_silently,
    state_boot_waits_for_a_greeting,
    state_holding_answers_at_once_after_ponderhit_or_stop,
    state_idle_answers_people,
    state_idle_ignores_what_belongs_to_thinking,
    state_pondering_answers_isready_probe_stop_and_ponderhit_only,
    state_thinking_answers_isready_probe_and_stop_only,
}

/// The legal moves of the start position, as the specification lists them.
const START_MOVES: &str = "a0a1 a0a2 i0i1 i0i2 d0e1 f0e1 b2a2 b2b1 b2b3 b2b4 b2b5 b2b6 b2b9 b2c2 b2d2 b2e2 b2f2 b2g2 \
    h2c2 h2d2 h2e2 h2f2 h2g2 h2h1 h2h3 h2h4 h2h5 h2h6 h2h9 h2i2 a3a4 c3c4 e3e4 g3g4 i3i4 b0a2 b0c2 h0g2 h0i2 c0a2 c0e2 \
    g0e2 g0i2 e0e1";

#[test]
fn g01_the_handshake_lines_stand_in_the_specified_order() {
    let mut session = Session::start();
    let lines: Vec<_> = session.greet("ucci", "ucciok").into_iter().map(|line| line.text).collect();
    let mut rest = lines.iter();
    for wanted in [
        "id name .+",
        "id version .+",
        "id copyright .+",
        "id author .+",
        "id user .+",
        "option usemillisec type check default true",
        "option batch type check default false",
        "option debug type check default false",
        "option ponder type check default false",
        "option hashsize type spin min 0 max 65536 default 64",
        "option threads type spin min 0 max 512 default 1",
        "option multipv type spin min 1 max 128 default 1",
        "option moveoverhead type spin min 0 max 5000 default 30",
        "option repetition type combo var asianrule var alwaysdraw var checkban var chineserule var chinesethreecyclesrule \
         var chineseninemovesrule var chinese2011rule var computerrule default asianrule",
        "option drawmoves type spin min 0 max 300 default 120",
        "option randomness type combo var none var tiny var small var medium var large var huge default none",
        "option newgame type button",
        "ucciok",
    ] {
        let pattern = crate::support::wire::pattern(wanted);
        assert!(rest.any(|line| pattern.is_match(line)), "no '{wanted}' in its place among {lines:#?}");
    }
    let options: Vec<_> = lines.iter().filter(|line| line.starts_with("option ")).collect();
    assert_eq!(options[0], "option usemillisec type check default true");
    for option in &options {
        let name = option.split(' ').nth(1);
        assert_eq!(options.iter().filter(|other| other.split(' ').nth(1) == name).count(), 1, "{option}");
        assert!(!option.contains("  "), "{option}");
    }
    let of = |key: &str| lines.iter().find_map(|line| line.strip_prefix(key)).unwrap().to_owned();
    assert!(!of("id name ").contains(&of("id version ")), "the version stands in the name too");
    assert!(lines.iter().filter(|line| line.starts_with("id ")).all(|line| line.len() < 100));
    session.finish();
}

#[test]
fn g04_the_answer_from_the_start_is_one_of_its_44_moves() {
    let mut expected: Vec<_> = START_MOVES.split_whitespace().collect();
    expected.sort_unstable();
    assert_eq!(legal(&start("")), expected);
    let mut session = Session::ucci();
    session.send("position startpos");
    session.send("go depth 4");
    let lines = session.lines_until("INFO", "BM", PATIENCE);
    let (answer, infos) = lines.split_last().unwrap();
    best_move(answer, &start(""));
    for info in infos {
        check_variation(info, &start(""));
    }
    session.finish();
}

#[test]
fn g08_a_ban_leaves_the_one_move_that_is_not_banned() {
    let mut session = Session::ucci();
    for left in ["i0i1", "c0a2"] {
        session.send("position startpos");
        let banned = START_MOVES.split_whitespace().filter(|&mv| mv != left).collect::<Vec<_>>().join(" ");
        session.send(&format!("banmoves {banned}"));
        // With every kind of limit: the opening book must respect bans too.
        for limit in ["depth 3", "time 200", "nodes 2000", "time 3000 increment 0"] {
            session.send(&format!("go {limit}"));
            assert_eq!(best_move(&session.answer(PATIENCE), &start("")), left);
        }
        session.send(&format!("banmoves {left}"));
        session.send("go depth 3");
        session.expect_after_info("nobestmove", PATIENCE);
    }
    session.finish();
}

#[test]
fn g09_the_banned_chase_is_not_answered() {
    let fen = "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1";
    let moves = "h6i4 i9h9 i4h6 h9i9";
    let board = position(fen, moves);
    assert_eq!(board.legal_moves().len(), 52);
    let mut session = Session::ucci();
    session.send(&format!("position fen {fen} moves {moves}"));
    session.send("banmoves h6i4");
    session.send("go depth 5");
    assert_ne!(best_move(&session.answer(PATIENCE), &board), "h6i4");
    session.finish();
}

#[test]
fn g10_the_position_after_a_capture_equals_its_replay() {
    let replay = format!("position fen {START_FEN} moves h2e2 h7e7 e2e6");
    let direct = "position fen rnbakabnr/9/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2";
    let replies = ["d9e8", "e7c7", "e7d7", "e7e3", "e7f7", "e7g7", "e7h7", "e7i7", "f9e8"];
    let board = start("h2e2 h7e7 e2e6");
    assert_eq!(legal(&board), replies);
    let mut session = Session::ucci();
    for command in [replay.as_str(), direct] {
        session.send(command);
        assert_eq!(fen_of(&mut session), board.to_fen());
        session.send("go depth 3");
        best_move(&session.answer(PATIENCE), &board);
    }
    session.finish();
}

#[test]
fn g13_stop_position_and_go_in_one_write_lose_nothing() {
    let mut session = Session::ucci();
    for _ in 0..5 {
        session.send("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves b0c2 b9c7");
        session.send("go ponder time 295000 increment 0");
        session.expect_only_info(ms(200));
        session.send(&format!("stop\nposition fen {START_FEN} moves b0c2 c6c5\ngo depth 3"));
        best_move(&session.answer(PATIENCE), &start("b0c2 b9c7"));
        best_move(&session.answer(PATIENCE), &start("b0c2 c6c5"));
        assert_eq!(fen_of(&mut session), start("b0c2 c6c5").to_fen());
    }
    session.finish();
}

#[test]
fn g13_a_held_answer_is_printed_before_the_next_line_is_read() {
    let mut session = Session::ucci();
    for release in ["ponderhit", "stop"] {
        session.send("position startpos\ngo ponder depth 2");
        session.expect_only_info(ms(200));
        session.send(&format!("{release}\nposition startpos moves h2e2\ngo depth 2"));
        best_move(&session.answer(PATIENCE), &start(""));
        best_move(&session.answer(PATIENCE), &start("h2e2"));
        session.sync();
    }
    session.finish();
}

/// Runs a batch whose input is redirected from a file.
fn g14_batch(name: &str, text: &str) {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the build folder can be written to");
    let file = File::open(&path).expect("it is there");
    let mut session = Session::over(Process::start(Stdio::from(file)));
    session.lines_until("(id|option) .+", "ucciok", PATIENCE);
    best_move(&session.answer(PATIENCE), &start(""));
    best_move(&session.answer(PATIENCE), &start("h2e2"));
    session.expect("bye", PATIENCE);
    session.expect_exit(0, PATIENCE);
}

const BATCH: &str = "ucci\nsetoption batch true\nposition startpos\ngo depth 3\nposition startpos moves h2e2\ngo depth 3\nquit\n";

#[test]
fn g14_a_batch_file_is_executed_to_its_end() {
    g14_batch("batch.txt", BATCH);
}

#[test]
fn g14_a_batch_file_may_lack_its_last_line_end() {
    g14_batch("batch-unended.txt", BATCH.trim_end());
}

#[test]
fn g14_a_batch_file_may_have_crlf_line_ends() {
    g14_batch("batch-crlf.txt", &BATCH.replace('\n', "\r\n"));
    g14_batch("batch-crlf-unended.txt", BATCH.replace('\n', "\r\n").trim_end());
    g14_batch("batch-cr-at-the-end.txt", &format!("{}\r", BATCH.trim_end()));
}

#[test]
fn g17_the_end_of_input_ends_a_search_and_the_process() {
    let mut session = Session::ucci();
    session.send("position startpos");
    session.send("go infinite");
    session.expect_only_info(ms(200));
    session.close_input();
    best_move(&session.answer(limit(1000)), &start(""));
    session.expect_exit(0, limit(1000));
}

#[test]
fn g17_the_end_of_input_while_idle_ends_the_process() {
    let mut session = Session::ucci();
    session.close_input();
    session.expect_exit(0, limit(1000));
}

#[test]
fn g19_a_depth_is_read_after_two_spaces() {
    let mut session = Session::ucci();
    for command in ["go depth  2", "go  depth 2", "go time 60000 depth 2 increment 0"] {
        session.send(&format!("position startpos\n{command}"));
        for line in session.lines_until("INFO", "BM", PATIENCE) {
            let depth = line
                .text
                .strip_prefix("info depth ")
                .and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
            assert!(depth.is_none_or(|depth| depth <= 2), "'{command}' searched on: {}", line.text);
        }
    }
    session.finish();
}

#[test]
fn g19_a_go_without_limits_runs_until_stopped() {
    let mut session = Session::ucci();
    for command in ["go", "go fast and well", "go depth", "go depth 99", "go nodes 60466176 depth 99"] {
        session.send(&format!("position startpos\n{command}\nstop"));
        best_move(&session.answer(PATIENCE), &start(""));
        session.sync();
    }
    for command in ["go", "go fast and well"] {
        session.send(command);
        session.expect_only_info(ms(150));
        session.send("stop");
        best_move(&session.answer(PATIENCE), &start(""));
    }
    session.finish();
}

#[test]
fn g20_a_fen_may_be_written_in_many_ways() {
    let board = START_FEN.split(' ').next().unwrap();
    let foreign = board.replace('b', "e").replace('n', "h").replace('B', "E").replace('N', "H");
    let spaced = board.replacen("/9/", "/111111111/", 1);
    let mut session = Session::ucci();
    for text in [
        "startpos".to_owned(),
        "startpos moves".to_owned(),
        format!("fen {START_FEN}"),
        format!("fen {START_FEN} moves"),
        format!("fen {foreign} w - - 0 1"),
        format!("fen {board} r - - 0 1"),
        format!("fen {board} w"),
        format!("fen {board}"),
        format!("fen {spaced} w - - 0 1"),
        format!("fen {board} w - - x y"),
        format!("fen  {board}   w  -  -  0  1"),
    ] {
        session.send("position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1");
        session.send(&format!("position {text}"));
        assert_eq!(fen_of(&mut session), START_FEN, "{text}");
        session.send("go depth 1");
        best_move(&session.answer(PATIENCE), &start(""));
        for moves in ["h2e2 h9g7", "H2E2 H9G7", "H2-E2 h9-g7"] {
            session.send(&format!("position {} moves {moves}", text.trim_end_matches(" moves")));
            assert_eq!(fen_of(&mut session), start("h2e2 h9g7").to_fen(), "{text} moves {moves}");
        }
    }
    session.finish();
}

#[test]
fn g21_an_invalid_position_is_rejected_as_a_whole() {
    let mut session = Session::ucci();
    for text in [
        "fen xyz".to_owned(),
        "fen".to_owned(),
        format!("fen {START_FEN} moves h2h8"),
        format!("fen {START_FEN} moves h2e2 h2e2"),
        "fen 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1".to_owned(),
        "fen 9/9/9/9/9/9/9/9/9/4K4 w - - 0 1".to_owned(),
        "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN w - - 0 1".to_owned(),
    ] {
        assert_within(100, || {
            session.send(&format!("position {text}"));
            session.send("isready");
            let lines = session.lines_until("info message .*", "readyok", PATIENCE);
            assert!(lines.len() <= 2, "more than one message for {text}");
            let sent = session.send("go depth 2");
            session.expect("nobestmove", PATIENCE).at - sent
        });
        session.send("position startpos");
        session.send("go depth 2");
        best_move(&session.answer(PATIENCE), &start(""));
    }
    // This move is legal: the cannon captures over the other one.
    session.send("position startpos moves h2h9\ngo depth 2");
    best_move(&session.answer(PATIENCE), &start("h2h9"));
    session.finish();
}

#[test]
fn g22_a_path_in_gbk_is_accepted_silently() {
    let mut session = Session::ucci();
    session.send_bytes(b"setoption bookfiles C:\\\xcf\xf3\xc6\xe5\\BOOK.DAT\n");
    session.send_bytes(b"setoption egtbpaths D:\\\xcf\xf3\xc6\xe5 1;D:\\\xff\xfe\r\n");
    session.expect_none(ms(200));
    session.sync();
    session.send("position startpos\ngo depth 2");
    best_move(&session.answer(PATIENCE), &start(""));
    session.finish();
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
    assert_eq!(fen_of(&mut session), START_FEN);
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
fn several_variations_are_numbered_and_different() {
    let mut session = Session::ucci();
    session.send("setoption multipv 3\nposition startpos moves h2e2\ngo depth 3");
    let lines = session.lines_until("INFO", "BM", PATIENCE);
    let (answer, infos) = lines.split_last().unwrap();
    let board = start("h2e2");
    let best = best_move(answer, &board);
    let last_of = |number: u32| {
        let words = format!(" multipv {number} ");
        let line = infos.iter().rfind(|line| line.text.contains(&words)).expect("a line for each variation");
        check_variation(line, &board);
        line.text.split_once(" pv ").unwrap().1.split(' ').next().unwrap().to_owned()
    };
    let firsts = [last_of(1), last_of(2), last_of(3)];
    assert_eq!(firsts[0], best);
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2], "{firsts:?}");
    session.finish();
}
