// SPDX-License-Identifier: MIT OR Apache-2.0
//! Commands and replies in the spellings that programs use.

use crate::protocol::{BestMove, Command, Dialect, Go, PopHash, PositionText, Reply};
use crate::types::Score;

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
fn commands_are_read_in_every_spelling() {
    let fen = Some("4k4/9 b - - 0 1".to_owned());
    let moves = words("h2e2 h9g7");
    for (line, command) in [
        ("ucci", Command::Greet(Dialect::Ucci)),
        (" \tUCCI \r", Command::Greet(Dialect::Ucci)),
        ("uci", Command::Greet(Dialect::Uci)),
        ("ucicyclone", Command::Greet(Dialect::Uci)),
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
        ("bench", Command::Bench),
        ("Help", Command::Help),
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
fn replies_are_read_in_every_spelling() {
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
