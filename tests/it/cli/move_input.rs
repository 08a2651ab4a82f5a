// SPDX-License-Identifier: MIT OR Apache-2.0
//! Positions and moves as users give them: moves in any notation wherever moves are taken, FENs from standard
//! input, and errors that say why.

use crate::support::command::{chuhe, complaint, complaint_reading, file, lines, text};
use xiangqi::notation::START_FEN;

/// One opening, as people paste it.
const LISTS: [&str; 6] = [
    "h2e2 h9g7 h0g2",
    "H2-E2 H9-G7 H0-G2",
    "1. h2e2 h9g7 2. h0g2 *",
    "1.炮二平五 马8进7 2.马二进三",
    "1、炮二平五，馬８進７ 2、馬二進三",
    "1. C2.5 N8+7 2. N2+3 1-0",
];
const AFTER: &str = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2";

#[test]
fn moves_are_taken_in_any_notation() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/book/chuhe.book");
    let expected = [
        lines(&["show", "--fen", AFTER]).last().cloned(),
        lines(&["eval", "--fen", AFTER]).last().cloned(),
        lines(&["perft", "1", "--fen", AFTER]).first().cloned(),
        lines(&["book", "probe", book, "--fen", AFTER]).first().cloned(),
        Some("bestmove".to_owned()),
        Some("verdict: ongoing".to_owned()),
        Some("h2e2 h9g7 h0g2".to_owned()),
    ];
    assert!(expected.iter().all(Option::is_some));
    for list in LISTS {
        let searched = lines(&["search", "--depth", "1", "--moves", list]);
        let adjudicated = lines(&["adjudicate", list]);
        let said = [
            lines(&["show", "--moves", list]).last().cloned(),
            lines(&["eval", "--moves", list]).last().cloned(),
            lines(&["perft", "1", "--moves", list]).first().cloned(),
            lines(&["book", "probe", book, "--moves", list]).first().cloned(),
            searched.last().and_then(|line| line.split(' ').next()).map(str::to_owned),
            adjudicated.iter().find(|line| line.starts_with("verdict: ")).cloned(),
            lines(&["convert", "--to", "iccs", list]).last().cloned(),
        ];
        assert_eq!(said, expected, "{list}");
    }
}

#[test]
fn a_suite_takes_moves_in_any_notation() {
    let suite = file("notations.epd", "3k5/9/9/9/9/9/9/9/9/4KR3 w; bm 车四进九 R4+8 f0g0; id \"any\"");
    assert!(lines(&["suite", &suite, "--depth", "1"]).last().unwrap().starts_with("solved "));
}

#[test]
fn fens_and_moves_are_read_from_standard_input() {
    let after = lines(&["show", "--fen", AFTER]).last().cloned().unwrap();
    for input in [format!("{AFTER}\n"), format!("\u{feff}\r\n\r\n{AFTER}\r\nnot read"), AFTER.to_owned()] {
        for words in [&["show", "--fen", "-"][..], &["search", "--depth", "1", "--fen", "-"]] {
            text(words, input.as_bytes());
        }
        assert_eq!(text(&["show", "--fen", "-"], input.as_bytes()).lines().last(), Some(&*after));
    }
    let both = format!("{START_FEN}\n1. 炮二平五 马8进7\n2. 马二进三\n");
    assert_eq!(text(&["show", "--fen", "-", "--moves", "-"], both.as_bytes()).lines().last(), Some(&*after));
    assert_eq!(text(&["convert", "--to", "iccs", "--fen", "-", "-"], both.as_bytes()), "h2e2 h9g7 h0g2\n");
    assert!(text(&["adjudicate", "--fen", "-", "h2e2"], both.as_bytes()).contains("verdict: ongoing"));
    for input in ["", "\r\n \n"] {
        let said = complaint_reading(&["eval", "--fen", "-"], input.as_bytes(), 2);
        assert_eq!(said, "--fen: standard input: no FEN: the input is empty");
    }
    let said = complaint_reading(&["eval", "--fen", "-"], b"rubbish", 2);
    assert_eq!(said, "--fen: standard input: 'rubbish': 1 rank instead of ten");
}

#[test]
fn a_fen_with_a_wrong_side_or_trailing_text_is_refused() {
    let board = START_FEN.split(' ').next().unwrap();
    for side in ["", " w", " r", " b", " w - - 0 1"] {
        lines(&["show", "--fen", &format!("{board}{side}")]);
    }
    for (rest, problem) in [
        ("x", "side to move 'x' is not w, r or b"),
        ("w - - 0 1 more", "unexpected 'more' at the end"),
        ("b bm h2e2", "'bm' in place of '-'"),
    ] {
        let fen = format!("{board} {rest}");
        for command in ["show", "eval", "adjudicate", "search"] {
            assert_eq!(complaint(&[command, "--fen", &fen], 2), format!("--fen: '{fen}': {problem}"));
        }
        let pgn = file("side.pgn", &format!("[FEN \"{fen}\"]\n\n1. h2e2 *\n"));
        let output = chuhe(&["convert", "--to", "iccs", "--games", &pgn]);
        assert_eq!(output.status.code(), Some(1), "{rest}");
        assert!(String::from_utf8(output.stderr).unwrap().contains(problem), "{rest}");
    }
}

#[test]
fn long_texts_are_not_echoed_whole() {
    let long = "k".repeat(10_000);
    let spaced = format!("{} w", "k/".repeat(5_000));
    for words in [
        &["show", "--fen", &long][..],
        &["show", "--fen", &spaced],
        &["adjudicate", "--fen", &format!("{START_FEN} {long}")],
        &["show", "--moves", &long],
        &["convert", "--to", &long, "h2e2"],
        &["perft", &long],
        &["search", "--threads", &spaced],
        &[&long],
    ] {
        let said = complaint(words, 2);
        assert!(said.len() < 500 && said.contains("kkk") | said.contains("k/k/k"), "{said}");
    }
}

#[test]
fn an_illegal_move_is_named_with_its_place_and_the_reason() {
    let leg = "'b0d1' is illegal: blocked leg: the piece on c0 blocks the horse";
    let place = "move 2, red (ply 3): ";
    let moves = ["h2e2", "h9g7", "b0d1"];
    for command in ["show", "eval", "search"] {
        let words = [&[command, "--moves"][..], &moves].concat();
        assert_eq!(complaint(&words, 2), format!("--moves: {place}{leg}"));
    }
    assert_eq!(complaint(&["adjudicate", "1. h2e2 h9g7 2. b0d1"], 2), format!("{place}{leg}"));
    assert_eq!(complaint(&["convert", "--to", "wxf", "h2e2 h9g7", "b0d1"], 2), format!("{place}{leg}"));
    let chinese = complaint(&["show", "--moves", "炮二平五 炮8平5 炮五进六"], 2);
    assert_eq!(
        chinese,
        "--moves: move 2, red (ply 3): '炮五进六' (e2e8) is illegal: blocked path: the piece on e3 is in the way of \
         the cannon"
    );
    let pinned = ["show", "--fen", "4k4/4r4/9/9/9/9/9/9/4R4/4K4 w", "--moves", "e1a1"];
    assert_eq!(
        complaint(&pinned, 2),
        "--moves: move 1, red (ply 1): 'e1a1' is illegal: own king in check: red's king could be captured by the \
         rook on e8"
    );
    for (dialect, keyword) in [("ucci", "message"), ("uci", "string")] {
        let session = format!("{dialect}\nposition startpos moves h2e2 h9g7 b0d1\nquit\n");
        let said = text(&[], session.as_bytes());
        let expected = format!("info {keyword} illegal position: {place}{leg}");
        assert!(said.lines().any(|line| line.starts_with(&expected)), "{said}");
        assert!(said.is_ascii());
    }
}

#[test]
fn illegal_moves_in_game_files_are_named_with_the_line() {
    let pgn = file("illegal.pgn", "[Red \"x\"]\n\n1. 炮二平五 马8进7\n2. 马八进六 *\n");
    let expected = "line 4: move 2, red (ply 3): '马八进六' (b0d1) is illegal: blocked leg: the piece on c0 blocks the horse";
    let output = chuhe(&["convert", "--to", "iccs", "--games", &pgn]);
    assert!(String::from_utf8(output.stderr).unwrap().contains(expected));
    let forum = file("illegal.ubb", "[DhtmlXQ]\n[DhtmlXQ_movelist]77477747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n");
    let output = chuhe(&["convert", "--to", "iccs", "--games", &forum]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("move 1, black (ply 2): '7747' (h2e2) is illegal: there is no piece on h2"),
        "{said}"
    );
}
