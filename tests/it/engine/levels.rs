// SPDX-License-Identifier: MIT OR Apache-2.0
//! Levels of play: reproducible, varied from game to game, and without mistakes that are none of their kind.

use crate::support::greedy;
use crate::support::level::{engine, level};
use crate::support::search::Answer;
use chuhe::engine::Level;
use chuhe::search::{Clock, Settings};
use chuhe::{Engine, Limits, Move, Position, RuleSet};
use std::sync::mpsc::channel;
use std::time::Duration;
use xiangqi::rules::{Game, GameOutcome};
use xiangqi::types::{Color, SplitMix64};

fn moves(level: Level, seed: u64, count: usize) -> Vec<Move> {
    let mut engine = engine(level, seed);
    let mut position = Position::startpos();
    for _ in 0..count {
        let result = engine.search(&position, &Limits::default());
        let Some(mv) = result.best_move else { break };
        assert_eq!(result.pv[0], mv);
        position.play(mv).expect("legal");
    }
    position.moves().collect()
}

#[test]
fn a_game_can_be_repeated_and_the_next_one_differs() {
    for level in [level(0), level(7), level(14)] {
        let game = moves(level, 1, 12);
        assert_eq!(moves(level, 1, 12), game, "level {level}");
        assert!((2..6).any(|seed| moves(level, seed, 12) != game), "level {level}");
    }
}

#[test]
fn earlier_searches_do_not_change_a_move() {
    let position = Position::from_fen("2bakab2/9/2n1c4/p3p3p/2p6/2R3p2/P3P3P/2N1C4/9/2BAKAB2 w").unwrap();
    let mut engine = engine(level(10), 5);
    let first = engine.search(&position, &Limits::default());
    engine.search(&Position::startpos(), &Limits::default());
    let again = engine.search(&position, &Limits::default());
    assert_eq!((first.best_move, first.score, first.pv), (again.best_move, again.score, again.pv));
}

#[test]
fn the_limits_of_a_search_apply_at_every_level() {
    let position = Position::startpos();
    let all: Vec<Move> = position.legal_moves().into_iter().collect();
    let clock = Clock { time: Duration::from_millis(20), increment: Duration::ZERO, moves_to_go: None };
    let limits = [
        Limits { search_moves: vec![all[3]], ..Limits::default() },
        Limits { ban_moves: all[1..].to_vec(), ..Limits::default() },
        Limits { ban_moves: all.clone(), ..Limits::default() },
        Limits::depth(0),
        Limits::depth(1),
        Limits::nodes(1),
        Limits { mate: Some(1), ..Limits::nodes(100) },
        Limits { clock: Some(clock), ..Limits::default() },
        Limits::movetime(Duration::from_millis(1)),
    ];
    for level in Level::all().filter(|level| *level < Level::FULL).step_by(3) {
        for multi_pv in [1, 3, 200] {
            let mut engine = Engine::new(1);
            engine.set_settings(Settings { multi_pv, ..Settings::default() });
            engine.set_level(level);
            for (index, limits) in limits.iter().enumerate() {
                let best = engine.search(&position, limits).best_move;
                match index {
                    0 => assert_eq!(best, Some(all[3])),
                    1 => assert_eq!(best, Some(all[0])),
                    2 | 3 => assert_eq!(best, None),
                    _ => assert!(best.is_some_and(|mv| all.contains(&mv))),
                }
            }
        }
    }
}

#[test]
fn a_level_ponders_and_answers_with_the_same_move() {
    let position = Position::startpos();
    for number in [0, 6, 13] {
        let alone = engine(level(number), 3).search(&position, &Limits::default()).best_move;
        let (sender, answers) = channel();
        let mut engine = engine(level(number), 3);
        let limits = Limits { ponder: true, ..Limits::default() };
        engine.start(&position, limits, Box::new(Answer(sender)));
        assert!(answers.recv_timeout(Duration::from_millis(100)).is_err(), "held until the ponder hit");
        engine.ponder_hit();
        let answer = answers.recv_timeout(Duration::from_secs(60)).expect("an answer");
        assert_eq!(answer.best_move, alone, "level {number}");
    }
}

#[test]
fn an_analysis_is_made_at_full_strength() {
    let position = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/4K4 w").unwrap();
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let result = engine(level(0), 1).search(&position, &limits);
    assert_eq!(result.best_move, Some("e1d1".parse().unwrap()));
    let bench = Limits::depth(6);
    let full = engine(Level::FULL, 9).search(&Position::startpos(), &bench);
    assert_eq!(full.nodes, Engine::new(1).search(&Position::startpos(), &bench).nodes);
}

/// Points of level 0 in a game against the greedy mover: 1 for a draw, 2 for a win.
fn points(color: Color, seed: u64) -> u32 {
    let mut engine = engine(level(0), seed);
    let mut rng = SplitMix64::new(seed);
    let mut game = Game::new(Position::startpos(), RuleSet::Asian);
    loop {
        if let Some(GameOutcome { winner, .. }) = game.outcome() {
            return winner.map_or(1, |winner| if winner == color { 2 } else { 0 });
        }
        let position = game.position();
        let mv = if position.side_to_move() == color {
            engine.search(position, &Limits::default()).best_move
        } else {
            greedy::greedy_move(position, &mut rng)
        };
        game.play(mv.expect("the game goes on")).expect("legal");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow with debug assertions")]
fn the_lowest_level_loses_to_a_greedy_mover() {
    let games = 60;
    let scored: u32 =
        (0..games).map(|game| points(if game % 2 == 0 { Color::Red } else { Color::Black }, game)).sum();
    assert!(scored * 4 <= 2 * u32::try_from(games).unwrap(), "{scored} half points in {games} games");
}
