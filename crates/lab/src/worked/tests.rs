// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two worked trees of the page, and on random trees the theory of what alpha-beta must search.

use super::*;
use crate::algorithms::{AlphaBeta, Minimax, Negamax};
use crate::{Algorithm, Game, INFINITE};
use xiangqi::types::{SplitMix64, Value};

const SHALLOW: &str = include_str!("../../../../positions/trees/shallow.txt");
const DEEP: &str = include_str!("../../../../positions/trees/deep.txt");

/// Searches a tree and returns its value for Max, and what was seen.
fn watched(text: &str, algorithm: &mut impl Algorithm<WorkedTree>) -> (Value, Vec<Seen>) {
    let mut tree: WorkedTree = text.parse().expect("a tree");
    let found = tree.watch(algorithm);
    assert_eq!(tree.ply(), 0, "the tree is left as it was");
    (found.value, tree.seen())
}

/// Returns the position of this name.
fn named<'a>(seen: &'a [Seen], name: &str) -> &'a Seen {
    seen.iter().find(|seen| seen.name == name).expect("a position of this name")
}

/// Returns the values of the leaves that were not searched.
fn cut_leaves(text: &str) -> Vec<Value> {
    let (_, seen) = watched(text, &mut AlphaBeta);
    let tree: WorkedTree = text.parse().expect("a tree");
    let leaves = tree.places.iter().zip(&seen).filter(|(_, seen)| seen.is_leaf && seen.searched.is_none());
    leaves.map(|(place, _)| place.value).collect()
}

#[test]
fn a_shallow_cutoff_is_where_the_position_before_has_the_bound() {
    let (value, seen) = watched(SHALLOW, &mut AlphaBeta);
    assert_eq!((value, cut_leaves(SHALLOW)), (7, vec![8, 5]));
    let searched = |name| named(&seen, name).searched.expect("searched");
    assert_eq!(searched("A"), Searched { window: [-INFINITE, INFINITE], value: 6, cutoff: None });
    let cutoff = Some(Cutoff { bound: 6, ply: 0 });
    assert_eq!(searched("B"), Searched { window: [6, INFINITE], value: 4, cutoff });
    assert_eq!(searched("C"), Searched { window: [6, INFINITE], value: 7, cutoff: None });
    assert_eq!(seen.iter().filter_map(|seen| seen.searched?.cutoff).count(), 1);
}

#[test]
fn a_deep_cutoff_is_where_a_position_three_plies_before_has_the_bound() {
    let (value, seen) = watched(DEEP, &mut AlphaBeta);
    assert_eq!((value, cut_leaves(DEEP)), (5, vec![9]));
    let searched = |name| named(&seen, name).searched.expect("searched");
    assert_eq!(named(&seen, "D").ply, 3);
    let cutoff = Some(Cutoff { bound: 5, ply: 0 });
    assert_eq!(searched("D"), Searched { window: [5, INFINITE], value: 3, cutoff });
    assert_eq!(searched("C"), Searched { window: [5, INFINITE], value: 6, cutoff: None });
    assert_eq!(searched("B"), Searched { window: [5, INFINITE], value: 4, cutoff: None });
    assert_eq!(seen.iter().filter_map(|seen| seen.searched?.cutoff).count(), 1);
}

#[test]
fn minimax_and_negamax_search_all_of_the_tree_and_find_the_same() {
    for text in [SHALLOW, DEEP] {
        let [minimax, negamax] = [watched(text, &mut Minimax), watched(text, &mut Negamax)];
        assert_eq!(minimax, negamax);
        assert!(minimax.1.iter().all(|seen| seen.searched.is_some_and(|seen| seen.cutoff.is_none())));
        assert_eq!(minimax.0, watched(text, &mut AlphaBeta).0);
    }
}

/// Returns the text of a random tree.
fn random_tree(rng: &mut SplitMix64, height: usize) -> String {
    if height == 0 || rng.below(6) == 0 {
        return format!("{} ", 10 - i64::try_from(rng.below(21)).expect("a small number"));
    }
    let children: String = (0..=rng.below(4)).map(|_| random_tree(rng, height - 1)).collect();
    format!("({children})")
}

/// Returns the value of a position for Max.
fn minimax_value(tree: &WorkedTree, place: usize, ply: usize) -> Value {
    let Place { children, value, .. } = &tree.places[place];
    let values = children.iter().map(|&child| minimax_value(tree, child, ply + 1));
    let best = if ply.is_multiple_of(2) { values.max() } else { values.min() };
    best.unwrap_or(*value)
}

/// Checks below a position that alpha-beta searches those positions, and only those, between whose bounds a
/// value fits: below `alpha` is what Max, and above `beta` what Min, has from the earlier siblings of the
/// position and of its ancestors (Knuth and Moore 1975). Returns the number of positions cut.
fn check(tree: &WorkedTree, place: usize, ply: usize, [alpha, beta]: [Value; 2]) -> usize {
    assert_eq!(tree.is_reached[place], alpha < beta, "{tree:?}");
    let mut window = [alpha, beta];
    let mut cut = usize::from(alpha >= beta);
    for &child in &tree.places[place].children {
        cut += check(tree, child, ply + 1, window);
        let value = minimax_value(tree, child, ply + 1);
        if ply.is_multiple_of(2) {
            window[0] = window[0].max(value);
        } else {
            window[1] = window[1].min(value);
        }
    }
    cut
}

#[test]
fn alpha_beta_searches_exactly_the_positions_whose_window_is_open() {
    let mut rng = SplitMix64::new(3);
    let (mut cut, mut deep) = (0, 0);
    for _ in 0..1000 {
        let text = format!("({})", (0..3).map(|_| random_tree(&mut rng, 5)).collect::<String>());
        let mut tree: WorkedTree = text.parse().expect("a tree");
        let value = tree.watch(&mut AlphaBeta).value;
        assert_eq!(value, minimax_value(&tree, 0, 0));
        cut += check(&tree, 0, 0, [-INFINITE, INFINITE]);
        for Seen { ply, searched, .. } in tree.seen() {
            let Some(Searched { window: [alpha, beta], value, cutoff }) = searched else { continue };
            let Some(cutoff) = cutoff else { continue };
            let is_max = ply.is_multiple_of(2);
            assert!(if is_max { value >= beta } else { value <= alpha }, "{text}");
            assert_eq!(cutoff.bound, if is_max { beta } else { alpha });
            assert!((ply - cutoff.ply) % 2 == 1, "the bound is the other side's: {text}");
            deep += usize::from(ply - cutoff.ply > 1);
        }
    }
    assert!(cut > 1000 && deep > 10, "{cut} positions cut, {deep} deep cutoffs");
}

#[test]
fn what_is_wrong_with_a_tree_is_said_with_its_line() {
    for (text, line, part) in [
        ("", 1, "no tree"),
        ("# nothing\n", 1, "no tree"),
        ("( 1 2", 1, "before 1 of its positions"),
        ("( 1\n() )", 2, "without moves"),
        ("( 1 ) )", 1, "closes no position"),
        ("( 1 )\n( 2 )", 2, "follows the end"),
        ("( A 3 )", 1, "'A'"),
        ("( A", 1, "'A'"),
        ("( 3x )", 1, "'3x'"),
        ("( 1000001 )", 1, "'1000001'"),
        ("( 99999999999 )", 1, "'99999999999'"),
        (&"(".repeat(70), 1, "too large"),
        (&format!("({})", "1 ".repeat(70)), 1, "too large"),
    ] {
        let error = text.parse::<WorkedTree>().expect_err(text);
        assert!(error.line == line && error.to_string().contains(part), "{text}: {error}");
    }
    let tree: WorkedTree = "x (1 (2 3)4)# end".parse().expect("brackets are words of their own");
    assert_eq!((tree.places.len(), tree.height(), tree.places[0].name.as_str()), (6, 2, "x"));
    assert_eq!("5".parse::<WorkedTree>().expect("a leaf").watch(&mut Minimax).value, 5);
}
