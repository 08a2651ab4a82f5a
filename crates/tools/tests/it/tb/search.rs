// SPDX-License-Identifier: MIT OR Apache-2.0
//! Endgame tables in play: at the root, inside the search, and as options of both protocols.

use super::tables::{TABLES, lines};
use crate::support::command::text;
use crate::support::run::{fresh, object, printed, run_reading};
use crate::support::{PATIENCE, Session};
use chuhe::tb::{SharedTb, TbProbe};
use chuhe::{Engine, Limits, Position, Score};
use std::fs;
use std::sync::Arc;
use xiangqi::rules::{RuleSet, Verdict};
use xiangqi::types::{Color, PieceKind, Value};

/// The lines of a UCI session with tables that searches a position.
fn search(options: &str, fen: &str, go: &str) -> Vec<String> {
    let directory = TABLES.display();
    let input =
        format!("uci\nsetoption name TablePath value {directory}\n{options}\nposition fen {fen}\ngo {go}\n");
    text(&[], input.as_bytes()).lines().skip_while(|line| *line != "uciok").map(str::to_owned).collect()
}

fn field<'a>(line: &'a str, name: &str) -> &'a str {
    line.split_once(&format!(" {name} ")).map_or("", |(_, rest)| rest.split(' ').next().unwrap())
}

fn best_move(lines: &[String]) -> &str {
    lines.last().unwrap().strip_prefix("bestmove ").unwrap().split(' ').next().unwrap()
}

#[test]
fn a_decided_position_is_played_at_once_and_with_the_distance() {
    for fen in [
        "9/3k5/9/7r1/9/9/9/4B4/9/4K1B2 w",
        "9/3k5/9/7r1/9/9/9/4B4/9/4K1B2 b",
        "5k3/9/9/1r7/9/9/9/4B4/9/3AK4 w",
        "4k4/9/4b4/9/9/R8/9/9/9/4K4 w",
    ] {
        let shown = lines(&TABLES, &format!("probe '{fen}'"));
        let (result, plies) = shown[0].split_once(' ').unwrap();
        let plies: i32 = plies.parse().unwrap();
        let mate = if result == "win" { (plies + 1) / 2 } else { -plies / 2 };
        let found = search("", fen, "infinite");
        let report = &found[found.len() - 2];
        assert!(report.contains(&format!(" score mate {mate} ")), "{fen}: {report}");
        assert!(field(report, "tbhits").parse::<u64>().unwrap() > 0, "{report}");
        let line: Vec<_> = report.split_once(" pv ").unwrap().1.split(' ').collect();
        assert_eq!(line.len(), usize::try_from(plies).unwrap(), "{report}");
        let best = best_move(&found);
        assert!(shown.contains(&format!("{best} {}", shown[0])), "{fen}: {best}");
    }
}

#[test]
fn every_line_is_reported_and_the_moves_asked_for_are_kept() {
    let fen = "4k4/9/4b4/9/9/R8/9/9/9/4K4 w";
    let found = search("setoption name MultiPV value 3", fen, "depth 5");
    let reports: Vec<_> = found.iter().filter(|line| line.starts_with("info depth")).collect();
    assert_eq!(reports.iter().map(|line| field(line, "multipv")).collect::<Vec<_>>(), ["1", "2", "3"]);
    let found = search("", fen, "depth 5 searchmoves e0f0 e0d0");
    assert!(["e0f0", "e0d0"].contains(&best_move(&found)));
}

/// A win that takes longer than the natural limit allows is none, unless captures on the way give it time.
#[test]
fn the_natural_limit_is_kept_in_mind() {
    let last = |fen: &str, count: u32| {
        search("", &format!("{fen} - - {count} 60"), "depth 1").iter().rev().nth(1).unwrap().clone()
    };
    let without_captures = "9/3k5/9/7r1/9/9/9/4B4/9/4K1B2 w";
    assert!(last(without_captures, 98).contains(" score mate -11 "), "{}", last(without_captures, 98));
    assert!(last(without_captures, 99).contains(" score cp "), "{}", last(without_captures, 99));
    // The rook takes the elephant in the fifth of nine plies.
    let with_a_capture = "4k4/4a4/4b4/9/9/9/9/9/9/R3K4 w";
    assert!(last(with_a_capture, 115).contains(" score mate 5 "), "{}", last(with_a_capture, 115));
    assert!(last(with_a_capture, 116).contains(" score cp "), "{}", last(with_a_capture, 116));
}

#[test]
fn a_drawn_position_is_searched_among_the_moves_that_hold_it() {
    for fen in ["4ka3/9/9/9/9/4P4/9/9/9/3K5 w", "3k5/9/3a5/9/5P3/9/9/9/9/3K5 b"] {
        let shown = lines(&TABLES, &format!("probe '{fen}'"));
        assert_eq!(shown[0], "draw", "{fen}");
        let found = search("", fen, "depth 6");
        assert!(shown.contains(&format!("{} draw", best_move(&found))), "{fen}: {}", best_move(&found));
        assert_eq!(field(&found[found.len() - 2], "depth"), "6");
    }
}

#[test]
fn captures_lead_into_the_tables() {
    // The rook takes the pawn, and has won.
    let fen = "3ak4/9/4b4/9/9/R3p4/9/9/9/4K4 w";
    let found = search("", fen, "depth 3");
    assert!(found[found.len() - 2].contains(" score cp 9000 "), "{found:?}");
}

#[test]
fn the_options_of_both_protocols_turn_tables_on_and_off() {
    let fen = "4k4/9/4b4/9/9/R8/9/9/9/4K4 w";
    let found = search("setoption name UseTables value false", fen, "depth 4");
    assert_eq!(field(&found[found.len() - 2], "tbhits"), "0");
    let directory = TABLES.display();
    let input = format!("ucci\nsetoption egtbpaths nowhere;{directory}\nposition fen {fen}\ngo depth 3\n");
    let session = text(&[], input.as_bytes());
    assert!(session.contains("message tables nowhere"), "{session}");
    assert!(session.contains(" score 99"), "{session}");
    let off = text(&[], input.replace("position", "setoption useegtb false\nposition").as_bytes());
    assert!(!off.contains("message tables") && off.contains("info depth 3 "), "{off}");
}

#[test]
fn tables_that_have_come_are_used_when_their_directory_is_set_again() {
    let directory = fresh("tables_come");
    let naming = format!("setoption name TablePath value {}", directory.display());
    let mut session = Session::uci();
    session.send(&naming);
    session.sync();
    fs::create_dir(&directory).unwrap();
    for name in ["KRvKB.wdl", "KRvKB.dtm"] {
        fs::copy(TABLES.join(name), directory.join(name)).unwrap();
    }
    session.send(&naming);
    session.send("position fen 4k4/9/4b4/9/9/R8/9/9/9/4K4 w\ngo depth 1");
    session.expect("info .* score mate .* tbhits [1-9].*", PATIENCE);
    session.answer(PATIENCE);
    session.finish();
}

#[test]
fn the_board_is_shown_with_what_the_tables_say() {
    let show =
        |fen: &str, words: &str| format!("show --ascii --fen '{fen}' --tables {} {words}", TABLES.display());
    let drawn = "3k5/9/3a5/9/5P3/9/9/9/9/3K5 b";
    for (fen, words, last) in [
        ("3k5/9/9/9/9/9/9/9/4R4/4K4 w", "", "table: red wins in 1 ply"),
        ("3k5/9/9/9/9/9/9/9/3R5/4K4 b", "", "3k5/9/9/9/9/9/9/9/3R5/4K4 b - - 0 1"),
        ("3k5/9/9/9/9/9/9/9/9/RRR1K4 w", "", "3k5/9/9/9/9/9/9/9/9/RRR1K4 w - - 0 1"),
        (drawn, "", "table: theoretical draw"),
        (drawn, "--lang zh", "残局库：理论和棋"),
    ] {
        assert_eq!(printed(&show(fen, words)).lines().last(), Some(last), "{fen}");
    }
    let json = object(&format!("show --fen '{drawn}' --tables {} --json", TABLES.display()));
    assert_eq!(json["table"], "theoretical draw");
}

/// The king takes the rook, and the endgame left is a draw; the next move changes nothing about that.
#[test]
fn a_review_says_where_a_game_became_a_theoretical_draw() {
    let game = "[FEN \"3k5/9/3a5/9/5P3/9/9/9/3r5/3K5 w\"]\n[Format \"ICCS\"]\n\n1. D0-D1 D9-E9 2. F5-F6 *\n";
    let line = format!("review - --nodes 500 --tables {}", TABLES.display());
    let review = run_reading(&line, game.as_bytes()).text;
    let marked: Vec<_> = review.lines().filter(|line| line.contains("theoretical draw")).collect();
    assert!(marked.len() == 1 && marked[0].contains("d0d1"), "{review}");
}

/// Knows the result, for Black, whenever few pieces are left.
struct Few {
    result: Verdict,
}

impl TbProbe for Few {
    fn max_pieces(&self) -> u32 {
        4
    }

    fn probe_wdl(&self, position: &Position, _: RuleSet) -> Option<Verdict> {
        let flipped = match self.result {
            Verdict::Win => Verdict::Loss,
            Verdict::Draw => Verdict::Draw,
            Verdict::Loss => Verdict::Win,
        };
        Some(if position.side_to_move() == Color::Black { self.result } else { flipped })
    }

    fn probe_value(&self, _: &Position, _: RuleSet) -> Option<Value> {
        None
    }
}

/// The score of a position in which the rook can take a pawn, after which these tables know the result.
fn score_with(result: Verdict, rules: RuleSet) -> Score {
    let position = Position::from_fen("4k4/4a4/9/9/9/R7p/9/9/9/4K4 w").unwrap();
    let mut engine = Engine::new(1);
    let settings = engine.settings().clone();
    engine.set_settings(chuhe::search::Settings {
        tb: Some(SharedTb::new(Arc::new(Few { result }))),
        rules,
        ..settings
    });
    let capture = position.legal_moves().into_iter().find(|mv| position.is_capture(*mv)).unwrap();
    assert_eq!(position.piece_on(capture.to()).unwrap().kind(), PieceKind::Pawn);
    engine.search(&position, &Limits { search_moves: vec![capture], ..Limits::depth(4) }).score
}

#[test]
fn wins_are_exact_and_draws_only_where_no_chase_can_decide() {
    for rules in [RuleSet::AlwaysDraw, RuleSet::CheckBan, RuleSet::Asian, RuleSet::Computer] {
        assert_eq!(score_with(Verdict::Loss, rules), Score::Tb(1), "{rules}");
        assert_eq!(score_with(Verdict::Win, rules), Score::Tb(-1), "{rules}");
        let drawn = score_with(Verdict::Draw, rules);
        let is_exact = matches!(rules, RuleSet::AlwaysDraw | RuleSet::CheckBan);
        assert!(matches!(drawn, Score::Cp(0)) || !is_exact, "{rules}: {drawn}");
        assert!(matches!(drawn, Score::Cp(-150..=150)), "{rules}: {drawn}");
    }
}
