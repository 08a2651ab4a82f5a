// SPDX-License-Identifier: MIT OR Apache-2.0
//! The number of nodes of a game tree that is too large to search, estimated by random descents: Knuth's
//! (1975), of one walker, or of a population.
//!
//! All walkers stand at the same depth, and each stands for the same number of nodes, the weight. As long as
//! their children fit in the population, all are kept and the count is exact. Otherwise as many as fit are
//! drawn evenly, one from each of as many equal parts of the list, and the weight grows by the ratio. The
//! weight times the number of walkers has the number of nodes as its mean, for every size of the population.
//!
//! Numbers of nodes differ by powers of ten from descent to descent, so all are kept as decimal logarithms.
//! Many independent descents give the mean, and how far it can be trusted.
#![doc = include_str!("pages/tree_size.md")]

use crate::small::{StateGraph, StateNumber};
use xiangqi::position::Position;
use xiangqi::rules::{Game, RuleSet};
use xiangqi::types::SplitMix64;

/// A node of a tree, with all that its subtree depends on.
pub trait TreeNode: Clone {
    /// Returns the number of children.
    fn children(&self) -> usize;

    /// Goes to the child with this number.
    fn descend(&mut self, child: usize);
}

/// Descends from `root` with up to `walkers` walkers, up to `plies` plies deep. Returns the decimal logarithm
/// of the estimated number of nodes at each depth, from 0, as far as there were any.
///
/// # Panics
/// If there are no walkers.
pub fn descend<N: TreeNode>(root: &N, walkers: usize, plies: usize, rng: &mut SplitMix64) -> Vec<f64> {
    assert!(walkers > 0, "a descent needs a walker");
    let (mut population, mut weight, mut logarithms) = (vec![root.clone()], 0.0, vec![0.0]);
    while logarithms.len() <= plies {
        let children: Vec<usize> = population.iter().map(TreeNode::children).collect();
        let total: usize = children.iter().sum();
        if total == 0 {
            break;
        }
        if total > walkers {
            weight += (total as f64 / walkers as f64).log10();
        }
        population = next_population(population, &children, &draw(total, walkers, rng));
        logarithms.push(weight + (population.len() as f64).log10());
    }
    logarithms
}

/// Returns the numbers, increasing and below `total`, of the children to keep.
fn draw(total: usize, walkers: usize, rng: &mut SplitMix64) -> Vec<usize> {
    if total <= walkers {
        return (0..total).collect();
    }
    (0..walkers).map(|part| (part * total + rng.below(total)) / walkers).collect()
}

/// Sends the walkers to the drawn children, which are numbered through all walkers.
fn next_population<N: TreeNode>(population: Vec<N>, children: &[usize], drawn: &[usize]) -> Vec<N> {
    let (mut next, mut first, mut rest) = (Vec::with_capacity(drawn.len()), 0, drawn);
    for (mut node, &count) in population.into_iter().zip(children) {
        let (own, others) = rest.split_at(rest.partition_point(|&child| child < first + count));
        if let Some((&last, earlier)) = own.split_last() {
            for &child in earlier {
                let mut twin = node.clone();
                twin.descend(child - first);
                next.push(twin);
            }
            node.descend(last - first);
            next.push(node);
        }
        (first, rest) = (first + count, others);
    }
    next
}

/// The number of resamples of a bootstrap interval.
const RESAMPLES: usize = 1000;
/// The ranks, among the resamples, of the ends of a 95 % interval.
const ENDS: [usize; 2] = [RESAMPLES / 40, RESAMPLES - 1 - RESAMPLES / 40];

/// The findings of independent descents.
#[derive(Clone, Debug, Default)]
pub struct Estimate {
    /// For each descent the decimal logarithms of the numbers of nodes at each depth.
    descents: Vec<Vec<f64>>,
}

/// A mean over descents. All but the last are decimal logarithms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The logarithm of the mean (not the mean of the logarithms).
    pub mean: f64,
    /// The lower end of the 95 % bootstrap interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The effective number of descents, by Kish: all if they agree, 1 if a single one makes the mean.
    pub effective: f64,
}

impl Estimate {
    /// Descends `count` times from `root`. The seed of each descent is drawn from `rng`.
    pub fn new<N: TreeNode>(
        root: &N,
        count: usize,
        walkers: usize,
        plies: usize,
        rng: &mut SplitMix64,
    ) -> Self {
        let descent = |_| descend(root, walkers, plies, &mut SplitMix64::new(rng.next_u64()));
        Self { descents: (0..count).map(descent).collect() }
    }

    /// Returns the greatest depth that a descent reached.
    pub fn deepest(&self) -> usize {
        self.descents.iter().map(|logarithms| logarithms.len() - 1).max().unwrap_or(0)
    }

    /// Returns the number of nodes at a depth; `None` if no descent came there.
    pub fn at(&self, depth: usize) -> Option<Interval> {
        interval(
            self.descents
                .iter()
                .map(|logarithms| logarithms.get(depth).copied().unwrap_or(f64::NEG_INFINITY)),
        )
    }

    /// Returns the number of nodes down to a depth; `None` without descents.
    pub fn down_to(&self, depth: usize) -> Option<Interval> {
        interval(
            self.descents.iter().map(|logarithms| log_sum(&logarithms[..logarithms.len().min(depth + 1)])),
        )
    }
}

/// Returns the decimal logarithm of the sum of numbers, given theirs.
fn log_sum(logarithms: &[f64]) -> f64 {
    let greatest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if greatest == f64::NEG_INFINITY {
        return greatest;
    }
    greatest + logarithms.iter().map(|logarithm| 10_f64.powf(logarithm - greatest)).sum::<f64>().log10()
}

/// Returns the mean of numbers, given their decimal logarithms; `None` if all are zero.
fn interval(logarithms: impl Iterator<Item = f64> + Clone) -> Option<Interval> {
    let greatest = logarithms.clone().fold(f64::NEG_INFINITY, f64::max);
    if greatest == f64::NEG_INFINITY {
        return None;
    }
    let shares: Vec<f64> = logarithms.map(|logarithm| 10_f64.powf(logarithm - greatest)).collect();
    let count = shares.len() as f64;
    let (sum, squares) =
        shares.iter().fold((0.0, 0.0), |(sum, squares), share| (sum + share, squares + share * share));
    // The interval depends on the numbers alone.
    let mut rng = SplitMix64::new(0);
    let mut resample = || (0..shares.len()).map(|_| shares[rng.below(shares.len())]).sum::<f64>();
    let mut sums: Vec<f64> = (0..RESAMPLES).map(|_| resample()).collect();
    sums.sort_unstable_by(f64::total_cmp);
    let logarithm = |sum: f64| greatest + (sum / count).log10();
    let [low, high] = ENDS.map(|rank| logarithm(sums[rank]));
    Some(Interval { mean: logarithm(sum), low, high, effective: sum * sum / squares })
}

/// A game of xiangqi from the start, by the Asian rules of repetition and with the natural limit.
#[derive(Clone)]
pub struct GameNode(Game);

impl GameNode {
    /// Returns the start of the game.
    pub fn start() -> Self {
        Self(Game::new(Position::startpos(), RuleSet::Asian))
    }
}

impl TreeNode for GameNode {
    fn children(&self) -> usize {
        if self.0.outcome().is_some() { 0 } else { self.0.position().count_legal_moves() as usize }
    }

    fn descend(&mut self, child: usize) {
        let mv = self.0.position().legal_moves()[child];
        self.0.play(mv).expect("the game goes on");
    }
}

/// A game of reversi on 4 x 4 squares.
#[derive(Clone, Copy)]
pub struct SmallNode<'a> {
    graph: &'a StateGraph,
    state: StateNumber,
}

impl<'a> SmallNode<'a> {
    /// Returns the start of the game.
    pub fn start(graph: &'a StateGraph) -> Self {
        Self { graph, state: StateGraph::START }
    }
}

impl TreeNode for SmallNode<'_> {
    fn children(&self) -> usize {
        self.graph.next(self.state).len()
    }

    fn descend(&mut self, child: usize) {
        self.state = self.graph.next(self.state)[child];
    }
}

/// Counts the nodes of the tree of reversi on 4 x 4 squares: positions as often as moves lead to them.
pub fn nodes_of_small_reversi(graph: &StateGraph) -> u64 {
    fn count(graph: &StateGraph, state: StateNumber, known: &mut [u64]) -> u64 {
        if known[state] == 0 {
            known[state] = 1 + graph.next(state).iter().map(|&next| count(graph, next, known)).sum::<u64>();
        }
        known[state]
    }
    count(graph, StateGraph::START, &mut vec![0; graph.count()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::StateGraph;
    use xiangqi::types::SplitMix64;

    /// A tree in which every node at an even depth has three children and every node at an odd depth two,
    /// five plies deep.
    #[derive(Clone)]
    struct Regular(usize);

    impl TreeNode for Regular {
        fn children(&self) -> usize {
            [3, 2, 3, 2, 3, 0][self.0]
        }

        fn descend(&mut self, _: usize) {
            self.0 += 1;
        }
    }

    /// A comb: the first child of a node goes on, the others are leaves.
    #[derive(Clone)]
    struct Comb {
        depth: usize,
        is_leaf: bool,
    }

    impl TreeNode for Comb {
        fn children(&self) -> usize {
            if self.is_leaf || self.depth == 8 { 0 } else { 3 }
        }

        fn descend(&mut self, child: usize) {
            self.depth += 1;
            self.is_leaf = child > 0;
        }
    }

    #[test]
    fn every_descent_finds_a_regular_tree() {
        for walkers in [1, 2, 7, 1000] {
            let logarithms = descend(&Regular(0), walkers, 100, &mut SplitMix64::new(1));
            let counts: Vec<f64> =
                logarithms.iter().map(|logarithm| 10_f64.powf(*logarithm).round()).collect();
            assert_eq!(counts, [1.0, 3.0, 6.0, 18.0, 36.0, 108.0], "{walkers} walkers");
        }
        assert_eq!(descend(&Regular(0), 1, 2, &mut SplitMix64::new(1)).len(), 3);
    }

    #[test]
    fn the_mean_of_lopsided_descents_is_the_size() {
        let comb = Comb { depth: 0, is_leaf: false };
        let size = f64::from(1 + 8 * 3);
        for (walkers, count) in [(1, 60_000), (2, 20_000), (3, 1)] {
            let estimate = Estimate::new(&comb, count, walkers, 100, &mut SplitMix64::new(7));
            let found = 10_f64.powf(estimate.down_to(100).expect("there are descents").mean);
            assert!((found / size - 1.0).abs() < 0.1, "{walkers} walkers: {found} instead of {size}");
        }
    }

    #[test]
    fn reversi_on_16_squares_is_estimated_as_counted() {
        let graph = StateGraph::new();
        let size = (nodes_of_small_reversi(&graph) as f64).log10();
        for (walkers, count) in [(1, 20_000), (100, 200)] {
            let root = SmallNode::start(&graph);
            let estimate = Estimate::new(&root, count, walkers, 100, &mut SplitMix64::new(3));
            let found = estimate.down_to(100).expect("there are descents");
            assert!((found.mean - size).abs() < 0.02, "{walkers} walkers: {found:?}, {size}");
            assert!(found.low < size && size < found.high, "{walkers} walkers: {found:?}, {size}");
        }
    }

    #[test]
    fn xiangqi_begins_as_counted_by_perft() {
        let estimate = Estimate::new(&GameNode::start(), 300, 50, 4, &mut SplitMix64::new(5));
        for (depth, leaves) in [(0, 1.0), (1, 44.0), (2, 1920.0), (3, 79_666.0), (4, 3_290_240.0)] {
            let found = estimate.at(depth).expect("all games are longer").mean;
            assert!((found - f64::log10(leaves)).abs() < 0.01, "{depth}: {found}");
        }
        assert_eq!(estimate.deepest(), 4);
        assert_eq!(estimate.at(5), None);
    }

    #[test]
    fn random_games_end() {
        let mut rng = SplitMix64::new(11);
        for _ in 0..20 {
            let mut game = GameNode::start();
            let mut plies = 0;
            while game.children() > 0 {
                game.descend(rng.below(game.children()));
                plies += 1;
            }
            assert!((20..5000).contains(&plies), "{plies}");
        }
    }

    #[test]
    fn sums_and_means_are_those_of_the_numbers() {
        assert!((log_sum(&[1.0, 2.0, 2.0]) - 210_f64.log10()).abs() < 1e-12);
        assert!(log_sum(&[]).is_infinite());
        let found = interval([300.0, f64::NEG_INFINITY, 300.0, 300.0].into_iter()).unwrap();
        assert!((found.mean - (300.0 + 0.75_f64.log10())).abs() < 1e-9);
        assert!((found.effective - 3.0).abs() < 1e-9);
        assert!(found.low < found.mean && found.mean < found.high);
        assert_eq!(interval([f64::NEG_INFINITY].into_iter()), None);
    }
}
