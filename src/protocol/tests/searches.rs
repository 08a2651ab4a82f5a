// SPDX-License-Identifier: MIT OR Apache-2.0
//! The `go` command, and commands that come during a search.

use super::support::answers;
use crate::types::Move;

#[test]
fn depth_zero_and_an_idle_stop_have_no_move() {
    assert_eq!(answers("ucci", &["stop"]), ["nobestmove"]);
    assert_eq!(answers("ucci", &["go depth 0", "stop"]), ["nobestmove"], "the answer has crossed the stop");
    assert_eq!(answers("uci", &["stop"]), [""; 0]);
    assert_eq!(answers("ucci", &["probe startpos"]), ["pophash"]);
}

#[test]
fn go_perft_counts_by_root_move_without_a_best_move() {
    for greeting in ["ucci", "uci"] {
        // The end of the input waits for the count.
        let said = answers(greeting, &["position startpos", "go perft 2"]);
        let (moves, rest) = said.split_at(44);
        assert!(
            moves.iter().all(|line| line.split_once(": ").is_some_and(|(mv, _)| mv.parse::<Move>().is_ok()))
        );
        assert!(moves.contains(&"h2e2: 45".to_owned()), "{moves:?}");
        assert_eq!(rest, ["nodes 1920"]);
    }
    let mated = "position fen 3k5/4P4/9/9/9/9/9/9/9/4K4 b";
    assert_eq!(answers("uci", &[mated, "go perft 3"]), ["nodes 0"]);
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
    for word in ["a0a9", "h9g7"] {
        let go = format!("go depth 2 searchmoves {word}");
        assert_eq!(answers("ucci", &["position startpos", &go]), ["nobestmove"]);
        assert_eq!(answers("uci", &["position startpos", &go]), ["bestmove (none)"]);
    }
    let said = answers("ucci", &["setoption batch true", "go depth 2 searchmoves"]);
    assert!(said.last().unwrap().starts_with("bestmove "), "an empty list is not a restriction: {said:?}");
}

/// Returns the side that each answer moves, `r` or `b`, by the rank of its origin.
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
fn commands_after_a_stop_find_the_engine_idle() {
    let stopped =
        ["go infinite", "stop", "position startpos moves h2e2", "go infinite", "isready", "stop", "quit"];
    let said = answers("ucci", &stopped);
    assert_eq!(movers(&said), "rb");
    assert_eq!(said.iter().filter(|line| *line == "readyok").count(), 1);
    assert_eq!(said.last().unwrap(), "bye");
}

#[test]
fn a_ponder_hit_releases_a_held_answer() {
    let mate = "position fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1";
    let said = answers(
        "ucci",
        &[mate, "go ponder time 1000", "setoption multipv 2", "ponderhit draw", "stop", mate, "go depth 2"],
    );
    let answers = said.iter().filter(|line| *line == "bestmove e1d1").count();
    assert_eq!(answers, 2, "{said:?}");
}

#[test]
fn wdl_is_reported_on_request() {
    let said = answers("uci", &["setoption batch 1", "setoption name UCI_ShowWDL value true", "go depth 2"]);
    assert!(said[0].contains(" wdl "), "{said:?}");
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
fn wins_by_rule_are_not_mates() {
    // Perpetual chase of the cannon loses.
    let moves = "g6h6 g2h2 h6g6 h2g2";
    let line = format!("position fen 3k5/9/9/6c2/9/9/9/6R2/9/5K3 b - - 0 1 moves {moves} {moves} g6h6");
    for greeting in ["ucci", "uci"] {
        let lines = answers(greeting, &["setoption batch true", &line, "go depth 4 searchmoves g2h2"]);
        assert!(lines.iter().any(|line| line.contains(" -9000 ")), "{lines:?}");
        assert!(lines.iter().all(|line| !line.contains("mate")), "{lines:?}");
    }
}

#[test]
fn an_offered_draw_is_accepted_in_an_equal_game_without_progress() {
    let quiet = "position fen 2bak4/4a4/4b4/9/9/9/9/4B4/4A3n/2BAK4 w - - 30 70";
    let last = |lines: &[&str]| answers("ucci", lines).pop().unwrap();
    assert!(last(&[quiet, "go draw time 100"]).ends_with(" draw"));
    assert!(!last(&[quiet, "go time 100"]).ends_with(" draw"));
    assert!(!last(&["setoption drawresign false", quiet, "go draw time 100"]).ends_with(" draw"));
    assert!(!last(&["position startpos", "go draw time 100"]).ends_with(" draw"));
    assert!(!answers("uci", &[quiet, "go draw time 100"]).pop().unwrap().ends_with(" draw"));
}
