// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games for tests.

use super::logged_game::LoggedGame;
use super::match_info::MatchInfo;
use crate::notation::START_FEN;
use crate::types::Language;

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// Returns a short game with this number; `new` plays Red in even games, `old` in odd ones.
pub fn game(number: usize, result: &str) -> LoggedGame {
    let (red, black) = if number.is_multiple_of(2) { ("new", "old") } else { ("old", "new") };
    LoggedGame {
        game: number,
        pair: number / 2,
        red: red.to_owned(),
        black: black.to_owned(),
        fen: START_FEN.to_owned(),
        opening: words("h2e2 h9g7"),
        opening_name: None,
        limit: "100 ms".to_owned(),
        limits: None,
        rules: "asian".to_owned(),
        moves: words("h0g2 i9h9 i0h0"),
        scores: vec![Some(35), Some(-7), Some(9_995)],
        depths: vec![Some(12), Some(11), None],
        nodes: vec![Some(120_000), Some(98_000), None],
        ms: vec![100.0, 99.6, 50.0],
        result: result.to_owned(),
        reason: "checkmate".to_owned(),
        blame: None,
        detail: None,
        last_fen: "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 b - - 5 3".to_owned(),
    }
}

/// Returns a match of a hundred games between these two engines.
pub fn match_info() -> MatchInfo {
    let engines = ["new", "old"].map(str::to_owned).to_vec();
    MatchInfo { title: "new - old".to_owned(), engines, games: 100, sprt: None, language: Language::English }
}
