// SPDX-License-Identifier: MIT OR Apache-2.0
//! The values of combo options: the words, and the meaning of each in the same order.

use crate::engine::BookChoice;
use crate::search::{Amount, DrawRule, Style};
use crate::types::{Color, Value};

pub const AMOUNTS: [Amount; 4] = [Amount::None, Amount::Small, Amount::Medium, Amount::Large];
pub const AMOUNT_WORDS: &[&str] = &["None", "Small", "Medium", "Large"];

/// Noise added to the values of root moves. XQWizard's default is `Small`, so up to there the best move is
/// always played.
pub const NOISE: [Value; 6] = [0, 0, 0, 10, 25, 60];
pub const NOISE_WORDS: &[&str] = &["None", "Tiny", "Small", "Medium", "Large", "Huge"];

pub const STYLES: [Style; 3] = [Style::Solid, Style::Normal, Style::Risky];
pub const STYLE_WORDS: &[&str] = &["Solid", "Normal", "Risky"];

pub const DRAWS: [DrawRule; 5] = [
    DrawRule::Draw,
    DrawRule::Win(Color::Black),
    DrawRule::Win(Color::Red),
    DrawRule::RepetitionWin(Color::Black),
    DrawRule::RepetitionWin(Color::Red),
];
pub const DRAW_WORDS: &[&str] =
    &["None", "DrawAsBlackWin", "DrawAsRedWin", "DrawRepAsBlackWin", "DrawRepAsRedWin"];

pub const BOOK_CHOICES: [BookChoice; 3] = [BookChoice::Weight, BookChoice::Best, BookChoice::Result];
pub const BOOK_CHOICE_WORDS: &[&str] = &["Weight", "Best", "Result"];

/// The only variant played.
pub const VARIANT_WORDS: &[&str] = &["xiangqi"];

/// `None`: detected from the moves.
pub const RANK_BASES: [Option<u8>; 3] = [None, Some(0), Some(1)];
pub const RANK_BASE_WORDS: &[&str] = &["auto", "0", "1"];

/// The level of play is the index.
pub const LEVEL_WORDS: &[&str] = &[
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18",
    "19", "20",
];
