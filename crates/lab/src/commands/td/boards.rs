// SPDX-License-Identifier: MIT OR Apache-2.0
//! The weights of the network's first layer as boards: one for each hidden neuron, with a weight on each
//! square.

use crate::td::Neuron;
use xiangqi::text;
use xiangqi::types::Language;

/// Squares along a side of a board.
const SIZE: usize = 8;
/// Boards beside each other, in 80 columns.
const BOARDS: usize = 3;

/// Returns boards with the weights in ninths of the largest one.
pub fn text(neurons: &[Neuron], language: Language) -> String {
    let weights = neurons.iter().flat_map(|neuron| neuron.squares);
    let largest = weights.fold(f32::MIN_POSITIVE, |most, weight| weight.abs().max(most));
    let scale = 9.0 / largest;
    let mut lines = Vec::new();
    for boards in neurons.chunks(BOARDS) {
        let line = |part: &dyn Fn(&Neuron) -> String| {
            boards.iter().map(part).collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        lines.push(line(&|neuron| format!("{:<25}", format!("* {:+.5}", neuron.output))));
        lines.push(line(&|_| format!("{:<25}", "   a  b  c  d  e  f  g  h")));
        for row in 0..SIZE {
            lines.push(line(&|neuron| {
                let weights = &neuron.squares[SIZE * row..SIZE * (row + 1)];
                let cell = |weight: &f32| format!("{:>+3}", (weight * scale).round() as i32);
                let cells = weights.iter().map(cell).collect::<Vec<_>>().concat();
                format!("{}{cells}", row + 1)
            }));
        }
        lines.push(String::new());
    }
    let unit = 1.0 / scale;
    text!(
        language,
        "First-layer weights in units of {unit:.4}, * the neuron's weight in the output\n\n{boards}",
        "第一层权重，单位{unit:.4}；* 是神经元在输出中的权重\n\n{boards}",
        boards = lines.join("\n"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_weight_is_nine() {
        let mut squares = [0.0; 64];
        (squares[0], squares[63]) = (0.3, -0.2);
        let text = text(&[Neuron { squares, output: -0.5 }; 4], Language::English);
        assert!(text.contains("in units of 0.0333,") && text.contains("* -0.50000"), "{text}");
        assert_eq!([text.matches("1 +9 +0").count(), text.matches(" +0 -6").count()], [4, 4], "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    }
}
