// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages both ways, and what a session says without having to think.

use super::*;
use crate::search::ScoreBound;
use crate::types::{Move, Score};
use proptest::prelude::*;
use std::io::Write;
use std::sync::{Arc, Mutex};

const DIALECTS: [Dialect; 2] = [Dialect::Ucci, Dialect::Uci];

fn read(line: &str) -> Command {
    Command::parse(line.as_bytes()).unwrap_or_else(|| panic!("{line}"))
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn set(name: &str, value: &str) -> Command {
    Command::SetOption { name: name.to_owned(), value: value.into() }
}

#[test]
fn commands_are_read_in_all_their_spellings() {
    let fen = Some("4k4/9 b - - 0 1".to_owned());
    let moves = words("h2e2 h9g7");
    for (line, command) in [
        ("ucci", Command::Greet(Dialect::Ucci)),
        (" \tUCCI \r", Command::Greet(Dialect::Ucci)),
        ("uci", Command::Greet(Dialect::Uci)),
        ("ucicyclone", Command::Cyclone),
        ("isready\0", Command::IsReady),
        ("setoption hashsize 64", set("hashsize", "64")),
        ("setoption name Hash value 64", set("Hash", "64")),
        ("setoption name Move  Overhead value 64", set("Move Overhead", "64")),
        ("setoption Hash 64", set("Hash", "64")),
        ("setoption bookfiles C:\\My  Books\\B.DAT;x ", set("bookfiles", "C:\\My  Books\\B.DAT;x")),
        ("setoption name Clear Hash", set("Clear Hash", "")),
        ("setoption newgame", Command::NewGame),
        ("ucinewgame", Command::NewGame),
        ("uccinewgame", Command::NewGame),
        ("debug on", Command::Debug(true)),
        ("debug off", Command::Debug(false)),
        ("position startpos", Command::Position(PositionText::default())),
        ("position startpos moves", Command::Position(PositionText::default())),
        (
            "position  startpos  moves H2E2 h9g7",
            Command::Position(PositionText { fen: None, moves: moves.clone() }),
        ),
        (
            "position fen 4k4/9  b - - 0 1 moves h2e2 h9g7",
            Command::Position(PositionText { fen: fen.clone(), moves: moves.clone() }),
        ),
        ("fen 4k4/9 b - - 0 1", Command::Position(PositionText { fen: fen.clone(), moves: vec![] })),
        ("startpos moves h2e2 h9g7", Command::Position(PositionText { fen: None, moves: moves.clone() })),
        ("banmoves h2e2 h9g7", Command::BanMoves(moves)),
        ("banmoves", Command::BanMoves(vec![])),
        ("ponderhit", Command::PonderHit { draw: false }),
        ("ponderhit draw", Command::PonderHit { draw: true }),
        ("stop", Command::Stop),
        ("probe startpos", Command::Probe(PositionText::default())),
        ("d", Command::Display),
        ("quit", Command::Quit),
    ] {
        assert_eq!(read(line), command, "{line:?}");
    }
    for line in ["", "  ", "stopxyz", "foo bar", "setoption", "setoption name value 3", "\u{feff}", "红"] {
        assert_eq!(Command::parse(line.as_bytes()), None, "{line:?}");
    }
}

#[test]
fn go_takes_its_words_in_any_order() {
    let expected = Go {
        draw: true,
        time: Some(500),
        increment: Some(-1),
        depth: Some(5),
        searchmoves: words("h2e2 a0a1"),
        ..Go::default()
    };
    for line in [
        "go draw time 500 increment -1 depth 5 searchmoves h2e2 a0a1",
        "GO  searchmoves H2E2 a0a1 DEPTH 5 nonsense 7 increment -1 nodes time 500 draw",
    ] {
        assert_eq!(read(line), Command::Go(Box::new(expected.clone())), "{line}");
    }
}

#[test]
fn replies_are_read_in_all_their_spellings() {
    let best = |ponder: Option<&str>, draw, resign| {
        let ponder = ponder.map(str::to_owned);
        Reply::BestMove(BestMove { mv: "h2e2".to_owned(), ponder, draw, resign })
    };
    for (line, reply) in [
        ("bestmove h2e2", best(None, false, false)),
        ("bestmove h2e2 ponder h9g7 draw", best(Some("h9g7"), true, false)),
        ("bestmove h2e2 resign", best(None, false, true)),
        ("nobestmove", Reply::NoBestMove),
        ("bestmove (none)", Reply::NoBestMove),
        ("bestmove null", Reply::NoBestMove),
        ("info message hello  you", Reply::Message("hello  you".to_owned())),
        ("info string hello", Reply::Note("hello".to_owned())),
        ("bye", Reply::Bye),
        ("pophash", Reply::PopHash(PopHash::default())),
        ("id name Some Engine 3", Reply::Id { key: "name".to_owned(), text: "Some Engine 3".to_owned() }),
    ] {
        assert_eq!(Reply::parse(line.as_bytes()), Some(reply), "{line}");
    }
    let score = |line: &str| match Reply::parse(line.as_bytes()) {
        Some(Reply::Info(info)) => info.score,
        other => panic!("{other:?}"),
    };
    assert_eq!(score("info depth 3 score -35 pv h2e2"), Some(Score::Cp(-35)));
    assert_eq!(score("info depth 3 score cp 9999 pv h2e2"), Some(Score::Cp(9999)));
    assert_eq!(score("info depth 3 score 9999 pv h2e2"), Some(Score::Mate(1)));
    assert_eq!(score("info depth 3 score mate -2 lowerbound nodes 7"), Some(Score::Mate(-4)));
    assert_eq!(score("info depth 3"), None);
}

fn a_move() -> impl Strategy<Value = String> {
    "[a-i][0-9][a-i][0-9]"
}

fn moves() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(a_move(), 0..5)
}

fn position_text() -> impl Strategy<Value = PositionText> {
    (prop::option::of("[a-z0-9/]{1,20} [wb] - - [0-9]{1,3} [0-9]{1,3}"), moves())
        .prop_map(|(fen, moves)| PositionText { fen, moves })
}

fn go() -> impl Strategy<Value = Go> {
    let numbers = prop::array::uniform15(prop::option::of(any::<i64>()));
    (any::<[bool; 3]>(), numbers, moves()).prop_map(|([ponder, draw, infinite], numbers, searchmoves)| {
        let mut go = Go { ponder, draw, infinite, searchmoves, ..Go::default() };
        for ((_, field), number) in go.numbers().into_iter().zip(numbers) {
            *field = number;
        }
        go
    })
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        prop::sample::select(vec![
            Command::Greet(Dialect::Ucci),
            Command::Greet(Dialect::Uci),
            Command::Cyclone,
            Command::IsReady,
            Command::NewGame,
            Command::Debug(true),
            Command::Debug(false),
            Command::PonderHit { draw: true },
            Command::PonderHit { draw: false },
            Command::Stop,
            Command::Display,
            Command::Quit,
        ]),
        ("x[a-z]{0,9}", "([!-~]([ -~]{0,30}[!-~])?)?").prop_map(|(name, value)| set(&name, &value)),
        position_text().prop_map(Command::Position),
        position_text().prop_map(Command::Probe),
        moves().prop_map(Command::BanMoves),
        go().prop_map(|go| Command::Go(Box::new(go))),
    ]
}

fn score() -> impl Strategy<Value = Score> {
    prop_oneof![
        (-9000..=9000).prop_map(Score::Cp),
        (1..200).prop_map(|moves| Score::Mate(2 * moves - 1)),
        (0..200).prop_map(|moves| Score::Mate(-2 * moves)),
    ]
}

/// Reports with the fields that both dialects write.
fn info() -> impl Strategy<Value = Info> {
    let bound = prop::sample::select(vec![None, Some(ScoreBound::Lower), Some(ScoreBound::Upper)]);
    let line = (any::<u32>(), prop::option::of(any::<usize>()), score(), bound, moves());
    let counters = (any::<u64>(), any::<u64>(), 0..=1000_u32, any::<u64>());
    let current = prop::option::of((a_move(), any::<usize>()));
    // Numbers travel as signed 64 bits at most.
    let cut = |number: u64| number >> 1;
    (line, counters, current).prop_map(move |((depth, multipv, score, bound, pv), counters, current)| Info {
        depth: Some(depth),
        multipv: multipv.map(|number| number >> 1),
        score: Some(score),
        bound,
        nodes: Some(cut(counters.0)),
        nps: Some(cut(counters.1)),
        hashfull: Some(counters.2),
        time: Some(cut(counters.3)),
        currmove: current.clone().map(|(mv, _)| mv),
        currmovenumber: current.map(|(_, number)| number >> 1),
        pv,
        ..Info::default()
    })
}

fn reply() -> impl Strategy<Value = Reply> {
    let bound = || prop::option::of((score(), any::<u32>()));
    prop_oneof![
        prop::sample::select(vec![
            Reply::Greeted(Dialect::Ucci),
            Reply::Greeted(Dialect::Uci),
            Reply::Ready,
            Reply::NoBestMove,
            Reply::Bye,
            Reply::Note("some text".to_owned()),
        ]),
        info().prop_map(Reply::Info),
        (a_move(), prop::option::of(a_move())).prop_map(|(mv, ponder)| Reply::BestMove(BestMove {
            mv,
            ponder,
            draw: false,
            resign: false
        })),
        (prop::option::of(a_move()), bound(), bound())
            .prop_map(|(best_move, lower, upper)| Reply::PopHash(PopHash { best_move, lower, upper })),
    ]
}

proptest! {
    #[test]
    fn commands_read_back(command in command()) {
        for dialect in DIALECTS {
            prop_assert_eq!(Command::parse(command.to_line(dialect).as_bytes()), Some(command.clone()));
        }
    }

    #[test]
    fn replies_read_back(reply in reply()) {
        for dialect in DIALECTS {
            prop_assert_eq!(Reply::parse(reply.to_line(dialect).as_bytes()), Some(reply.clone()));
        }
    }

    #[test]
    fn any_bytes_can_be_read(line in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Some(command) = Command::parse(&line) {
            command.to_line(Dialect::Ucci);
        }
        if let Some(reply) = Reply::parse(&line) {
            reply.to_line(Dialect::Uci);
        }
    }

    #[test]
    fn any_words_can_be_read(
        head in "(go|position|fen|setoption( name)?|banmoves|probe|info|option|bestmove|pophash|debug|ponderhit)",
        tail in prop::collection::vec(
            "(moves|value|depth|score|cp|mate|pv|wdl|time|type|spin|var|ponder|-?[0-9]{1,40}|1e999|[a-j]1?[0-9]-?[a-j]1?[0-9]|é|.)",
            0..12
        ),
    ) {
        let line = format!("{head} {}", tail.join(" "));
        for dialect in DIALECTS {
            if let Some(command) = Command::parse(line.as_bytes()) {
                command.to_line(dialect);
            }
            if let Some(reply) = Reply::parse(line.as_bytes()) {
                reply.to_line(dialect);
            }
        }
        for word in &tail {
            RankBase::One.read(word);
            RankBase::Zero.read(word);
        }
    }
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

/// An output that can be looked into.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn answers_to(input: &[u8]) -> String {
    let output = Shared::default();
    Session::new(Box::new(output.clone())).run(input);
    String::from_utf8(output.0.lock().unwrap().clone()).unwrap()
}

/// The answers to lines after a greeting, without those to the greeting.
fn answers(greeting: &str, lines: &[&str]) -> Vec<String> {
    let output = answers_to(format!("{greeting}\n{}", lines.join("\n")).as_bytes());
    let after = output.split_once(&format!("{greeting}ok\n")).unwrap_or_else(|| panic!("{output}")).1;
    after.lines().map(str::to_owned).collect()
}

#[test]
fn a_session_can_be_left_in_every_way() {
    assert_eq!(answers_to(b""), "");
    assert_eq!(answers_to(b"quit\nisready\n"), "");
    assert_eq!(answers("ucci", &["isready", "quit", "isready"]), ["readyok", "bye"]);
    assert_eq!(answers("ucci", &["isready"]), ["readyok"]);
    assert_eq!(answers("uci", &["isready", "quit"]), ["readyok"]);
}

#[test]
fn nothing_is_said_of_what_is_not_understood() {
    let lines = [
        "xboard",
        "protover 2",
        "",
        "   ",
        "ponderhit",
        "setoption guiname XQWizard",
        "setoption promotion false",
    ];
    for greeting in ["ucci", "uci"] {
        assert_eq!(answers(greeting, &lines), [""; 0], "{greeting}");
    }
    assert_eq!(answers("ucci", &["setoption promotion true"]), ["info message promotion not supported"]);
    assert_eq!(
        answers("uci", &["debug on", "go_on now"]),
        ["info string idleline [go_on_now]", "info string unknown command go_on_now"]
    );
    assert_eq!(
        answers("uci", &["debug on", "setoption name Search depth value 3"])[1],
        "info string unknown option Search_depth"
    );
}

#[test]
fn options_of_programs_that_send_their_own_set_are_taken_silently() {
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
fn an_illegal_position_leaves_none() {
    for position in [
        "position fen xyz",
        "position",
        "position startpos moves h2h8",
        "position startpos moves h2e2 h2e2",
        "position startpos moves 0000",
        "position startpos moves 炮二平五",
        "position fen 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "position fen 9/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
    ] {
        let said = answers("ucci", &[position, "go depth 2", "d"]);
        assert_eq!(said.len(), 3, "{said:?}");
        assert!(said[0].starts_with("info message illegal position: ") && said[0].is_ascii());
        assert_eq!(said[1..], ["nobestmove", "info string fen none"]);
        let said = answers("uci", &[position, "go infinite"]);
        assert!(said[0].starts_with("info string illegal position: "));
        assert_eq!(said[1], "bestmove (none)");
    }
    assert_eq!(answers("ucci", &["position fen xyz", "position startpos", "d"])[1], DISPLAYED_START);
}

const DISPLAYED_START: &str =
    "info string fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[test]
fn a_position_after_a_capture_equals_its_replay() {
    let replay = answers("ucci", &["position startpos moves h2e2 h7e7 e2e6", "d"]);
    let direct = answers(
        "ucci",
        &["position fen rnbakabnr/9/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2", "d"],
    );
    assert_eq!(replay, direct);
    assert_eq!(replay.len(), 1);
}

#[test]
fn depth_nought_and_an_idle_stop_have_no_move() {
    assert_eq!(answers("ucci", &["stop"]), ["nobestmove"]);
    assert_eq!(answers("ucci", &["go depth 0", "stop"]), ["nobestmove"], "the stop has its answer already");
    assert_eq!(answers("uci", &["stop"]), [""; 0]);
    assert_eq!(answers("ucci", &["probe startpos"]), ["pophash"]);
}

#[test]
fn go_perft_counts_by_move_and_needs_no_answer() {
    for greeting in ["ucci", "uci"] {
        let said = answers(greeting, &["position startpos", "go perft 2", "isready"]);
        let (moves, rest) = said.split_at(44);
        assert!(
            moves.iter().all(|line| line.split_once(": ").is_some_and(|(mv, _)| mv.parse::<Move>().is_ok()))
        );
        assert!(moves.contains(&"h2e2: 45".to_owned()), "{moves:?}");
        assert_eq!(rest, ["nodes 1920", "readyok"]);
    }
    let mated = "position fen 3k5/4P4/9/9/9/9/9/9/9/4K4 b";
    assert_eq!(answers("uci", &[mated, "go perft 3"]), ["nodes 0"]);
}

#[test]
fn a_choice_of_illegal_moves_leaves_none() {
    for word in ["a0a9", "h9g7"] {
        let go = format!("go depth 2 searchmoves {word}");
        assert_eq!(answers("ucci", &["position startpos", &go]), ["nobestmove"]);
        assert_eq!(answers("uci", &["position startpos", &go]), ["bestmove (none)"]);
    }
    let said = answers("ucci", &["setoption batch true", "go depth 2 searchmoves"]);
    assert!(said.last().unwrap().starts_with("bestmove "), "no word is no choice: {said:?}");
}

#[test]
fn work_before_a_greeting_means_uci() {
    assert_eq!(answers_to(b"isready\nstop\nprobe startpos\nd\n"), format!("readyok\n{DISPLAYED_START}\n"));
    assert_eq!(answers_to(b"ucicyclone\nfen 4k4/9/9/9/9/9/9/9/9/3K5 r\nd\n"), {
        "info string fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1\n"
    });
    assert_eq!(answers_to(b"startpos moves i9i8\nd\n").lines().count(), 2);
}

#[test]
fn the_rank_base_follows_the_moves() {
    let moved = "info string fen rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2";
    let base_one = "position startpos moves h3e3 h10g8";
    let base_zero = "position startpos moves h2e2 h9g7";
    assert_eq!(answers("uci", &[base_zero, "d"]), [moved]);
    assert_eq!(answers("uci", &[base_one, "d", base_one, "d"]), [moved, moved]);
    assert_eq!(answers("ucci", &[base_one]).len(), 1, "not in UCCI");
    assert_eq!(answers("uci", &["setoption name RankBase value 0", base_one]).len(), 1);
    assert_eq!(answers("uci", &["setoption name RankBase value 1", "position startpos moves b1c3"]), [""; 0]);
    let again = answers_to(format!("uci\n{base_one}\nuci\n{base_zero}\nd\n").as_bytes());
    assert_eq!(again.lines().last(), Some(moved));
}

#[test]
fn a_later_greeting_changes_the_dialect_and_keeps_the_rest() {
    let output = answers_to(b"uci\nposition startpos moves h2e2\nucci\nd\nquit\n");
    assert!(output.contains("uciok\nid name") && output.contains("ucciok\ninfo string fen "));
    assert!(output.ends_with(" b - - 1 1\nbye\n"));
}

#[test]
fn long_games_are_taken_in_at_once() {
    let game = format!("position startpos moves{}", " a0a1 a9a8 a1a0 a8a9".repeat(1500));
    let start = std::time::Instant::now();
    let said = answers("ucci", &[&game, "d"]);
    assert!(said[0].ends_with(" w - - 6000 3001"), "{said:?}");
    assert!(start.elapsed().as_millis() < 1000, "{:?}", start.elapsed());
}

/// The colours of the sides that the answers move, told by the rank moved from in the opening.
fn movers(answers: &[String]) -> String {
    let from = answers.iter().filter_map(|line| line.strip_prefix("bestmove ")).map(|mv| mv.as_bytes()[1]);
    from.map(|rank| if rank < b'5' { 'r' } else { 'b' }).collect()
}

#[test]
fn batch_mode_answers_one_go_after_the_other() {
    let said = answers(
        "ucci",
        &[
            "setoption batch true",
            "position startpos",
            "go depth 2",
            "position startpos moves h2e2",
            "go depth 2",
            "quit",
        ],
    );
    assert_eq!(movers(&said), "rb");
    assert_eq!(said.last().unwrap(), "bye");
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
fn what_follows_a_stop_finds_the_engine_idle() {
    let stopped =
        ["go infinite", "stop", "position startpos moves h2e2", "go infinite", "isready", "stop", "quit"];
    let said = answers("ucci", &stopped);
    assert_eq!(movers(&said), "rb");
    assert_eq!(said.iter().filter(|line| *line == "readyok").count(), 1);
    assert_eq!(said.last().unwrap(), "bye");
}

#[test]
fn a_ponder_hit_ends_what_was_held_back() {
    let mate = "position fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1";
    let said = answers(
        "ucci",
        &[mate, "go ponder time 1000", "setoption multipv 2", "ponderhit draw", "stop", mate, "go depth 2"],
    );
    let answers = said.iter().filter(|line| *line == "bestmove e1d1").count();
    assert_eq!(answers, 2, "{said:?}");
}

#[test]
fn chances_are_shown_if_wanted() {
    let said = answers("uci", &["setoption batch 1", "setoption name UCI_ShowWDL value true", "go depth 2"]);
    assert!(said[0].contains(" wdl "), "{said:?}");
}

#[test]
fn a_decided_game_is_announced_and_played_on() {
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
            let prefix = format!("info {kind} the game is decided: ");
            let told: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix(&prefix)).collect();
            assert_eq!(told, said.as_slice(), "{position}");
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
fn wins_by_rule_are_no_mates() {
    // Chasing the cannon on and on loses.
    let moves = "g6h6 g2h2 h6g6 h2g2";
    let line = format!("position fen 3k5/9/9/6c2/9/9/9/6R2/9/5K3 b - - 0 1 moves {moves} {moves} g6h6");
    for greeting in ["ucci", "uci"] {
        let lines = answers(greeting, &["setoption batch true", &line, "go depth 4 searchmoves g2h2"]);
        assert!(lines.iter().any(|line| line.contains(" -9000 ")), "{lines:?}");
        assert!(lines.iter().all(|line| !line.contains("mate")), "{lines:?}");
    }
}
