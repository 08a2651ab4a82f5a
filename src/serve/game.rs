// SPDX-License-Identifier: MIT OR Apache-2.0
//! The game that a query names, and what the rules and the books say about its last position.

use super::message::{BookLine, Both, MoveText, Outcome, Situation, both, side_name};
use crate::book::Books;
use crate::notation::{GameResult, Notation, Record, RecordedMove, Variation, read_move};
use crate::openings::Opening;
use crate::position::Position;
use crate::rules::explain::Explanation;
use crate::rules::{NATURAL_LIMIT, RuleSet};
use crate::types::{Color, Language, text};

/// Longest game that is read.
const MAX_MOVES: usize = 4096;

/// Returns the position after the moves, which knows them.
pub fn position(fen: Option<&str>, moves: &[String]) -> Result<Position, Both> {
    let mut position = match fen {
        None => Position::startpos(),
        Some(fen) => Position::from_fen(fen).map_err(|error| both(|language| error.text(language)))?,
    };
    if moves.len() > MAX_MOVES {
        let most = MAX_MOVES;
        return Err(both(|language| text!(language, "more than {most} moves", "着法超过{most}着")));
    }
    for word in moves {
        let mv = read_move(&position, word).map_err(|error| both(|language| error.text(language)))?;
        position.play_unchecked(mv);
    }
    Ok(position)
}

/// Returns the position in which the game of this position began.
pub fn start(position: &Position) -> Position {
    let mut start = position.clone();
    while start.undo().is_some() {}
    start
}

/// Describes the last position of a game.
pub fn describe(position: &Position, books: &Books) -> Situation {
    let moves: Vec<_> = position.moves().collect();
    let explanation = Explanation::of(position, RuleSet::Asian, Some(NATURAL_LIMIT));
    let outcome = explanation.outcome.map(|outcome| Outcome {
        winner: outcome.winner.map(side_name),
        reason: both(|language| explanation.reason(language)),
    });
    let opening = Opening::of(position);
    Situation {
        fen: position.to_fen(),
        side: side_name(position.side_to_move()),
        check: position.in_check(),
        legal: position.legal_moves().iter().map(ToString::to_string).collect(),
        line: MoveText::line(&start(position), &moves),
        outcome,
        opening: opening
            .map(|opening| [opening.to_string(), format!("{} {}", opening.code, opening.chinese)]),
        book: book_lines(position, books),
        rule60: [explanation.rule60, NATURAL_LIMIT],
    }
}

fn book_lines(position: &Position, books: &Books) -> Vec<BookLine> {
    let known = books.probe(position);
    let total: u32 = known.iter().map(|known| u32::from(known.weight)).sum();
    let line = |known: &crate::book::BookMove| BookLine {
        mv: MoveText::of(position, known.mv),
        share: u32::from(known.weight) * 1000 / total.max(1),
    };
    known.iter().filter(|known| known.weight > 0).map(line).collect()
}

/// Returns the game as PGN in this notation, with the tags given.
pub fn pgn(position: &Position, notation: Notation, tags: Vec<(String, String)>) -> String {
    let result = Explanation::of(position, RuleSet::Asian, Some(NATURAL_LIMIT)).outcome;
    let mut record = Record {
        tags: tags.into_iter().map(|(name, value)| (name, one_line(&value))).collect(),
        start: start(position),
        line: Variation {
            moves: position.moves().map(|mv| RecordedMove::new(mv, "")).collect(),
            ..Variation::default()
        },
        result: match result.map(|outcome| outcome.winner) {
            None => GameResult::Open,
            Some(None) => GameResult::Draw,
            Some(Some(Color::Red)) => GameResult::RedWins,
            Some(Some(Color::Black)) => GameResult::BlackWins,
        },
    };
    Opening::name_record(&mut record, notation);
    record.to_pgn(notation)
}

fn one_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(100).collect()
}

/// Returns the position as if it were the other side's move; an error if that side would capture the king.
pub fn other_side(position: &Position) -> Result<Position, Both> {
    let mut setup = position.setup();
    setup.side = !setup.side;
    setup.into_position(false).map_err(|error| both(|language: Language| error.text(language)))
}
