// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of the model in floats: its gradients, and mirror images.

use super::super::example::Example;
use super::*;
use xiangqi::position::Position;
use xiangqi::types::SplitMix64;

const FENS: [&str; 4] = [
    xiangqi::notation::START_FEN,
    "3k5/1R7/9/9/9/9/R8/9/9/4K4 w - - 119 1",
    "2bakab2/9/9/9/9/9/9/9/9/3K5 b - - 0 1",
    "r1bakab1r/9/1cn4c1/p1p1p1p1p/9/4P4/P1P3P1P/1C2C1N2/9/RNBAKABR1 b - - 3 7",
];

/// A small network, not all neurons of which are inactive or saturated.
fn network(seed: u64, has_layers: bool) -> Parameters<f64> {
    let mut rng = SplitMix64::new(seed);
    let mut net = Parameters::zero(Shape::new(32, has_layers));
    for number in net.lanes.as_flattened_mut() {
        *number = (f64::from(u32::try_from(rng.below(2001)).unwrap()) - 1000.0) / 4000.0;
    }
    net
}

fn loss(net: &Parameters<f64>, features: &ActiveFeatures, target: f64) -> f64 {
    let output = forward(net, features, &mut Scratch::new(net.shape));
    (sigmoid(output) - target).powi(2)
}

#[test]
fn gradients_match_finite_differences() {
    for (fen, has_layers) in FENS.iter().flat_map(|fen| [(fen, true), (fen, false)]) {
        let net = network(1, has_layers);
        let features = Example::of(&Position::from_fen(fen).unwrap()).features();
        let mut gradients = Parameters::zero(net.shape);
        let mut scratch = Scratch::new(net.shape);
        let output = forward(&net, &features, &mut scratch);
        let target = 0.9;
        let found = backward(&net, &mut gradients, &features, &mut scratch, output, target);
        assert!((found - loss(&net, &features, target)).abs() < 1e-15);
        let (mut worst, mut size) = (0.0_f64, 0.0_f64);
        for index in 0..gradients.lanes.as_flattened().len() {
            let shifted = |step: f64| {
                let mut net = net.clone();
                net.lanes.as_flattened_mut()[index] += step;
                loss(&net, &features, target)
            };
            let gradient = gradients.lanes.as_flattened()[index];
            let difference = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
            worst = worst.max((gradient - difference).abs());
            size = size.max(gradient.abs());
        }
        assert!(size > 1e-3 && worst / size < 1e-6, "{fen}: {worst} of {size}");
    }
}

#[test]
fn a_mirror_image_has_the_same_value() {
    let net = network(2, true);
    for fen in FENS {
        let position = Position::from_fen(fen).unwrap();
        let [value, mirrored] = [&position, &position.mirrored()]
            .map(|position| forward(&net, &Example::of(position).features(), &mut Scratch::new(net.shape)));
        assert!((value - mirrored).abs() < 1e-12, "{fen}");
    }
}
