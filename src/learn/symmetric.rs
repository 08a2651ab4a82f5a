// SPDX-License-Identifier: MIT OR Apache-2.0
//! Linear equations as the fits have them: their matrices are symmetric, with positive eigenvalues.

/// A symmetric matrix with positive eigenvalues: the lower half is kept.
pub struct Symmetric {
    size: usize,
    entries: Vec<f64>,
}

impl Symmetric {
    pub fn new(size: usize) -> Self {
        Self { size, entries: vec![0.0; size * size] }
    }

    /// The entries of a line; those up to the diagonal count.
    pub fn line_mut(&mut self, line: usize) -> &mut [f64] {
        &mut self.entries[self.size * line..][..self.size]
    }

    /// Solves the linear equations with this right side (Cholesky's method).
    pub fn solve(mut self, mut right: Vec<f64>) -> Vec<f64> {
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        for line in 0..self.size {
            let (above, this) = self.entries.split_at_mut(self.size * line);
            for column in 0..line {
                let other = &above[self.size * column..][..=column];
                this[column] = (this[column] - dot(&this[..column], &other[..column])) / other[column];
            }
            this[line] = (this[line] - dot(&this[..line], &this[..line])).sqrt();
            right[line] = (right[line] - dot(&this[..line], &right[..line])) / this[line];
        }
        for line in (0..self.size).rev() {
            let this = &self.entries[self.size * line..][..=line];
            right[line] /= this[line];
            let solved = right[line];
            for (rest, entry) in right[..line].iter_mut().zip(this) {
                *rest -= solved * entry;
            }
        }
        right
    }
}

#[cfg(test)]
#[allow(clippy::cast_precision_loss, reason = "numbers are small")]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    #[test]
    fn equations_are_solved() {
        let mut rng = SplitMix64::new(8);
        let root: Vec<Vec<f64>> =
            (0..9).map(|_| (0..9).map(|_| rng.below(100) as f64 - 50.0).collect()).collect();
        let solution: Vec<f64> = (0..9).map(|_| rng.below(100) as f64).collect();
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        let mut matrix = Symmetric::new(9);
        let mut right = vec![0.0; 9];
        for line in 0..9 {
            for column in 0..9 {
                let entry = dot(&root[line], &root[column]) + if line == column { 1.0 } else { 0.0 };
                right[line] += entry * solution[column];
                matrix.line_mut(line)[column] = entry;
            }
        }
        for (solved, expected) in matrix.solve(right).iter().zip(solution) {
            assert!((solved - expected).abs() < 1e-6);
        }
    }
}
