// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ranks from 0 or from 1 in UCI, as seen from outside. How the session finds out which of the two a program uses
//! is tested in `src/protocol`.

use crate::support::driver::Process;
use crate::support::judge::{check_variation, start};
use crate::support::{PATIENCE, Session, best_move};

use std::process::{Command, Stdio};
use ucci::RankBase;
use xiangqi::notation::START_FEN;

#[test]
fn g26_answers_and_reports_count_ranks_as_the_program_does() {
    let mut session = Session::uci();
    let to_zero = |word: &str| RankBase::One.read(word).unwrap_or_else(|| word.to_owned());
    // The base stays 1, also for positions that do not show it.
    for (text, moves) in [("startpos moves h3e3 h10g8", "h2e2 h9g7"), ("startpos", "")] {
        session.send(&format!("position {text}\ngo depth 2"));
        let mut lines =
            session.lines_until("INFO", "bestmove [a-i]([1-9]|10)[a-i]([1-9]|10)( ponder .+)?", PATIENCE);
        for line in &mut lines {
            line.text = line.text.split(' ').map(to_zero).collect::<Vec<_>>().join(" ");
            check_variation(line, &start(moves));
        }
        best_move(lines.last().expect("the answer"), &start(moves));
    }
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
            "setoption name UCI_Variant value xiangqi\nsetoption name Ranks value auto\nposition fen {START_FEN}\n\
             go depth 2"
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
