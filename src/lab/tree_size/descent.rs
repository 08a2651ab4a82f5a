// SPDX-License-Identifier: MIT OR Apache-2.0
//! A descent through a tree: Knuth's (1975), of one walker, or of a population.
//!
//! All walkers stand at the same depth, and each stands for the same number of nodes, the weight. As long as
//! their children fit in the population, all are kept and the count is exact. Otherwise as many as fit are
//! drawn evenly, one from each of as many equal parts of the list, and the weight grows by the ratio. The
//! weight times the number of walkers has the number of nodes as its mean, for every size of the population.

use crate::types::SplitMix64;

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
#[expect(clippy::cast_precision_loss, reason = "numbers of walkers")]
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
