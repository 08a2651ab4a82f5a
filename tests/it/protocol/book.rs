// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening books through the protocol: when a book move is played, and that unusable files do not disturb the
//! engine.

use crate::support::driver::Process;
use crate::support::judge::start;
use crate::support::timing::ms;
use crate::support::{PATIENCE, Session, best_move};
use chuhe::book::{BookMove, format};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const SYNTHETIC: &[u8] = include_bytes!("../../../positions/books/synthetic.dat");

/// Creates an empty directory of this name.
fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("protocol_book").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory can be made");
    path
}

/// Writes a book in a directory of this name, and returns its path as an option's value.
fn file(name: &str, bytes: &[u8]) -> String {
    let path = directory(name).join("a.book");
    fs::write(&path, bytes).expect("a file can be written");
    path.to_str().expect("the path is text").to_owned()
}

/// Starts a session in UCCI that plays the best book moves.
fn best_in_ucci() -> Session {
    let mut session = Session::ucci();
    session.send("setoption bookchoice best");
    session
}

/// Returns a book with one move for the start position.
fn one_move(mv: &str) -> Vec<u8> {
    let mv = mv.parse().expect("a valid move");
    let known = BookMove { value: 35, depth: 20, ..BookMove::new(mv, 1) };
    format::to_bytes([format::BookEntry::new(&start(""), known)])
}

/// Returns the answer to `go` after these moves of a game, and true if it is a book move.
#[track_caller]
fn played(session: &mut Session, moves: &str, go: &str) -> (String, bool) {
    session.send(&format!("position startpos moves {moves}\n{go}"));
    let lines = session.lines_until("INFO", "BM", PATIENCE);
    let (answer, infos) = lines.split_last().expect("the answer is there");
    let is_from_book = infos.iter().any(|line| line.text.contains("info depth 0 "));
    let is_searched =
        infos.iter().any(|line| line.text.contains(" depth ") && !line.text.contains(" depth 0 "));
    assert!(is_from_book != is_searched, "{lines:?}");
    (best_move(answer, &start(moves)), is_from_book)
}

#[test]
fn a_book_answers_at_once_and_reports_it() {
    let book = file("at_once", SYNTHETIC);
    let mut session = best_in_ucci();
    session.send(&format!("setoption bookfiles {book}\nposition startpos"));
    session.sync();
    let sent = session.send("go time 600000 increment 0");
    session.expect("info depth 0 score -?[0-9]+ time [0-9]+ nodes 0 nps 0 hashfull 0 pv h2e2 h9g7", PATIENCE);
    let answer = session.expect("bestmove h2e2 ponder h9g7", PATIENCE);
    assert!(answer.at - sent < ms(2000), "a search would take longer with ten minutes on the clock");
    assert_eq!(played(&mut session, "b2e2 b9c7", "go depth 9"), ("b0c2".to_owned(), true));
    assert!(!played(&mut session, "a0a1", "go depth 1").1);
    session.finish();
}

#[test]
fn in_uci_the_book_is_off_until_it_is_switched_on() {
    let book = file("score", &one_move("g3g4"));
    let mut session = Session::uci();
    session.send(&format!("setoption name Book Choice value Best\nsetoption name BookFile value {book}"));
    session.send("position startpos\ngo depth 1");
    session.lines_until("info (depth [1-9]|currmove) .*", "BM", PATIENCE);
    session.send("setoption name OwnBook value true\ngo movetime 60000");
    session.expect("info depth 0 seldepth 0 multipv 1 score cp 35 nodes 0 .* pv g3g4", PATIENCE);
    session.expect("bestmove g3g4", PATIENCE);
    session.finish();
}

#[test]
fn a_book_can_be_switched_off_and_end_early() {
    let book = file("switch", SYNTHETIC);
    let mut session = best_in_ucci();
    session.send(&format!("setoption bookfiles {book}"));
    let is_book = |session: &mut Session| played(session, "", "go depth 1").1;
    assert!(is_book(&mut session));
    session.send("setoption usebook false");
    assert!(!is_book(&mut session));
    session.send("setoption usebook true");
    assert!(is_book(&mut session));
    session.send("setoption bookdepth 1");
    assert!(is_book(&mut session));
    assert!(!played(&mut session, "h2e2", "go depth 1").1);
    session.send("setoption bookdepth 2");
    assert!(played(&mut session, "h2e2", "go depth 1").1);
    session.send("setoption bookfiles");
    assert!(!is_book(&mut session));
    session.finish();
}

#[test]
fn banned_and_excluded_moves_are_not_played_from_a_book() {
    let book = file("excluded", SYNTHETIC);
    let mut session = best_in_ucci();
    session.send(&format!("setoption bookfiles {book}"));
    for (banned, go, expected) in [
        ("h2e2", "go depth 1", Some("b2e2")),
        ("h2e2 b2e2", "go depth 1", Some("g0e2")),
        ("h2e2 b2e2 g0e2 c0e2 c3c4 g3g4", "go time 1000", Some("b2d2")),
        ("h2e2 b2e2 g0e2 c0e2 c3c4 g3g4 b2d2 h2f2", "go depth 1", None),
        ("a0a1", "go depth 1 searchmoves b2e2", Some("b2e2")),
        ("a0a1", "go depth 1 searchmoves c3c4 b2d2", Some("c3c4")),
        ("c3c4", "go depth 1 searchmoves c3c4 b2d2", Some("b2d2")),
        ("a0a1", "go depth 1 searchmoves a0a2 h0g2", None),
    ] {
        session.send(&format!("position startpos\nbanmoves {banned}\n{go}"));
        let lines = session.lines_until("INFO", "BM", PATIENCE);
        let (answer, infos) = lines.split_last().expect("the answer is there");
        let mv = best_move(answer, &start(""));
        let is_from_book = infos.iter().any(|line| line.text.contains("info depth 0 "));
        assert_eq!(expected, is_from_book.then_some(mv.as_str()), "{banned}; {go}");
        assert!(!banned.contains(&mv));
    }
    // There and back: the book move would repeat the start position.
    let home = "h2e2 h9g7 e2h2";
    let known = BookMove::new("g7h9".parse().expect("a move"), 1);
    let back = file("back", &format::to_bytes([format::BookEntry::new(&start(home), known)]));
    session.send(&format!("setoption bookfiles {back}"));
    assert!(!played(&mut session, home, "go depth 1").1);
    session.send(&format!("position fen {}\ngo depth 1", start(home)));
    session.expect_after_info("bestmove g7h9", PATIENCE);
    session.finish();
}

#[test]
fn an_analysis_is_not_answered_from_a_book() {
    let book = file("analysis", SYNTHETIC);
    let mut session = best_in_ucci();
    session.send(&format!("setoption bookfiles {book}\nposition startpos\ngo infinite"));
    session.expect_only_info(ms(100));
    session.send("stop");
    session.lines_until("info (time|depth [1-9]).*", "BM", PATIENCE);
    for command in ["go mate 1 nodes 2000", "setoption multipv 2\ngo depth 2"] {
        session.send(command);
        session.lines_until("info (time|depth [1-9]|message no mate).*", "BM", PATIENCE);
    }
    session.finish();
}

#[test]
fn a_book_move_waits_for_the_ponder_hit_or_the_stop() {
    let book = file("ponder", SYNTHETIC);
    let mut session = best_in_ucci();
    session.send(&format!("setoption bookfiles {book}"));
    for (word, after) in [("ponderhit", "h2e2"), ("stop", "b2e2")] {
        session.send(&format!("position startpos moves {after}\ngo ponder time 60000 increment 0"));
        session.expect_only_info(ms(200));
        session.send("probe startpos");
        session.skip_to(&["INFO"], "pophash.*", PATIENCE);
        let sent = session.send(word);
        let answer = session.answer(PATIENCE);
        assert!(answer.at - sent < ms(1000));
        let expected = if after == "h2e2" { "h9g7" } else { "b9c7" };
        assert_eq!(best_move(&answer, &start(after)), expected);
    }
    session.finish();
}

#[test]
fn unusable_books_are_reported_once_and_the_others_used() {
    let unusable = file("unusable depth of mine", &SYNTHETIC[1..]);
    let good = file("good", SYNTHETIC);
    let missing = directory("missing").join("no.dat");
    let mut session = best_in_ucci();
    session.send(&format!("setoption bookfiles {};{unusable} ; {good};", missing.display()));
    session.expect_none(ms(200));
    session.send("position startpos\ngo depth 5");
    session.expect("info message book .*missing/no.dat ignored: .+", PATIENCE);
    session.expect("info message book .*unusable_depth_of_mine/a.book ignored: not a .+", PATIENCE);
    session.lines_until("info (time|depth 0) .*", "bestmove h2e2 ponder h9g7", PATIENCE);
    for again in ["", "setoption newgame\n", "setoption loadbook\n"] {
        session.send(&format!("{again}go depth 5"));
        session.lines_until("info (time|depth 0) .*", "bestmove h2e2 ponder h9g7", PATIENCE);
    }
    session.finish();
}

#[test]
fn a_new_game_finds_changed_books() {
    let book = file("changed", &one_move("g3g4"));
    let mut session = best_in_ucci();
    session.send(&format!("setoption bookfiles {book}"));
    assert_eq!(played(&mut session, "", "go depth 1"), ("g3g4".to_owned(), true));
    fs::write(&book, SYNTHETIC).expect("a file can be written");
    assert_eq!(played(&mut session, "", "go depth 1"), ("g3g4".to_owned(), true));
    session.send("setoption newgame");
    assert_eq!(played(&mut session, "", "go depth 1"), ("h2e2".to_owned(), true));
    fs::write(&book, one_move("i0i1")).expect("a file can be written");
    session.send("setoption loadbook");
    assert_eq!(played(&mut session, "", "go depth 1"), ("i0i1".to_owned(), true));
    session.finish();
}

#[test]
fn a_book_that_has_come_is_played_from_when_its_name_is_set_again() {
    let book = file("come", SYNTHETIC);
    fs::remove_file(&book).expect("it is there");
    let mut session = best_in_ucci();
    let naming = format!("setoption bookfiles {book}");
    session.send(&naming);
    session.sync();
    fs::write(&book, one_move("g3g4")).expect("a file can be written");
    session.send(&naming);
    session.send("position startpos\ngo depth 1");
    session.expect("info message book .*come/a.book ignored: .+", PATIENCE);
    session.lines_until("info depth 0 .*", "bestmove g3g4", PATIENCE);
    session.finish();
}

/// The program in a directory of its own with a working directory beneath it, so that what lies beside it is
/// the test's choice.
fn installed(name: &str) -> (Session, PathBuf, PathBuf) {
    let beside = directory(name);
    let working = directory(&format!("{name}/working"));
    let program = beside.join("chuhe");
    // A copy is the second choice: while it is written it may be open in a child that another test starts,
    // and cannot be run.
    fs::hard_link(Process::program(), &program)
        .or_else(|_| fs::copy(Process::program(), &program).map(|_| ()))
        .expect("the program can be copied");
    let mut command = Command::new(program);
    let mut session =
        Session::over(Process::start_command(command.current_dir(&working).stdin(Stdio::piped())));
    session.greet("ucci", "ucciok");
    session.send("setoption bookchoice best");
    (session, beside.join("chuhe.book"), working.join("chuhe.book"))
}

#[test]
fn the_default_book_is_found_and_its_absence_is_not_reported() {
    let (mut session, beside, working) = installed("default");
    let is_searched = |session: &mut Session, command: &str| {
        session.send(&format!("{command}\nposition startpos\ngo depth 1"));
        session.lines_until("info (time|depth [1-9]|message no mate).*", "BM", PATIENCE);
    };
    is_searched(&mut session, "setoption loadbook");
    is_searched(&mut session, "setoption bookfiles chuhe.book");
    let is_from_book = |session: &mut Session, command: &str, expected: &str| {
        session.send(command);
        assert_eq!(played(session, "", "go depth 1"), (expected.to_owned(), true), "{command}");
    };
    fs::write(&working, one_move("i0i1")).expect("a file can be written");
    is_from_book(&mut session, "setoption loadbook", "i0i1");
    fs::write(&beside, one_move("g3g4")).expect("a file can be written");
    is_from_book(&mut session, "setoption newgame", "g3g4");
    fs::remove_file(&beside).expect("it is there");
    is_from_book(&mut session, "setoption bookfiles no.dat;chuhe.book", "i0i1");
    session.send("setoption bookfiles chuhe.book");
    fs::remove_file(&working).expect("it is there");
    is_searched(&mut session, "setoption loadbook");
    fs::write(&beside, "nothing of the kind").expect("a file can be written");
    session.send("setoption newgame\ngo depth 1");
    session.expect("info message book .*default/chuhe.book ignored: not a .+", PATIENCE);
    session.answer(PATIENCE);
    session.finish();
}

#[test]
fn moves_are_drawn_at_random_anew_in_every_game() {
    let book = file("chance", SYNTHETIC);
    for (mut session, option) in
        [(Session::ucci(), "usebook true"), (Session::uci(), "name OwnBook value true")]
    {
        session.send(&format!("setoption bookfiles {book}\nsetoption {option}"));
        let mut moves = BTreeSet::new();
        for _ in 0..40 {
            session.send("uccinewgame\nposition startpos\ngo depth 1");
            moves.insert(best_move(&session.answer(PATIENCE), &start("")));
        }
        // The chance that all 40 moves are the same is below 0.6^39.
        assert!(moves.len() > 1, "{moves:?}");
        let known = ["h2e2", "b2e2", "g0e2", "c0e2", "c3c4", "g3g4", "b2d2", "h2f2"];
        assert!(moves.iter().all(|mv| known.contains(&mv.as_str())), "{moves:?}");
        session.finish();
    }
}

/// The path contains 象棋 in GBK, which is not UTF-8.
#[cfg(unix)]
#[test]
fn a_path_in_gbk_is_found() {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let mut name = directory("gbk").into_os_string().into_vec();
    name.extend(b"/\xCF\xF3\xC6\xE5");
    let directory = std::ffi::OsString::from_vec(name);
    if fs::create_dir_all(&directory).is_err() {
        // Not every file system accepts such names.
        return;
    }
    let path = PathBuf::from(directory).join("BOOK.DAT");
    fs::write(&path, SYNTHETIC).expect("a file can be written");
    let mut session = best_in_ucci();
    for before in [&b"setoption bookfiles "[..], b"setoption name BookFile value no/book.dat;"] {
        session.send("setoption bookfiles");
        session.send_bytes(&[before, path.as_os_str().as_bytes(), b" \r\n"].concat());
        session.expect_none(ms(100));
        assert_eq!(played(&mut session, "", "go depth 1"), ("h2e2".to_owned(), true));
    }
    session.finish();
}
