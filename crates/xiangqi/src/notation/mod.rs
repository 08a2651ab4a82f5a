// SPDX-License-Identifier: MIT OR Apache-2.0
//! Text formats: FEN for positions; ICCS coordinates, WXF and Chinese notation for moves; game records (PGN,
//! XQF, CBR, CBL, DhtmlXQ and others); EPD-like files of positions.
//!
//! The form of a move in the protocols (`h2e2`) belongs to [`Move`](crate::types::Move) itself.

mod ccbridge;
mod chinese;
mod dhtmlxq;
mod epd;
mod excerpt;
pub mod fen;
mod headed;
mod iccs;
mod move_list;
mod moves;
mod mxq;
mod old_library;
mod pgn;
mod reader;
mod record;
mod san;
mod vertical;
mod wxf;
mod xml;
mod xqf;

pub use epd::{EpdError, EpdReason, EpdRecord, read_epd, split_operation};
pub use excerpt::excerpt;
pub use fen::{FenError, START_FEN};
pub use iccs::iccs;
pub use move_list::parse_moves;
pub use moves::{MovePlace, MoveTextError, Notation, ParseNotationError, ReadMoveError, read_move};
pub use reader::Records;
pub use record::{
    Encoding, GameResult, ParseEncodingError, ReadRecordError, Record, RecordError, RecordLocation,
    RecordProblem, RecordedMove, Variation,
};
