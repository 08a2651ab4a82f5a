// SPDX-License-Identifier: MIT OR Apache-2.0
//! Commands and replies in the spellings that programs use; a message that is written reads back, and no
//! input causes a panic.

use crate::{BestMove, Bound, Command, Dialect, Go, Info, PopHash, PositionText, RankBase, Reply, Score};
use proptest::prelude::*;

const DIALECTS: [Dialect; 2] = [Dialect::Ucci, Dialect::Uci];

fn read(line: &str) -> Command {
    Command::parse(line).unwrap_or_else(|| panic!("{line}"))
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

#[test]
fn commands_are_read_in_every_spelling() {
    let fen = Some("4k4/9 b - - 0 1".to_owned());
    let moves = words("h2e2 h9g7");
    for (line, command) in [
        ("ucci", Command::Greet(Dialect::Ucci)),
        (" \tUCCI \r", Command::Greet(Dialect::Ucci)),
        ("uci", Command::Greet(Dialect::Uci)),
        ("ucicyclone", Command::GreetCyclone),
        ("xboard", Command::XBoard),
        ("protover 2", Command::XBoard),
        ("isready\0", Command::IsReady),
        ("stop\t \x0b\x7f", Command::Stop),
        ("setoption hashsize 64", Command::set_option("hashsize", "64")),
        ("setoption name Hash value 64", Command::set_option("Hash", "64")),
        ("setoption name Move  Overhead value 64", Command::set_option("Move Overhead", "64")),
        ("setoption Hash 64", Command::set_option("Hash", "64")),
        (
            "setoption bookfiles C:\\My  Books\\B.DAT;x ",
            Command::set_option("bookfiles", "C:\\My  Books\\B.DAT;x"),
        ),
        ("setoption name Clear Hash", Command::set_option("Clear Hash", "")),
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
            "\0position\0startpos\x01moves\x0bh2e2\t\th9g7\x1b \r\r",
            Command::Position(PositionText { fen: None, moves: moves.clone() }),
        ),
        (
            "position fen 4k4/9  b - - 0 1 moves h2e2 h9g7",
            Command::Position(PositionText { fen: fen.clone(), moves: moves.clone() }),
        ),
        ("fen 4k4/9 b - - 0 1", Command::CyclonePosition(PositionText { fen: fen.clone(), moves: vec![] })),
        (
            "startpos moves h2e2 h9g7",
            Command::CyclonePosition(PositionText { fen: None, moves: moves.clone() }),
        ),
        ("banmoves h2e2 h9g7", Command::BanMoves(moves)),
        ("banmoves", Command::BanMoves(vec![])),
        ("ponderhit", Command::PonderHit { draw: false }),
        ("ponderhit draw", Command::PonderHit { draw: true }),
        ("stop", Command::Stop),
        ("probe startpos", Command::Probe(PositionText::default())),
        ("d", Command::Display),
        ("eval", Command::Evaluate),
        ("bench", Command::Bench(None)),
        ("bench 8", Command::Bench(Some(8))),
        ("Help", Command::Help),
        ("license", Command::License),
        ("compiler", Command::Compiler),
        ("quit", Command::Quit),
    ] {
        assert_eq!(read(line), command, "{line:?}");
        if !matches!(command, Command::SetOption { .. }) {
            assert_eq!(DIALECTS.map(|dialect| read(&command.to_line(dialect))), [command.clone(), command]);
        }
    }
    for line in ["", "  ", "stopxyz", "foo bar", "setoption", "setoption name value 3", "\u{feff}", "红"] {
        assert_eq!(Command::parse(line), None, "{line:?}");
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
        assert_eq!(read(line), expected.clone().into(), "{line}");
    }
}

#[test]
fn replies_are_read_in_every_spelling() {
    let best = |ponder: Option<&str>, draw, resign| {
        let ponder = ponder.map(str::to_owned);
        Reply::BestMove(BestMove { mv: "h2e2".to_owned(), ponder, draw, resign })
    };
    for (line, reply) in [
        ("bestmove h2e2", best(None, false, false)),
        ("bestmove h2e2 ponder h9g7 draw", best(Some("h9g7"), true, false)),
        ("bestmove h2e2 resign", best(None, false, true)),
        ("bestmove resign", Reply::BestMove(BestMove { resign: true, ..BestMove::new("resign") })),
        ("nobestmove", Reply::NoBestMove),
        ("bestmove (none)", Reply::NoBestMove),
        ("bestmove null", Reply::NoBestMove),
        ("info message hello  you", Reply::Message("hello  you".to_owned())),
        ("info string hello", Reply::Note("hello".to_owned())),
        ("bye", Reply::Bye),
        ("pophash", Reply::PopHash(PopHash::default())),
        ("id name Some Engine 3", Reply::id("name", "Some Engine 3")),
    ] {
        assert_eq!(Reply::parse(line), Some(reply), "{line}");
    }
    let score = |line: &str| match Reply::parse(line) {
        Some(Reply::Info(info)) => info.score,
        other => panic!("{other:?}"),
    };
    assert_eq!(score("info depth 3 score -35 pv h2e2"), Some(Score::Cp(-35)));
    assert_eq!(score("info depth 3 score cp 9999 pv h2e2"), Some(Score::Cp(9999)));
    assert_eq!(score("info depth 3 score 9999 pv h2e2"), Some(Score::Mate(1)));
    assert_eq!(score("info depth 3 score mate -2 lowerbound nodes 7"), Some(Score::Mate(-4)));
    assert_eq!(score("info depth 3"), None);
}

#[test]
fn a_number_that_is_out_of_range_is_no_number() {
    let digits = "99999999999999999999";
    let names = "depth,seldepth,multipv,score,score cp,score mate,wdl 1 2,nodes,nps,hashfull,\
                 tbhits,time,currmovenumber";
    for name in names.split(',') {
        for number in [digits, "-99999999999999999999", "1e30"] {
            let line = format!("info {name} {number} pv h2e2");
            let expected = Info { pv: words("h2e2"), ..Info::default() };
            assert_eq!(Reply::parse(&line), Some(Reply::Info(expected)), "{line}");
        }
    }
    let line = format!("option name Hash type spin min -{digits} max {digits} default 16");
    let Some(Reply::Option(option)) = Reply::parse(line) else { panic!("an option") };
    assert_eq!((option.min, option.max, option.default.as_deref()), (None, None, Some("16")));
    let entry = PopHash { best_move: Some("h2e2".to_owned()), ..PopHash::default() };
    let line = format!("pophash bestmove h2e2 lowerbound {digits} depth 3 upperbound 5 depth {digits}");
    assert_eq!(Reply::parse(line), Some(Reply::PopHash(entry)));
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
        ("x[a-z]{0,9}", "([!-~]([ -~]{0,30}[!-~])?)?")
            .prop_map(|(name, value)| Command::set_option(name, value)),
        position_text().prop_map(Command::Position),
        position_text().prop_map(Command::CyclonePosition),
        position_text().prop_map(Command::Probe),
        moves().prop_map(Command::BanMoves),
        go().prop_map(Command::from),
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
    let bound = prop::sample::select(vec![None, Some(Bound::Lower), Some(Bound::Upper)]);
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
            prop_assert_eq!(Command::parse(command.to_line(dialect)), Some(command.clone()));
        }
    }

    #[test]
    fn replies_read_back(reply in reply()) {
        for dialect in DIALECTS {
            prop_assert_eq!(Reply::parse(reply.to_line(dialect)), Some(reply.clone()));
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
            if let Some(command) = Command::parse(&line) {
                command.to_line(dialect);
            }
            if let Some(reply) = Reply::parse(&line) {
                reply.to_line(dialect);
            }
        }
        for word in &tail {
            RankBase::One.read::<String>(word);
            RankBase::Zero.read::<String>(word);
        }
    }
}
