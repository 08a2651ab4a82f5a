// SPDX-License-Identifier: MIT OR Apache-2.0
//! The library as another program uses it: through the exports of the crate's root.

use chuhe::{
    Engine, Game, GameOutcome, Limits, Move, Notation, Position, RuleSet, Score, Setup, Verdict, fen,
};
use std::collections::HashSet;

/// A position by its FEN.
fn position(text: &str) -> Position {
    Position::from_fen(text).expect("a legal position")
}

/// A move in coordinates.
fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

const PERPETUAL_CHECK: &str = "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9";

#[test]
fn a_game_is_played_and_taken_back() {
    let mut game = Game::new(Position::startpos(), RuleSet::Asian);
    game.play(mv("h2e2")).expect("a legal move");
    game.play(mv("h9g7")).expect("a legal move");
    assert_eq!(game.position().moves().collect::<Vec<_>>(), [mv("h2e2"), mv("h9g7")]);
    assert!(game.outcome().is_none());
    assert_eq!(game.undo(), Some(mv("h9g7")));
    assert_eq!(game.undo(), Some(mv("h2e2")));
    assert_eq!(game.undo(), None);
    assert_eq!(*game.position(), Position::startpos());
}

#[test]
fn every_legal_move_of_a_position_can_be_played_and_taken_back() {
    let start = Position::startpos();
    let mut played = start.clone();
    for mv in start.legal_moves() {
        played.play_unchecked(mv);
        assert_ne!(played, start);
        assert_eq!(played.undo(), Some(mv));
        assert_eq!(played, start);
    }
    assert_eq!(played.undo(), None);
}

#[test]
fn an_illegal_move_is_an_error_and_changes_nothing() {
    let mut position = Position::startpos();
    let error = position.play(mv("e0e2")).expect_err("kings step one square");
    assert_eq!(error.to_string(), "illegal move e0e2: a king moves one square straight");
    assert_eq!(position, Position::startpos());
    assert!("炮二平五".parse::<Move>().is_err() && "h2h2".parse::<Move>().is_err());
}

#[test]
fn checkmate_and_stalemate_both_lose() {
    let mut game = Game::new(position("3k5/1R7/9/9/9/9/R8/9/9/4K4 w"), RuleSet::Asian).with_limit(None);
    game.play(mv("a3a9")).expect("a legal move");
    assert!(game.position().is_checkmate() && !game.position().is_stalemate());
    assert_eq!(game.outcome().expect("mate ends the game").to_string(), "red wins: checkmate");

    let mut game = Game::new(position("5k3/9/9/9/9/9/9/9/r8/3K5 b"), RuleSet::Asian).with_limit(None);
    game.play(mv("a1e1")).expect("a legal move");
    assert!(game.position().is_stalemate() && !game.position().is_checkmate());
    assert_eq!(game.outcome().expect("stalemate ends the game").to_string(), "black wins: stalemate");
    assert!(game.play(mv("d0d1")).is_err());
}

#[test]
fn transpositions_are_one_position_in_a_hash_set() {
    let reached =
        ["h2e2 h9g7 b0c2 b9c7", "b0c2 b9c7 h2e2 h9g7", "b0c2 h9g7 h2e2 b9c7", "h2e2 h9g7 b0c2 i9h9"];
    let seen: HashSet<Position> = reached
        .into_iter()
        .map(|line| {
            let mut position = Position::startpos();
            line.split(' ').for_each(|text| position.play(mv(text)).expect("a legal move"));
            position
        })
        .collect();
    assert_eq!(seen.len(), 2);
    assert!(seen.iter().all(|position| seen.contains(&position.without_history())));
}

#[test]
fn a_repetition_is_adjudicated() {
    let start = "4k4/9/9/9/9/9/9/9/9/R2K5 w";
    let play = |rules| -> Option<GameOutcome> {
        let mut game = Game::new(position(start), rules).with_limit(None);
        for text in PERPETUAL_CHECK.split(' ') {
            game.play(mv(text)).expect("the game goes on");
        }
        game.outcome()
    };
    let lost = play(RuleSet::Asian).expect("the third occurrence ends the game");
    assert_eq!(lost.to_string(), "black wins: perpetual check");
    let drawn = play(RuleSet::AlwaysDraw).expect("the third occurrence ends the game");
    assert_eq!((drawn.winner, drawn.to_string().as_str()), (None, "draw: repetition"));

    let mut repeated = position(start);
    for text in PERPETUAL_CHECK.split(' ') {
        repeated.play(mv(text)).expect("a legal move");
    }
    let verdict = xiangqi::rules::judge_repetition(&repeated, RuleSet::Asian);
    assert_eq!(verdict, Some(Verdict::Win), "for the side to move");
}

#[test]
fn the_engine_finds_moves_and_mates() {
    let mut engine = Engine::new(1);
    let result = engine.search(&Position::startpos(), &Limits::depth(4));
    let best = result.best_move.expect("there are legal moves");
    assert!(Position::startpos().is_legal(best));
    assert_eq!((result.depth, result.pv[0]), (4, best));
    assert!(matches!(result.score, Score::Cp(_)));

    let mate = engine.search(&position("3k5/9/9/9/9/9/9/9/4R4/4K4 w"), &Limits::depth(4));
    assert_eq!((mate.best_move, mate.score), (Some(mv("e1d1")), Score::Mate(1)));
    let mated = position("3k5/9/9/9/9/9/9/9/3R5/4K4 b");
    assert_eq!(engine.search(&mated, &Limits::depth(4)).best_move, None);
}

#[test]
fn every_notation_round_trips() {
    let position = position("r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 b");
    for notation in Notation::ALL {
        for mv in position.legal_moves() {
            let text = notation.write(&position, mv);
            assert_eq!(notation.read(&position, &text), Ok(mv), "{notation}: {text}");
        }
        assert_eq!(notation.to_string().parse(), Ok(notation));
    }
}

#[test]
fn a_fen_round_trips_and_errors_name_the_cause() {
    assert_eq!(Position::startpos().to_fen(), fen::START_FEN);
    assert_eq!(fen::START_FEN.parse(), Ok(Position::startpos()));
    for (text, message) in [
        ("", "empty FEN"),
        ("3k5/9/9 w", "3 ranks instead of ten"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "the kings face each other"),
        ("9/9/9/9/9/9/9/9/9/4K4 w", "black has no king"),
    ] {
        let error: fen::FenError = Position::from_fen(text).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
    let error = Setup::empty().into_position_strict().expect_err("an empty board");
    assert_eq!(error.to_string(), "red has no king; black has no king");
}
