// SPDX-License-Identifier: MIT OR Apache-2.0
//! A table in memory: a code for every number and side to move.

use super::index::{Index, as_red};
use super::material::Balance;
use super::value::{Code, TbValue, decode};
use crate::position::Board;
use crate::types::Color;
use std::sync::Arc;

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
