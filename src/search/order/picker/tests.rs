// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every legal move comes once; quiescence, and a node that skips its quiet moves, get no other quiet moves
//! than checks.

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
            let tt_move = if rng.below(2) == 0 { any(&mut rng) } else { None };
            let lines = position.king_lines();
            let mut picker = MovePicker::main(&position, &lines, tt_move, refutations, [PieceTo::NONE; 3]);
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
    // The rook on e9 is protected by the king, which it faces.
    let checks = ["e1d1".to_owned(), "e1e9".into()];
    assert_eq!(moves.iter().map(ToString::to_string).collect::<BTreeSet<_>>(), checks.into());
}

#[test]
fn a_node_that_skips_its_quiet_moves_still_gets_the_checks() {
    let histories = Histories::new();
    let position = Position::from_fen("3k5/9/9/p8/9/9/9/R8/4R4/4K4 w - - 0 1").unwrap();
    let lines = position.king_lines();
    let checks = BTreeSet::from(["a2d2".to_owned(), "e1d1".into(), "e1e9".into()]);
    let refutations = ["a2b2", "e1d1", "a2d2"].map(|mv| Some(mv.parse().unwrap()));
    // Nothing handed out yet, the capture, and moves of each later stage.
    for before in 0..8 {
        let mut picker = MovePicker::main(&position, &lines, None, refutations, [PieceTo::NONE; 3]);
        let mut next = || picker.next(&position, &histories).map(|mv| mv.to_string());
        let mut seen: BTreeSet<String> = (0..before).map(|_| next().unwrap()).collect();
        picker.skip_quiets();
        let rest: Vec<_> = std::iter::from_fn(|| picker.next(&position, &histories)).collect();
        for mv in &rest {
            assert!(seen.insert(mv.to_string()), "{mv} twice");
            assert!(position.is_capture(*mv) || checks.contains(&mv.to_string()), "{mv} is quiet");
        }
        assert!(checks.is_subset(&seen), "only {seen:?}, {before} before");
    }
}

#[test]
fn a_lone_piece_is_not_spared_its_checks() {
    let histories = Histories::new();
    let position = Position::from_fen("3k5/9/9/p8/9/9/9/9/4R4/4K4 w - - 0 1").unwrap();
    let lines = position.king_lines();
    let mut picker = MovePicker::main(&position, &lines, None, [None; 3], [PieceTo::NONE; 3]);
    picker.skip_quiets();
    assert_eq!(picker.next(&position, &histories), None);
}
