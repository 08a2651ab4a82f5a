// SPDX-License-Identifier: MIT OR Apache-2.0
//! Input that a GUI should never send, broken pipes, and the guarantees that hold in all cases: every
//! `isready` gets its `readyok`, every accepted `go` one answer, a `stop` is obeyed at once, and the process
//! ends with its input.

use crate::support::driver::Process;
use crate::support::judge::start;
use crate::support::timing::{limit, ms};
use crate::support::{Dialect, Line, MATE_IN_ONE, PATIENCE, Session, best_move, fen_of, position, wire};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use xiangqi::notation::START_FEN;
use xiangqi::types::SplitMix64;

/// Asserts that the engine still plays.
fn expect_alive(session: &mut Session) {
    session.sync();
    session.send("position startpos\ngo depth 2");
    best_move(&session.answer(PATIENCE), &start(""));
}

#[test]
fn the_end_of_input_ends_the_process_in_every_state() {
    // The input before the end, and the number of answers due after it.
    let cases = [
        ("", 0),
        ("ucci", 0),
        ("uci", 0),
        ("nonsense", 0),
        ("ucci\nposition startpos\ngo infinite", 1),
        ("ucci\nposition startpos\ngo ponder time 60000 increment 0", 1),
        ("ucci\nposition startpos\ngo ponder depth 1", 1),
        ("ucci\nposition startpos\ngo time 300 movestogo 1", 1),
        ("ucci\nposition startpos\ngo time 3600000 increment 0", 1),
        ("uci\nposition startpos\ngo wtime 3600000 btime 3600000", 1),
        // The answer is ready at once, and only a stop releases it.
        ("ucci\nposition fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w\ngo ponder\nponderhit", 1),
        ("uci\nposition fen 3k5/9/9/9/9/9/9/9/9/4K4 w\ngo ponder infinite\nponderhit", 1),
        ("ucci\nposition startpos\ngo depth 1", 1),
        ("uci\nposition startpos\ngo infinite", 1),
        ("go infinite", 1),
        // A batch is finished first.
        (
            "ucci\nsetoption batch true\nposition startpos\ngo depth 3\nposition startpos moves h2e2\ngo depth 3",
            2,
        ),
    ];
    for (text, answers) in cases {
        for pause in [0, 100] {
            let mut session = Session::start();
            if !text.is_empty() {
                session.send(text);
            }
            std::thread::sleep(ms(pause));
            session.close_input();
            if text.starts_with("uc") {
                session.skip_to(&["(id|option) .+"], "ucciok|uciok", PATIENCE);
            }
            for _ in 0..answers {
                session.answer(PATIENCE);
            }
            session.expect_exit(0, limit(1000));
        }
    }
}

#[test]
fn the_last_line_needs_no_line_end() {
    for (text, answer) in [
        ("isready", "readyok"),
        ("isready\r", "readyok"),
        ("ucci\nquit", "bye"),
        ("ucci\nstop", "nobestmove"),
    ] {
        let mut session = Session::start();
        session.send_bytes(text.as_bytes());
        session.close_input();
        session.skip_to(&["(id|option) .+|ucciok"], answer, PATIENCE);
        session.expect_exit(0, limit(1000));
    }
}

/// An engine whose output is read by the test itself.
fn searching_process() -> (Process, impl BufRead + use<>, impl Write + use<>) {
    let mut process = Process::start(Stdio::piped());
    let mut input = process.0.stdin.take().expect("input is piped");
    let mut output = BufReader::new(process.0.stdout.take().expect("output is piped"));
    input.write_all(b"ucci\nposition startpos\ngo infinite\n").expect("the engine reads");
    let mut line = String::new();
    while !line.starts_with("info ") {
        line.clear();
        assert_ne!(output.read_line(&mut line).expect("output is text"), 0, "the engine has left");
    }
    (process, output, input)
}

/// Asserts that the process ends by itself within a second and without a panic.
fn expect_quiet_end(mut process: Process, what: &str) {
    let status = process.exit_within(limit(1000)).unwrap_or_else(|| panic!("{what}: still running"));
    let mut errors = String::new();
    process.0.stderr.take().expect("errors are piped").read_to_string(&mut errors).expect("errors are text");
    assert_eq!(errors, "", "{what}");
    assert!(matches!(status.code(), Some(0 | 1)), "{what}: {status}");
}

#[test]
fn a_reader_that_goes_away_ends_the_process() {
    let (process, output, mut input) = searching_process();
    drop(output);
    // Makes the engine write, in case the search is silent at the moment.
    let _ = input.write_all(b"isready\nisready\n");
    expect_quiet_end(process, "a search whose reader is gone");

    let (process, output, input) = searching_process();
    drop((output, input));
    expect_quiet_end(process, "a search whose client is gone");

    let (process, output, mut input) = searching_process();
    // XQWizard sends quit and closes the pipes.
    input.write_all(b"quit\n").expect("the engine reads");
    drop((output, input));
    expect_quiet_end(process, "quit without waiting for bye");
}

#[test]
#[cfg(unix)]
fn a_reader_that_goes_away_in_silence_ends_the_process_too() {
    let (process, output, input) = searching_process();
    drop(output);
    // The input stays open, and nothing is asked.
    expect_quiet_end(process, "a search whose output is closed");
    drop(input);

    let mut process = Process::start(Stdio::piped());
    let mut input = process.0.stdin.take().expect("input is piped");
    let mut output = BufReader::new(process.0.stdout.take().expect("output is piped"));
    input.write_all(b"isready\n").expect("the engine reads");
    output.read_line(&mut String::new()).expect("output is text");
    drop(output);
    expect_quiet_end(process, "an idle engine whose output is closed");
    drop(input);
}

#[test]
fn a_line_of_one_mebibyte_is_read() {
    let head = "position startpos moves";
    let cycle = " h0g2 h9g7 g2h0 g7h9";
    let cycles = ((1 << 20) - head.len() - 1) / cycle.len();
    let mut session = Session::ucci();
    session.send(&format!("{head}{}", cycle.repeat(cycles)));
    session.send("isready");
    session.expect("readyok", PATIENCE);
    session.send("go depth 1");
    best_move(&session.answer(PATIENCE), &start(""));
    session.send(&format!("position fen {MATE_IN_ONE}"));
    session.send(&"x".repeat((1 << 20) - 1));
    session.send(&format!("go depth 2{}", " ".repeat((1 << 20) - 11)));
    session.expect_after_info("bestmove e1d1", PATIENCE);
    expect_alive(&mut session);
    session.finish();
}

#[test]
fn a_longer_line_is_dropped_whole_and_the_next_is_read() {
    let mut session = Session::ucci();
    let board = position(MATE_IN_ONE, "");
    for long in
        ["a".repeat(3_000_000), " ".repeat(3_000_000), "isready ".repeat(400_000), "stop ".repeat(400_000)]
    {
        session.send(&format!("position fen {MATE_IN_ONE}"));
        session.send(&long);
        session.expect("info message line of more than 1 MiB ignored", PATIENCE);
        session.sync();
        assert_eq!(fen_of(&mut session), board.to_fen());
        session.send("go depth 2");
        session.expect_after_info("bestmove e1d1", PATIENCE);
    }
    // A line without an end.
    session.send_bytes(&vec![b'q'; 3_000_000]);
    session.close_input();
    session.expect("info message line of more than 1 MiB ignored", PATIENCE);
    session.expect_exit(0, PATIENCE);
}

#[test]
fn a_byte_order_mark_is_skipped() {
    for (greeting, ok) in [("ucci", "ucciok"), ("uci", "uciok")] {
        let mut session = Session::start();
        session.send_bytes(format!("\u{feff}{greeting}\r\n").as_bytes());
        session.skip_to(&["(id|option) .+"], ok, PATIENCE);
        expect_alive(&mut session);
        session.finish();
    }
}

#[test]
fn control_bytes_are_blanks_and_line_ends_are_forgiven() {
    let mut session = Session::ucci();
    session.send_bytes(b"\r\n\n   \n\t\r\n\0\n\x01\x02\x7f\n");
    session.expect_none(ms(50));
    for bytes in [
        &b"position startpos moves h2e2\r\n"[..],
        b"position\tstartpos  moves\t\th2e2 \t \n",
        b"  position startpos moves h2e2\n",
        b"position\0startpos\x01moves\x0bh2e2\0\n",
        b"\0position startpos\x1b moves h2e2 \r\r\n",
    ] {
        session.send("position startpos");
        session.send_bytes(bytes);
        assert_eq!(fen_of(&mut session), start("h2e2").to_fen(), "{}", bytes.escape_ascii());
    }
    session.send_bytes(b"go\0depth\x012\r\n");
    best_move(&session.answer(PATIENCE), &start("h2e2"));
    session.send_bytes(b"isready\r\n \t isready \t\nisready\0\n");
    for _ in 0..3 {
        session.expect("readyok", PATIENCE);
    }
    session.finish();
}

#[test]
fn bytes_that_are_not_text_are_ignored() {
    let mut session = Session::ucci();
    for bytes in [
        &b"\xff\xfe\xfd\n"[..],
        b"isready\xff\n",
        b"\xc3\n",
        b"position fen \xcf\xf3\xc6\xe5\n",
        b"go \xe4\xbd depth 2 \xff\nstop\n",
        b"banmoves \xff\xff\xff\xff\n",
        b"setoption \xcf\xf3 \xc6\xe5\n",
        b"setoption hashsize \xc6\xe5\n",
        b"probe fen \xcf\xf3\n",
        "position startpos moves h2é2\n".as_bytes(),
        "uccı\n".as_bytes(),
    ] {
        session.send_bytes(bytes);
        session.send("isready");
        session.skip_to(&["INFO|nobestmove|pophash|BM"], "readyok", PATIENCE);
    }
    expect_alive(&mut session);
    session.finish();
}

#[test]
fn impossible_positions_are_rejected() {
    let mut session = Session::ucci();
    for fen in [
        "",
        "xyz",
        "9/9/9/9/9/9/9/9/9/9 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/9 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/4K4/9 w - - 0 1",
        "3k6/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "3k400/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/9 w - - 0 1",
        "9/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "3kk4/9/9/9/9/9/9/9/9/5K3 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/4KK3 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/K8 w - - 0 1",
        "3k5/9/9/9/9/4K4/9/9/9/9 w - - 0 1",
        "3k5/9/9/9/9/9/9/4A4/9/4K4 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/3A5/4K4 w - - 0 1",
        "3k5/9/9/9/2B6/9/9/9/9/4K4 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/2B6/4K4 w - - 0 1",
        "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "4k4/9/9/9/9/9/9/9/9/4KR3 b - - 0 1 moves e0e1",
        "3k5/9/9/9/9/9/9/9/3R5/4K4 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/4X4 w - - 0 1",
        "3k5//9/9/9/9/9/9/9/4K4 w - - 0 1",
    ] {
        session.send(&format!("position startpos\nposition fen {fen}\nisready"));
        assert!(session.lines_until("info message .+", "readyok", PATIENCE).len() <= 2, "{fen}");
        session.send("go depth 2");
        session.expect_after_info("nobestmove", PATIENCE);
        session.send("go infinite\nstop");
        session.expect_after_info("nobestmove", PATIENCE);
        session.sync();
    }
    expect_alive(&mut session);
    session.finish();
}

#[test]
fn a_position_that_no_game_leads_to_is_played_with_a_warning() {
    let mut session = Session::ucci();
    for (fen, pawn) in [
        ("3k5/9/9/9/9/9/9/P8/9/4K4 w - - 0 1", "P on a2"),
        ("3k5/9/9/9/9/9/1P7/9/9/4K4 w - - 0 1", "P on b3"),
        ("3k5/9/p8/9/9/9/9/9/9/4K4 b - - 0 1", "p on a7"),
    ] {
        let warning = format!("info message doubtful position: {pawn} cannot have come there");
        session.send(&format!("position fen {fen}\nisready"));
        assert_eq!(session.lines_until("info message .+", "readyok", PATIENCE)[0].text, warning);
        session.send("go depth 2");
        session.expect_after_info("bestmove .+", PATIENCE);
    }
    session.finish();
}

#[test]
fn a_rejected_position_is_explained() {
    let mut session = Session::ucci();
    session.send("position fen xyz");
    session.expect("info message illegal position: .+", PATIENCE);
    session.send("position startpos moves h2h8");
    session.expect("info message illegal position: .+", PATIENCE);
    session.finish();
}

#[test]
fn an_illegal_move_invalidates_the_whole_position() {
    let mut session = Session::ucci();
    for moves in [
        "h2e2e",
        "0000",
        "h2",
        "h2e2 h9g",
        "h2h2",
        "e3e2",
        "h7e7",
        "h2e2 h9g7 a0b2",
        "炮二平五",
        "j0j1",
        "a0a1 moves a9a8",
    ] {
        session.send(&format!("position startpos moves {moves}\nisready"));
        assert!(session.lines_until("info message .+", "readyok", PATIENCE).len() <= 2, "{moves}");
        session.send("go depth 2");
        session.expect_after_info("nobestmove", PATIENCE);
    }
    expect_alive(&mut session);
    session.finish();
}

#[test]
fn odd_but_possible_positions_are_played() {
    let mut session = Session::ucci();
    for fen in [
        // A third rook, a counter beyond the limit, counters that are not numbers, missing counters.
        "3k5/9/9/9/9/9/9/9/RRR6/4K4 w - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 119 80",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 500 300",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 99999999999 99999999999999999999",
        "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - many few",
        "3k5/9/9/9/9/9/9/9/4R4/4K4 b",
        "3k5/9/9/9/9/9/9/9/111111111/4K4 w - - 0 1",
        "3ak4/9/9/9/9/9/9/4p4/9/3K5 w - - 0 1 trailing words",
    ] {
        session.send(&format!("position fen {fen}\ngo depth 3"));
        best_move(&session.answer(PATIENCE), &position(fen, ""));
        session.sync();
    }
    session.finish();
}

#[test]
fn a_go_before_any_position_plays_from_the_start() {
    let mut session = Session::ucci();
    session.send("go depth 2");
    best_move(&session.answer(PATIENCE), &start(""));
    session.finish();
}

#[test]
fn numbers_out_of_range_are_clamped() {
    let mut session = Session::ucci();
    session.send("position startpos");
    for go in [
        "go depth 999999",
        "go depth 99999999999999999999999",
        "go nodes 1e30",
        "go nodes 999999999999999999999999999999",
        "go time 99999999999999",
        "go time 99999999999999999999999999 increment 99999999999999999999999",
        "go time 60000 movestogo 99999999999999999999",
        "go movetime 18446744073709551616",
        "go depth -5",
        "go nodes -1",
        "go nodes 0",
        "go time 0 increment 0",
        "go time -99999999999999999999999",
        "go time 9223372036854775807 movestogo 1 increment 9223372036854775807",
        "go time 1000 increment -1000",
        "go depth x time y",
        "go time time depth depth",
    ] {
        session.send(&format!("{go}\nstop"));
        session.expect_after_info("BM|nobestmove", PATIENCE);
        session.sync();
    }
    for option in [
        "threads -3",
        "threads",
        "multipv -3",
        "multipv 99999999999999999999",
        "multipv 1",
        "moveoverhead -1",
        "moveoverhead 99999999999999999999",
        "moveoverhead 30",
        "drawmoves -1",
        "drawmoves 99999999999999999999",
        "hashsize -5",
        "hashsize 1",
        "hashsize 16x",
        "threads 1",
    ] {
        session.send(&format!("setoption {option}\ngo depth 1"));
        best_move(&session.answer(PATIENCE), &start(""));
    }
    session.finish();
}

/// Runs under a memory limit, so that other processes are not affected.
#[test]
#[cfg(target_os = "linux")]
fn a_table_too_big_for_the_machine_is_made_smaller() {
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", "ulimit -v 1000000 && exec \"$0\""]).arg(Process::program()).stdin(Stdio::piped());
    let mut session = Session::over(Process::start_command(&mut shell));
    session.greet("ucci", "ucciok");
    session.send("setoption hashsize 999999999\nisready");
    session.lines_until("info message hash [0-9]+ MB", "readyok", PATIENCE);
    expect_alive(&mut session);
    session.send("setoption hashsize 16");
    expect_alive(&mut session);
    session.finish();
}

#[test]
fn a_second_go_while_thinking_gets_no_answer_of_its_own() {
    let mut session = Session::ucci();
    session.send("position startpos\ngo infinite\ngo depth 1\ngo infinite\ngo");
    session.expect_only_info(ms(200));
    session.send("stop");
    best_move(&session.answer(PATIENCE), &start(""));
    session.expect_none(ms(200));
    session.finish();
}

#[test]
fn a_stop_right_behind_the_go_still_gets_a_move() {
    let mut session = Session::ucci();
    for _ in 0..100 {
        session.send("position startpos moves h2e2\ngo infinite\nstop\nisready");
        best_move(&session.answer(PATIENCE), &start("h2e2"));
        session.expect("readyok", PATIENCE);
    }
    session.finish();
}

/// Counts the lines of an answer that match a pattern.
fn count(lines: &[Line], pattern: &str) -> usize {
    let pattern = wire::pattern(pattern);
    lines.iter().filter(|line| pattern.is_match(&line.text)).count()
}

#[test]
fn random_bytes_change_nothing() {
    let mut random = SplitMix64::new(20_241_121);
    let mut session = Session::ucci();
    for round in 0..40 {
        let mut noise = Vec::new();
        for _ in 0..100 {
            let length = random.below(120);
            noise.extend((0..length).map(|_| match random.below(256) {
                10 => b' ',
                // Short commands come up by chance: 'd' prints the board, 'go' searches.
                68 | 71 | 100 | 103 => b'?',
                byte => u8::try_from(byte).expect("below 256"),
            }));
            noise.push(b'\n');
        }
        if round % 4 == 3 {
            session.send("go infinite");
            session.send_bytes(&noise);
            session.send("isready");
            session.expect_after_info("readyok", PATIENCE);
            session.send("stop");
            session.expect_after_info("BM", PATIENCE);
        } else {
            session.send_bytes(&noise);
            session.sync();
        }
    }
    expect_alive(&mut session);
    session.finish();
}

/// Words of the protocols in any order. The greetings, `quit`, `batch` and options of large effect are left
/// out: after them the answers could not be counted, or the machine would be overloaded.
const WORDS: &str = "position|position|position startpos|position fen|startpos|fen|START|moves|h2e2|h9g7|h0g2|0000|e0e1|go|\
    go|go|go|depth|nodes|time|increment|movestogo|opptime|oppincrement|movetime|wtime|btime|winc|infinite|\
    ponder|draw|searchmoves|mate|banmoves|ponderhit|stop|isready|probe|probe startpos|setoption|setoption|\
    name|value|multipv|usemillisec|drawmoves|randomness|newgame|debug|true|false|none|-1|0|1|2|3|500|\
    99999999999999999999|w|b|-|d|uccinewgame";

/// Random sentences, each followed by `stop` and `isready` in one write: the answers can be counted.
fn random_sentences(mut session: Session, dialect: Dialect, seed: u64) {
    let mut random = SplitMix64::new(seed);
    let words: Vec<_> = WORDS.split('|').map(|word| if word == "START" { START_FEN } else { word }).collect();
    let answer = if dialect == Dialect::Ucci { "BM|nobestmove" } else { "bestmove .+" };
    for _ in 0..700 {
        let sentence: Vec<_> = (0..=random.below(8)).map(|_| words[random.below(words.len())]).collect();
        // A board drawn by 'd' may contain anything.
        let draws = sentence[0] == "d";
        session.send(&format!("{}\nstop\nisready", sentence.join(" ")));
        let others = format!("INFO|pophash.*|{answer}{}", if draws { "|.*" } else { "" });
        let mut lines = session.lines_until(&others, "readyok", PATIENCE);
        if sentence[0] == "isready" {
            lines.extend(session.lines_until(&others, "readyok", PATIENCE));
        }
        let answers = count(&lines, answer);
        if sentence[0] == "go" {
            assert_eq!(answers, 1, "answers to {sentence:?}");
        } else {
            assert_eq!(count(&lines, "BM"), 0, "an unrequested move after {sentence:?}");
            assert!(dialect == Dialect::Ucci || answers == 0, "an answer to {sentence:?}");
        }
    }
    expect_alive(&mut session);
    session.finish();
}

#[test]
fn every_go_in_a_stream_of_random_sentences_has_one_answer() {
    random_sentences(Session::ucci(), Dialect::Ucci, 1);
}

#[test]
fn every_go_in_a_stream_of_random_sentences_has_one_answer_in_uci() {
    random_sentences(Session::uci(), Dialect::Uci, 2);
}

#[test]
fn every_isready_has_its_readyok_in_the_middle_of_a_search() {
    let mut session = Session::ucci();
    session.send("position startpos\ngo infinite");
    session.send(&["isready"; 500].join("\n"));
    session.send("nonsense\nisready\nstop\nisready");
    let mut lines = session.lines_until("INFO|readyok", "BM", PATIENCE);
    assert_eq!(count(&lines, "readyok"), 501);
    lines = session.lines_until("INFO", "readyok", PATIENCE);
    assert_eq!(lines.len(), 1, "something was printed after the answer");
    session.expect_none(ms(100));
    session.finish();
}
