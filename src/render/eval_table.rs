// SPDX-License-Identifier: MIT OR Apache-2.0
//! The evaluations as tables: the hand-crafted one term by term, the network's as a board.

use super::columns::{pad, right};
use crate::eval::HceExplanation;
use crate::eval::nnue::NetworkExplanation;
use crate::position::Position;
use crate::types::value::centipawns;
use crate::types::{File, Language, Rank, Square, text};
use std::fmt::Write;

/// Width of the columns before Red's advantage.
const WIDTH: usize = 50;

/// Returns the terms of the hand-crafted evaluation, their sum, and the factors that scale it.
pub fn hce_table(explanation: &HceExplanation, language: Language) -> String {
    let mut table = String::new();
    let names = language.pick(["red", "black", "red ahead"], ["红方", "黑方", "红方"]);
    let [red, black, ahead] =
        [(names[0], 10), (names[1], 16), (names[2], 19)].map(|(name, width)| right(name, width));
    _ = writeln!(table, "{:18}{red}{black}{ahead}", "");
    let [term, opening, end] = language.pick(["term", "mg", "eg"], ["项目", "中局", "残局"]);
    let phases = [opening, end, opening, end].map(|phase| right(phase, 5)).join("   ");
    _ = writeln!(table, "{} {phases}   {}", pad(term, 18), right(language.pick("by", "领先"), 9));
    for term in &explanation.terms {
        let values = [term.red.0, term.red.1, term.black.0, term.black.1]
            .map(|value| format!("{value:>5}"))
            .join("   ");
        let name = pad(language.pick(term.name, term.chinese), 18);
        _ = writeln!(table, "{name} {values}   {:>+9.1}", term.total);
    }
    let sum: f64 = explanation.terms.iter().map(|term| term.total).sum();
    _ = writeln!(table, "{} {sum:>+9.1}", pad(language.pick("sum", "合计"), WIDTH));
    for (name, factor) in [
        (language.pick("phase (1: middlegame, 0: endgame)", "阶段（1：中局，0：残局）"), explanation.phase),
        (language.pick("scale for drawish material", "子力不足以取胜时的折减"), explanation.scale),
        (
            language.pick("scale for plies without capture (rule60)", "久未吃子的折减（自然限着）"),
            explanation.damping,
        ),
    ] {
        _ = writeln!(table, "{} {factor:>9.2}", pad(name, WIDTH));
    }
    let value = pad(language.pick("value for red", "红方的估值"), WIDTH);
    _ = writeln!(table, "{value} {:>+9}", explanation.red_value);
    table
}

/// Returns a board with the value of each piece to the network, in centipawns.
pub fn network_table(explanation: &NetworkExplanation, position: &Position, language: Language) -> String {
    let NetworkExplanation { name, bucket, pieces, .. } = explanation;
    let value = centipawns(explanation.red_value);
    let mut board = text!(
        language,
        "network '{name}', output bucket {bucket}: {value:+} for red; value of each piece:\n",
        "网络“{name}”，输出桶{bucket}：红方{value:+}；各子的价值：\n",
    );
    for rank in Rank::ALL.into_iter().rev() {
        _ = write!(board, "{rank}");
        for file in File::ALL {
            let square = Square::new(file, rank);
            _ = match (position.piece_on(square), pieces[square]) {
                (Some(piece), Some(value)) => write!(board, " {}{:<+6}", piece.letter(), centipawns(value)),
                (Some(piece), None) => write!(board, " {}      ", piece.letter()),
                _ => write!(board, " .      "),
            };
        }
        board.push('\n');
    }
    board.push(' ');
    for file in File::ALL {
        _ = write!(board, " {file}      ");
    }
    board.push('\n');
    board
}
