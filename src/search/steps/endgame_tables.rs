// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: endgame tables.
//!
//! They are asked after captures only, where every line enters a table: `rule60` begins anew there, so that a
//! win has all its plies, and the search goes on as before in all other nodes. A win or loss is exact by all
//! rules. A draw is so only by rules that know no chases; by the others a chase may decide it, so the search
//! goes on and the static evaluation shrinks.

use crate::rules::{RuleSet, Verdict};
use crate::search::settings::DrawRule;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Returns the result of a position after a capture, for the side to move, if the tables have it and it
    /// is certain.
    #[inline]
    pub fn endgame_table_result(&mut self) -> Option<Verdict> {
        if self.settings.tb.is_none() || self.position.rule60_count() > 0 {
            return None;
        }
        let result = self.probe_endgame_tables()?;
        let counts_chases = matches!(self.settings.rules, RuleSet::Asian | RuleSet::Computer);
        (result != Verdict::Draw || !counts_chases).then_some(result)
    }

    /// Returns true if the tables have the position as a draw.
    #[inline]
    pub fn is_drawn_by_endgame_tables(&mut self) -> bool {
        self.settings.tb.is_some() && self.probe_endgame_tables() == Some(Verdict::Draw)
    }

    fn probe_endgame_tables(&mut self) -> Option<Verdict> {
        let tables = self.settings.tb.as_ref()?;
        if self.position.occupied().len() > tables.max_pieces() || self.settings.draw_rule != DrawRule::Draw {
            return None;
        }
        let result = tables.probe_wdl(&self.position, self.settings.rules)?;
        self.tb_hits += 1;
        Some(result)
    }
}
