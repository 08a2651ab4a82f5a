// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks that an engine's answer is a legal move, with the library's move generator, which has tests of its
//! own.

use super::Line;
use chuhe::Position;
use xiangqi::types::Move;

/// Returns the position after some moves.
pub fn position(fen: &str, moves: &str) -> Position {
    let mut position = Position::from_fen_lenient(fen).expect("the test's FEN is good");
    xiangqi::notation::parse_moves(&mut position, moves.split_whitespace())
        .expect("the test's moves are legal");
    position
}

/// Returns the start position after some moves.
pub fn start(moves: &str) -> Position {
    position(xiangqi::notation::START_FEN, moves)
}

/// Returns the move of a `bestmove` line. Fails unless it is legal, and its ponder move after it.
#[track_caller]
pub fn best_move(line: &Line, position: &Position) -> String {
    let words: Vec<_> = line.text.split(' ').collect();
    let [_, best, rest @ ..] = &words[..] else { panic!("no move in '{}'", line.text) };
    assert_eq!(words[0], "bestmove", "{}", line.text);
    let after = play(position, best).unwrap_or_else(|| panic!("'{}' in {}", line.text, position.to_fen()));
    if let ["ponder", guess, ..] = rest {
        assert!(play(&after, guess).is_some(), "'{}' in {}", line.text, position.to_fen());
    }
    (*best).to_owned()
}

/// Returns the position after a move, if it is legal.
pub fn play(position: &Position, text: &str) -> Option<Position> {
    let mv: Move = text.parse().ok()?;
    position.is_legal(mv).then(|| position.after(mv))
}

/// Fails unless the line's principal variation is legal.
#[track_caller]
pub fn check_variation(line: &Line, position: &Position) {
    let Some((_, variation)) = line.text.split_once(" pv ") else { return };
    let mut position = position.clone();
    for word in variation.split(' ') {
        position = play(&position, word).unwrap_or_else(|| panic!("{word} in '{}'", line.text));
    }
}
