// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every legal move comes once, and quiescence gets no other quiet moves than checks.

use super::*;
use crate::search::order::history::PieceTo;
use crate::types::SplitMix64;
use std::collections::BTreeSet;

#[test]
fn every_legal_move_comes_exactly_once() {
    let histories = Histories::new();
    let mut rng = SplitMix64::new(11);
    for _ in 0..if cfg!(debug_assertions) { 60 } else { 1000 } {
        let mut position = Position::startpos();
        for _ in 0..80 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let any = |rng: &mut SplitMix64| Some(legal[rng.below(legal.len())]);
            let foreign = Move::from_bits((rng.next_u64() & 0x3fff) as u16);
            let refutations = [any(&mut rng), foreign, any(&mut rng)];
            let table_move = if rng.below(2) == 0 { any(&mut rng) } else { None };
            let lines = position.king_lines();
            let mut picker = MovePicker::main(&position, &lines, table_move, refutations, [PieceTo::NONE; 3]);
            let mut seen = BTreeSet::new();
            while let Some(mv) = picker.next(&position, &histories) {
                assert!(seen.insert(mv), "{mv} twice in {position}");
            }
            assert_eq!(seen, legal.iter().copied().collect(), "{position}");
            let mv = legal[rng.below(legal.len())];
            position.play(mv).unwrap();
        }
    }
}

#[test]
fn quiescence_gets_quiet_checks_and_no_other_quiet_moves() {
    let histories = Histories::new();
    let position = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1").unwrap();
    let lines = position.king_lines();
    let mut picker = MovePicker::quiescence(&position, &lines, None, [PieceTo::NONE; 3], true);
    let moves: Vec<_> = std::iter::from_fn(|| picker.next(&position, &histories)).collect();
    assert_eq!(moves.iter().map(ToString::to_string).collect::<BTreeSet<_>>(), ["e1d1".into()].into());
}
