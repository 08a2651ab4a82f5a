// SPDX-License-Identifier: MIT OR Apache-2.0
//! The network's evaluation as a board.

use crate::eval::nnue::NetworkExplanation;
use std::fmt::Write;
use xiangqi::position::Position;
use xiangqi::text;
use xiangqi::types::value::centipawns;
use xiangqi::types::{File, Language, Rank, Square};

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
