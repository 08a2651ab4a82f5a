// SPDX-License-Identifier: MIT OR Apache-2.0
//! The mate solver: it proves the mates of `positions/mates_in_n.epd` with a full line and refutes shorter
//! ones, agrees with a brute-force prover, and keeps the rules of repetition and the natural limit.

use crate::support::epd::{self, Case};
use crate::support::prover::distance_to_mate;
use crate::support::search::{assert_sound, position};
use chuhe::search::{Listener, MateVerdict, SearchInfo, SearchResult, Settings};
use chuhe::{Engine, Limits, Position, RuleSet};
use xiangqi::types::{Color, Piece, PieceKind, Score, SplitMix64};

const SUITE: &str = include_str!("../../../positions/mates_in_n.epd");
const SHORTEST: MateVerdict = MateVerdict::Proven { is_shortest: true };

fn cases(debug: u32, release: u32) -> impl Iterator<Item = Case> {
    let longest = if cfg!(debug_assertions) { debug } else { release };
    epd::cases(SUITE, "dm").into_iter().filter(move |case| case.distance() <= longest)
}

/// Half of the nodes are the solver's; it needs a tenth of that.
fn mate(moves: u32) -> Limits {
    Limits { mate: Some(moves), ..Limits::nodes(if cfg!(debug_assertions) { 50_000 } else { 400_000 }) }
}

fn solve(position: &Position, limits: &Limits) -> SearchResult {
    Engine::new(16).search(position, limits)
}

fn verdict(position: &Position, moves: u32) -> MateVerdict {
    solve(position, &mate(moves)).mate_verdict.unwrap()
}

#[test]
fn a_limit_of_depth_limits_the_mate_too() {
    let case = cases(4, 4).find(|case| case.distance() == 4).unwrap();
    let within = |depth| {
        let limits = Limits { depth: Some(depth), ..mate(9) };
        solve(&case.position, &limits).mate_verdict.unwrap()
    };
    assert_eq!(within(6), MateVerdict::Unknown { refuted: 3 });
    assert_eq!(within(7), SHORTEST);
}

fn plies(moves: u32) -> i32 {
    2 * i32::try_from(moves).unwrap() - 1
}

#[test]
fn every_mate_is_proven_with_a_line_that_ends_in_it() {
    for case in cases(5, 7) {
        let (result, id) = (solve(&case.position, &mate(case.distance())), &case.id);
        assert_eq!(result.mate_verdict, Some(SHORTEST), "{id}");
        assert_eq!(result.score, Score::Mate(plies(case.distance())), "{id}");
        assert_eq!(i32::try_from(result.pv.len()), Ok(plies(case.distance())), "{id}");
        assert_sound(&result, &case.position);
        let end = result.pv.iter().fold(case.position, |position, &mv| position.after(mv));
        assert!(!end.has_legal_move(), "{:?} does not mate in {id}", result.pv);
    }
}

#[test]
fn shorter_mates_are_refuted_by_search_of_every_move() {
    for case in cases(3, 7).filter(|case| case.distance() > 1) {
        let result = solve(&case.position, &mate(case.distance() - 1));
        assert_eq!(result.mate_verdict, Some(MateVerdict::Refuted), "{}", case.id);
        assert!(case.position.is_legal(result.best_move.unwrap()), "{}", case.id);
    }
}

/// Returns a position with a few pieces on random squares; `None` if it is not a legal one.
fn thin_position(rng: &mut SplitMix64) -> Option<Position> {
    let mut board = [None; 90];
    let king = |rng: &mut SplitMix64, rank: usize| 9 * (rank + rng.below(3)) + 3 + rng.below(3);
    board[king(rng, 0)] = Some(Piece::RedKing);
    board[king(rng, 7)] = Some(Piece::BlackKing);
    let kinds = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon, PieceKind::Pawn, PieceKind::Advisor];
    for _ in 0..3 + rng.below(3) {
        let color = if rng.below(3) > 0 { Color::Red } else { Color::Black };
        let chosen = kinds[rng.below(kinds.len())];
        let square = rng.below(90);
        if board[square].is_none() {
            board[square] = Some(Piece::new(chosen, color));
        }
    }
    let mut fen = String::new();
    for rank in (0..10).rev() {
        for file in 0..9 {
            let piece = board[9 * rank + file];
            fen.push(piece.map_or('1', Piece::letter));
        }
        fen.push('/');
    }
    let side = if rng.below(3) > 0 { 'w' } else { 'b' };
    Position::from_fen_strict(&format!("{} {side}", fen.trim_end_matches('/'))).ok()
}

#[test]
fn the_solver_agrees_with_a_brute_force_prover() {
    let (wanted, most) = if cfg!(debug_assertions) { (60, 2) } else { (600, 3) };
    let mut rng = SplitMix64::new(19);
    let mut mates = 0;
    let positions = std::iter::from_fn(|| Some(thin_position(&mut rng))).flatten();
    for position in positions.filter(Position::has_legal_move).take(wanted) {
        let expected = distance_to_mate(&position, most);
        mates += usize::from(expected.is_some());
        let result = solve(&position, &mate(most));
        let right = match expected {
            Some(moves) => result.mate_verdict == Some(SHORTEST) && result.score == Score::Mate(plies(moves)),
            None => result.mate_verdict == Some(MateVerdict::Refuted),
        };
        assert!(right, "{}: {expected:?}, {:?} {}", position.to_fen(), result.mate_verdict, result.score);
    }
    assert!((wanted / 10..wanted * 9 / 10).contains(&mates), "{mates} mates in {wanted} positions");
}

#[test]
fn a_line_that_only_repeats_is_no_mate() {
    // The rook can check for ever, and any other move is answered by mate.
    let position = position("3k5/9/9/9/9/9/9/1r7/r8/4K3R w", "");
    for moves in [4, 12] {
        assert_eq!(verdict(&position, moves), MateVerdict::Refuted);
    }
}

/// Red mates in two with e0f0 and no other move. The other moves bring the position back.
const QUIET_KEY: &str = "r1b1kaR2/4r4/2N1c4/p1p1C1p2/8p/6P2/P7P/4B4/4A4/2BAK4 w - - 0 1";
const CYCLE: &str = " e0f0 a9b9 f0e0 b9a9";

#[test]
fn a_third_occurrence_before_the_mate_is_no_mate() {
    let cycles = |number: usize| position(QUIET_KEY, &CYCLE.repeat(number));
    assert_eq!(verdict(&cycles(0), 2), SHORTEST);
    assert_eq!(verdict(&cycles(1), 2), SHORTEST, "the key makes it occur twice");
    assert_eq!(verdict(&cycles(2), 2), MateVerdict::Refuted, "the key makes it occur three times");
    let longer = solve(&cycles(2), &mate(3));
    assert_eq!((longer.mate_verdict, longer.score), (Some(SHORTEST), Score::Mate(5)), "another key");
    assert_eq!(verdict(&cycles(2).without_history(), 2), SHORTEST, "nothing is known of the game");
}

#[test]
fn a_reply_that_ends_the_game_by_repetition_is_a_defence() {
    // The game began where the key has been played and answered; that position has now occurred twice.
    let answered = "1rb1kaR2/4r4/2N1c4/p1p1C1p2/8p/6P2/P7P/4B4/4A4/2BA1K3 w";
    let once = position(answered, "f0e0 b9a9");
    assert_eq!(verdict(&once, 2), SHORTEST);
    let twice = position(answered, "f0e0 b9a9 e0f0 a9b9 f0e0 b9a9");
    assert_eq!(once.key(), twice.key());
    assert_eq!(verdict(&twice, 2), MateVerdict::Refuted);
}

#[test]
fn the_natural_limit_is_kept_and_mate_comes_first() {
    let at = |count: u16| position(&QUIET_KEY.replace("- 0", &format!("- {count}")), "");
    assert_eq!(verdict(&at(0), 2), SHORTEST);
    assert_eq!(verdict(&at(117), 2), SHORTEST, "the last reply is the 119th ply");
    assert_eq!(verdict(&at(118), 2), MateVerdict::Refuted);
    let mut engine = Engine::new(1);
    engine.set_settings(Settings { draw_plies: None, ..engine.settings().clone() });
    assert_eq!(engine.search(&at(119), &mate(2)).mate_verdict, Some(SHORTEST), "without a limit");
}

#[test]
fn a_stalemate_is_a_mate() {
    let result = solve(&position("3k5/9/4P4/4P4/9/9/9/9/9/4K4 w", ""), &mate(1));
    assert_eq!((result.mate_verdict, result.score), (Some(SHORTEST), Score::Mate(1)));
}

#[test]
fn a_search_that_ends_early_is_unknown() {
    let limits = Limits { mate: Some(6), ..Limits::nodes(2_000) };
    let result = solve(&Position::startpos(), &limits);
    assert!(matches!(result.mate_verdict, Some(MateVerdict::Unknown { refuted: 1..=5 })));
    assert!(result.best_move.is_some() && result.nodes == 2_000, "{} nodes", result.nodes);
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let position = position(QUIET_KEY, "");
    let limits = Limits { search_moves: vec!["c7e8".parse().unwrap()], ..mate(2) };
    assert_eq!(solve(&position, &limits).mate_verdict, Some(MateVerdict::Refuted));
    let limits = Limits { ban_moves: vec!["e0f0".parse().unwrap()], ..mate(3) };
    let result = solve(&position, &limits);
    assert_eq!((result.mate_verdict, result.score), (Some(SHORTEST), Score::Mate(5)));
}

#[test]
fn every_rule_set_gives_the_same_mates() {
    for rules in [RuleSet::AlwaysDraw, RuleSet::CheckBan, RuleSet::Asian, RuleSet::Computer] {
        let mut engine = Engine::new(1);
        engine.set_settings(Settings { rules, ..engine.settings().clone() });
        let twice = position(QUIET_KEY, &CYCLE.repeat(2));
        assert_eq!(engine.search(&twice, &mate(2)).mate_verdict, Some(MateVerdict::Refuted), "{rules:?}");
        assert_eq!(
            engine.search(&position(QUIET_KEY, ""), &mate(2)).mate_verdict,
            Some(SHORTEST),
            "{rules:?}"
        );
    }
}

#[test]
fn several_lines_are_several_mates() {
    struct Lines(Vec<(usize, Score)>);
    impl Listener for Lines {
        fn on_info(&mut self, info: &SearchInfo) {
            self.0.push((info.multi_pv, info.score));
        }
    }
    let mut engine = Engine::new(16);
    engine.set_settings(Settings { multi_pv: 3, ..engine.settings().clone() });
    let mut lines = Lines(Vec::new());
    engine.search_with(&position(QUIET_KEY, ""), &mate(3), &mut lines);
    assert_eq!(lines.0, [(1, Score::Mate(3)), (2, Score::Mate(5)), (3, Score::Mate(5))]);
}
