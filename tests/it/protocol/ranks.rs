// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ranks from 0 or from 1 in UCI, as seen from outside: which of the two a program uses is found out from its
//! moves and from what else it sends, or set by the option `Ranks`. The transcripts are what real programs
//! send.

use crate::support::driver::Process;
use crate::support::judge::{check_variation, start};
use crate::support::{Line, PATIENCE, Session, best_move, fen_of};

use chuhe::Position;
use std::process::{Command, Stdio};
use xiangqi::notation::START_FEN;

crate::support::transcript::transcripts! {
    ranks_cchess,
    ranks_fairyfishnet,
    ranks_fairyground_cyclone,
    ranks_fairyground_cyclone_as_red,
    ranks_fairyground_ucci,
    ranks_fairyground_uci,
    ranks_liground,
    ranks_paddixiangqi_as_black,
    ranks_paddixiangqi_probe,
    ranks_pikafish_terminal,
    ranks_pychess_external_engine,
    ranks_python_chess,
    ranks_python_chess_without_variant,
    ranks_tchess,
    ranks_tchess_with_the_announced_default,
    ranks_ucicyclone_then_uci,
    ranks_xboard_with_saved_options,
    ranks_xboard_without_flag,
    xboard_is_told_of_its_adapter,
}

const VARIANT: &str = "setoption name UCI_Variant value xiangqi";

/// Rewrites a line with ranks counted from 1 with ranks from 0.
#[track_caller]
fn from_base_one(line: &Line) -> Line {
    let is_move = crate::support::wire::pattern("[a-i]([1-9]|10)[a-i]([1-9]|10)");
    let rewrite = |word: &str| {
        if !is_move.is_match(word) {
            return word.to_owned();
        }
        let second = word.rfind(char::is_alphabetic).expect("a file");
        let rank = |text: &str| text.parse::<u8>().expect("a rank") - 1;
        let square = |text: &str| format!("{}{}", &text[..1], rank(&text[1..]));
        square(&word[..second]) + &square(&word[second..])
    };
    Line { at: line.at, text: line.text.split(' ').map(rewrite).collect::<Vec<_>>().join(" ") }
}

/// Sends a position with ranks from 1; the answer and the reports have ranks from 1 too.
fn expect_base_one(session: &mut Session, text: &str, board: &Position) {
    session.send(&format!("position {text}\ngo depth 2"));
    let lines = session.lines_until("INFO", "bestmove [a-i]([1-9]|10)[a-i]([1-9]|10)( ponder .+)?", PATIENCE);
    for line in lines.iter().map(from_base_one) {
        check_variation(&line, board);
    }
    best_move(&from_base_one(lines.last().expect("the answer")), board);
}

#[test]
fn g26_ranks_may_be_counted_from_one() {
    let mut session = Session::uci();
    expect_base_one(&mut session, "startpos moves h3e3 h10g8", &start("h2e2 h9g7"));
    // The base stays 1, also for positions that do not show it.
    expect_base_one(&mut session, "startpos", &start(""));
    session.greet("uci", "uciok");
    session.send("position startpos\ngo depth 2");
    best_move(&session.answer(PATIENCE), &start(""));
    // The first move is enough: h3 is empty if ranks begin with 0.
    expect_base_one(&mut session, "startpos moves h3e3", &start("h2e2"));
    expect_base_one(&mut session, &format!("fen {START_FEN} moves h3e3"), &start("h2e2"));
    session.greet("uci", "uciok");
    session.send("position startpos moves h2e2\ngo depth 2");
    best_move(&session.answer(PATIENCE), &start("h2e2"));
    session.finish();
}

#[test]
fn the_option_ranks_forces_the_base() {
    let mut session = Session::uci();
    session.send("setoption name Ranks value from 1");
    expect_base_one(&mut session, "startpos", &start(""));
    // Its former name and values.
    session.send("setoption name RankBase value 0\nposition startpos moves h3e3");
    session.expect("info string illegal position: .+'h3e3' is illegal: .+", PATIENCE);
    session.send("position startpos moves h2e2\ngo depth 2");
    best_move(&session.answer(PATIENCE), &start("h2e2"));
    session.finish();
}

#[test]
fn a_named_variant_means_ranks_from_one_from_the_first_move_on() {
    let mut session = Session::uci();
    session.send(VARIANT);
    expect_base_one(&mut session, "startpos", &start(""));
    // These moves are legal in both bases, as different moves.
    let fen = "3ak4/9/9/9/9/9/9/R8/9/3K5 w - - 0 1";
    session.send(&format!("position fen {fen} moves a3a4"));
    assert_eq!(fen_of(&mut session), crate::support::position(fen, "a2a3").to_fen());
    // Set again, as some programs do before each game, it changes nothing.
    session.send(VARIANT);
    expect_base_one(&mut session, "startpos moves h3e3", &start("h2e2"));
    // Another greeting may come from another program.
    session.greet("uci", "uciok");
    session.send("position startpos\ngo depth 2");
    best_move(&session.answer(PATIENCE), &start(""));
    session.finish();
}

#[test]
fn moves_prove_that_ranks_begin_with_0_although_a_variant_is_named() {
    // The first move is legal with ranks from 0 only; a rank 0 appears later in the list.
    for (text, moves) in [("moves h2e2", "h2e2"), ("moves a3a4 a6a5 a0a1", "a3a4 a6a5 a0a1")] {
        let mut session = Session::uci();
        session.send(VARIANT);
        session.send(&format!("position startpos {text}\ngo depth 2"));
        best_move(&session.answer(PATIENCE), &start(moves));
        // It stays so.
        session.send(&format!("{VARIANT}\nposition startpos\ngo depth 2"));
        best_move(&session.answer(PATIENCE), &start(""));
        session.finish();
    }
}

#[test]
fn cyclone_lines_mean_ranks_from_0_although_a_variant_is_named() {
    // As uci2wb sends it: the variant by its name, then positions without the word `position`.
    let mut session = Session::uci();
    let board = START_FEN.split(' ').next().expect("a FEN has words");
    session.send(&format!("{VARIANT}\nucinewgame\nfen {board} r\ngo depth 2"));
    best_move(&session.answer(PATIENCE), &start(""));
    session.send(&format!("fen {board} r moves b2e2\ngo depth 2"));
    best_move(&session.answer(PATIENCE), &start("b2e2"));
    session.finish();
}

/// Like `PaddiXiangqi`: an interface that names the variant, counts ranks from 0, and has no place for options.
#[test]
#[cfg(unix)]
fn the_environment_and_the_name_of_the_program_fix_the_ranks() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("chuhe-ranks0");
    std::os::unix::fs::symlink(Process::program(), &link).unwrap();
    let mut by_name = Command::new(&link);
    let mut by_variable = Command::new(Process::program());
    by_variable.env("CHUHE_RANKS", "0");
    for command in [&mut by_name, &mut by_variable] {
        let mut session = Session::over(Process::start_command(command.stdin(Stdio::piped())));
        let announced = session.greet("uci", "uciok");
        assert!(announced.iter().all(|line| !line.text.contains("UCI_Variant")), "{announced:?}");
        session.send(&format!(
            "{VARIANT}\nsetoption name Ranks value auto\nposition fen {START_FEN}\ngo depth 2"
        ));
        best_move(&session.answer(PATIENCE), &start(""));
        session.finish();
    }
    let mut wrong = Command::new(Process::program());
    wrong.env("CHUHE_RANKS", "2");
    let mut process = Process::start_command(wrong.stdin(Stdio::null()));
    let errors = std::io::read_to_string(process.0.stderr.as_mut().unwrap()).unwrap();
    assert_eq!(errors, "chuhe: CHUHE_RANKS: '2' is neither 0 nor 1\n");
}

#[test]
fn in_ucci_ranks_begin_with_0_whatever_is_set() {
    let mut session = Session::ucci();
    session.send(&format!("{VARIANT}\nposition startpos\ngo depth 2"));
    best_move(&session.answer(PATIENCE), &start(""));
    session.finish();
}
