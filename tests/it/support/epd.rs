// SPDX-License-Identifier: MIT OR Apache-2.0
//! The suites in `positions/*.epd`: each line has a position, the expected answer and a name.
//!
//! ```text
//! FEN; dm 3; id "…"
//! FEN; bm h2e2 b2e2; id "…"
//! ```

use chuhe::Position;
use xiangqi::types::Move;

/// One line of a suite.
pub(crate) struct Case {
    pub(crate) position: Position,
    pub(crate) id: String,
    operand: String,
}

impl Case {
    /// The operand of `dm`: own moves to mate.
    pub(crate) fn distance(&self) -> u32 {
        self.operand.parse().unwrap_or_else(|_| panic!("dm {} of {}", self.operand, self.id))
    }

    /// The operand of `bm`: the best moves.
    pub(crate) fn best_moves(&self) -> Vec<Move> {
        let read = |word: &str| word.parse().unwrap_or_else(|error| panic!("{error} in {}", self.id));
        self.operand.split(' ').map(read).collect()
    }
}

/// Reads the lines of a suite, all of which must have `operation`.
pub(crate) fn cases(suite: &str, operation: &str) -> Vec<Case> {
    suite
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| read(line, operation))
        .collect()
}

fn read(line: &str, operation: &str) -> Case {
    let mut fields = line.split("; ");
    let mut field = |name: &str| {
        let field = fields.next().and_then(|field| field.strip_prefix(name));
        field.unwrap_or_else(|| panic!("no '{name}' in {line}"))
    };
    let position = Position::from_fen_strict(field("")).unwrap_or_else(|error| panic!("{error}: {line}"));
    let operand = field(&format!("{operation} ")).to_owned();
    let id = field("id ").trim_matches('"').to_owned();
    Case { position, id, operand }
}

/// Asserts that no two cases share a name, or a position up to mirroring and exchange of colours.
pub(crate) fn assert_all_different(cases: &[Case]) {
    assert_no_text_twice(cases.iter().map(|case| case.id.clone()));
    assert_no_position_twice(cases.iter().map(|case| &case.position));
}

/// Asserts that no two positions are the same up to mirroring and exchange of colours.
pub(crate) fn assert_no_position_twice<'a>(positions: impl Iterator<Item = &'a Position>) {
    assert_no_text_twice(positions.map(normal_form));
}

fn assert_no_text_twice(texts: impl Iterator<Item = String>) {
    let mut texts: Vec<_> = texts.collect();
    texts.sort();
    let twice: Vec<_> = texts.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| &pair[0]).collect();
    assert!(twice.is_empty(), "these come twice: {twice:?}");
}

/// Returns the smallest of the four FENs of a position: unchanged, mirrored, colours exchanged, and both.
fn normal_form(position: &Position) -> String {
    let flipped = position.color_flipped();
    let views = [position.clone(), position.mirrored(), flipped.mirrored(), flipped];
    views.iter().map(Position::to_fen).min().expect("there are four")
}
