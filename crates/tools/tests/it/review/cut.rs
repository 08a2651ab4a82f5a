// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe review`: games that cannot be read to the end, and files of many games.

use crate::support::command::file;
use crate::support::run::{Run, json_lines, new_path, printed, refused, repository, run, run_reading};
use serde_json::{Value, json};
use std::fs;
use xiangqi::notation::Records;

/// Red's third move jumps over a pawn.
const CUT: &str = "[Red \"甲\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7\n2. h0g2 i9h9\n3. i0i4 h9h3 1-0\n";

#[test]
fn a_game_with_an_illegal_move_is_reviewed_up_to_it() {
    let path = file("cut.pgn", CUT);
    let review = |words: &str| {
        let Run { status, text, error } = run(&format!("review {path} --depth 3 {words}"));
        assert_eq!(status, Some(1), "{words}");
        (text, error)
    };
    let (table, error) = review("");
    let lines: Vec<_> = table.lines().collect();
    assert!(lines[4].starts_with("  2... i9h9") && lines[5].is_empty(), "{table}");
    let last = lines.last().unwrap();
    assert!(last.starts_with("not reviewed from 3. on: line 6: move 3, red (ply 5): 'i0i4' is "), "{table}");
    let reason = last.split_once("on: ").unwrap().1;
    assert_eq!(error, format!("chuhe: {path}: {reason}; reviewed up to there (plies: 4)\n"));

    let json = json_lines(&review("--json").0).remove(0);
    assert_eq!((&json["complete"], json["moves"].as_array().unwrap().len()), (&json!(false), 4));
    assert_eq!(json["error"], json!({ "ply": 5, "message": reason }));
    assert_eq!(json["summary"]["red"]["moves"], 2);

    let [page, annotated] = ["cut.html", "cut-out.pgn"].map(new_path);
    review(&format!("--html {page} --pgn {annotated} --lang zh"));
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("not reviewed from 3. on: line 6") && page.contains("从3.起未复盘"), "no note");
    let record = Records::new(&*fs::read(annotated).unwrap()).next().unwrap().unwrap();
    assert_eq!((record.tag("Red"), record.line.moves.len()), (Some("甲"), 4));
    assert!(record.line.moves[3].comment.contains("从3.起未复盘：第6行：第3回合红方（第5着）：“i0i4”不合法"));
}

#[test]
fn games_in_other_formats_are_reviewed_as_far_as_they_can_be_read() {
    // The file ends in the middle of the moves.
    let xqf = fs::read(repository("positions/notation/records/open.xqf")).unwrap();
    let forum = "[DhtmlXQ]\n[DhtmlXQ_movelist]774770627747[/DhtmlXQ_movelist]\n[/DhtmlXQ]";
    for (game, place) in
        [(&xqf[..xqf.len() - 100], "byte "), (forum.as_bytes(), "line 2: move 2, red (ply 3): ")]
    {
        let Run { status, text, error } = run_reading("review - --depth 1", game);
        assert_eq!(status, Some(1), "{error}");
        assert!(
            text.contains("not reviewed from ") && error.contains(" reviewed up to there "),
            "{text}{error}"
        );
        assert!(error.starts_with(&format!("chuhe: standard input: {place}")), "{error}");
    }
    let none = file("cut-none.pgn", "1. h2h8 *");
    let error = refused(&format!("review {none}"));
    assert!(error.contains("cut-none.pgn: line 1: move 1, red (ply 1): 'h2h8' is "), "{error}");
}

#[test]
fn a_game_is_selected_by_its_number_and_read_from_standard_input() {
    let bad = "[Red \"x\"]\n\n1. nonsense *\n\n[Red \"y\"]\n\n*\n\n";
    let mate = "[FEN \"3k5/1R7/9/9/8r/9/R8/9/7r1/4K4 w - - 0 1\"]\n\n1. a3a4 i5i0 0-1\n";
    let games = format!("[Red \"甲\"]\n\n1. h2e2 h9g7 *\n\n{bad}{mate}");
    let path = file("several.pgn", &games);
    let reviewed = |words: &str| {
        let Run { text, error, .. } = run(&format!("review {path} --depth 1 --json {words}"));
        let review: Value = serde_json::from_str(&text).unwrap();
        (["game", "games"].map(|field| review[field].as_u64().unwrap()), error)
    };
    let note = format!("chuhe: {path}: 4 games; reviewing game 1, choose another with --game N\n");
    assert_eq!(reviewed(""), ([1, 4], note));
    assert_eq!(reviewed("--game 4"), ([4, 4], String::new()));
    let fourth = printed(&format!("review {path} --game 4 --depth 3"));
    assert!(fourth.ends_with("red is checkmated\n"), "{fourth}");
    let piped = run_reading("review - --game 4 --depth 3", games.as_bytes());
    assert_eq!(piped.text, fourth);
    let annotated = run_reading("review - --depth 1 --pgn -", games.as_bytes()).text;
    let record = Records::new(annotated.as_bytes()).next().unwrap().unwrap();
    assert_eq!((record.tag("Red"), record.line.moves.len()), (Some("甲"), 2));
    for (number, problem) in [
        (
            2,
            "several.pgn: line 7: move 1, red (ply 1): 'nonsense' is not a move (like h2e2, C2.5 or 炮二平五)",
        ),
        (3, "several.pgn: game 3 has no moves"),
        (5, "several.pgn: there is no game 5; the file contains 4 games"),
    ] {
        assert!(refused(&format!("review {path} --game {number}")).ends_with(problem), "{number}");
    }
}
