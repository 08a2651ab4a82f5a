// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules of the game against the cases in `positions/rules`, and against their own symmetries on random cycles.
//!
//! A case is a line of JSON: `fen` and `moves` of a game, the `ruleset` (`both`: Asian and computer), the `verdict` on its last
//! position (`none`: the game goes on), `why` in words, and the `source`.

#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use chuhe::Position;
use chuhe::attacks;
use chuhe::notation::parse_moves;
use chuhe::position::Setup;
use chuhe::rules::{Game, NATURAL_LIMIT, RuleSet, Verdict, judge_repetition};
use chuhe::types::{Bitboard, Color, Move, Piece, PieceKind, SplitMix64, Square, coords};
use serde_json::Value;

const REPETITION: &str = include_str!("../positions/rules/repetition.jsonl");
const DISPUTED: &str = include_str!("../positions/rules/repetition_disputed.jsonl");
const NATURAL: &str = include_str!("../positions/rules/rule60.jsonl");

fn cases(lines: &str) -> impl Iterator<Item = Value> + '_ {
    lines.lines().map(|line| serde_json::from_str(line).unwrap())
}

/// The position at the end of a case.
fn replay(case: &Value) -> Position {
    let mut position = Position::from_fen(case["fen"].as_str().unwrap()).unwrap();
    let moves = case["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap());
    parse_moves(&mut position, moves).unwrap_or_else(|error| panic!("{error} in {case}"));
    position
}

/// The loser of a repetition in the words of the case files.
fn repetition_verdict(position: &Position, plies_from_root: usize, rules: RuleSet) -> &'static str {
    let side = position.side_to_move();
    match judge_repetition(position, plies_from_root, rules) {
        None => "none",
        Some(Verdict::Draw) => "draw",
        Some(verdict) if (side == Color::Red) == (verdict == Verdict::Loss) => "red_loses",
        Some(_) => "black_loses",
    }
}

#[test]
fn agreed_repetitions_are_judged_as_agreed() {
    let mut wrong = Vec::new();
    let mut judged = 0;
    for case in cases(REPETITION) {
        let rule_sets = match case["ruleset"].as_str().unwrap() {
            "asian" => vec![RuleSet::Asian],
            "computer" => vec![RuleSet::Computer],
            _ => vec![RuleSet::Asian, RuleSet::Computer],
        };
        let position = replay(&case);
        for rules in rule_sets {
            judged += 1;
            let verdict = repetition_verdict(&position, 0, rules);
            if verdict != case["verdict"] {
                wrong.push(format!("{rules:?} says {verdict}: {case}"));
            }
        }
    }
    assert!(judged >= 390, "only {judged} judged");
    assert!(wrong.is_empty(), "{} of {judged} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Programs and books disagree on these: the verdicts are printed for the reader, and none is held to be right.
#[test]
fn disputed_repetitions_are_reported() {
    for case in cases(DISPUTED) {
        let verdict = repetition_verdict(&replay(&case), 0, RuleSet::Asian);
        assert_ne!(verdict, "none", "{case}");
        println!("{verdict:12}others: {}  {}", case["verdicts"], case["why"]);
    }
}

#[test]
fn the_natural_limit_counts_as_agreed() {
    for case in cases(NATURAL) {
        let position = replay(&case);
        assert_eq!(u64::from(position.clock()), case["clock"].as_u64().unwrap(), "{case}");
        let outcome = Game::new(position, RuleSet::Asian, Some(NATURAL_LIMIT)).outcome();
        let verdict = match outcome.map(|outcome| outcome.winner) {
            None => "none",
            Some(None) => "draw",
            Some(Some(Color::Red)) => "black_loses",
            Some(Some(Color::Black)) => "red_loses",
        };
        assert_eq!(verdict, case["verdict"], "{case}");
    }
}

/// A position with some random men on random points.
fn random_position(rng: &mut SplitMix64) -> Position {
    const HUNTERS: [PieceKind; 3] = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon];
    loop {
        let mut setup = Setup::empty();
        setup.side = Color::ALL[rng.below(2)];
        let mut put = |piece: Piece, rng: &mut SplitMix64| {
            let points: Vec<_> = coords::possible_points(piece.kind(), piece.color()).into_iter().collect();
            setup.board[points[rng.below(points.len())]] = Some(piece);
        };
        for color in Color::ALL {
            for _ in 0..=rng.below(4) {
                put(Piece::new(HUNTERS[rng.below(3)], color), rng);
            }
            for _ in 0..rng.below(5) {
                put(Piece::new(PieceKind::ALL[1 + rng.below(6)], color), rng);
            }
            put(Piece::new(PieceKind::King, color), rng);
        }
        if let Ok(position) = setup.into_position(false) {
            return position;
        }
    }
}

/// Does the move attack something that the moved man did not attack before, so that it may check or chase?
fn is_forcing(position: &Position, mv: Move) -> bool {
    let piece = position.piece_on(mv.from()).unwrap();
    let others = position.occupied() - mv.from().into();
    let attacked = |from| attacks::captures(piece.kind(), piece.color(), from, others | from.into());
    let enemies = position.board().color(!piece.color());
    (attacked(mv.to()) - attacked(mv.from())).meets(enemies)
}

/// Tries to find moves without captures that lead back to `start`, two to four a side.
fn random_cycle(start: &Position, rng: &mut SplitMix64) -> Option<Vec<Move>> {
    let moves_a_side = 2 + rng.below(3);
    let mut position = start.clone();
    let mut men = Square::ALL;
    let mut cycle = Vec::new();
    for ply in 0..2 * moves_a_side {
        let mover = position.side_to_move();
        let at_home = start.board().color(mover);
        let left = moves_a_side - ply / 2 - 1;
        let may_return = |mv: &Move| {
            let own = (position.board().color(mover) - mv.from().into()) | mv.to().into();
            let displaced: Bitboard = own - at_home;
            !position.is_capture(*mv) && displaced.len() as usize <= left
        };
        let mut choices: Vec<Move> = position.legal_moves().into_iter().filter(may_return).collect();
        if rng.below(8) > 0 && choices.iter().any(|&mv| is_forcing(&position, mv)) {
            choices.retain(|&mv| is_forcing(&position, mv));
        }
        if choices.is_empty() {
            return None;
        }
        let mv = choices[rng.below(choices.len())];
        position.play(mv).unwrap();
        men.swap(mv.from() as usize, mv.to() as usize);
        cycle.push(mv);
        if position.key() == start.key() && ply + 1 < 2 * moves_a_side {
            return None;
        }
    }
    // Men of a kind that changed places make the board repeat sooner than its men do.
    let back_home = start.occupied().into_iter().all(|square| men[square as usize] == square);
    (position.key() == start.key() && back_home).then_some(cycle)
}

fn play_rounds(start: &Position, cycle: &[Move], rounds: usize) -> Position {
    let mut position = start.clone();
    for &mv in &cycle.repeat(rounds) {
        position.play(mv).unwrap();
    }
    position
}

#[test]
fn verdicts_on_random_cycles_are_symmetric_and_lasting() {
    let wanted = if cfg!(debug_assertions) { 5_000 } else { 50_000 };
    let mut rng = SplitMix64::new(2024);
    let mut found = 0;
    let mut losses = [0; 2];
    while found < wanted {
        let start = random_position(&mut rng);
        let Some(cycle) = (0..20).find_map(|_| random_cycle(&start, &mut rng)) else { continue };
        found += 1;
        for (rules, losses) in [RuleSet::Asian, RuleSet::Computer].into_iter().zip(&mut losses) {
            let context = || format!("{rules:?} {} {cycle:?}", start.to_fen());
            let position = play_rounds(&start, &cycle, 2);
            let verdict = judge_repetition(&position, 0, rules);
            assert!(verdict.is_some(), "{}", context());
            *losses += u32::from(verdict != Some(Verdict::Draw));

            let turned: Vec<_> =
                cycle.iter().map(|mv| Move::new(mv.from().rotate(), mv.to().rotate())).collect();
            let flipped = play_rounds(&start.color_flipped(), &turned, 2);
            assert_eq!(judge_repetition(&flipped, 0, rules), verdict, "sides exchanged: {}", context());

            let mirrored_cycle: Vec<_> = cycle.iter().map(|mv| mv.mirror()).collect();
            let mirrored = play_rounds(&start.mirrored(), &mirrored_cycle, 2);
            assert_eq!(judge_repetition(&mirrored, 0, rules), verdict, "mirrored: {}", context());

            let once = play_rounds(&start, &cycle, 1);
            assert_eq!(judge_repetition(&once, 99, rules), verdict, "second occurrence: {}", context());

            let loser = repetition_verdict(&position, 0, rules);
            let mut longer = position;
            for &mv in &cycle {
                longer.play(mv).unwrap();
                assert_eq!(repetition_verdict(&longer, 0, rules), loser, "played on {mv}: {}", context());
            }
        }
    }
    println!("{losses:?} of {wanted} lost under the Asian and the computer rules");
    assert!(losses[0] * 20 > wanted && losses[1] * 20 > wanted, "the cycles are too tame: {losses:?}");
}
