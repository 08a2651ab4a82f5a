// SPDX-License-Identifier: MIT OR Apache-2.0
//! Game records: a tree of moves with comments and tags. Every format is read into this form.

pub mod binary;
mod encoding;
mod error;
mod game;
mod limit;
mod piece_order;
mod result;
mod text;

pub use encoding::{Encoding, GuessedTexts, ParseEncodingError};
pub use error::{ReadRecordError, RecordError, RecordLocation, RecordProblem};
pub use game::{MAX_DEPTH, Record, RecordedMove, Variation};
pub use limit::{MAX_GAME, located, too_long};
pub use piece_order::{pieces_in_order, square_from_digits};
pub use result::GameResult;
pub use text::{append_comment, comment, date, tags, without_half};
