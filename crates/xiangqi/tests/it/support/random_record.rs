// SPDX-License-Identifier: MIT OR Apache-2.0
//! Records of random games with variations, comments, glyphs and tags.

use xiangqi::Position;
use xiangqi::notation::{GameResult, Record, RecordedMove, Variation};
use xiangqi::types::SplitMix64;

const COMMENTS: [&str; 8] =
    ["", "", "", "good", "妙手", "1-0 (perhaps) $3;", "two\nlines", "以下 [Red \"谁\"] 均可"];

/// A line of random moves with random comments, and variations up to some depth. Leaves the position
/// unchanged.
fn random_line(position: &Position, plies: usize, depth: usize, rng: &mut SplitMix64) -> Variation {
    let mut position = position.clone();
    let comment = |rng: &mut SplitMix64| COMMENTS[rng.below(COMMENTS.len())].to_owned();
    let mut line = Variation { comment: comment(rng), moves: Vec::new() };
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut recorded = RecordedMove::new(moves[rng.below(moves.len())], comment(rng));
        if rng.below(8) == 0 {
            recorded.glyphs.extend([1, 146]);
        }
        if depth > 0 && rng.below(6) == 0 {
            for _ in 0..=rng.below(2) {
                recorded.variations.push(random_line(&position, 1 + rng.below(4), depth - 1, rng));
            }
        }
        position.play_unchecked(recorded.mv);
        line.moves.push(recorded);
    }
    line
}

/// A game of random moves from the start position, or from a few moves after it.
pub(crate) fn random_record(rng: &mut SplitMix64) -> Record {
    let mut start = Position::startpos();
    for _ in 0..rng.below(2) * rng.below(8) {
        let moves = start.legal_moves();
        start.play_unchecked(moves[rng.below(moves.len())]);
    }
    let start = start.without_history();
    let results = [GameResult::RedWins, GameResult::BlackWins, GameResult::Draw, GameResult::Open];
    let tags = [("Event", "全部 \"赛\" \\ [x]"), ("Red", "胡"), ("Black", ""), ("Annotator", "x\"]")];
    let plies = rng.below(50);
    Record {
        tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        line: random_line(&start, plies, 3, rng),
        start,
        result: results[rng.below(4)],
        faults: Vec::new(),
    }
}
