// SPDX-License-Identifier: MIT OR Apache-2.0
//! Input that a GUI should never send, broken pipes, and the guarantees that hold in all cases: every
//! `isready` gets its `readyok`, every accepted `go` one answer, a `stop` is obeyed at once, and the process
//! ends with its input.

use crate::support::driver::Process;
use crate::support::judge::start;
use crate::support::timing::{limit, ms};
use crate::support::{Dialect, Line, PATIENCE, Session, best_move, wire};
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
        ("uci\nposition startpos\ngo ponder depth 60", 1),
        ("uci\nposition startpos\ngo ponder wtime 60000 btime 60000", 1),
        ("go infinite", 1),
        ("go", 1),
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
