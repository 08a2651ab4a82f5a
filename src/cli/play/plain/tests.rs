// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whole games line by line, without a terminal.

use super::{PlainOptions, run};
use crate::cli::output::OverwriteArgs;
use crate::cli::play::session::{Session, SessionOptions};
use crate::cli::play::table::{GameConditions, Seat, Table};
use crate::cli::play::texts::Texts;
use crate::cli::play::thinker::Thinker;
use crate::engine::Engine;
use crate::notation::Notation;
use crate::position::Position;
use crate::render::PieceLetters;
use crate::rules::RuleSet;
use crate::search::Limits;
use crate::types::{Color, Language};
use std::time::Instant;

/// Returns what a session says to these lines, without boards.
fn transcript(fen: &str, seats: [Seat; 2], language: Language, lines: &str) -> String {
    let conditions = GameConditions { seats, control: None, rules: RuleSet::Asian, limit: Some(120) };
    let table = Table::new(&Position::from_fen(fen).unwrap(), conditions);
    let options = SessionOptions {
        texts: Texts(language),
        notation: Notation::Chinese,
        limits: Limits::nodes(300),
        is_paced: false,
        overwrite: OverwriteArgs { force: false },
    };
    let mut session = Session::new(table, Thinker::new(Engine::new(1)), None, options, Instant::now());
    let plain = PlainOptions {
        letters: PieceLetters::Latin,
        is_colored: false,
        is_terse: true,
        is_prompted: false,
        bottom: Color::Red,
    };
    let mut output = Vec::new();
    run(&mut session, plain, lines.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

const START: &str = crate::notation::START_FEN;
const PEOPLE: [Seat; 2] = [Seat::Person; 2];

#[test]
fn moves_are_taken_in_every_notation() {
    let said = transcript(START, PEOPLE, Language::English, "炮二平五\nH8+7\n3. h0g2\nmoves\n");
    assert!(said.ends_with("  1. 炮二平五 马８进７\n  2. 马二进三\n"), "{said}");
}

#[test]
fn wrong_and_ambiguous_moves_are_explained_and_asked_again() {
    let said = transcript(START, PEOPLE, Language::English, "炮平五\na0a9\nnonsense\nmoves\nC2.5\nmoves\n");
    assert!(said.contains("'炮平五' is ambiguous here: b2e2 or h2e2\n"), "{said}");
    assert!(said.contains("'a0a9' is illegal: blocked path"), "{said}");
    assert!(said.contains("'nonsense' is not a move"), "{said}");
    assert!(said.ends_with("  1. 炮二平五\n"), "{said}");
}

#[test]
fn the_engine_answers_and_its_answer_is_taken_back() {
    let seats = [Seat::Person, Seat::Engine];
    let said = transcript(START, seats, Language::English, "C2.5\nundo\nundo\nmoves\nhint\n");
    assert!(said.contains("Black (chuhe) plays "), "{said}");
    assert!(said.contains("2 moves taken back.\n"), "{said}");
    assert!(said.contains("There is no move of yours to take back.\n"), "{said}");
    assert!(said.contains("\nHint: "), "{said}");
}

#[test]
fn the_end_is_explained_in_both_languages() {
    let mate = "3k5/1R7/9/9/9/9/R8/9/9/4K4 w";
    let seats = [Seat::Person, Seat::Engine];
    let said = transcript(mate, seats, Language::English, "a3a9\nhint\nrematch\n");
    assert!(said.contains("Red wins: black is checkmated\n"), "{said}");
    assert!(said.contains("The game is over"), "{said}");
    assert!(said.contains("You play Black; chuhe plays Red."), "{said}");
    let said = transcript(mate, seats, Language::Chinese, "a3a9\n");
    assert!(said.contains("红方胜：黑方被将死\n"), "{said}");
    let chase = "g6h6\ng2h2\nh6g6\nh2g2\n".repeat(2);
    let said = transcript("3k5/9/9/6c2/9/9/9/6R2/9/5K3 b", PEOPLE, Language::Chinese, &chase);
    assert!(said.contains("黑方胜：红方长捉作负"), "{said}");
    assert!(said.contains("红方 g2h2  车h2捉炮h6（无根）\n"), "{said}");
}

#[test]
fn draws_and_resignations() {
    let said = transcript(START, PEOPLE, Language::English, "draw\nh2e2\ndraw\n");
    assert!(said.contains("Red offers a draw") && said.contains("Draw: by agreement\n"), "{said}");
    let said = transcript(START, PEOPLE, Language::English, "draw\nh2e2\nh9g7\ndraw\nh0g2\nresign\n");
    assert!(
        said.contains("Black wins: Red resigns\n") || said.contains("Red wins: Black resigns\n"),
        "{said}"
    );
    // The engine accepts if it stands worse and in an equal game without progress, and not in the opening.
    let seats = [Seat::Person, Seat::Engine];
    let said = transcript(START, seats, Language::English, "draw\nresign\nundo\nfen\n");
    assert!(said.contains("chuhe declines the draw.\n"), "{said}");
    assert!(said.contains("Black wins: Red resigns\nThe game goes on.\n"), "{said}");
    let worse = "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let quiet = "2bak4/4a4/4b4/9/9/9/9/4B4/4A3n/2BAK4 w - - 30 70";
    for fen in [worse, quiet] {
        let said = transcript(fen, seats, Language::Chinese, "提和\n");
        assert!(said.contains("楚河同意和棋。\n和棋：双方议和\n"), "{said}");
    }
}

#[test]
fn a_game_between_engines_is_played_to_its_end() {
    let mate = "3k5/1R7/9/9/9/9/R8/9/9/4K4 w";
    let said = transcript(mate, [Seat::Engine; 2], Language::English, "");
    assert!(said.contains("chuhe plays against itself.") && said.contains("Red wins: "), "{said}");
}

#[test]
fn what_a_person_cannot_see_is_put_into_words() {
    let said = transcript("3k5/9/9/9/9/9/9/9/4R4/4K4 w", PEOPLE, Language::English, "pieces\nsave\n");
    assert!(said.contains("Red: king e0, rook e1\nBlack: king d9\n"), "{said}");
    assert!(said.contains("Usage: save FILE\n"), "{said}");
}

#[test]
fn chinese_answers_have_no_english_words_and_chinese_punctuation() {
    let seats = [Seat::Person, Seat::Engine];
    let said = transcript(START, seats, Language::Chinese, "打开 no/such/file\n保存\n记法\n棋子\n提示\n");
    assert!(said.contains("文件出错：no/such/file：文件或目录不存在\n"), "{said}");
    assert!(said.contains("用法：保存 文件\n") && said.contains("用法：记法 iccs|wxf|"), "{said}");
    assert!(said.contains("红方：帅e0，仕d0，仕f0，"), "{said}");
    let hint = said.lines().find_map(|line| line.strip_prefix("提示：")).expect("a hint");
    assert!(!hint.contains('(') && hint.matches('，').count() == 1, "{hint}");
}
