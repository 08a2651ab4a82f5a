// SPDX-License-Identifier: MIT OR Apache-2.0
//! One thread gives the same answer every time, limits are respected, and stop, ponder and wait work.

use crate::support::search::{Answer, MIDDLE_GAME, Reports, assert_sound, engine, essence, position};
use chuhe::search::{Amount, Clock, SearchResult, Settings, Style};
use chuhe::{Engine, Limits, Position};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use xiangqi::types::Score;

const ENDING: &str = "3ak4/4a4/4b4/p3C3p/2b6/6n2/P7P/4B1N2/4A4/3AK1B2 b - - 0 1";
const MATE_IN_TWO: &str = "3aka3/9/9/4N4/9/9/9/9/9/C3K4 w - - 0 1";

/// Long enough for any short task on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);
/// Long enough to see that there is no answer.
const A_WHILE: Duration = Duration::from_millis(100);

fn starts() -> [Position; 3] {
    [Position::startpos(), position(MIDDLE_GAME, ""), position(ENDING, "")]
}

// Repeatability

#[test]
fn the_same_search_twice_is_the_same() {
    for start in starts() {
        for limits in [Limits::nodes(30_000), Limits::depth(7)] {
            let search = || essence(&engine(Settings::default()).search(&start, &limits));
            assert_eq!(search(), search());
        }
    }
}

#[test]
fn a_new_game_forgets_everything() {
    let limits = Limits::nodes(30_000);
    let mut engine = engine(Settings::default());
    let first = starts().map(|start| essence(&engine.search(&start, &limits)));
    engine.new_game();
    let again = starts().map(|start| essence(&engine.search(&start, &limits)));
    assert_eq!(first, again);
}

#[test]
fn a_resized_table_is_an_empty_one() {
    let start = position(MIDDLE_GAME, "");
    let fresh = || {
        let mut engine = Engine::new(1);
        assert_eq!(engine.resize_hash(4), 4);
        engine
    };
    let expected = essence(&fresh().search(&start, &Limits::depth(6)));
    assert_eq!(essence(&engine(Settings::default()).search(&start, &Limits::depth(6))), expected);
    let mut used = fresh();
    used.search(&start, &Limits::depth(6));
    used.resize_hash(4);
    assert!(used.probe(&start).is_none(), "the same size empties it as well");
}

#[test]
fn a_search_in_the_background_is_the_same_search() {
    let start = position(MIDDLE_GAME, "");
    let expected = essence(&engine(Settings::default()).search(&start, &Limits::depth(6)));
    let (mut engine, answer) = begin(Settings::default(), &start, Limits::depth(6));
    engine.wait();
    assert_eq!(essence(&answer.recv().expect("an answer")), expected);
    assert!(answer.recv().is_err(), "one answer is all");
}

// Limits

#[test]
fn a_soft_limit_lets_the_iteration_end() {
    let search = |limits: Limits| Engine::new(1).search(&Position::startpos(), &limits);
    let soft = search(Limits { soft_nodes: Some(1000), ..Limits::default() });
    let whole = search(Limits::depth(soft.depth));
    assert!(soft.nodes >= 1000 && search(Limits::depth(soft.depth - 1)).nodes < 1000);
    assert_eq!(essence(&soft), essence(&whole));
}

#[test]
fn a_node_limit_is_kept_to_the_node() {
    for start in starts() {
        for nodes in [1_000, 1_001, 4_999, 12_345, 40_000] {
            let result = engine(Settings::default()).search(&start, &Limits::nodes(nodes));
            assert_eq!(result.nodes, nodes);
            assert_sound(&result, &start);
        }
    }
}

#[test]
fn some_move_is_given_whatever_the_limit() {
    let result = engine(Settings::default()).search(&Position::startpos(), &Limits::nodes(1));
    assert!(result.best_move.is_some() && matches!(result.score, Score::Cp(_)) && result.nodes < 2_000);
}

#[test]
fn a_depth_limit_is_kept() {
    for start in starts() {
        for depth in 1..=6 {
            let mut reports = Reports::default();
            let result = engine(Settings::default()).search_with(&start, &Limits::depth(depth), &mut reports);
            assert_eq!(result.depth, depth);
            assert_eq!(reports.0.iter().map(|info| info.depth).max(), Some(depth));
            assert!(reports.0.is_sorted_by_key(|info| info.nodes) && result.nodes > 0);
        }
    }
}

#[test]
fn depth_zero_gives_a_score_and_no_move() {
    let result = engine(Settings::default()).search(&Position::startpos(), &Limits::depth(0));
    assert_eq!((result.best_move, result.nodes, result.depth), (None, 0, 0));
    assert!(matches!(result.score, Score::Cp(_)));
}

#[test]
fn a_fixed_time_is_used_and_kept() {
    let time = Duration::from_millis(120);
    let start = Instant::now();
    let result = engine(Settings::default()).search(&Position::startpos(), &Limits::movetime(time));
    assert!(result.time <= start.elapsed());
    assert!(start.elapsed() >= time / 2, "only {:?}", start.elapsed());
    assert!(start.elapsed() < time + Duration::from_secs(4), "{:?}", start.elapsed());
}

#[test]
fn the_first_limit_reached_ends_the_search() {
    let limits = Limits { depth: Some(3), nodes: Some(1 << 40), ..Limits::movetime(PATIENCE) };
    assert_eq!(engine(Settings::default()).search(&Position::startpos(), &limits).depth, 3);
    let limits = Limits { depth: Some(99), nodes: Some(3_000), ..Limits::movetime(PATIENCE) };
    assert_eq!(engine(Settings::default()).search(&Position::startpos(), &limits).nodes, 3_000);
}

#[test]
fn an_only_move_is_answered_at_once_under_a_clock() {
    let start = position("4k4/9/9/9/9/9/9/4r4/9/3K5 w - - 0 1", "");
    assert_eq!(start.legal_moves().len(), 1);
    let clock = Clock { time: Duration::from_secs(600), increment: Duration::ZERO, moves_to_go: None };
    let before = Instant::now();
    let result =
        engine(Settings::default()).search(&start, &Limits { clock: Some(clock), ..Limits::default() });
    assert_eq!(result.best_move, start.legal_moves().first().copied());
    assert!(before.elapsed() < PATIENCE);
}

#[test]
fn without_a_clock_an_only_move_is_searched_as_deeply_as_asked() {
    let patient = Limits::movetime(PATIENCE);
    let forced = position("5k3/9/9/9/3r5/9/9/9/9/3K4R w - - 0 1", "");
    assert_eq!(forced.legal_moves().len(), 1);
    for (start, search_moves) in [(forced, ""), (Position::startpos(), "h2e2")] {
        let search_moves: Vec<_> = search_moves.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        let limits = Limits { search_moves, ..patient.clone() };
        let by_depth = Limits { depth: Some(6), ..limits.clone() };
        assert_eq!(engine(Settings::default()).search(&start, &by_depth).depth, 6);
        let by_nodes = Limits { nodes: Some(3_000), ..limits.clone() };
        assert_eq!(engine(Settings::default()).search(&start, &by_nodes).nodes, 3_000);
        let begun = Instant::now();
        let by_time = Limits { movetime: Some(A_WHILE), ..limits };
        assert!(engine(Settings::default()).search(&start, &by_time).depth > 1);
        assert!(begun.elapsed() >= A_WHILE / 2, "answered after {:?}", begun.elapsed());
    }
}

// Control while searching

fn begin(settings: Settings, start: &Position, limits: Limits) -> (Engine, Receiver<SearchResult>) {
    let (sender, answer) = channel();
    let mut engine = engine(settings);
    engine.start(start, limits, Box::new(Answer(sender)));
    (engine, answer)
}

fn assert_no_answer_yet(engine: &Engine, answer: &Receiver<SearchResult>) {
    assert!(answer.recv_timeout(A_WHILE).is_err(), "answered too early");
    assert!(engine.is_searching());
}

#[test]
fn a_stop_ends_an_endless_search() {
    let (mut engine, answer) = begin(Settings::default(), &Position::startpos(), Limits::default());
    assert_no_answer_yet(&engine, &answer);
    let before = Instant::now();
    engine.stop();
    assert!(before.elapsed() < PATIENCE, "stopping took {:?}", before.elapsed());
    assert_sound(&answer.try_recv().expect("an answer"), &Position::startpos());
    assert!(!engine.is_searching() && answer.try_recv().is_err());
}

#[test]
fn an_immediate_stop_still_gives_a_move() {
    for _ in 0..20 {
        let (mut engine, answer) = begin(Settings::default(), &Position::startpos(), Limits::default());
        engine.stop();
        assert_sound(&answer.try_recv().expect("an answer"), &Position::startpos());
    }
}

#[test]
fn a_search_that_is_held_after_its_end_can_be_stopped() {
    let infinite = Limits { infinite: true, ..Limits::depth(2) };
    let ponder = Limits { ponder: true, ..Limits::depth(2) };
    let mated = "5k3/9/9/9/9/9/9/9/4r4/3K5 w - - 0 1";
    for (fen, limits) in [(MATE_IN_TWO, &infinite), (mated, &infinite), (MIDDLE_GAME, &ponder)] {
        let (mut engine, answer) = begin(Settings::default(), &position(fen, ""), limits.clone());
        assert_no_answer_yet(&engine, &answer);
        engine.stop();
        assert!(answer.try_recv().is_ok());
    }
}

#[test]
fn a_ponder_search_is_held_until_the_hit() {
    let limits = Limits { ponder: true, ..Limits::depth(2) };
    let (mut engine, answer) = begin(Settings::default(), &Position::startpos(), limits);
    assert_no_answer_yet(&engine, &answer);
    engine.ponder_hit();
    assert!(answer.recv_timeout(PATIENCE).is_ok());
    engine.wait();
}

#[test]
fn the_clock_runs_from_the_ponder_hit() {
    let time = Duration::from_millis(60);
    let limits = Limits { ponder: true, ..Limits::movetime(time) };
    let (mut engine, answer) = begin(Settings::default(), &Position::startpos(), limits);
    assert_no_answer_yet(&engine, &answer);
    let hit = Instant::now();
    engine.ponder_hit();
    assert!(answer.recv_timeout(PATIENCE).is_ok());
    assert!(hit.elapsed() >= time / 2, "answered {:?} after the hit", hit.elapsed());
    engine.wait();
}

/// The search is at work on a shorter mate, for a second, when the hit comes.
#[test]
fn the_clock_ends_the_work_on_a_shorter_mate_after_the_ponder_hit() {
    let rook_against_elephants = position("2b1k4/9/4b4/9/9/R8/9/9/9/3K5 w", "");
    let limits = Limits { ponder: true, ..Limits::movetime(Duration::from_millis(100)) };
    let (mut engine, answer) = begin(Settings::default(), &rook_against_elephants, limits);
    thread::sleep(Duration::from_millis(300));
    let hit = Instant::now();
    engine.ponder_hit();
    assert!(answer.recv_timeout(PATIENCE).is_ok());
    assert!(hit.elapsed() < Duration::from_secs(4), "answered {:?} after the hit", hit.elapsed());
    engine.wait();
}

#[test]
fn a_dropped_engine_ends_its_search() {
    let (engine, answer) = begin(Settings::default(), &Position::startpos(), Limits::default());
    drop(engine);
    assert!(answer.try_recv().is_ok());
}

// Threads, tables and settings

#[test]
fn two_threads_find_moves_and_mates() {
    let settings = Settings { threads: 2, ..Settings::default() };
    for start in starts() {
        let result = engine(settings.clone()).search(&start, &Limits::nodes(30_000));
        assert!(result.nodes >= 30_000 && result.best_move.is_some());
        assert_sound(&result, &start);
    }
    let limits = Limits::nodes(100_000);
    assert_eq!(engine(settings).search(&position(MATE_IN_TWO, ""), &limits).score, Score::Mate(3));
}

#[test]
fn every_setting_gives_sound_and_repeatable_play() {
    let base = Settings { seed: 7, ..Settings::default() };
    let amounts = [Amount::None, Amount::Small, Amount::Medium, Amount::Large];
    let prunings = amounts.map(|pruning| Settings { pruning, ..base.clone() });
    let others = [
        Settings { knowledge: Amount::None, ..base.clone() },
        Settings { knowledge: Amount::Medium, ..base.clone() },
        Settings { style: Style::Risky, ..base.clone() },
        Settings { style: Style::Solid, ..base.clone() },
        Settings { idle: Amount::Large, ..base.clone() },
        Settings { noise: 60, ..base.clone() },
        Settings { multi_pv: 3, noise: 60, pruning: Amount::Small, knowledge: Amount::None, ..base },
    ];
    for settings in prunings.into_iter().chain(others) {
        for start in starts() {
            let search = || engine(settings.clone()).search(&start, &Limits::nodes(3_000));
            let result = search();
            assert!(result.best_move.is_some_and(|mv| start.is_legal(mv)), "{settings:?}");
            assert_sound(&result, &start);
            assert_eq!(essence(&result), essence(&search()), "{settings:?}");
        }
        let limits = Limits::nodes(30_000);
        let mate = engine(settings.clone()).search(&position(MATE_IN_TWO, ""), &limits);
        assert_eq!(mate.score, Score::Mate(3), "{settings:?}");
    }
}

#[test]
fn noise_varies_with_the_seed() {
    let answers = (0..40).map(|seed| {
        let settings = Settings { noise: 60, seed, ..Settings::default() };
        engine(settings).search(&Position::startpos(), &Limits::depth(3)).best_move
    });
    let mut answers: Vec<_> = answers.collect();
    answers.sort();
    answers.dedup();
    assert!(answers.len() > 2, "only {answers:?}");
}
