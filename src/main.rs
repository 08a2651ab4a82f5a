// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program.
#![allow(clippy::print_stdout)]
fn main() {
    let mut p = chuhe::Position::startpos();
    for d in 1..=5 {
        let t = std::time::Instant::now();
        let n = chuhe::position::perft(&mut p, d);
        println!("{d} {n} {:?} {:.1} M/s", t.elapsed(), n as f64 / t.elapsed().as_secs_f64() / 1e6);
    }
}
