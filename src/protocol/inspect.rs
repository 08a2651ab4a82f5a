// SPDX-License-Identifier: MIT OR Apache-2.0
//! Answers to the commands of people: `d`, `eval`, `help`, `license` and `compiler`. No program sends these, so
//! the answers are plain lines, as Stockfish gives them, and not `info`.

use crate::eval::network_table;
use crate::search::Settings;
use std::env::consts::{ARCH, OS};
use xiangqi::diagram::{PieceLetters, TextBoard};
use xiangqi::position::Position;
use xiangqi::types::value::centipawns;
use xiangqi::types::{Color, Language};

const NO_POSITION: &str = "no position: the last one received is illegal";

const HELP: &str = "\
ucci, uci: greet in a protocol; the answer lists the options
position startpos moves h2e2 h9g7, position fen FEN: set the position
go depth 12, go movetime 1000, go nodes 100000, go infinite: search; stop: answer now
go perft 4: count the leaves of the game tree
setoption NAME VALUE (UCCI), setoption name NAME value VALUE (UCI): set an option
d: show the position; eval: show its static evaluation; bench: print the signature and the speed, bench 8: to this depth
quit: leave; license, compiler: about this program; 'chuhe --help' in a shell: analysis, matches, conversion of games and more";

/// Returns the answer to `help`.
pub fn help() -> Vec<String> {
    lines(HELP)
}

/// Returns the answer to `license`.
pub fn license() -> Vec<String> {
    lines(concat!(
        "chuhe ",
        env!("CARGO_PKG_VERSION"),
        ": free software under MIT or Apache-2.0, as you choose"
    ))
}

/// Returns the answer to `compiler`.
pub fn compiler() -> Vec<String> {
    let rust = env!("CARGO_PKG_RUST_VERSION");
    let checks = if cfg!(debug_assertions) { ", with debug assertions" } else { "" };
    lines(&format!("compiled by rustc ({rust} or later) for {ARCH}, {OS}{checks}"))
}

/// Returns the answer to `d`: the board, its FEN, its Zobrist key, and the pieces that give check.
pub fn display(position: Option<&Position>) -> Vec<String> {
    let Some(position) = position else { return lines(NO_POSITION) };
    let board = TextBoard { position, letters: PieceLetters::Latin, colored: false, bottom: Color::Red };
    let mut answer = lines(&board.to_string());
    answer.push(format!("Fen: {}", position.to_fen()));
    answer.push(format!("Key: {:016X}", position.key()));
    let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    answer.push(format!("Checkers: {}", checkers.join(" ")));
    answer
}

/// Returns the answer to `eval`: the network's value of each piece, the value for the side to move, and, as
/// the last line, the value for Red in the words of the Stockfish family.
pub fn evaluation(position: Option<&Position>, settings: &Settings) -> Vec<String> {
    let Some(position) = position else { return lines(NO_POSITION) };
    let explanation = settings.network.explain(position);
    let mut answer = lines(&network_table(&explanation, position, Language::English));
    let value = centipawns(settings.evaluate(position));
    answer.push(format!("eval {value} (centipawns, side to move)"));
    let of_red = if position.side_to_move() == Color::Red { value } else { -value };
    answer.push(format!("Final evaluation       {:+.2} (white side)", f64::from(of_red) / 100.0));
    answer
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}
