// SPDX-License-Identifier: MIT OR Apache-2.0
//! The `position` command: illegal positions, long games, and the rank base of moves.

use super::support::{self, DISPLAYED_START, answers_to, without_boards};

fn answers(greeting: &str, lines: &[&str]) -> Vec<String> {
    without_boards(support::answers(greeting, lines))
}

#[test]
fn after_an_illegal_position_there_is_none() {
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
        assert_eq!(said[1..], ["nobestmove", "no position: the last one received is illegal"]);
        let said = answers("uci", &[position, "go infinite"]);
        assert!(said[0].starts_with("info string illegal position: "));
        assert_eq!(said[1], "bestmove (none)");
    }
    assert_eq!(answers("ucci", &["position fen xyz", "position startpos", "d"])[1], DISPLAYED_START);
}

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
fn the_rank_base_follows_the_moves() {
    let moved = "Fen: rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2";
    let base_one = "position startpos moves h3e3 h10g8";
    let base_zero = "position startpos moves h2e2 h9g7";
    assert_eq!(answers("uci", &[base_zero, "d"]), [moved]);
    assert_eq!(answers("uci", &[base_one, "d", base_one, "d"]), [moved, moved]);
    assert_eq!(answers("ucci", &[base_one]).len(), 1, "the base is not detected in UCCI");
    assert_eq!(answers("uci", &["setoption name RankBase value 0", base_one]).len(), 1);
    assert_eq!(answers("uci", &["setoption name RankBase value 1", "position startpos moves b1c3"]), [""; 0]);
    let again = answers_to(format!("uci\n{base_one}\nuci\n{base_zero}\nd\n").as_bytes());
    assert!(again.contains(&format!("{moved}\n")), "{again}");
}

#[test]
fn long_games_are_read_quickly() {
    let game = format!("position startpos moves{}", " a0a1 a9a8 a1a0 a8a9".repeat(1500));
    let start = std::time::Instant::now();
    let said = answers("ucci", &[&game, "d"]);
    assert!(said[0].ends_with(" w - - 6000 3001"), "{said:?}");
    assert!(start.elapsed().as_millis() < 1000, "{:?}", start.elapsed());
}
