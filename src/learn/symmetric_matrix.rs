// SPDX-License-Identifier: MIT OR Apache-2.0
//! Symmetric positive definite systems of linear equations, as least-squares fits lead to.

/// A symmetric positive definite matrix, of which the lower triangle is used.
pub struct SymmetricMatrix {
    size: usize,
    entries: Vec<f64>,
}

impl SymmetricMatrix {
    pub fn new(size: usize) -> Self {
        Self { size, entries: vec![0.0; size * size] }
    }

    /// The entries of a row; only those up to the diagonal matter.
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.entries[self.size * row..][..self.size]
    }

    /// Solves the equations for this right-hand side by Cholesky decomposition.
    pub fn solve(mut self, mut right: Vec<f64>) -> Vec<f64> {
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        for row in 0..self.size {
            let (above, this) = self.entries.split_at_mut(self.size * row);
            for column in 0..row {
                let other = &above[self.size * column..][..=column];
                this[column] = (this[column] - dot(&this[..column], &other[..column])) / other[column];
            }
            this[row] = (this[row] - dot(&this[..row], &this[..row])).sqrt();
            right[row] = (right[row] - dot(&this[..row], &right[..row])) / this[row];
        }
        for row in (0..self.size).rev() {
            let this = &self.entries[self.size * row..][..=row];
            right[row] /= this[row];
            let solved = right[row];
            for (rest, entry) in right[..row].iter_mut().zip(this) {
                *rest -= solved * entry;
            }
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::types::SplitMix64;

    #[test]
    fn equations_are_solved() {
        let mut rng = SplitMix64::new(8);
        let root: Vec<Vec<f64>> =
            (0..9).map(|_| (0..9).map(|_| rng.below(100) as f64 - 50.0).collect()).collect();
        let solution: Vec<f64> = (0..9).map(|_| rng.below(100) as f64).collect();
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        let mut matrix = SymmetricMatrix::new(9);
        let mut right = vec![0.0; 9];
        for row in 0..9 {
            for column in 0..9 {
                let entry = dot(&root[row], &root[column]) + if row == column { 1.0 } else { 0.0 };
                right[row] += entry * solution[column];
                matrix.row_mut(row)[column] = entry;
            }
        }
        for (solved, expected) in matrix.solve(right).iter().zip(solution) {
            assert!((solved - expected).abs() < 1e-6);
        }
    }
}
