// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules in the search: a side without a move loses, draws are sought or avoided according to the score,
//! and restrictions of the root moves are obeyed.

use crate::support::search::{Reports, assert_sound, centipawns, engine, mv, position};
use chuhe::search::{Amount, Lines, SearchResult, Settings};
use chuhe::{Limits, Position};
use xiangqi::types::{Move, Score};

const NODES: u64 = 20_000;

fn search_under(position: &Position, settings: Settings) -> SearchResult {
    let result = engine(settings).search(position, &Limits::nodes(NODES));
    assert_sound(&result, position);
    result
}

fn search(position: &Position) -> SearchResult {
    search_under(position, Settings::default())
}

// No legal move

#[test]
fn a_side_without_a_move_has_lost_and_answers_nothing() {
    for (name, fen) in [
        ("mated", "R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1"),
        ("stalemated", "5k3/9/9/9/9/9/9/9/4r4/3K5 w - - 0 1"),
    ] {
        let result = search(&position(fen, ""));
        assert_eq!((result.best_move, result.score), (None, Score::Mate(0)), "{name}");
        assert!(result.pv.is_empty() && result.ponder.is_none(), "{name}");
    }
}

#[test]
fn stalemating_is_mating() {
    for fen in [
        "5k3/9/9/9/9/9/9/9/r8/3K5 b - - 0 1",
        "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1",
        "3k5/9/4P4/4P4/9/9/9/9/9/4K4 w - - 0 1",
    ] {
        let result = engine(Settings::default()).search(&position(fen, ""), &Limits::nodes(200_000));
        let Score::Mate(plies) = result.score else { panic!("{} in {fen}", result.score) };
        let end = result.pv.iter().fold(position(fen, ""), |position, &mv| position.after(mv));
        assert!(plies > 0 && !end.has_legal_move(), "{:?} in {fen}", result.pv);
    }
}

// Restrictions of the root moves

#[test]
fn banned_moves_are_never_answered() {
    let start = Position::startpos();
    let mut banned = Vec::new();
    for _ in 0..10 {
        let limits = Limits { ban_moves: banned.clone(), ..Limits::depth(3) };
        let best = engine(Settings::default()).search(&start, &limits).best_move.expect("moves are left");
        assert!(start.is_legal(best) && !banned.contains(&best), "{best} among {banned:?}");
        banned.push(best);
    }
}

#[test]
fn there_is_no_answer_when_every_move_is_banned() {
    let start = Position::startpos();
    let all: Vec<Move> = start.legal_moves().into_iter().collect();
    let banned = Limits { ban_moves: all, ..Limits::depth(3) };
    let contradictory =
        Limits { search_moves: vec![mv("h2e2")], ban_moves: vec![mv("h2e2")], ..Limits::depth(3) };
    let illegal = Limits { search_moves: vec![mv("a0a9")], ..Limits::depth(3) };
    for limits in [banned, contradictory, illegal] {
        let result = engine(Settings::default()).search(&start, &limits);
        assert_eq!((result.best_move, result.nodes), (None, 0));
        assert!(
            matches!(result.score, Score::Cp(_)),
            "having no move to answer is not mate: {}",
            result.score
        );
    }
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let start = Position::startpos();
    let asked = vec![mv("a0a1"), mv("i0i2"), mv("e3e4")];
    let limits = Limits { search_moves: asked.clone(), ..Limits::depth(4) };
    let mut reports = Reports::default();
    let mut engine = engine(Settings { multi_pv: 44, ..Settings::default() });
    let result = engine.search_with(&start, &limits, &mut reports);
    assert!(asked.contains(&result.best_move.expect("moves are left")));
    assert!(reports.0.iter().all(|info| asked.contains(&info.pv[0])));
    assert!(
        reports.0.iter().any(|info| info.multi_pv == 3) && reports.0.iter().all(|info| info.multi_pv <= 3)
    );
}

// Several lines (MultiPV)

const MIDDLE_GAMES: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 b - - 0 1",
    "2bakab2/4n4/1c4n2/p3p1p1p/2p6/6P2/P1P1P3P/2N1C1N2/9/R1BAKAB2 w - - 0 1",
    "3ak4/4a4/4b4/p3C3p/2b6/6n2/P7P/4B1N2/4A4/3AK1B2 b - - 0 1",
];

fn as_number(score: Score) -> i32 {
    match score {
        Score::Cp(centipawns) => centipawns,
        Score::Mate(plies) => plies.signum() * 32_000 - plies,
        Score::Rule(plies) => plies.signum() * 24_000 - plies,
        Score::Tb(plies) => plies.signum() * 22_000 - plies,
    }
}

#[test]
fn lines_are_distinct_and_the_better_comes_first() {
    for fen in MIDDLE_GAMES {
        let start = position(fen, "");
        let mut reports = Reports::default();
        let mut engine = engine(Settings { multi_pv: 4, ..Settings::default() });
        let result = engine.search_with(&start, &Limits::depth(6), &mut reports);
        for depth in 1..=6 {
            let lines: Vec<_> = reports.0.iter().filter(|info| info.depth == depth).collect();
            assert_eq!(lines.iter().map(|info| info.multi_pv).collect::<Vec<_>>(), [1, 2, 3, 4], "{fen}");
            assert!(lines.is_sorted_by(|a, b| as_number(a.score) >= as_number(b.score)), "{lines:?}");
            let mut first_moves: Vec<_> = lines.iter().map(|info| info.pv[0]).collect();
            first_moves.sort();
            first_moves.dedup();
            assert_eq!(first_moves.len(), 4, "{lines:?}");
        }
        let last_best = reports.0.iter().rfind(|info| info.multi_pv == 1).expect("lines were reported");
        assert_eq!((result.best_move, result.score), (last_best.pv.first().copied(), last_best.score));
    }
}

#[test]
fn lines_are_distinct_and_sorted_wherever_a_search_is_stopped() {
    for fen in MIDDLE_GAMES {
        let start = position(fen, "");
        for nodes in (1..=15).map(|step| 10 + step * step * 137) {
            let mut reports = Reports::default();
            let mut engine = engine(Settings { multi_pv: 4, ..Settings::default() });
            let result = engine.search_with(&start, &Limits::nodes(nodes), &mut reports);
            // What a program shows at the end: the latest report on each line.
            let shown = (1..=4).filter_map(|line| reports.0.iter().rfind(|info| info.multi_pv == line));
            let shown: Vec<_> = shown.map(|info| (info.pv[0], as_number(info.score))).collect();
            assert!(shown.is_sorted_by(|a, b| a.1 >= b.1), "{fen} {nodes}: {shown:?}");
            let moves: std::collections::HashSet<_> = shown.iter().map(|line| line.0).collect();
            assert_eq!(
                moves.len(),
                if result.depth > 0 { 4 } else { shown.len() },
                "{fen} {nodes}: {shown:?}"
            );
            assert_eq!(shown[0], (result.best_move.unwrap(), as_number(result.score)), "{fen} {nodes}");
            let lines = reports.0.iter().fold(Lines::default(), |mut lines, info| {
                lines.record(info);
                lines
            });
            let lines = lines.of_result(&result, 4);
            assert_eq!(
                lines.iter().map(|line| (line.pv[0], as_number(line.score))).collect::<Vec<_>>(),
                shown
            );
        }
    }
}

#[test]
fn the_first_of_several_lines_is_the_single_line_while_nothing_is_cut() {
    for fen in MIDDLE_GAMES {
        let start = position(fen, "");
        for depth in 1..=3 {
            let best = |multi_pv| {
                let settings = Settings { multi_pv, pruning: Amount::None, ..Settings::default() };
                let result = engine(settings).search(&start, &Limits::depth(depth));
                (result.best_move, result.score)
            };
            assert_eq!(best(1), best(3), "depth {depth} of {fen}");
        }
    }
}

#[test]
fn there_are_no_more_lines_than_moves() {
    let start = position("4k4/4a4/9/9/9/9/9/9/4A4/R3K4 w - - 0 1", "");
    let moves = start.legal_moves().len();
    let mut reports = Reports::default();
    engine(Settings { multi_pv: 500, ..Settings::default() }).search_with(
        &start,
        &Limits::depth(2),
        &mut reports,
    );
    assert_eq!(reports.0.iter().map(|info| info.multi_pv).max(), Some(moves));
}

// Repetitions: see also `repetition.rs`

#[test]
fn two_occurrences_before_the_root_are_not_a_draw_yet() {
    let once = "f0e1 e9f9 e1d0 f9e9";
    let better = position("3ak4/4a4/4b4/9/R7P/9/9/4B4/9/4KA3 w - - 0 1", once);
    let limits = Limits { search_moves: vec![mv("d0e1")], ..Limits::depth(4) };
    let result = engine(Settings::default()).search(&better, &limits);
    assert!(centipawns(result.score) > 90, "{}", result.score);
}

// The natural limit

/// One ply before the limit: Red can capture the pawn on i6, or let the game be drawn.
const BETTER_AT_LIMIT: &str = "3ak4/4a4/4b4/p7p/9/8R/P7P/4B4/4A4/3AK4 w - - 119 80";
const WORSE_AT_LIMIT: &str = "3ak4/4a4/4b4/p7p/r8/9/P7P/4B4/4A4/3AK4 w - - 119 80";

#[test]
fn the_better_side_captures_before_the_limit() {
    let start = position(BETTER_AT_LIMIT, "");
    let result = search(&start);
    assert!(start.is_capture(result.best_move.expect("there are moves")));
    assert!(centipawns(result.score) > 90, "{}", result.score);

    let limits = Limits { search_moves: vec![mv("i4h4")], ..Limits::depth(5) };
    assert_eq!(engine(Settings::default()).search(&start, &limits).score, Score::Cp(0));
}

#[test]
fn the_worse_side_lets_the_limit_come() {
    let start = position(WORSE_AT_LIMIT, "");
    let result = search(&start);
    assert!(!start.is_capture(result.best_move.expect("there are moves")));
    assert_eq!(result.score, Score::Cp(0));
}

#[test]
fn without_a_limit_rule60_has_no_effect() {
    let settings = Settings { draw_plies: None, ..Settings::default() };
    for (fen, is_better) in [(BETTER_AT_LIMIT, true), (WORSE_AT_LIMIT, false)] {
        for clock in [" 119 ", " 400 "] {
            let start = position(&fen.replace(" 119 ", clock), "");
            let score = centipawns(search_under(&start, settings.clone()).score);
            assert!(if is_better { score > 90 } else { score < -90 }, "{score} in {fen}");
        }
    }
}

#[test]
fn another_limit_is_obeyed() {
    let settings = Settings { draw_plies: Some(40), ..Settings::default() };
    let start = position(&WORSE_AT_LIMIT.replace(" 119 ", " 39 "), "");
    assert_eq!(search_under(&start, settings).score, Score::Cp(0));
    assert!(centipawns(search(&start).score) < -90);
}

#[test]
fn mate_on_the_last_ply_comes_before_the_limit() {
    for fen in ["3k5/1R7/9/9/9/9/R8/9/9/4K4 w - - 119 90", "5k3/9/9/9/9/9/9/9/r8/3K5 b - - 119 90"] {
        assert_eq!(search(&position(fen, "")).score, Score::Mate(1), "{fen}");
    }
}

// Material

#[test]
fn defenders_alone_draw() {
    for fen in [
        "4k4/4a4/9/9/9/9/9/9/4A4/4K4 w - - 0 1",
        "2bak4/4a4/4b4/9/9/9/9/4B4/4A4/3AK1B2 b - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/5K3 w - - 0 1",
        // The last pawn can be captured.
        "4k4/4a4/9/9/9/9/9/3p5/4A4/3K5 w - - 0 1",
    ] {
        assert_eq!(search(&position(fen, "")).score, Score::Cp(0), "{fen}");
    }
}

// Rule60 damping

#[test]
fn without_damping_a_score_does_not_depend_on_rule60() {
    let scores = |rule60_damping: bool| {
        [0, 80].map(|rule60| {
            let start = position(&format!("3k5/9/9/9/9/9/4P4/9/4A4/2R1K4 w - - {rule60} 1"), "");
            let settings = Settings { rule60_damping, pruning: Amount::None, ..Settings::default() };
            centipawns(engine(settings).search(&start, &Limits::depth(2)).score)
        })
    };
    let [fresh, late] = scores(false);
    assert_eq!(fresh, late);
    let [fresh, late] = scores(true);
    assert!(late < fresh, "{late} against {fresh}");
}
