// SPDX-License-Identifier: MIT OR Apache-2.0
//! The record of a search agrees with the search.

use super::*;
use crate::games::{Gomoku, Reversi, Xiangqi};
use crate::{Ladder, MemorySettings, Subject};

/// Searches with an algorithm and with its recorded twin. Returns the record.
fn twins<G: Subject>(text: &str, name: &str, depth: u32) -> Record
where
    G::Algorithms: Ladder<Watched<G>>,
{
    let mut tally = NodeTally::default();
    let named = |other: &&str| *other == name;
    let rung = G::ladder().into_iter().find(|rung| named(&rung.name)).expect("an algorithm");
    let mut game = G::parse(text).expect("a position");
    let is_first = game.is_first_to_move();
    let found = rung.algorithm(MemorySettings::default()).search(&mut game, depth, &mut tally);
    let rung = G::Algorithms::rungs().into_iter().find(|rung| named(&rung.name)).expect("the same algorithm");
    let mut twin = rung.algorithm(MemorySettings::default());
    let record = record(game, &mut *twin, depth, 100_000, |_| String::new()).expect("a small search");
    let root = record.nodes.iter().rfind(|node| node.parent.is_none()).expect("a root");
    assert_eq!(root.value, if is_first { found.value } else { -found.value }, "{name}: the value");
    assert_eq!(record.nodes.len() as u64, tally.nodes, "{name}: the nodes");
    let hits = record.nodes.iter().filter(|node| node.is_hit).count();
    assert_eq!(hits as u64, tally.exact_hits, "{name}: the hits");
    let partial = record.nodes.iter().filter(|node| node.known.is_some()).count();
    assert_eq!(partial as u64, tally.partial_hits, "{name}: the partial hits");
    record
}

const POSITION: &str = "2bakab2/9/2n6/p3p3p/9/2P3P2/P3P3P/4C1N2/9/2BAKAB2 b";

#[test]
fn every_algorithm_is_recorded_with_its_value_and_all_of_its_nodes() {
    for rung in Xiangqi::ladder() {
        twins::<Xiangqi>(POSITION, rung.name, 2);
    }
    for rung in Reversi::ladder() {
        twins::<Reversi>("f5f6e6f4", rung.name, 4);
    }
    twins::<Gomoku>("f6 f7 g6", "filtered", 3);
}

#[test]
fn each_node_begins_and_ends_once_and_lies_within_its_parent() {
    for name in ["alphabeta", "ordered", "deepening"] {
        let record = twins::<Reversi>("f5f6e6f4", name, 4);
        for (number, node) in record.nodes.iter().enumerate() {
            let [begin, end] = node.steps;
            assert_eq!([record.steps[begin], record.steps[end]], [number; 2]);
            assert_eq!(begin == end, node.children.is_empty());
            for &child in &node.children {
                let [first, last] = record.nodes[child].steps;
                assert!(begin < first && last < end && record.nodes[child].is_max != node.is_max);
            }
        }
        let ends = record.nodes.iter().map(|node| if node.children.is_empty() { 1 } else { 2 });
        assert_eq!(record.steps.len(), ends.sum::<usize>());
    }
}

#[test]
fn the_window_of_a_node_narrows_as_its_moves_return_and_its_value_rises() {
    let record = twins::<Reversi>("f5f6e6f4", "alphabeta", 3);
    let last = record.steps.len() - 1;
    assert!(record.nodes[0].is_max && record.value(0, 0).is_none());
    let mut before = record.window(0, 0)[0];
    for step in 0..=last {
        let [alpha, beta] = record.window(0, step);
        assert!(alpha >= before && alpha <= beta);
        assert!(step == last || record.value(0, step).is_none_or(|value| value == alpha));
        before = alpha;
    }
    assert_eq!(record.value(0, last), Some(before));
}

#[test]
fn alpha_is_never_above_beta() {
    for name in ["alphabeta", "pvs", "hashhistory"] {
        let record = twins::<Reversi>("f5f6e6f4", name, 4);
        assert!(record.nodes.iter().any(|node| node.cutoff.is_some()));
        for step in 0..record.steps.len() {
            for node in record.line(record.steps[step]) {
                let [alpha, beta] = record.window(node, step);
                assert!(alpha <= beta, "{name} {node} {step}: [{alpha}, {beta}]");
            }
        }
    }
}

#[test]
fn the_windows_that_a_table_tells_are_those_that_follow_from_the_values() {
    let plain = twins::<Gomoku>("f6 f7 g6", "alphabeta", 2);
    let table = twins::<Gomoku>("f6 f7 g6", "hash-always", 2);
    assert_eq!(plain.nodes.len(), table.nodes.len(), "no position occurs twice");
    for (plain, table) in plain.nodes.iter().zip(&table.nodes) {
        assert_eq!((plain.window, plain.value, plain.cutoff), (table.window, table.value, table.cutoff));
        assert!(!plain.is_stored && (table.is_stored || table.children.is_empty()));
    }
}

#[test]
fn a_move_that_rises_is_recorded_with_the_list_before_and_after() {
    let record = twins::<Reversi>("f5f6e6f4", "history-float", 3);
    let rises: Vec<_> = record.nodes.iter().flat_map(|node| &node.rises).collect();
    assert!(rises.len() > 10 && rises.iter().any(|rise| rise.places[0] > 10));
    for Rise { mv, places, lists: [before, after] } in rises {
        assert_eq!((places[1], &after[0]), (0, mv));
        let others = |list: &[String]| list.iter().filter(|other| *other != mv).cloned().collect::<Vec<_>>();
        assert_eq!(others(before), others(after), "the others keep their order");
    }
}

#[test]
fn the_null_window_has_no_holder_and_the_null_move_no_name() {
    let record = twins::<Xiangqi>(POSITION, "null", 3);
    assert!(record.nodes.iter().any(|node| node.parent.is_some() && node.mv.is_none()));
    let of_null_window = |node: &&Node| node.cutoff.is_some_and(|bound| bound.holder.is_none());
    assert!(record.nodes.iter().filter(of_null_window).count() > 10);
}

#[test]
fn a_search_that_is_too_large_ends_soon_and_has_no_record() {
    let algorithm = &mut crate::algorithms::Minimax;
    assert!(record(Xiangqi::start(), algorithm, 40, 1000, |_| String::new()).is_none());
}
