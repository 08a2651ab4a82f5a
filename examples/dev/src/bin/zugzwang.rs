// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds positions of zugzwang in which the verification of null moves changes the result, for
//! `positions/zugzwang.epd`:
//!
//! ```sh
//! cargo run --release -p chuhe-tools -- tables build KPvKN KCPvKN KNPvKN --dir tables
//! cargo run --release -p chuhe-dev --features tune --bin zugzwang -- tables KCPvKN 30 1
//! ```
//!
//! The arguments are the directory of the tables, the balance, the number of positions and the seed. In each
//! position a single move wins and leaves the other side in zugzwang. With verification the search announces
//! the win with every number of nodes below, without verification with none of them. The last
//! line says of how many zugzwangs they were chosen.

use chuhe::search::params;
use chuhe::tb::{Balance, Tablebase, TbValue};
use chuhe::{Engine, Limits, Position};
use chuhe_dev::random_position;
use std::collections::BTreeSet;
use std::error::Error;
use std::io::{self, Write};
use xiangqi::types::value::RULE_BAND;
use xiangqi::types::{Move, SplitMix64};

/// Numbers of nodes with which the searches must agree, the best sieve first.
const NODES: [u64; 3] = [100_000, 200_000, 50_000];
const NOT_VERIFIED: [(&str, i32); 2] =
    [("null_move_verification_depth", 99), ("null_move_verification_majors", 0)];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [directory, balance, count, seed] = words.as_slice() else {
        return Err("arguments: DIR BALANCE COUNT SEED".into());
    };
    let tables = Tablebase::open(&[directory])?;
    let balance: Balance = balance.parse()?;
    let (count, seed): (u32, u64) = (count.parse()?, seed.parse()?);
    let mut rng = SplitMix64::new(seed);
    let mut keys = BTreeSet::new();
    let mut out = io::stdout().lock();
    let (mut found, mut tried) = (0, 0);
    while found < count {
        let position = random_position(balance, &mut rng);
        let Some(mv) = only_win_by_zugzwang(&tables, &position)? else { continue };
        if !keys.insert(position.canonical_key()) {
            continue;
        }
        tried += 1;
        if verification_decides(&position, mv) {
            found += 1;
            writeln!(out, "{}; bm {mv}; id \"zugzwang: {balance} {found}\"", position.to_fen())?;
        }
    }
    writeln!(out, "# {balance}: {found} of {tried} zugzwangs")?;
    Ok(())
}

/// Returns the single move that wins, if it puts the other side in zugzwang: to pass would hold.
fn only_win_by_zugzwang(tables: &Tablebase, position: &Position) -> Result<Option<Move>, Box<dyn Error>> {
    let moves = tables.moves(position)?.ok_or("a table is missing")?;
    let wins = moves.iter().filter(|(_, value)| matches!(value, TbValue::Win(_))).count();
    let Some(&(mv, _)) = moves.first() else { return Ok(None) };
    if wins != 1 || position.is_capture(mv) || position.gives_check(mv) {
        return Ok(None);
    }
    let mut passed = position.after(mv).setup();
    passed.side = position.side_to_move();
    let Ok(passed) = passed.into_position() else { return Ok(None) };
    let value = tables.value(&passed)?.ok_or("a table is missing")?;
    Ok((!matches!(value, TbValue::Win(_))).then_some(mv))
}

/// Returns true if the search announces the win always with verification and never without, but again without
/// null moves.
fn verification_decides(position: &Position, mv: Move) -> bool {
    let verified_only =
        |nodes| !announces(position, mv, &NOT_VERIFIED, nodes) && announces(position, mv, &[], nodes);
    NODES.into_iter().all(verified_only) && announces(position, mv, &[("null_move_depth", 99)], 300_000)
}

/// Returns true if the search with these parameters and this number of nodes announces the win by the move.
fn announces(position: &Position, mv: Move, changes: &[(&str, i32)], nodes: u64) -> bool {
    for tunable in params::ALL {
        let change = changes.iter().find(|(name, _)| *name == tunable.name);
        tunable.set(change.map_or(tunable.default, |&(_, value)| value));
    }
    let result = Engine::new(4).search(position, &Limits::nodes(nodes));
    result.value > RULE_BAND && result.best_move == Some(mv)
}
