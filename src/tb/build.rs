// SPDX-License-Identifier: MIT OR Apache-2.0
//! Building of tables: which are needed, and in what order.

use super::index::Index;
use super::material::Balance;
use super::perpetual;
use super::probe::Tablebase;
use super::retrograde::{BuildError, Retrograde};
use super::value::{Smaller, Table};
use core::sync::atomic::AtomicBool;
use std::collections::BTreeSet;

/// Returns these balances and all that captures lead to, each after those that it depends on.
pub fn in_order(balances: &[Balance]) -> Vec<Balance> {
    let mut found: BTreeSet<(u8, Balance)> = BTreeSet::new();
    let mut open = balances.to_vec();
    while let Some(balance) = open.pop() {
        if found.insert((balance.pieces(), balance)) {
            open.extend(balance.after_capture());
        }
    }
    found.into_iter().map(|(_, balance)| balance).collect()
}

/// Builds the table of a balance from those that its captures lead to.
///
/// # Errors
/// A table that cannot be read, a distance that a table cannot hold, or `stop` was set.
pub fn build(
    balance: Balance,
    tablebase: &Tablebase,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Table, BuildError> {
    build_from(balance, &tablebase.smaller(balance)?, threads, stop)
}

/// [`build`] from tables in memory.
pub(crate) fn build_from(
    balance: Balance,
    smaller: &Smaller,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Table, BuildError> {
    let index = Index::new(balance);
    let mut work = Retrograde::new(&index, smaller, threads, stop);
    work.plain();
    let rule_from = perpetual::decide(&mut work);
    let codes = work.into_codes()?;
    Ok(Table::new(index, codes, rule_from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_tables_come_first() {
        let order: Vec<_> = in_order(&["KRvKA".parse().unwrap()]).iter().map(ToString::to_string).collect();
        assert_eq!(order, ["KvK", "KAvK", "KRvK", "KRvKA"]);
    }
}
