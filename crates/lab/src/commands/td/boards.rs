// SPDX-License-Identifier: MIT OR Apache-2.0
//! The weights of the network's first layer as boards: one for each hidden neuron, with a weight on each
//! square. In the picture blue squares have positive weights and red ones negative weights.

use crate::td::Neuron;
use chuhe_display::charts::FILE_MARK;
use std::fmt::Write as _;
use xiangqi::text;
use xiangqi::types::Language;

/// Squares along a side of a board.
const SIZE: usize = 8;
/// Boards beside each other in the text, which is 80 columns wide, and in the picture.
const TEXT_BOARDS: usize = 3;
const BOARDS: usize = 13;
/// Side of a square in pixels, and the distance from one board to the next.
const SQUARE: usize = 6;
const PITCH: usize = SIZE * SQUARE + 8;

/// Returns the largest absolute weight of a square.
fn largest(neurons: &[Neuron]) -> f32 {
    neurons.iter().flat_map(|neuron| neuron.squares).fold(0.0, |most, weight| weight.abs().max(most))
}

/// Returns boards with the weights in ninths of the largest one.
pub fn text(neurons: &[Neuron], language: Language) -> String {
    let scale = 9.0 / largest(neurons).max(f32::MIN_POSITIVE);
    let mut lines = Vec::new();
    for boards in neurons.chunks(TEXT_BOARDS) {
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

/// Returns a picture of all boards, the strongest neuron first.
pub fn svg(neurons: &[Neuron]) -> String {
    let scale = 1.0 / largest(neurons).max(f32::MIN_POSITIVE);
    let (width, height) = (BOARDS * PITCH + 8, neurons.len().div_ceil(BOARDS) * PITCH + 8);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\n{FILE_MARK}\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (index, neuron) in neurons.iter().enumerate() {
        let (left, top) = (index % BOARDS * PITCH + 8, index / BOARDS * PITCH + 8);
        for (square, weight) in neuron.squares.iter().enumerate() {
            let (x, y) = (left + square % SIZE * SQUARE, top + square / SIZE * SQUARE);
            let color = if *weight < 0.0 { "#c8441b" } else { "#1f6fb4" };
            let opacity = weight.abs() * scale;
            // Writing to a string cannot fail.
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{color}\" fill-opacity=\"{opacity:.2}\"/>"
            );
        }
        let side = SIZE * SQUARE;
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"none\" stroke=\"#888\"/>"
        );
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_weight_is_nine_and_the_strongest_in_color() {
        let mut squares = [0.0; 64];
        (squares[0], squares[63]) = (0.3, -0.2);
        let neurons = vec![Neuron { squares, output: -0.5 }; 14];
        let text = text(&neurons[..4], Language::English);
        assert!(text.contains("in units of 0.0333,") && text.contains("* -0.50000"), "{text}");
        assert_eq!([text.matches("1 +9 +0").count(), text.matches(" +0 -6").count()], [4, 4], "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        let svg = svg(&neurons);
        assert_eq!(svg.matches("#1f6fb4\" fill-opacity=\"1.00\"").count(), 14);
        assert_eq!(svg.matches("#c8441b\" fill-opacity=\"0.67\"").count(), 14);
    }
}
