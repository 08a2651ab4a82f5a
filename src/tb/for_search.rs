// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tables as the search asks them: results from memory by the rules of the game, and values at the root.
//!
//! Where every repetition is a draw, wins by perpetual check are draws too. The file of results does not tell
//! them from other wins, so there a table that has any answers with its draws only.

use super::tablebase::Tablebase;
use super::value::{Code, TbValue};
use crate::position::Position;
use crate::rules::{RuleSet, Verdict};
use crate::search::TbProbe;
use crate::types::Value;
use crate::types::value::{MATE, RULE_WIN};

impl TbProbe for Tablebase {
    fn max_pieces(&self) -> u32 {
        self.most_pieces()
    }

    #[inline]
    fn probe_wdl(&self, position: &Position, rules: RuleSet) -> Option<Verdict> {
        let (result, may_be_by_rule) = self.result(position)?;
        (result == Verdict::Draw || rules != RuleSet::AlwaysDraw || !may_be_by_rule).then_some(result)
    }

    fn probe_value(&self, position: &Position, rules: RuleSet) -> Option<Value> {
        let value = self.value_and_rule(position).inspect_err(|error| log::error!("{error}")).ok()??;
        let (value, is_by_rule) = value;
        let end = |plies: Code| if is_by_rule { RULE_WIN } else { MATE } - Value::from(plies);
        Some(match value {
            _ if is_by_rule && rules == RuleSet::AlwaysDraw => 0,
            TbValue::Draw => 0,
            TbValue::Win(plies) => end(plies),
            TbValue::Loss(plies) => -end(plies),
        })
    }
}
