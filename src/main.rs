// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program.
#![allow(clippy::print_stdout)]
use chuhe::search::*;
use chuhe::*;
struct L;
impl Listener for L {
    fn on_info(&mut self, i: &SearchInfo) {
        println!(
            "{} {} {} nodes {} nps {} {:?} {:?}",
            i.depth,
            i.seldepth,
            i.score,
            i.nodes,
            i.nps(),
            i.time,
            i.pv
        );
    }
}
fn main() {
    let mut e = Engine::new(16);
    let fen = std::env::args().nth(2).unwrap_or(chuhe::notation::START_FEN.into());
    let d = std::env::args().nth(1).unwrap().parse().unwrap();
    let r = e.search_with(&Position::from_fen(&fen).unwrap(), &Limits::depth(d), &mut L);
    println!("{r:?}");
}
