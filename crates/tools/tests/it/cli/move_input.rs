// SPDX-License-Identifier: MIT OR Apache-2.0
//! Positions and moves as users give them: in any notation wherever moves are taken, from standard input, and
//! with errors that say why.

use crate::support::command::{complaint_reading, file, text};
use crate::support::run::{printed, refused, run};
use xiangqi::notation::START_FEN;

/// One opening, as people paste it.
const LISTS: [&str; 2] = ["1、炮二平五，馬８進７ 2、馬二進三", "1. C2.5 N8+7 2. N2+3 1-0"];
const AFTER: &str = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2";

#[test]
fn moves_are_taken_in_any_notation_and_with_the_position() {
    let last = |line: &str| printed(line).lines().last().unwrap().to_owned();
    let with_moves = format!("--fen '{START_FEN} moves h2e2 h9g7' --moves h0g2");
    let lists = LISTS.map(|list| format!("--moves '{list}'"));
    for (command, is_last) in
        [("show", true), ("eval", true), ("perft 1", false), ("book probe book/chuhe.book", false)]
    {
        let line = |position: &str| {
            let text = printed(&format!("{command} {position}"));
            let mut lines = text.lines();
            if is_last { lines.next_back() } else { lines.next() }.map(str::to_owned)
        };
        for moves in lists.iter().chain([&with_moves]) {
            assert_eq!(line(moves), line(&format!("--fen '{AFTER}'")), "{command} {moves}");
        }
    }
    for list in LISTS {
        assert!(last(&format!("search --depth 1 --moves '{list}'")).starts_with("bestmove "));
        assert!(printed(&format!("adjudicate '{list}'")).contains("verdict: ongoing"));
        assert_eq!(printed(&format!("convert --to iccs '{list}'")), "h2e2 h9g7 h0g2\n");
    }
    let suite = file("notations.epd", "3k5/9/9/9/9/9/9/9/9/4KR3 w; bm 车四进九 R4+8 f0g0; id \"any\"");
    assert!(last(&format!("suite {suite} --depth 1")).starts_with("solved "));
}

#[test]
fn fens_and_moves_are_read_from_standard_input() {
    let after = printed(&format!("show --fen '{AFTER}'"));
    for input in [format!("{AFTER}\n"), format!("\u{feff}\r\n\r\n{AFTER}\r\nnot read"), AFTER.to_owned()] {
        assert_eq!(text(&["show", "--fen", "-"], input.as_bytes()), after, "{input}");
    }
    let both = format!("{START_FEN}\n1. 炮二平五 马8进7\n2. 马二进三\n");
    let said = text(&["show", "--fen", "-", "--moves", "-"], both.as_bytes());
    assert_eq!(said.lines().last(), after.lines().last());
    assert_eq!(text(&["convert", "--to", "iccs", "--fen", "-", "-"], both.as_bytes()), "h2e2 h9g7 h0g2\n");
    assert!(text(&["adjudicate", "--fen", "-", "h2e2"], both.as_bytes()).contains("verdict: ongoing"));
    for (input, problem) in
        [(" \r\n", "no FEN: the input is empty"), ("rubbish", "'rubbish': 1 rank instead of ten")]
    {
        let said = complaint_reading(&["eval", "--fen", "-"], input.as_bytes(), 2);
        assert_eq!(said, format!("--fen: standard input: {problem}"));
    }
}

#[test]
fn what_is_wrong_with_a_position_or_a_move_is_said_by_every_command() {
    let fen = format!("{} x", START_FEN.split(' ').next().unwrap());
    for command in ["show", "eval", "adjudicate", "search", "convert --to wxf h2e2"] {
        let expected = format!("--fen: '{fen}': side to move 'x' is not w, r or b");
        assert_eq!(refused(&format!("{command} --fen '{fen}'")), expected, "{command}");
    }
    let reason =
        "move 2, red (ply 3): 'b0d1' is illegal: blocked leg: the piece on c0 blocks the horse".to_owned();
    for (command, place) in [
        ("show --moves", "--moves: "),
        ("eval --moves", "--moves: "),
        ("search --moves", "--moves: "),
        ("adjudicate", ""),
        ("convert --to wxf", ""),
    ] {
        assert_eq!(refused(&format!("{command} h2e2 h9g7 b0d1")), format!("{place}{reason}"));
    }
    for (name, game, expected) in [
        ("illegal.pgn", "[Red \"x\"]\n\n1. h2e2 h9g7\n2. b0d1 *\n", format!("line 4: {reason}")),
        (
            "illegal.ubb",
            "[DhtmlXQ]\n[DhtmlXQ_movelist]77477747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n",
            "move 1, black (ply 2): '7747' (h2e2) is illegal: there is no piece on h2".to_owned(),
        ),
    ] {
        let converted = run(&format!("convert --to iccs --games {}", file(name, game)));
        assert!(converted.status == Some(1) && converted.error.contains(&expected), "{}", converted.error);
    }
}

#[test]
fn long_texts_are_not_echoed_whole() {
    let long = "k".repeat(10_000);
    let spaced = format!("{} w", "k/".repeat(5_000));
    for line in [
        format!("show --fen {long}"),
        format!("show --fen '{spaced}'"),
        format!("adjudicate --fen '{START_FEN} {long}'"),
        format!("show --moves {long}"),
        format!("convert --to {long} h2e2"),
        format!("perft {long}"),
        format!("search --threads '{spaced}'"),
        long,
    ] {
        let said = refused(&line);
        assert!(said.len() < 500 && said.contains("kkk") | said.contains("k/k/k"), "{said}");
    }
}
