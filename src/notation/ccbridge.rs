// SPDX-License-Identifier: MIT OR Apache-2.0
//! CBR and CBL, the files of 象棋桥 (CCBridge): a game, and a library of games, each of which is kept as a CBR is.
//!
//! Nothing is hidden, and texts are in UTF-16. The layout was not published by its authors; it is known from the open
//! readers of other programs (`cchess` among them), which agree. A library has an index behind its head with an entry
//! for each slot; the games lie in slots of 4096 bytes behind it, long ones in several. The index is not needed.

use crate::notation::record::tree::{self, Cursor, Node, Nodes};
use crate::notation::record::{
    GameResult, Record, RecordError, RecordLocation, RecordProblem, comment, tags,
};
use crate::position::Setup;
use crate::types::{Color, Piece, PieceKind, Square};
use std::io::{self, BufRead, Read};

const GAME: &[u8] = b"CCBridge Record\0";
const LIBRARY: &[u8] = b"CCBridgeLibrary\0";
/// A library's head, and an entry of its index.
const LIBRARY_HEAD: u64 = 66_624;
const INDEX_ENTRY: u64 = 276;
const SLOT: u64 = 4096;
/// Where the moves of a game begin.
const HEAD: usize = 2214;

/// Where texts are, how many bytes there are for them, and their tags.
const TEXTS: [(usize, usize, &str); 20] = [
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

/// Men by their numbers from 1 on.
const MEN: [PieceKind; 7] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::King,
    PieceKind::Cannon,
    PieceKind::Pawn,
];

/// Does a file of this kind begin so?
pub fn is_mark(head: &[u8]) -> bool {
    head.starts_with(GAME) || head.starts_with(LIBRARY)
}

/// The bytes of a game, and the number of the first one.
#[derive(Default)]
pub struct Game {
    at: u64,
    bytes: Vec<u8>,
}

/// The games of a file.
pub struct Slots<R> {
    source: R,
    /// The bytes read so far.
    at: u64,
    is_library: bool,
    /// The slot after those of the game before.
    pending: Vec<u8>,
}

impl<R: BufRead> Slots<R> {
    pub fn new(source: R) -> Self {
        Self { source, at: 0, is_library: false, pending: Vec::new() }
    }

    /// The next game; `None` at the file's end.
    pub fn next(&mut self) -> io::Result<Option<Game>> {
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
        }
        Ok((!bytes.is_empty()).then_some(Game { at, bytes }))
    }

    /// Reads up to the first game, and that game if there can be no other.
    fn open(&mut self) -> io::Result<()> {
        self.pending = self.take(GAME.len() as u64)?;
        self.is_library = self.pending.starts_with(LIBRARY);
        if !self.is_library {
            let rest = self.take(u64::MAX)?;
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
                continue;
            }
            return Ok(());
        }
    }

    /// The next bytes, fewer at the file's end.
    fn take(&mut self, count: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.at += self.source.by_ref().take(count).read_to_end(&mut bytes)? as u64;
        Ok(bytes)
    }
}

/// Reads a game; `None` if it is a headline in a library, which has no men.
pub fn read(game: &Game) -> Result<Option<Record>, RecordError> {
    let bytes = &game.bytes[..];
    let error =
        |at: usize, problem| RecordError { location: RecordLocation::Byte(game.at + at as u64), problem };
    if bytes.len() < HEAD {
        return Err(error(bytes.len(), RecordProblem::Truncated));
    }
    if bytes[19] > 2 {
        return Err(error(19, RecordProblem::Version(bytes[19])));
    }
    let tags = tags(TEXTS.iter().map(|&(start, size, name)| (name, text(&bytes[start..][..size]))));
    let result = GameResult::numbered(bytes[2076]);
    let mut setup = Setup::empty();
    setup.side = if bytes[2112] == 2 { Color::Black } else { Color::Red };
    for (number, at) in (0..90).zip(2120..) {
        if let (man @ 1.., Some(square)) = (bytes[at], point(number)) {
            let piece = piece(man).ok_or_else(|| error(at, RecordProblem::Piece(man)))?;
            setup.board[square] = Some(piece);
        }
    }
    if setup.board.iter().all(Option::is_none) {
        return Ok(None);
    }
    let (start, line) = tree::read(&mut Moves(Cursor { start: game.at, bytes, taken: HEAD }), setup)?;
    Ok(Some(Record { tags, start, line, result }))
}

/// The text of some bytes, up to the first zero.
fn text(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let units: Vec<_> = units.take_while(|&unit| unit != 0).collect();
    String::from_utf16_lossy(&units)
}

/// The point with a number: from Black's side to Red's, left to right.
fn point(number: u8) -> Option<Square> {
    Square::from_index(number.into()).map(Square::flip)
}

/// The man with a number: sixteen times the side, and the kind.
fn piece(number: u8) -> Option<Piece> {
    let color = match number >> 4 {
        1 => Color::Red,
        2 => Color::Black,
        _ => return None,
    };
    let kind = MEN.get(usize::from(number & 15).checked_sub(1)?)?;
    Some(Piece::new(*kind, color))
}

struct Moves<'a>(Cursor<'a>);

impl Nodes for Moves<'_> {
    fn next(&mut self) -> Result<Node, RecordError> {
        let at = self.0.place();
        let [marks, _, from, to] = self.0.take_four()?;
        let comment = if marks & 4 == 0 {
            String::new()
        } else {
            let size = u32::from_le_bytes(self.0.take_four()?);
            comment(&text(self.0.take(size as usize)?))
        };
        Ok(Node {
            at,
            points: [point(from), point(to)],
            comment,
            has_next: marks & 1 == 0,
            has_alternative: marks & 2 != 0,
        })
    }
}
