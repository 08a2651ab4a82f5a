// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hand-crafted evaluation (HCE) of middlegames and endgames; one iteration evaluates all positions of a
//! group.

use chuhe::Position;
use chuhe::eval::Evaluator;
use chuhe::types::Value;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

const MIDDLEGAMES: [&str; 16] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "r1bakab1r/9/2n1C1nc1/p1p3p1p/9/9/P1P1P1P1P/4C1N2/9/RNBAKABR1 w",
    "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w",
    "1rb1kabr1/4a1c2/1cn3n2/p1C1p1R1p/9/9/P1P1P1P1P/2N1C1N2/9/R1BAKAB2 w",
    "1rbakab2/9/2c5n/4p3p/p8/7R1/P1P1P1P1P/2N3N2/4A4/2BAK1B2 w",
    "2b1ka3/4a4/4b4/p2rp4/4n4/4R4/Pr2P2p1/4BC3/4A4/R3KAB2 w",
    "2bak3r/4a4/4b1n2/P2rp3p/2p1c1p2/4R4/N3P3R/4BC1C1/N3A4/4KAB2 w",
    "2bak4/RC2arN2/4b1n2/2p5p/6p2/2P6/4p1P1c/4B4/4A4/4KAB2 b",
    "2baka3/C4rN2/4b1n2/1Rp5p/6p2/2P6/4c1P1c/4B3C/4A4/4KAB2 w",
    "2bakab2/9/4c3n/p1prp3R/9/2P6/P3P1c1P/2N1BC2B/4A4/3AK4 w",
    "3akab1r/9/9/p1p2np1R/2b1p3p/P5P2/2P1P3P/r3BAN1B/5C3/1c1A1K3 w",
    "3akabC1/9/4b4/r3p4/p1p6/4P4/P1P5n/NCr1B4/4A4/R2AK1B2 w",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
    "r1bakab1r/9/1c2c4/p3p3p/2p3p2/2P3P2/P3P3P/1C2C4/9/R1BAKAB1R w",
    "r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 w",
    "rnbakabnr/9/9/p1p5p/4p1p2/9/P1P1c1PCP/N3C4/4A4/2B1KABNR b",
];

const ENDGAMES: [&str; 4] = [
    "2bak4/4a4/4b4/9/9/2N6/9/4B2C1/4A4/3AK1B2 w",
    "3k5/9/9/7r1/9/9/2p6/4B4/4A4/4KAB2 w",
    "2bak4/4a4/4b1n2/9/9/R6C1/9/4B4/4A4/3AK1B2 w",
    "3ak1b2/4a4/4b3c/9/9/9/3p2p2/4B4/4A4/4KAB2 w",
];

fn eval(c: &mut Criterion) {
    let mut group = c.benchmark_group("eval");
    for (name, fens) in [("middlegames", &MIDDLEGAMES[..]), ("endgames", &ENDGAMES[..])] {
        let mut cases: Vec<(Position, Evaluator)> = fens
            .iter()
            .map(|fen| Position::from_fen(fen).expect("the positions are legal"))
            .map(|position| (position.clone(), Evaluator::new(&position, None)))
            .collect();
        let sum = |cases: &mut [(Position, Evaluator)]| -> Value {
            cases.iter_mut().map(|(position, evaluator)| evaluator.evaluate(position)).sum()
        };
        let expected: Value = cases.iter().map(|(position, _)| chuhe::eval::explain(position).value).sum();
        assert_eq!(sum(&mut cases), expected);
        group.throughput(Throughput::Elements(fens.len() as u64));
        group.bench_function(name, |b| b.iter(|| sum(black_box(&mut cases))));
    }
    group.finish();
}

criterion_group!(benches, eval);
criterion_main!(benches);
