// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sessions over in-memory pipes.

use super::Session;
use proptest::prelude::*;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex};
use xiangqi::notation::START_FEN;
use xiangqi::position::{Position, perft};
use xiangqi::types::Move;

/// An output whose contents can be read.
#[derive(Clone, Default)]
pub struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Shared {
    fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).unwrap()
    }

    /// Returns the lines written since the last call.
    pub fn take_lines(&self) -> Vec<String> {
        self.take().lines().map(str::to_owned).collect()
    }
}

fn answers_to(input: &[u8]) -> String {
    let output = Shared::default();
    Session::new(Box::new(output.clone())).run(input);
    output.take()
}

/// Returns the answers to lines after a greeting, without the answer to the greeting.
fn answers(greeting: &str, lines: &[&str]) -> Vec<String> {
    let output = answers_to(format!("{greeting}\n{}", lines.join("\n")).as_bytes());
    let after = output.split_once(&format!("{greeting}ok\n")).unwrap_or_else(|| panic!("{output}")).1;
    after.lines().map(str::to_owned).collect()
}

/// Returns the answers with no more than the FEN of each answer to `d`.
fn answers_without_boards(greeting: &str, lines: &[&str]) -> Vec<String> {
    let is_drawing = |line: &str| line.starts_with(|c: char| c.is_ascii_digit() || c == ' ');
    let is_extra = |line: &str| line.starts_with("Key: ") || line.starts_with("Checkers:");
    let mut answers = answers(greeting, lines);
    answers.retain(|line| !is_drawing(line) && !is_extra(line));
    answers
}

/// The FEN in the answer to `d` in the start position.
const DISPLAYED_START: &str = "Fen: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

// Greetings, dialects, options and unknown lines.

#[test]
fn a_session_can_be_left_in_every_way() {
    assert_eq!(answers_to(b""), "");
    assert_eq!(answers_to(b"quit\nisready\n"), "");
    let unheard = "banmoves h2e2\nponderhit draw\nstop\nprobe startpos\nsetoption hashsize 16\nhello\nquit\n";
    assert_eq!(answers_to(unheard.as_bytes()), "");
    let told = answers_to(b"xboard\nprotover 2\nquit\n");
    assert!(told.starts_with("tellusererror ") && told.contains("uci2wb -x chuhe"), "{told}");
    assert_eq!(told.lines().count(), 1);
    assert_eq!(answers("ucci", &["isready", "quit", "isready"]), ["readyok", "bye"]);
    assert_eq!(answers("ucci", &["isready"]), ["readyok"]);
    assert_eq!(answers("uci", &["isready", "quit"]), ["readyok"]);
}

#[test]
fn unknown_options_and_lines_for_another_state_are_not_answered() {
    let lines = [
        "xboard",
        "protover 2",
        "",
        "   ",
        "ponderhit",
        "ponderhit draw",
        "ucinewgame",
        "uccinewgame",
        "setoption guiname XQWizard",
        "setoption name NoSuchOption value 7",
        "setoption promotion false",
    ];
    for greeting in ["ucci", "uci"] {
        assert_eq!(answers(greeting, &lines), [""; 0], "{greeting}");
    }
    assert_eq!(answers("ucci", &["setoption promotion true"]), ["info message promotion not supported"]);
    let unknown = "info string unknown command 'go_on_now'; 'help' lists the commands";
    assert_eq!(answers("uci", &["go_on now"]), [unknown]);
    assert_eq!(answers("uci", &["debug on", "go_on now"]), ["info string idleline [go_on_now]", unknown]);
    let words = ["register later", "setoption name"].map(|line| answers("uci", &[line])[0].clone());
    assert!(words[0].contains("'register_later'") && words[1].contains("'setoption_name'"), "{words:?}");
    assert_eq!(answers("ucci", &["go_on now", "stopxyz", "isreadyx", "go2", "setoption"]), [""; 0]);
    assert_eq!(answers("ucci", &["debug on", "go_on now"])[1], unknown);
    for about in ["license", "compiler"] {
        assert_eq!(answers("uci", &[about]).len(), 1);
        assert_eq!(answers("ucci", &[about]), answers_to(about.as_bytes()).lines().collect::<Vec<_>>());
    }
    assert_eq!(
        answers("uci", &["debug on", "setoption name Search depth value 3"])[1],
        "info string unknown option Search_depth"
    );
}

#[test]
fn options_that_were_not_announced_are_accepted_silently() {
    let mut input = b"ucci\n".to_vec();
    for option in
        ["usemillisec true", "usebook true", "hashsize 0", "threads 0", "idle none", "randomness small"]
    {
        input.extend(format!("setoption {option}\n").bytes());
    }
    input.extend(b"setoption bookfiles C:\\\xCF\xF3\xC6\xE5.DAT\nsetoption newgame\nisready\n");
    assert!(answers_to(&input).ends_with("ucciok\nreadyok\n"));
}

#[test]
fn a_command_to_work_before_a_greeting_selects_uci() {
    let displayed = answers_to(b"isready\nstop\nprobe startpos\nd\n");
    assert!(displayed.starts_with("readyok\n9  r---n---b---a---k"), "{displayed}");
    assert!(displayed.contains(&format!("\n{DISPLAYED_START}\nKey: ")), "{displayed}");
    let displayed = answers_to(b"ucicyclone\nfen 4k4/9/9/9/9/9/9/9/9/3K5 r\nd\n");
    assert!(displayed.contains("\nFen: 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1\n"), "{displayed}");
    let displayed = answers_to(b"startpos moves i9i8\nd\n");
    assert!(displayed.starts_with("info string illegal position: ") && displayed.contains(DISPLAYED_START));
}

#[test]
fn a_later_greeting_changes_the_dialect_and_keeps_the_rest() {
    let output = answers_to(b"uci\nposition startpos moves h2e2\nucci\nucci\nd\nuci\nstop\nquit\n");
    assert!(output.contains("\nuciok\nid name chuhe\n") && output.contains("\nucciok\nid name chuhe\n"));
    assert!(output.contains("\nucciok\n9  r---") && output.contains(" b - - 1 1\nKey: "));
    assert!(output.ends_with("\nuciok\n"), "{output}");
}

#[test]
fn a_search_is_interrupted_by_lines_that_need_not_wait_for_its_end() {
    let output = Shared::default();
    let mut session = Session::new(Box::new(output.clone()));
    for line in ["uci", "position startpos", "go infinite"] {
        assert!(session.obey_line(line.as_bytes()).is_continue());
    }
    output.take_lines();
    assert!(session.is_thinking() && session.interrupt(b"isready") && session.is_thinking());
    assert_eq!(output.take_lines().last().unwrap(), "readyok");
    assert!(!session.interrupt(b"go depth 1"), "it waits for the answer");
    session.configured.engine.wait();
    assert!(!session.is_thinking() && output.take_lines().last().unwrap().starts_with("bestmove"));
}

// The `position` command.

#[test]
fn after_an_illegal_position_there_is_none() {
    for position in [
        "position fen xyz",
        "position",
        "position fen 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "position fen 9/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
    ] {
        let said = answers_without_boards("ucci", &[position, "go depth 2", "d", "eval"]);
        assert!(said[0].starts_with("info message illegal position: ") && said[0].is_ascii());
        let none = "no position: the last one received is illegal";
        assert_eq!(said[1..], ["nobestmove", none, none]);
        let said = answers_without_boards("uci", &[position, "go infinite"]);
        assert!(said[0].starts_with("info string illegal position: "));
        assert_eq!(said[1], "bestmove (none)");
    }
    for moves in ["h2h8", "h2e2 h2e2", "h2e2 h9g7 h2e2", "0000", "炮二平五"] {
        let position = format!("position startpos moves {moves}");
        let said = answers_without_boards("ucci", &[&position, "go depth 2", "d"]);
        assert!(said[0].starts_with("info message illegal position: ") && said[0].is_ascii());
        assert_eq!(said[1..], ["nobestmove", "no position: the last one received is illegal"]);
        let said = answers_without_boards("uci", &["debug on", &position, "go infinite"]);
        assert_eq!(said.last().unwrap(), "bestmove (none)");
    }
    assert_eq!(
        answers_without_boards("ucci", &["position fen xyz", "position startpos", "d"])[1],
        DISPLAYED_START
    );
}

#[test]
fn in_uci_the_legal_moves_before_an_illegal_one_are_played() {
    let illegal = "; this move and those after it are ignored";
    for (moves, legal) in [
        ("h2e2 h9g7 h2e2", "h2e2 h9g7"),
        // What pikafish-terminal sends: the position after these moves, and the moves again.
        ("h2e2 h2e2", "h2e2"),
        ("h2e2 0000 h9g7", "h2e2"),
        ("h2h8", ""),
    ] {
        let position = format!("position startpos moves {moves}");
        let said = answers_without_boards("uci", &[&position, "d", "go depth 1"]);
        let replay = answers_without_boards("uci", &[&format!("position startpos moves {legal}"), "d"]);
        assert!(said[0].starts_with("info string illegal position: move ") && said[0].ends_with(illegal));
        assert_eq!(said[1], replay[0], "{moves}");
        assert!(said.last().unwrap().starts_with("bestmove ") && !said.last().unwrap().contains("none"));
    }
}

#[test]
fn a_line_that_is_too_long_is_reported_and_no_other_position_is_searched() {
    let long = " h0g2 h9g7 g2h0 g7h9".repeat(60_000);
    for (greeting, word, none) in [("ucci", "message", "nobestmove"), ("uci", "string", "bestmove (none)")] {
        let ignored = format!("info {word} line of more than 1 MiB ignored");
        let position = format!("position startpos moves{long}");
        let go = format!("go depth 1 searchmoves{long}");
        let said = answers_without_boards(greeting, &[&position, "go depth 1", "d", &go, &long, "isready"]);
        let no_position = "no position: the last one received is illegal";
        let expected = [&ignored, none, no_position, &ignored, none, &ignored, "readyok"];
        assert_eq!(said, expected);
        let said = answers(greeting, &["go infinite", &position, "stop"]);
        assert_eq!(movers(&said), "r");
    }
    assert_eq!(answers_to(&[long.as_bytes(), b"\nisready"].concat()), "readyok\n");
    assert_eq!(answers_to(&[b"go ", long.as_bytes()].concat()).lines().last(), Some("bestmove (none)"));
}

/// What programs send before their first search, whether they count ranks from 1, and the guess that is reported.
/// `name=value` sets an option of UCI.
#[rustfmt::skip]
const PROGRAMS: [(&str, &str, bool, Option<u8>); 16] = [
    ("fairyfishnet", "Threads=1; Hash=64; isready; UCI_Chess960=false; UCI_Variant=xiangqi; isready; \
        position fen 4k4/9/9/9/9/R8/R8/9/9/3K5 w - - 0 1 moves a4b4", true, Some(1)),
    ("Fairyground in UCI", "Repetition Rule=AsianRule; Draw Rule=None; UCI_ShowWDL=false; isready; \
        UCI_Variant=xiangqi; ucinewgame; position startpos; ucinewgame; position startpos", true, Some(1)),
    ("Fairyground in Cyclone, as Black", "isready; UCI_Variant=xiangqi; ucinewgame; position startpos; \
        position startpos moves h2e2", false, None),
    ("the next game", "isready; UCI_Variant=xiangqi; ucinewgame; position startpos moves h2e2; go depth 1; \
        ucinewgame; position startpos", false, None),
    ("Fairyground in Cyclone, as Red", "Ranks=from 0; isready; UCI_Variant=xiangqi; position startpos", false, None),
    ("liground", "isready; MultiPV=5; UCI_AnalyseMode=true; UCI_Variant=xiangqi; Analysis Contempt=Off; \
        position fen START", true, Some(1)),
    ("PaddiXiangqi as Black", "UCI_Variant=xiangqi; UCI_ShowWDL=true; Repetition Rule=AsianRule; Threads=2; Hash=64; \
        MultiPV=1; Skill Level=20; ucinewgame; isready; position fen START moves h2e2", false, None),
    // It allows all legal moves at the root.
    ("PaddiXiangqi tries an engine", "UCI_Variant=xiangqi; UCI_ShowWDL=true; Hash=16; Skill Level=20; ucinewgame; \
        isready; position fen START; go movetime 30 depth 1 searchmoves a0a1 a0a2 i0i1 i0i2 h2e2", false, None),
    ("pikafish-terminal", "Skill Level=10; isready; ucinewgame; isready; position fen START", false, None),
    ("pychess-external-engine", "UseTables=true; isready; uci; isready; UCI_Variant=xiangqi; Threads=1; Hash=64; \
        MultiPV=2; ucinewgame; isready; position fen START", true, Some(1)),
    ("python-chess", "ucinewgame; isready; position fen START moves h3e3", true, None),
    // It stores every option that has a default, and sends all of them back.
    ("TCHESS", "Debug=false; Ponder=false; MultiPV=1; Move Overhead=30; Repetition Rule=AsianRule; \
        Sixty Move Rule=true; Rule60MaxPly=120; Draw Rule=None; Skill Level=20; OwnBook=false; BookFile=chuhe.book; \
        UCI_ShowWDL=false; UCI_Variant=xiangqi; Ranks=auto; stop; Threads=2; Hash=64; position fen START", false, None),
    ("TCHESS with today's default", "Debug=false; UCI_Variant=auto; Ranks=auto; stop; position fen START", false, None),
    ("one for Fairy-Stockfish", "ucicyclone; uci; UCI_Variant=xiangqi; isready; position fen START", false, None),
    ("XBoard without counters", "Threads=1; Hash=68; isready; ucinewgame; UCI_Variant=xiangqi; ucinewgame; isready; \
        Ponder=false; position fen BOARD w moves", false, Some(0)),
    ("uci2wb with ucicyclone's lines", "UCI_Variant=xiangqi; ucinewgame; fen BOARD r", false, None),
];

#[test]
fn the_ranks_of_every_program_are_found_out() {
    let send = |step: &str| match step.split_once('=') {
        Some((name, value)) => format!("setoption name {name} value {value}\n"),
        None => step.replace("START", START_FEN).replace("BOARD", &START_FEN[..START_FEN.len() - 10]) + "\n",
    };
    for (program, steps, is_from_one, guess) in PROGRAMS {
        let steps: String = steps.split("; ").map(send).collect();
        let said = answers_to(format!("uci\n{steps}go depth 1\ngo perft 1\n").as_bytes());
        let mut moves = said.lines().filter_map(|line| line.strip_suffix(": 1"));
        assert_eq!(moves.any(|mv| mv.contains("10")), is_from_one, "{program}: {said}");
        let guessed =
            said.lines().filter_map(|line| line.strip_prefix("info string ranks are assumed to count from "));
        let guessed: Vec<_> = guessed.map(|text| text.as_bytes()[0] - b'0').collect();
        assert_eq!(guessed, guess.as_slice(), "{program}: {said}");
        assert!(!said.contains("illegal position"), "{program}: {said}");
    }
}

#[test]
fn long_games_are_read_and_played_on() {
    let game = format!("position startpos moves{}", " a0a1 a9a8 a1a0 a8a9".repeat(1500));
    let said = answers_without_boards("ucci", &[&game, "d", "go depth 3"]);
    assert!(said[0].ends_with(" w - - 6000 3001"), "{said:?}");
    assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
}

#[test]
fn a_position_is_read_leniently_and_its_doubts_are_reported() {
    for (fen, doubts) in [
        ("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - many few", None),
        ("3ak4/9/9/9/9/9/9/4p4/111111111/3K5 w - - 0 1 trailing words", None),
        ("3k5/9/9/9/9/9/9/9/4R4/4K4 b - - 99999999999 99999999999999999999", None),
        ("3k5/9/9/9/9/9/9/P8/9/4K4 w - - 0 1", Some("P on a2 cannot have come there")),
        ("3k5/9/p8/9/9/9/9/9/9/4K4 b", Some("p on a7 cannot have come there")),
    ] {
        let said = answers("ucci", &[&format!("position fen {fen}"), "go depth 2"]);
        assert_eq!(said[0].strip_prefix("info message doubtful position: "), doubts, "{fen}");
        assert!(said.last().unwrap().starts_with("bestmove "), "{fen}: {said:?}");
    }
}

// The `go` command, and commands that come during a search.

#[test]
fn depth_zero_and_an_idle_stop_have_no_move() {
    assert_eq!(answers("ucci", &["stop"]), ["nobestmove"]);
    assert_eq!(answers("ucci", &["go depth 0", "stop"]), ["nobestmove"], "the answer has crossed the stop");
    assert_eq!(answers("uci", &["stop"]), [""; 0]);
    assert_eq!(answers("ucci", &["probe startpos"]), ["pophash"]);
}

#[test]
fn go_perft_counts_by_root_move_without_a_best_move() {
    let total = perft(&mut Position::startpos(), 2);
    for greeting in ["ucci", "uci"] {
        // The end of the input waits for the count.
        let said = answers(greeting, &["position startpos", "go perft 2"]);
        let (last, moves) = said.split_last().unwrap();
        let counts = moves.iter().map(|line| line.split_once(": ").unwrap());
        let counts = counts.map(|(mv, count)| (mv.parse().unwrap(), count.parse().unwrap()));
        let counts: HashMap<Move, u64> = counts.collect();
        assert_eq!(counts.len(), Position::startpos().legal_moves().len());
        assert_eq!(counts.values().sum::<u64>(), total);
        assert_eq!(*last, format!("Nodes searched: {total}"));
    }
    let mated = "position fen 3k5/4P4/9/9/9/9/9/9/9/4K4 b";
    assert_eq!(answers("uci", &[mated, "go perft 3"]), ["Nodes searched: 0"]);
}

#[test]
fn a_quit_through_a_pipe_waits_for_a_count() {
    for depth in [1, 3] {
        let said = answers("uci", &["position startpos", &format!("go perft {depth}"), "quit"]);
        assert!(said.last().unwrap().starts_with("Nodes searched: "), "{said:?}");
    }
    let said = answers("uci", &["bench 1", "quit"]);
    assert!(said.last().unwrap().ends_with(" nps"), "{said:?}");
}

#[test]
fn a_search_by_depth_reports_every_depth() {
    for greeting in ["ucci", "uci"] {
        let said = answers(greeting, &["position startpos", "go depth 6"]);
        let depth = |line: &String| line.split_once("info depth ")?.1.split(' ').next()?.parse().ok();
        let depths: Vec<u32> = said.iter().filter_map(depth).collect();
        assert_eq!(depths, [1, 2, 3, 4, 5, 6], "{said:?}");
    }
}

#[test]
fn eval_ends_with_the_words_of_the_stockfish_family() {
    let red = answers("uci", &["position startpos", "eval"]);
    let black = answers("ucci", &["position startpos moves a0a1 a9a8 a1a0", "eval"]);
    for said in [red, black] {
        let value = said.last().unwrap().strip_prefix("Final evaluation       ").unwrap();
        let value: f64 = value.strip_suffix(" (white side)").unwrap().parse().unwrap();
        let [.., line, _] = &said[..] else { panic!("{said:?}") };
        let side: f64 = line.split(' ').nth(1).unwrap().parse().unwrap();
        assert!((value.abs() * 100.0 - side.abs()).abs() < 0.01, "{line} {value}");
    }
}

#[test]
fn the_display_has_the_key_and_the_checkers() {
    let said = answers("ucci", &["position fen 3k5/9/9/9/9/9/9/9/3R5/4K4 b", "d"]);
    let [.., fen, key, checkers] = &said[..] else { panic!("{said:?}") };
    assert_eq!(fen, "Fen: 3k5/9/9/9/9/9/9/9/3R5/4K4 b - - 0 1");
    assert_eq!((key.len(), checkers.as_str()), ("Key: ".len() + 16, "Checkers: d1"));
}

#[test]
fn people_at_a_terminal_are_answered() {
    let output = Shared::default();
    let mut session = Session::new(Box::new(output.clone()));
    session.configured.is_at_terminal = true;
    session.run(&b"nonsense\nuci\nsetoption name NoSuch value 1\n?\nquit\n"[..]);
    let said = output.take_lines();
    assert_eq!(said[0], "unknown command 'nonsense'; 'help' lists the commands");
    assert!(said.contains(&"info string unknown option NoSuch".to_owned()));
    assert!(said.iter().any(|line| line.starts_with("ucci, uci: greet")));
}

#[test]
fn go_mate_proves_or_refutes() {
    let position = "position fen r1b1kaR2/4r4/2N1c4/p1p1C1p2/8p/6P2/P7P/4B4/4A4/2BAK4 w";
    let said = answers("uci", &[position, "go mate 2"]);
    assert!(said[0].starts_with("info depth 3 seldepth 3 multipv 1 score mate 2 nodes "), "{said:?}");
    assert!(said[0].contains(" pv e0f0 ") && said[1].starts_with("bestmove e0f0 ponder "), "{said:?}");
    let said = answers("ucci", &[position, "go mate 2 nodes 20000"]);
    assert!(said[0].starts_with("info depth 3 score 9997 ") && said[1].starts_with("bestmove e0f0 "));

    for (greeting, word) in [("uci", "string"), ("ucci", "message")] {
        for (go, verdict) in [
            ("go mate 2 nodes 20000", "no mate in 2 moves"),
            ("go mate 1 movetime 1000", "no mate in 1 move"),
            ("go mate 5 nodes 2000", "mate in 5 moves: unknown, but there is none in 2 moves"),
        ] {
            let said = answers(greeting, &["position startpos", go]);
            assert_eq!(said[0], format!("info {word} {verdict}"), "{said:?}");
            assert!(said.iter().any(|line| line.contains(" score ")), "{said:?}");
            assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
        }
    }
}

#[test]
fn illegal_searchmoves_leave_no_move() {
    for (words, list) in [("a0a9", "a0a9"), ("h2h9x b9c7", "h2h9x,b9c7"), ("e0e2 h9g7", "e0e2,h9g7")] {
        let go = format!("go depth 2 searchmoves {words}");
        let message = format!("none of the searchmoves is legal: {list}");
        let said = answers("ucci", &["position startpos", &go]);
        assert_eq!(said, [&format!("info message {message}"), "nobestmove"]);
        let said = answers("uci", &["position startpos", &go]);
        assert_eq!(said, [&format!("info string {message}"), "bestmove (none)"]);
    }
    let said = answers("ucci", &["setoption batch true", "go depth 2 searchmoves"]);
    assert!(said.last().unwrap().starts_with("bestmove "), "an empty list is not a restriction: {said:?}");
}

/// `d0d1` is the only legal move: `d0e0` would bring the kings face to face.
#[test]
fn a_ban_holds_until_the_next_position_or_an_empty_ban() {
    let position = "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1";
    let play = |commands: &[&str]| {
        let said = answers("ucci", &[&["setoption batch true", position], commands].concat());
        let is_move = |line: &String| match line.as_str() {
            "nobestmove" => Some(false),
            line => line.starts_with("bestmove d0d1").then_some(true),
        };
        said.iter().filter_map(is_move).collect::<Vec<_>>()
    };
    let (ban, go) = ("banmoves d0d1", "go depth 3");
    assert_eq!(play(&[go, ban, go, go, position, go]), [true, false, false, true]);
    assert_eq!(play(&[ban, "banmoves", go]), [true]);
    // A second list adds to the first; illegal moves are ignored.
    assert_eq!(play(&[ban, "banmoves d0e0 a0a1 z9z9 d0d1d2", go]), [false]);
    assert_eq!(play(&["banmoves d0e0 a0a1 z9z9", go]), [true]);
}

/// Returns the side that each answer moves, `r` or `b`, by the rank of its origin.
fn movers(answers: &[String]) -> String {
    let from = answers.iter().filter_map(|line| line.strip_prefix("bestmove ")).map(|mv| mv.as_bytes()[1]);
    from.map(|rank| if rank < b'5' { 'r' } else { 'b' }).collect()
}

#[test]
fn ucci_drops_commands_while_thinking_and_uci_does_not() {
    let lines = ["position startpos", "go infinite", "position startpos moves h2e2", "go infinite"];
    let said = answers("ucci", &lines);
    assert_eq!(movers(&said), "r");
    assert!(said.last().unwrap().starts_with("bestmove "), "the end of the input stops the search: {said:?}");
    assert_eq!(movers(&answers("uci", &lines)), "rb");
}

#[test]
fn wdl_and_several_lines_are_reported_on_request() {
    let options = ["setoption batch 1", "setoption name UCI_ShowWDL value true", "setoption MultiPV 3"];
    let said = answers("uci", &[&options[..], &["go depth 3"]].concat());
    assert!(said.iter().any(|line| line.contains(" multipv 3 ") && line.contains(" wdl ")), "{said:?}");
}

#[test]
fn a_game_that_has_ended_is_announced_and_played_on() {
    let check =
        "position fen 4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1 moves a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9";
    let chase =
        "position fen 3k5/9/9/6c2/9/9/9/6R2/9/5K3 b - - 0 1 moves g6h6 g2h2 h6g6 h2g2 g6h6 g2h2 h6g6 h2g2";
    let shuffle = "position startpos moves h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9";
    let stuck = "position fen 3ak4/9/9/9/9/9/9/R8/9/3K5 w - - 119 90 moves a2a3";
    let bare = "position fen 3ak4/9/9/9/9/9/9/9/9/3K1A3 w - - 0 1";
    let mated = "position fen 3k1R3/9/3P5/9/9/9/9/9/9/4K4 b - - 0 1";
    let ban = "setoption repetition CheckBan";
    let black = "setoption name Draw Rule value DrawAsBlackWin";
    for (setting, position, said) in [
        ("", check, Some("red loses by perpetual check")),
        ("", chase, Some("red loses by perpetual chase")),
        (ban, chase, Some("draw by repetition")),
        ("", shuffle, Some("draw by repetition")),
        (black, shuffle, Some("draw by repetition, which counts as a win of black")),
        ("", stuck, Some("draw by the natural limit")),
        ("setoption drawmoves 0", stuck, None),
        ("", bare, Some("draw by insufficient material")),
        ("", mated, None),
        ("", "position startpos moves h0g2 h9g7 g2h0 g7h9", None),
    ] {
        for (greeting, kind) in [("ucci", "message"), ("uci", "string")] {
            let lines = answers(greeting, &["setoption batch true", setting, position, "go depth 3"]);
            let prefix = format!("info {kind} the game has ended: ");
            let reported: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix(&prefix)).collect();
            assert_eq!(reported, said.as_slice(), "{position}");
            let answer = lines.last().unwrap();
            assert_eq!(
                answer.starts_with("bestmove ") && !answer.contains("none"),
                position != mated,
                "{lines:?}"
            );
            assert!(said.is_none() || lines[0].starts_with(&prefix), "before all else: {lines:?}");
        }
    }
}

#[test]
fn an_offered_draw_is_accepted_in_an_equal_game_without_progress() {
    let quiet = "position fen 2bak4/4a4/4b4/9/9/9/9/4B4/4A3n/2BAK4 w - - 30 70";
    let last = |lines: &[&str]| answers("ucci", lines).pop().unwrap();
    assert!(last(&[quiet, "go draw time 100"]).ends_with(" draw"));
    assert!(!last(&[quiet, "go time 100"]).ends_with(" draw"));
    assert!(!last(&["setoption drawresign false", quiet, "go draw time 100"]).ends_with(" draw"));
    assert!(!answers("uci", &[quiet, "go draw time 100"]).pop().unwrap().ends_with(" draw"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_input_stops_a_session(
        lines in prop::collection::vec(
            prop_oneof![
                prop::collection::vec(any::<u8>(), 0..40),
                "(position|fen|setoption|banmoves|probe|d|stop|ponderhit|isready|uci|ucci) [ -~]{0,30}"
                    .prop_map(String::into_bytes),
            ],
            0..20
        ),
    ) {
        let input = [lines.join(&b'\n'), b"\nucci\nisready".to_vec()].concat();
        let output = answers_to(&input);
        prop_assert_eq!(output.lines().last().unwrap_or("readyok"), "readyok");
    }
}
