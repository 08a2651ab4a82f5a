// SPDX-License-Identifier: MIT OR Apache-2.0
//! The algorithms that do not search all lines to the same depth: each in a position of xiangqi that shows
//! its purpose.

use chuhe_lab::games::Xiangqi;
use chuhe_lab::{Found, MemorySettings, NodeTally, Subject, WON};
use xiangqi::types::{Move, Value};

fn search(name: &str, fen: &str, depth: u32) -> Found<Move> {
    search_and_count(name, fen, depth).0
}

/// Returns what a search finds, and its nodes.
fn search_and_count(name: &str, fen: &str, depth: u32) -> (Found<Move>, u64) {
    let mut game = Xiangqi::parse(fen).expect("a position");
    let rung =
        Xiangqi::ladder().into_iter().find(|rung| rung.name == name).expect("an algorithm of the ladder");
    let mut tally = NodeTally::default();
    let mut algorithm = rung.algorithm(MemorySettings { bits: 12, ..MemorySettings::default() });
    let found = algorithm.search(&mut game, depth, &mut tally);
    (found, tally.nodes)
}

fn value(name: &str, fen: &str, depth: u32) -> Value {
    search(name, fen, depth).value
}

/// Both sides can check each other for ever; a search beyond the horizon must end.
#[test]
fn perpetual_checks_end_at_last() {
    for fen in [
        "9/9/4k4/5c3/2r6/9/5n3/R3C4/7R1/4RK3 w",
        "9/5kC2/3c5/9/9/3R5/9/3c5/3R5/3K1C3 w",
        "9/3c5/1C3kN2/nN4r2/N2n5/9/9/9/3K5/9 w",
    ] {
        for name in ["quiescence", "extensions", "framework"] {
            assert!(value(name, fen, 3).abs() <= WON, "{name} {fen}");
        }
    }
}

/// The rook can capture a pawn, which the horse protects only where it is near enough.
#[test]
fn quiescence_sees_that_the_pawn_is_protected() {
    let (protected, free) = ("4k4/9/2n6/p8/9/9/R8/9/9/3K5 w", "4k4/2n6/9/p8/9/9/R8/9/9/3K5 w");
    let best = |name, fen| search(name, fen, 1).best.expect("a move").to_string();
    // At one ply the pawn looks free.
    assert_eq!(best("pvs", protected), "a3a6");
    for name in ["quiescence", "framework"] {
        assert_eq!([best(name, protected), best(name, free)], ["d0d1", "a3a6"], "{name}");
    }
}

/// A mate by checks only, three plies deep.
#[test]
fn extensions_see_a_mate_by_checks_beyond_their_depth() {
    let fen = "9/9/5k3/9/9/9/3n5/9/3KA4/r8 b";
    let mate = WON - 3;
    assert!(value("pvs", fen, 2) < mate);
    assert_eq!(value("pvs", fen, 3), mate);
    for name in ["extensions", "framework"] {
        assert_eq!(value(name, fen, 2), mate, "{name}");
    }
}

/// Black, to move after h5h2, has only moves that lose; a pass would hold.
const ZUGZWANG: &str = "9/4k4/9/4P4/7C1/9/9/9/5K1n1/9 w";

/// Returns the moves that an algorithm finds at depths 4 and 6, and its nodes at depth 6.
fn in_zugzwang(name: &str) -> ([String; 2], u64) {
    let best = |depth| search(name, ZUGZWANG, depth).best.expect("a move").to_string();
    ([best(4), best(6)], search_and_count(name, ZUGZWANG, 6).1)
}

#[test]
fn the_null_move_saves_nodes_and_does_not_see_a_zugzwang() {
    let ([shallow, deep], nodes) = in_zugzwang("null");
    let (moves, full) = in_zugzwang("pvs");
    assert_eq!(moves, ["h5h2", "h5h2"]);
    assert!(shallow != "h5h2" && deep != "h5h2" && 3 * nodes < full, "{shallow} {deep} {nodes} of {full}");
}

#[test]
fn verification_sees_the_zugzwang_and_still_saves_nodes() {
    let (moves, nodes) = in_zugzwang("null-verified");
    assert_eq!(moves, ["h5h2", "h5h2"]);
    assert!(3 * nodes < 2 * in_zugzwang("pvs").1, "{nodes}");
}

/// Positions of the suite of tactics: the framework finds the move, no technique by itself does at this
/// depth.
#[test]
fn the_framework_finds_what_none_of_its_techniques_finds_alone() {
    for (fen, depth, mv) in [
        ("rnbak1b2/4a4/6n2/p1pcp1p2/6c2/PN5Rr/4P1P2/4C3N/4C4/R1BAKAB2 w", 3, "e1c1"),
        ("4k4/4a4/r8/9/2P3b2/6B2/9/5A3/5R3/3p1K3 b", 3, "d0e0"),
        ("1n3ab1c/4k4/3ab4/6R2/p1p1p4/8r/P3P1P2/B1N6/4N4/3AKAB2 w", 2, "g6g8"),
        ("4kab2/4a4/4b4/9/1n6p/4r4/3N4P/2Nc5/1C1R5/3AKAB2 w", 3, "g0e2"),
    ] {
        let finds = |name: &&str| search(name, fen, depth).best.is_some_and(|found| found.to_string() == mv);
        let found: Vec<_> = ["deepening", "null-adaptive", "extensions", "quiescence", "framework"]
            .into_iter()
            .filter(finds)
            .collect();
        assert_eq!(found, ["framework"], "{fen}");
    }
}
