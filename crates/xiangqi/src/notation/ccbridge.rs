// SPDX-License-Identifier: MIT OR Apache-2.0
//! CBR and CBL, the file formats of 象棋桥 (CCBridge): a CBR file is one game, a CBL file is a library of games,
//! each stored like a CBR file.
//!
//! Nothing is encrypted, and texts are in UTF-16. The authors did not publish the layout; it is known from
//! the open readers of other programs (`cchess` among them), which agree. In a library an index with one
//! entry per slot follows the header; after it come the games in slots of 4096 bytes, a long game in several.
//! The index is not needed.
//!
//! Version 1 of a game has fewer texts before the rest, and squares in its moves are two half bytes, file and
//! rank. The start position begins after 1864 bytes by one account and after 1866 by another, so the place
//! where the position is possible is taken.

use crate::notation::game_result::GameResult;
use crate::notation::move_tree;
use crate::notation::move_tree::{Cursor, Node, Nodes};
use crate::notation::raw_game::{BinaryGame, RawGames, Source, raw_game};
use crate::notation::record::{MAX_GAME, Record, RecordError, comment, tags, too_long};
use crate::notation::record_problem::{RecordLocation, RecordProblem};
use crate::position::Setup;
use crate::types::{Color, Piece, PieceKind, Square};
use std::io::{self, BufRead, Read};

pub fn has_mark(head: &[u8]) -> bool {
    head.starts_with(GAME) || head.starts_with(LIBRARY)
}

pub fn games(source: Source<'_>) -> RawGames<'_> {
    let mut slots = Slots::new(source);
    Box::new(move || {
        loop {
            match slots.next()? {
                Some(game) if is_headline(&game) => {}
                game => return Ok(game.map(|game| raw_game(move |_| read(&game)))),
            }
        }
    })
}

const GAME: &[u8] = b"CCBridge Record\0";
const LIBRARY: &[u8] = b"CCBridgeLibrary\0";
/// Sizes of a library's header and of an entry of its index.
const LIBRARY_HEAD: u64 = 66_624;
const INDEX_ENTRY: u64 = 276;
const SLOT: u64 = 4096;
/// Offset at which the first game of a library must begin, after the index of a million games.
const MAX_START: u64 = 1 << 28;
/// Number of bytes from the start position, a byte for each square, to the moves.
const TO_MOVES: usize = 94;

/// A text in a game's header: offset, size in bytes, tag.
type Text = (usize, usize, &'static str);

/// The parts of a game in a version of the format.
#[derive(Clone, Copy)]
struct Layout {
    texts: &'static [Text],
    /// Offsets of the result and the side to move.
    result: usize,
    side: usize,
    /// Offset of the start position.
    board: usize,
    /// Returns the square with a number in a move.
    square: fn(u8) -> Option<Square>,
}

const VERSION_1: Layout =
    Layout { texts: &TEXTS_1, result: 1820, side: 1856, board: 1864, square: square_of_halves };
const VERSION_2: Layout = Layout { texts: &TEXTS_2, result: 2076, side: 2112, board: 2120, square };

const TEXTS_1: [Text; 19] = [
    (52, 128, "Title"),
    (180, 256, "Category"),
    (436, 64, "Source"),
    (564, 64, "Event"),
    (628, 64, "Round"),
    (692, 32, "Group"),
    (724, 32, "Board"),
    (756, 64, "Date"),
    (820, 64, "Site"),
    (884, 64, "TimeControl"),
    (948, 64, "Red"),
    (1012, 64, "RedTeam"),
    (1076, 64, "RedTime"),
    (1172, 64, "Black"),
    (1236, 64, "BlackTeam"),
    (1300, 64, "BlackTime"),
    (1396, 64, "Annotator"),
    (1524, 64, "Author"),
    (1824, 32, "Termination"),
];

const TEXTS_2: [Text; 20] = [
    (180, 128, "Title"),
    (308, 256, "Category"),
    (564, 64, "Source"),
    (692, 64, "Event"),
    (756, 64, "Round"),
    (820, 32, "Group"),
    (852, 32, "Board"),
    (884, 64, "Date"),
    (948, 64, "Site"),
    (1012, 64, "TimeControl"),
    (1076, 64, "Red"),
    (1140, 64, "RedTeam"),
    (1204, 64, "RedTime"),
    (1300, 64, "Black"),
    (1364, 64, "BlackTeam"),
    (1428, 64, "BlackTime"),
    (1524, 64, "Referee"),
    (1652, 64, "Annotator"),
    (1780, 64, "Author"),
    (2080, 32, "Termination"),
];

/// The kinds of pieces in the order of their codes, which begin at 1.
const KINDS: [PieceKind; 7] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::King,
    PieceKind::Cannon,
    PieceKind::Pawn,
];

/// Splits a file into games.
struct Slots<R> {
    source: R,
    /// Number of bytes read so far.
    at: u64,
    is_library: bool,
    /// The first slot of the next game, already read.
    pending: Vec<u8>,
    /// The last game was too long.
    failure: Option<io::Error>,
}

impl<R: BufRead> Slots<R> {
    fn new(source: R) -> Self {
        Self { source, at: 0, is_library: false, pending: Vec::new(), failure: None }
    }

    /// Returns the next game; `None` at the end of the file.
    fn next(&mut self) -> io::Result<Option<BinaryGame>> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        if self.at == 0 {
            self.open()?;
        }
        let at = self.at - self.pending.len() as u64;
        let mut bytes = std::mem::take(&mut self.pending);
        while self.is_library {
            let slot = self.take(SLOT)?;
            if slot.is_empty() || slot.starts_with(GAME) {
                self.pending = slot;
                break;
            }
            bytes.extend(slot);
            if bytes.len() as u64 > MAX_GAME {
                // The game may be complete: what follows its moves is not read.
                self.failure = Some(too_long(RecordLocation::Byte(at)));
                break;
            }
        }
        Ok((!bytes.is_empty()).then_some(BinaryGame { at, bytes }))
    }

    /// Reads the header of a library and the first slot of its first game, or a single game as a whole.
    fn open(&mut self) -> io::Result<()> {
        self.pending = self.take(GAME.len() as u64)?;
        self.is_library = self.pending.starts_with(LIBRARY);
        if !self.is_library {
            let rest = self.take(MAX_GAME)?;
            if rest.len() as u64 == MAX_GAME {
                return Err(too_long(RecordLocation::Byte(0)));
            }
            self.pending.extend(rest);
            return Ok(());
        }
        self.take(LIBRARY_HEAD - self.at)?;
        loop {
            self.pending = self.take(INDEX_ENTRY)?;
            if self.pending.starts_with(GAME) {
                let rest = self.take(SLOT - INDEX_ENTRY)?;
                self.pending.extend(rest);
            } else if !self.pending.is_empty() {
                if self.at > MAX_START {
                    return Err(too_long(RecordLocation::Byte(LIBRARY_HEAD)));
                }
                continue;
            }
            return Ok(());
        }
    }

    /// Reads up to `count` bytes, fewer at the end of the file.
    fn take(&mut self, count: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.at += self.source.by_ref().take(count).read_to_end(&mut bytes)? as u64;
        Ok(bytes)
    }
}

/// Returns true for a headline in a library, whose board is empty.
fn is_headline(game: &BinaryGame) -> bool {
    let board = |layout: Layout| game.bytes.get(layout.board..layout.board + TO_MOVES);
    Layout::of(game).ok().and_then(board).is_some_and(|board| board[..90].iter().all(|&code| code == 0))
}

/// Reads a game.
fn read(game: &BinaryGame) -> Result<Record, RecordError> {
    let layout = Layout::of(game)?;
    let bytes = &game.bytes[..];
    let moves = layout.board + TO_MOVES;
    if bytes.len() < moves {
        return Err(RecordError::at_byte(game.at + bytes.len() as u64, RecordProblem::Truncated));
    }
    let texts = layout.texts.iter();
    let tags = tags(texts.map(|&(start, size, name)| (name, text(&bytes[start..][..size]))));
    let result = GameResult::from_code(bytes[layout.result]);
    let setup = layout.setup(bytes);
    let setup = setup.map_err(|(at, problem)| RecordError::at_byte(game.at + at as u64, problem))?;
    let cursor = Cursor { start: game.at, bytes, taken: moves };
    move_tree::read(&mut CbrNodes(cursor, layout.square), setup, tags, result)
}

impl Layout {
    /// The layout of a game.
    fn of(game: &BinaryGame) -> Result<Self, RecordError> {
        let shifted = Self { board: VERSION_1.board + 2, ..VERSION_1 };
        let is_possible = |layout: Self| {
            let setup = game.bytes.get(..layout.board + TO_MOVES).map(|bytes| layout.setup(bytes));
            setup.is_some_and(|setup| setup.is_ok_and(|setup| setup.into_position().is_ok()))
        };
        match game.bytes.get(19) {
            Some(1) if is_possible(shifted) => Ok(shifted),
            Some(1) => Ok(VERSION_1),
            Some(&version @ 3..) => Err(RecordError::at_byte(game.at + 19, RecordProblem::Version(version))),
            _ => Ok(VERSION_2),
        }
    }

    /// The start position, or the offset of a problem.
    fn setup(self, bytes: &[u8]) -> Result<Setup, (usize, RecordProblem)> {
        let mut setup = Setup::empty();
        setup.side = if bytes[self.side] == 2 { Color::Black } else { Color::Red };
        for (number, at) in (0..90).zip(self.board..) {
            if let (code @ 1.., Some(square)) = (bytes[at], square(number)) {
                setup.board[square] = Some(piece(code).ok_or((at, RecordProblem::Piece(code)))?);
            }
        }
        Ok(setup)
    }
}

/// Decodes UTF-16 up to the first zero.
fn text(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let units: Vec<_> = units.take_while(|&unit| unit != 0).collect();
    String::from_utf16_lossy(&units)
}

/// The square with this number; numbers run left to right, from Black's side to Red's.
fn square(number: u8) -> Option<Square> {
    Square::from_index(number.into()).map(Square::flip)
}

/// The square with this number in version 1, its file and its rank from Black's side.
fn square_of_halves(number: u8) -> Option<Square> {
    let (file, rank) = (number >> 4, number & 15);
    if file < 9 && rank < 10 { square(rank * 9 + file) } else { None }
}

/// The piece with this code: the colour in the upper four bits, the kind in the lower four.
fn piece(code: u8) -> Option<Piece> {
    let color = match code >> 4 {
        1 => Color::Red,
        2 => Color::Black,
        _ => return None,
    };
    let kind = KINDS.get(usize::from(code & 15).checked_sub(1)?)?;
    Some(Piece::new(*kind, color))
}

struct CbrNodes<'a>(Cursor<'a>, fn(u8) -> Option<Square>);

impl Nodes for CbrNodes<'_> {
    fn next(&mut self) -> Result<Node, RecordError> {
        let at = self.0.offset();
        let [marks, _, from, to] = self.0.take_four()?;
        let comment = if marks & 4 == 0 {
            String::new()
        } else {
            let size = u32::from_le_bytes(self.0.take_four()?);
            comment(&text(self.0.take(size as usize)?))
        };
        Ok(Node {
            at,
            squares: [from, to].map(self.1),
            comment,
            has_next: marks & 1 == 0,
            has_alternative: marks & 2 != 0,
        })
    }
}
