// SPDX-License-Identifier: MIT OR Apache-2.0
//! The value of a position, its packed form in a number, and tables of these in memory.
//!
//! Distances count plies to the end. Wins that need the rule of perpetual check have distances too, larger
//! than those of all others in their table: to the capture, or the quiet move, that makes progress.

use super::index::{Index, as_red};
use super::material::Balance;
use std::sync::Arc;
use xiangqi::position::Board;
use xiangqi::text;
use xiangqi::types::{Color, Language};

/// Result with best play and distance, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TbValue {
    /// Wins in this number of plies, an odd one.
    Win(u16),
    /// Loses in this number of plies, an even one: 0 is mate or stalemate.
    Loss(u16),
    /// Neither side can force a win.
    Draw,
}

impl TbValue {
    /// Returns the value in words, given the side to move: `red wins in 23 plies`, `theoretical draw`.
    #[must_use]
    pub fn text(self, side_to_move: Color, language: Language) -> String {
        let wins = |side: Color, plies: u16| {
            let (side, unit) = (side.word(language), if plies == 1 { "ply" } else { "plies" });
            text!(language, "{side} wins in {plies} {unit}", "{side}{plies}着胜")
        };
        match self {
            Self::Win(plies) => wins(side_to_move, plies),
            Self::Loss(plies) => wins(!side_to_move, plies),
            Self::Draw => language.pick("theoretical draw", "理论和棋").to_owned(),
        }
    }
}

/// A packed value: a distance (odd: win, even: loss), or one of the two constants below.
pub(crate) type Code = u16;

/// Not decided; in a finished table, a draw. Larger than any distance.
pub(crate) const DRAW: Code = 512;
/// No legal position: pieces on one square, or the side not to move is in check.
pub(crate) const ILLEGAL: Code = 513;
/// The largest distance: half of it fits in a byte of a file.
pub(crate) const MAX_DISTANCE: Code = 511;

/// Unpacks the value of a legal position.
#[inline]
pub(crate) fn decode(code: Code) -> TbValue {
    match code {
        DRAW.. => TbValue::Draw,
        plies if is_win(plies) => TbValue::Win(plies),
        plies => TbValue::Loss(plies),
    }
}

/// Returns true if the side to move wins.
#[inline]
pub(crate) fn is_win(code: Code) -> bool {
    code < DRAW && code % 2 == 1
}

/// The values of all positions of a balance.
pub struct Table {
    index: Index,
    /// By side to move, from the view of the stronger side as Red, and number.
    codes: [Vec<Code>; 2],
    /// Distances from here on depend on the rule of perpetual check; `DRAW` if there are none.
    rule_from: Code,
}

impl Table {
    pub(crate) fn new(index: Index, codes: [Vec<Code>; 2], rule_from: Code) -> Self {
        Self { index, codes, rule_from }
    }

    /// Returns the first distance that depends on the rule of perpetual check.
    pub(crate) fn rule_from(&self) -> Code {
        self.rule_from
    }

    /// Returns the index.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the codes with this side to move.
    pub(crate) fn codes(&self, side: Color) -> &[Code] {
        &self.codes[side as usize]
    }

    /// Returns the code of a position of this balance, in which `strong` is the stronger side.
    pub(crate) fn code(&self, board: &Board, strong: Color, side: Color) -> Code {
        self.codes[as_red(side, strong) as usize][self.index.number(board, strong)]
    }
}

/// The rules by which positions are valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckRule {
    /// Every repetition is a draw.
    Draw,
    /// A side that checks for ever loses, unless both do.
    Ban,
}

/// Tables that captures lead to.
#[derive(Clone, Default)]
pub(crate) struct Smaller(pub Vec<Arc<Table>>);

impl Smaller {
    /// Returns the value of a legal position. Its table must be here.
    pub(crate) fn value(&self, board: &Board, side: Color, rule: CheckRule) -> TbValue {
        let (balance, strong) = Balance::of(board);
        let table = self.0.iter().find(|table| table.index.balance() == balance);
        let table = table.expect("the tables that captures lead to are built first");
        let code = table.code(board, strong, side);
        if rule == CheckRule::Draw && code >= table.rule_from { TbValue::Draw } else { decode(code) }
    }
}
