// SPDX-License-Identifier: MIT OR Apache-2.0
//! Text formats: FEN for positions; ICCS coordinates, WXF, Chinese and Vietnamese notation for moves; game
//! records (PGN, XQF, CBR, CBL, DhtmlXQ and others); EPD-like files of positions.
//!
//! The form of a move in the protocols (`h2e2`) belongs to [`Move`](crate::types::Move) itself.

mod ccbridge;
mod ccbridge_old;
mod chinese;
mod coordinates;
mod dhtmlxq;
mod dpxq;
mod encoding;
mod epd;
pub mod fen;
mod formats;
mod game_result;
mod latin;
mod lost;
mod move_list;
mod move_tree;
mod moves;
mod mxq;
mod pgn;
mod raw_game;
mod record;
mod record_problem;
mod text_source;
mod vertical;
mod vietnamese;
mod wxf;
mod xml;
mod xqf;

pub use coordinates::{Ranks, iccs};
pub use encoding::{Encoding, ParseEncodingError};
pub use epd::{
    EpdError, EpdReason, EpdRecord, begins_with_position, read_epd, read_position, split_operation,
};
pub use fen::{FenError, START_FEN};
pub use formats::{RECORD_FORMATS, RecordFormat, Records, record_extensions, record_formats};
pub use game_result::GameResult;
pub use lost::Lost;
pub use move_list::parse_moves;
pub use moves::{
    MovePlace, MoveTextError, Notation, ParseNotationError, ReadMoveError, excerpt, read_move, read_move_with,
};
pub use record::{MAX_DEPTH, ReadRecordError, Record, RecordError, RecordedMove, Variation};
pub use record_problem::{RecordLocation, RecordProblem};
pub use xqf::XqfFile;
