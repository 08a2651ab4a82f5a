// SPDX-License-Identifier: MIT OR Apache-2.0
//! The algorithms that do not search all lines to the same depth: each in a position of xiangqi that shows
//! its purpose.

use chuhe_lab::games::Xiangqi;
use chuhe_lab::{Found, MemorySettings, NodeTally, Subject, WON};
use xiangqi::types::{Move, Value};

fn search(name: &str, fen: &str, depth: u32) -> Found<Move> {
    let mut game = Xiangqi::parse(fen).expect("a position");
    let rung =
        Xiangqi::ladder().into_iter().find(|rung| rung.name == name).expect("an algorithm of the ladder");
    rung.algorithm(MemorySettings { bits: 12, ..MemorySettings::default() }).search(
        &mut game,
        depth,
        &mut NodeTally::default(),
    )
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

/// The rook can capture a pawn that a horse protects.
#[test]
fn quiescence_sees_that_the_pawn_is_protected() {
    let fen = "3k5/9/2n6/p8/9/9/R8/9/9/4K4 w";
    let taken: Move = "a3a6".parse().expect("a move");
    // At one ply the pawn looks free.
    assert_eq!(search("pvs", fen, 1).best, Some(taken));
    let found = search("quiescence", "3k5/9/9/p1n6/9/9/R8/9/9/4K4 w", 1);
    assert_eq!(found.best, Some(taken), "nothing protects it here");
    for name in ["quiescence", "framework"] {
        assert_ne!(search(name, "3k5/2n6/9/p8/9/9/R8/9/9/4K4 w", 1).best, Some(taken), "{name}");
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
