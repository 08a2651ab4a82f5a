// SPDX-License-Identifier: MIT OR Apache-2.0
//! The trees of the papers, and on random trees the theory of what alpha-beta must search.

use super::*;
use crate::algorithms::{AlphaBeta, Minimax, Negamax};
use crate::watch::{self, Bound, Node, Watched};
use crate::{Algorithm, INFINITE};
use xiangqi::types::{SplitMix64, Value};

/// A tree, the record of its search, and its outline.
struct Searched {
    tree: WorkedTree,
    record: Record,
    outline: Vec<Outline>,
}

fn searched(text: &str, mut algorithm: impl Algorithm<Watched<WorkedTree>>) -> Searched {
    let tree: WorkedTree = text.parse().expect("a tree");
    let height = tree.height();
    let record = watch::record(tree.clone(), &mut algorithm, height, 10_000, |_| String::new());
    let record = record.expect("as many nodes as the tree has positions");
    let outline = tree.outline(&record);
    Searched { tree, record, outline }
}

/// Searches a tree of the program.
fn known(name: &str, algorithm: impl Algorithm<Watched<WorkedTree>>) -> Searched {
    searched(TREES.iter().find(|(other, _)| *other == name).expect("a tree of this name").1, algorithm)
}

impl Searched {
    /// Returns the node of this name, if it was searched.
    fn find(&self, name: &str) -> Option<usize> {
        self.outline.iter().find(|line| line.name == name).expect("a position of this name").node
    }

    fn node(&self, name: &str) -> &Node {
        &self.record.nodes[self.find(name).expect("it was searched")]
    }

    fn value(&self, name: &str) -> Value {
        self.node(name).value
    }

    fn window(&self, name: &str) -> [Value; 2] {
        self.node(name).window.map(|bound| bound.value)
    }

    /// Returns the values of the leaves that were not searched.
    fn cut_leaves(&self) -> Vec<Value> {
        let leaves = self.tree.places.iter().zip(&self.outline);
        leaves.filter(|(_, line)| line.is_leaf && line.node.is_none()).map(|(place, _)| place.value).collect()
    }

    /// Returns each cutoff: the position, its bound, and the name of the position that has the bound.
    fn cutoffs(&self) -> Vec<(&str, Value, &str)> {
        let name = |node| {
            self.outline.iter().find(|line| line.node == Some(node)).map_or("", |line| line.name.as_str())
        };
        let nodes = self.record.nodes.iter().enumerate();
        let cutoff = |(node, Node { cutoff, .. }): (usize, &Node)| {
            let Bound { value, holder } = (*cutoff)?;
            Some((name(node), value, name(holder?)))
        };
        nodes.filter_map(cutoff).collect()
    }
}

#[test]
fn a_shallow_cutoff_is_where_the_position_before_has_the_bound() {
    let tree = known("shallow", AlphaBeta);
    assert_eq!((tree.value("root"), tree.cut_leaves()), (7, vec![8, 5]));
    assert_eq!((tree.window("A"), tree.value("A")), ([-INFINITE, INFINITE], 6));
    assert_eq!((tree.window("B"), tree.value("B")), ([6, INFINITE], 4));
    assert_eq!((tree.window("C"), tree.value("C")), ([6, INFINITE], 7));
    assert_eq!(tree.cutoffs(), [("B", 6, "root")]);
}

#[test]
fn a_deep_cutoff_is_where_a_position_three_plies_before_has_the_bound() {
    let tree = known("deep", AlphaBeta);
    assert_eq!((tree.value("root"), tree.cut_leaves()), (5, vec![9]));
    assert_eq!((tree.node("D").ply, tree.window("D"), tree.value("D")), (3, [5, INFINITE], 3));
    assert_eq!((tree.window("C"), tree.value("C")), ([5, INFINITE], 6));
    assert_eq!((tree.window("B"), tree.value("B")), ([5, INFINITE], 4));
    assert_eq!(tree.cutoffs(), [("D", 5, "root")]);
}

#[test]
fn the_trees_of_yue_and_feng_are_cut_where_their_figures_say() {
    let alpha = known("yue-2a", AlphaBeta);
    assert_eq!(alpha.node("B").children.len(), 4);
    assert_eq!([alpha.value("A"), alpha.value("B")], [19, 19]);
    assert_eq!((alpha.cutoffs(), [alpha.find("E"), alpha.find("F")]), (vec![("C", 19, "A")], [None, None]));
    assert!(alpha.node("A").is_max && alpha.value("D") < 19 && !alpha.node("C").is_max);
    let beta = known("yue-2b", AlphaBeta);
    assert_eq!([beta.value("A"), beta.value("B")], [-19, -19]);
    assert_eq!((beta.cutoffs(), [beta.find("E"), beta.find("F")]), (vec![("C", -19, "A")], [None, None]));
    assert!(!beta.node("A").is_max && beta.node("C").is_max);
    let deep = known("yue-3", AlphaBeta);
    assert_eq!(["F", "B", "A"].map(|name| deep.value(name)), [12; 3]);
    assert!(["G", "H", "I"].iter().all(|name| deep.value(name) > 12));
    assert_eq!((deep.cutoffs(), deep.value("N"), deep.cut_leaves()), (vec![("N", 12, "A")], 10, vec![17]));
    assert_eq!([deep.node("N").ply, deep.node("C").ply], [3, 1]);
}

#[test]
fn bais_tree_is_cut_where_his_figure_says() {
    let tree = known("bai-4", AlphaBeta);
    assert_eq!(["B", "E", "C", "A"].map(|name| tree.value(name)), [6, 4, 4, 6]);
    assert_eq!(tree.node("E").children.iter().map(|&leaf| tree.record.nodes[leaf].value).max(), Some(4));
    assert_eq!((tree.cutoffs(), [tree.find("F"), tree.find("G")]), (vec![("C", 6, "A")], [None, None]));
    assert_eq!(known("bai-4", Minimax).value("C"), 4, "F and G do not matter");
}

#[test]
fn minimax_and_negamax_search_all_of_the_tree_and_find_the_same() {
    for (name, text) in TREES {
        let [minimax, negamax] = [searched(text, Minimax), searched(text, Negamax)];
        assert_eq!(minimax.record, negamax.record, "{name}");
        assert!(minimax.outline.iter().all(|line| line.node.is_some()) && minimax.cutoffs().is_empty());
        assert_eq!(minimax.record.nodes[0].value, known(name, AlphaBeta).record.nodes[0].value);
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
fn check(searched: &Searched, place: usize, ply: usize, [alpha, beta]: [Value; 2]) -> usize {
    let tree = &searched.tree;
    assert_eq!(searched.outline[place].node.is_some(), alpha < beta, "{tree:?}");
    let mut window = [alpha, beta];
    let mut cut = usize::from(alpha >= beta);
    for &child in &tree.places[place].children {
        cut += check(searched, child, ply + 1, window);
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
        let tree = searched(&text, AlphaBeta);
        assert_eq!(tree.record.nodes[0].value, minimax_value(&tree.tree, 0, 0));
        cut += check(&tree, 0, 0, [-INFINITE, INFINITE]);
        for node in &tree.record.nodes {
            let Some(Bound { value: bound, holder }) = node.cutoff else { continue };
            assert!(if node.is_max { node.value >= bound } else { node.value <= bound }, "{text}");
            let holder = &tree.record.nodes[holder.expect("a node has the bound")];
            assert!(holder.is_max != node.is_max, "the bound is the other side's: {text}");
            deep += usize::from(node.ply - holder.ply > 1);
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
        ("( A=3x )", 1, "'A=3x'"),
        ("( 3=3 )", 1, "'3=3'"),
        ("min:A( 1 )", 1, "'min:A'"),
        ("min: min: A( 1 )", 1, "'min:'"),
        ("A( min: 1 )", 1, "'min:'"),
        (&"(".repeat(70), 1, "too large"),
        (&format!("({})", "1 ".repeat(70)), 1, "too large"),
    ] {
        let error = text.parse::<WorkedTree>().expect_err(text);
        assert!(error.line == line && error.to_string().contains(part), "{text}: {error}");
    }
    let tree: WorkedTree = "x (1 (2 3)4)# end".parse().expect("brackets are words of their own");
    assert_eq!((tree.places.len(), tree.height(), tree.places[0].name.as_str()), (6, 2, "x"));
    assert_eq!(searched("5", Minimax).record.nodes[0].value, 5);
    let searched = searched("min: A( B=3 C=2 )", Minimax);
    assert_eq!((searched.value("A"), searched.value("B"), searched.node("B").is_max), (2, 3, true));
}
