// SPDX-License-Identifier: MIT OR Apache-2.0

use super::record::{parse, result};
use super::*;
use crate::Game;
use crate::algorithms::Minimax;
use crate::games::{Gomoku, Reversi, TicTacToe};
use std::fs;
use std::io::Write;

const LOOK: Look = Look { language: Language::English, is_ascii: true, is_colored: false };
const OPTIONS: SessionOptions = SessionOptions { pace: Duration::ZERO, look: LOOK };

/// Returns the seats of these players; every program is minimax, one ply deep.
fn table<G: Subject>(players: [&str; 2]) -> [Seat<G>; 2] {
    players.map(|player| Seat { player: player.parse().unwrap(), algorithm: Box::new(Minimax), depth: 1 })
}

const FIRST: [&str; 2] = ["person", "minimax:1"];
const SECOND: [&str; 2] = ["minimax:1", "person"];
const PEOPLE: [&str; 2] = ["person", "person"];
const PROGRAMS: [&str; 2] = ["minimax:1", "minimax:1"];

/// Returns the output of a session of these players for these lines.
fn session_of<G: Subject + Display>(players: [&str; 2], options: SessionOptions, input: &[u8]) -> String {
    let mut output = Vec::new();
    let mut session = PlaySession::<G, _>::new(table(players), options, None, &mut output);
    assert!(session.begin().and_then(|()| session.run(input)).is_ok());
    String::from_utf8(output).unwrap()
}

/// Returns the output of a session in which a person has the first move.
fn gomoku(input: &str) -> String {
    session_of::<Gomoku>(FIRST, OPTIONS, input.as_bytes())
}

/// Returns the last board shown.
fn last_board(output: &str) -> String {
    let board = &output[output.rfind("\n11 ").unwrap() + 1..];
    board[..board.find("\n\n").unwrap()].to_owned()
}

#[test]
fn the_end_of_the_input_quits_in_order() {
    for input in ["", "quit\n", "quit", "QUIT\r\nf6\n"] {
        let output = gomoku(input);
        assert!(
            output.starts_with("A game of gomoku: Black (person) against White (minimax:1). `help` "),
            "{output}"
        );
        assert_eq!(output.matches("Black> ").count(), 1);
        assert_eq!(last_board(&output), Gomoku::start().to_string());
    }
    assert!(gomoku("").ends_with("Black> \n"));
}

#[test]
fn moves_are_played_and_answered() {
    let output = gomoku("f6\nF7\n");
    assert_eq!(output.matches("White plays ").count(), 2);
    assert!(last_board(&output).ends_with("Black to move"));
    assert!(last_board(&output).contains('['));
}

#[test]
fn the_program_may_begin() {
    let output = session_of::<Gomoku>(SECOND, OPTIONS, b"");
    assert!(output.starts_with("A game of gomoku: Black (minimax:1) against White (person)."));
    assert!(output.contains("Black plays a1 (value +0, 122 nodes).\n"), "{output}");
    assert!(output.ends_with("White> \n"));
}

#[test]
fn bad_words_are_answered_and_the_game_goes_on() {
    let output = session_of::<Gomoku>(FIRST, OPTIONS, b"\n  \nz9\nf6 f7\n\xFF\x1B\nf6\nf6\n");
    assert!(output.contains("`z9` is neither a legal move"));
    assert!(output.contains("Type one word per line.\n"));
    assert!(output.contains("`\u{fffd}\\u{1b}` is neither a legal move"));
    assert!(output.contains("`f6` is neither a legal move"));
    assert_eq!(output.matches("White plays ").count(), 1);
    assert_eq!(output.matches("Black> ").count(), 8);
}

#[test]
fn help_lists_the_words() {
    let output = gomoku("help\n");
    for word in ["undo", "hint", "moves", "new", "help", "quit"] {
        assert!(output.contains(&format!("\n  {word} ")), "{word}");
    }
}

#[test]
fn moves_and_hints_are_shown_and_change_nothing() {
    let output = gomoku("moves\nhint\n");
    assert!(output.contains("Black> a1 b1 c1 "), "{output}");
    assert!(output.contains("The program would play a1 (value +0, 122 nodes).\n"));
    assert_eq!(last_board(&output), Gomoku::start().to_string());
}

#[test]
fn undo_goes_back_to_the_last_choice() {
    assert!(gomoku("undo\n").contains("There is no move to take back.\n"));
    assert_eq!(last_board(&gomoku("f6\nundo\n")), Gomoku::start().to_string());
    assert_eq!(last_board(&gomoku("f6\nf7\nundo\n")), last_board(&gomoku("f6\n")));
    let begun = session_of::<Gomoku>(SECOND, OPTIONS, b"f6\nundo\nundo\n");
    assert!(last_board(&begun).contains("[X]"));
    assert!(begun.contains("There is no move to take back.\n"));
}

#[test]
fn a_new_game_begins_at_the_beginning() {
    let output = gomoku("f6\nnew\n");
    assert_eq!(output.matches("A game of gomoku: ").count(), 2);
    assert_eq!(last_board(&output), Gomoku::start().to_string());
}

#[test]
fn chinese_words_are_read_and_answered() {
    let look = Look { language: Language::Chinese, ..LOOK };
    let words = "f6\n悔棋\n悔棋\n提示\n帮助\n退出\n";
    let output = session_of::<Gomoku>(FIRST, SessionOptions { look, ..OPTIONS }, words.as_bytes());
    assert!(output.starts_with("五子棋：黑方（人）对白方（minimax:1）。输入“帮助”"), "{output}");
    for text in ["白方下 a1（估值", "没有可悔的棋。", "建议下 a1（", "  悔棋 undo   收回", "，轮到黑方"]
    {
        assert!(output.contains(text), "{text}: {output}");
    }
    assert!(output.ends_with("黑方> "), "{output}");
}

#[test]
fn passes_are_played_for_a_person_and_taken_back_with_the_rest() {
    let moves = "c4\nc3\nf5\nb4\na4\na5\nc2\na3\nundo\n";
    let output = session_of::<Reversi>(PEOPLE, OPTIONS, moves.as_bytes());
    let (_, after) = output.split_once("Black has no move and passes.\n").unwrap();
    assert!(
        after.starts_with("\n  a b c d e f g h\n") && after.contains("Black X 8, White O 4, "),
        "{output}"
    );
    assert!(after.ends_with("Black X 9, White O 2, White to move\n\nWhite> \n"), "{output}");
}

#[test]
fn the_program_passes_too() {
    let moves = "c5 c3 c7 e3 b5 c2 b7 b2 a3 b6 a2 b1 d1 d2 b4 e6 d6".replace(' ', "\n");
    let output = session_of::<Reversi>(SECOND, OPTIONS, moves.as_bytes());
    assert!(output.contains("Black plays pass (value "), "{output}");
}

#[test]
fn the_result_is_shown() {
    for (players, moves, result) in [
        (FIRST, "b2 c1 a3", "Black (person) has won."),
        (FIRST, "a2 a3 b2", "White (minimax:1) has won."),
        (PEOPLE, "b2 a1 c1 a3 a2 c2 b3 b1 c3", "The game is a draw."),
        (PEOPLE, "a1 b1 a2 b2 c1 b3", "White (person) has won."),
    ] {
        let output = session_of::<TicTacToe>(players, OPTIONS, moves.replace(' ', "\n").as_bytes());
        assert!(output.ends_with(&format!("the game is over\n\n{result}\n> \n")), "{output}");
    }
}

#[test]
fn a_game_that_is_over_can_be_taken_back_or_left() {
    let input = b"b2\nc1\na3\nc3\nhint\nmoves\nundo\nmoves\nnew\nquit\n";
    let output = session_of::<TicTacToe>(FIRST, OPTIONS, input);
    assert_eq!(output.matches(LOOK.is_over()).count(), 3);
    assert!(output.contains("Black> a2 c2 a3 b3 c3\nBlack> A game of tictactoe: "), "{output}");
    assert!(output.ends_with("Black X, White O, Black to move\n\nBlack> "));
}

/// An output that accepts nothing.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_output_ends_the_game() {
    let mut session = PlaySession::<Gomoku, _>::new(table(PEOPLE), OPTIONS, None, Closed);
    assert!(matches!(session.begin(), Err(Failure::Output(_))));
}

#[test]
fn two_people_play_at_one_terminal() {
    let output = session_of::<Gomoku>(PEOPLE, OPTIONS, b"f6\nf7\nundo\ng7\n");
    assert_eq!(["Black> ", "White> "].map(|prompt| output.matches(prompt).count()), [3, 2], "{output}");
    assert!(!output.contains(" plays ") && last_board(&output).contains("[O]"), "{output}");
}

#[test]
fn programs_play_a_game_by_themselves_at_the_pace_asked_for() {
    let pace = Duration::from_millis(20);
    let start = std::time::Instant::now();
    let output = session_of::<TicTacToe>(PROGRAMS, SessionOptions { pace, ..OPTIONS }, b"undo\n");
    let plies = output.matches(" plays ").count();
    assert!(start.elapsed() >= pace * u32::try_from(plies).unwrap(), "{output}");
    assert!(!output.contains('>') && output.matches("  a b c\n").count() == plies + 1, "{output}");
    assert!(output.ends_with("The game is a draw.\n") || output.ends_with("has won.\n"), "{output}");
}

/// Returns the path of a record that does not exist yet.
fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("chuhe-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

/// Plays a recorded session of two people, which goes on with the last game if it `is_resumed`.
fn recorded(path: &std::path::Path, is_resumed: bool, input: &str) -> String {
    let mut output = Vec::new();
    let (file, last) = RecordFile::open(path, is_resumed).unwrap_or_else(|_| panic!("a file of records"));
    let mut session = PlaySession::<Gomoku, _>::new(table(PEOPLE), OPTIONS, Some(file), &mut output);
    let begun = match last {
        Some(last) => session.resume(&last),
        None => session.begin(),
    };
    assert!(begun.and_then(|()| session.run(input.as_bytes())).is_ok());
    String::from_utf8(output).unwrap()
}

#[test]
fn recorded_games_are_resumed_where_they_were_left() {
    let path = scratch("resume.txt");
    recorded(&path, false, "f6\nf7\nnew\na1\na2\na3\n");
    let games = |moves: &[&[&str]]| {
        let records = record::read(&path).unwrap();
        assert_eq!(records.iter().map(|record| record.moves.clone()).collect::<Vec<_>>(), moves);
        assert!(records.iter().all(|record| record.result == Some("*")));
    };
    games(&[&["f6", "f7"], &["a1", "a2", "a3"]]);
    let output = recorded(&path, true, "b2\nundo\nundo\nb3\n");
    assert_eq!(last_board(&output).matches(['X', 'O']).count() - 2, 3, "{output}");
    games(&[&["f6", "f7"], &["a1", "a2", "b3"]]);
    recorded(&path, false, "k11\n");
    games(&[&["f6", "f7"], &["a1", "a2", "b3"], &["k11"]]);
    fs::remove_file(&path).unwrap();
}

/// Returns why a file of records cannot be opened.
fn refused(path: &std::path::Path) -> String {
    match RecordFile::open(path, false) {
        Err(Failure::Input(error)) => format!("{error:#}"),
        _ => panic!("the file was opened"),
    }
}

#[test]
fn illegal_moves_in_a_record_are_found_when_it_is_opened() {
    let path = scratch("illegal.txt");
    for (moves, part) in [
        ("f6 f6", "record of gomoku, move 2: 'f6' is not a legal move here"),
        ("f6 hello", "move 2: 'hello' is not a legal move here"),
        ("f6 1-0 f7", "line 3"),
    ] {
        fs::write(&path, format!("[Game \"gomoku\"]\n\n{moves}\n")).unwrap();
        assert!(refused(&path).contains(part), "{}", refused(&path));
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_game_without_a_move_is_neither_kept_nor_resumed() {
    let path = scratch("empty.txt");
    recorded(&path, false, "quit\n");
    assert!(!path.exists());
    recorded(&path, false, "f6\nnew\n");
    recorded(&path, false, "");
    let moves = || record::read(&path).unwrap().into_iter().map(|record| record.moves).collect::<Vec<_>>();
    assert_eq!(moves(), [["f6"]]);
    // A session that was killed leaves such a game.
    fs::write(&path, fs::read_to_string(&path).unwrap() + "[Game \"gomoku\"]\n\n").unwrap();
    recorded(&path, true, "f7\n");
    assert_eq!(moves(), [["f6", "f7"]]);
    fs::remove_file(&path).unwrap();
}

#[cfg(unix)]
#[test]
fn one_session_at_a_time_writes_a_record_and_onlookers_see_when_it_is_gone() {
    let path = scratch("shared.txt");
    let (mut file, _) = RecordFile::open(&path, false).unwrap_or_else(|_| panic!("a new file"));
    let player = |name: &str| name.parse().unwrap();
    let mut game = GameRecord {
        game: "gomoku".to_owned(),
        players: PEOPLE.map(player),
        moves: Vec::new(),
        result: None,
    };
    for mv in ["f6", "f7"] {
        game.moves.push(mv.to_owned());
        assert!(file.save(&game).is_ok());
        assert!(refused(&path).ends_with("another run is writing to it"), "{}", refused(&path));
        assert!(chuhe_console::files::is_reserved(&path));
    }
    drop(file);
    assert!(!chuhe_console::files::is_reserved(&path));
    let mut seen = Vec::new();
    assert!(watch::run(&path, Duration::ZERO, LOOK, &mut seen).is_ok());
    assert!(seen.ends_with(b"The game is not being played.\n"), "nobody plays on");
    recorded(&path, true, "g7\n");
    assert_eq!(record::read(&path).unwrap()[0].moves, ["f6", "f7", "g7"]);
    fs::remove_file(&path).unwrap();
}

#[cfg(unix)]
#[test]
fn a_pipe_cannot_be_a_record() {
    let path = scratch("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    assert!(refused(&path).contains("not a regular file"), "{}", refused(&path));
    fs::remove_file(&path).unwrap();
}

/// Returns what an onlooker sees of the game in each of these records, one after another.
fn onlooker(records: &[&str]) -> Vec<String> {
    let mut onlooker = watch::Onlooker { look: LOOK, pace: Duration::ZERO, seen: None };
    let mut show = |text: &&str| {
        let mut output = Vec::new();
        let record = &parse(text).unwrap()[0];
        assert!(watch::show::<Gomoku>(&mut onlooker, record, &mut output).is_ok());
        String::from_utf8(output).unwrap()
    };
    records.iter().map(&mut show).collect()
}

#[test]
fn onlookers_see_each_move_once_and_the_result() {
    const TAGS: &str = "[Game \"gomoku\"]\n[First \"person\"]\n[Second \"filtered:2\"]\n\n";
    let record = |moves: &str| format!("{TAGS}{moves}\n\n");
    let records = ["", "f6 f7", "f6 f7", "f6 g7 a1", "f6 g7 a1 *"].map(record);
    let seen = onlooker(&records.each_ref().map(String::as_str));
    assert!(seen[0].starts_with("A game of gomoku: Black (person) against White (filtered:2).\n\n11 "));
    assert_eq!(seen[1].matches(" plays ").count(), 2, "{}", seen[1]);
    assert_eq!(seen[1].matches("\n11 ").count(), 2, "{}", seen[1]);
    assert_eq!(seen[2], "");
    assert!(seen[3].starts_with("Moves were taken back.\n") && seen[3].contains("White plays g7.\n"));
    assert_eq!(seen[3].matches("\n11 ").count(), 3, "{}", seen[3]);
    assert_eq!(seen[4], "The game was left unfinished.\n");
}

#[test]
fn the_result_is_that_of_the_rules() {
    for (moves, expected) in [("a1 k1 a2 k2 a3 k3 a4 k4 a5", "1-0"), ("a1 k1 a2 k2 a3 k3 a4 k4 e5 k5", "0-1")]
    {
        assert_eq!(result(Gomoku::parse(moves).unwrap().score()), expected);
    }
}
