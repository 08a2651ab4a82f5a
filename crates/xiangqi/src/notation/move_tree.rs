// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree of moves in the binary formats, XQF and CBR for example: each move comes first, then everything
//! that follows it, then the alternatives to it. Two flags of a move say whether there are followers and
//! alternatives. The first node is not a move; it carries the comment on the start position.
//!
//! Variations in existing files contain illegal moves, mostly two in a row by one side. The part of a
//! variation from such a move on is kept as a comment.
//!
//! [`pieces_in_order`] is the order in which XQF and DhtmlXQ list the squares of the pieces.

use crate::notation::moves;
use crate::notation::record::{GameResult, MAX_DEPTH, Record, RecordedMove, Variation};
use crate::notation::record_error::{RecordError, RecordProblem};
use crate::position::{Position, Setup};
use crate::types::{Color, Move, Piece, PieceKind, Square};
use std::vec;

/// Reads bytes of a file one after another.
pub struct Cursor<'a> {
    /// Offset of the first byte in the file.
    pub start: u64,
    pub bytes: &'a [u8],
    /// Number of bytes read.
    pub taken: usize,
}

impl<'a> Cursor<'a> {
    /// Offset of the next byte in the file.
    pub fn offset(&self) -> u64 {
        self.start + self.taken as u64
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], RecordError> {
        let rest = self.bytes.get(self.taken..);
        let end = self.start + self.bytes.len() as u64;
        let bytes = rest.and_then(|rest| rest.get(..count));
        let bytes = bytes.ok_or_else(|| RecordError::at_byte(end, RecordProblem::Truncated))?;
        self.taken += count;
        Ok(bytes)
    }

    pub fn take_four(&mut self) -> Result<[u8; 4], RecordError> {
        let bytes = self.take(4)?;
        Ok([bytes[0], bytes[1], bytes[2], bytes[3]])
    }
}

/// A move in a file.
#[derive(Default)]
pub struct Node {
    /// Offset of the move in the file.
    pub at: u64,
    /// Origin and destination; `None` for a number outside the board.
    pub squares: [Option<Square>; 2],
    pub comment: String,
    pub has_next: bool,
    pub has_alternative: bool,
}

impl Node {
    /// The move in coordinates, with `?` for squares outside the board.
    fn name(&self) -> String {
        self.squares.map(|square| square.map_or_else(|| "?".to_owned(), |square| square.to_string())).concat()
    }
}

/// Reads the nodes of a file one by one.
pub trait Nodes {
    fn next(&mut self) -> Result<Node, RecordError>;
}

/// Nodes that are known from the beginning.
pub struct NodeList {
    nodes: vec::IntoIter<Node>,
    /// Offset of the end of the last one.
    end: u64,
}

impl NodeList {
    pub fn new(nodes: Vec<Node>, end: u64) -> Self {
        Self { nodes: nodes.into_iter(), end }
    }
}

impl Nodes for NodeList {
    fn next(&mut self) -> Result<Node, RecordError> {
        self.nodes.next().ok_or_else(|| RecordError::at_byte(self.end, RecordProblem::Truncated))
    }
}

/// Reads all moves, which complete the record. The side whose piece moves first is the side to move, whatever
/// the file says.
pub fn read(
    nodes: &mut impl Nodes,
    mut setup: Setup,
    tags: Vec<(String, String)>,
    result: GameResult,
) -> Result<Record, RecordError> {
    let root = nodes.next()?;
    let first = if root.has_next { Some(nodes.next()?) } else { None };
    if let Some([Some(from), _]) = first.as_ref().map(|first| first.squares)
        && let Some(piece) = setup.board[from]
    {
        setup.side = piece.color();
    }
    let setup = setup.into_position();
    let start = setup.map_err(|problem| RecordError::at_byte(root.at, RecordProblem::Setup(problem)))?;
    let mut line = Variation { comment: root.comment, ..Variation::default() };
    let mut reader = Reader { nodes, position: start.clone(), depth: 0 };
    let error = first.and_then(|first| reader.game(first, &mut line).err());
    RecordError::or_whole(error, Record { tags, start, line, result })
}

struct Reader<'a, N> {
    nodes: &'a mut N,
    /// Position before the next move.
    position: Position,
    /// Number of variations around the current line.
    depth: usize,
}

impl<N: Nodes> Reader<'_, N> {
    /// Reads the main line from its first move on, with all alternatives.
    fn game(&mut self, first: Node, line: &mut Variation) -> Result<(), RecordError> {
        let mut has_alternative = self.line(first, line)?;
        while has_alternative {
            has_alternative = self.alternative(&mut line.moves[0])?;
        }
        Ok(())
    }

    /// Reads a line from its first move on, with all alternatives except those to the first move. Returns
    /// true if the first move has alternatives. Leaves the position unchanged.
    fn line(&mut self, first: Node, line: &mut Variation) -> Result<bool, RecordError> {
        let mut alternatives = Vec::new();
        let mut node = first;
        loop {
            let (has_next, has_alternative) = (node.has_next, node.has_alternative);
            match self.legal(&node) {
                Ok(mv) => {
                    self.position.play_unchecked(mv);
                    alternatives.push(has_alternative);
                    line.moves.push(RecordedMove::new(mv, node.comment));
                    if !has_next {
                        break;
                    }
                }
                Err(error) if self.depth == 0 => return Err(error),
                Err(_) => {
                    let text = self.skip(node)?;
                    line.add_comment(&text);
                    if line.moves.is_empty() {
                        return Ok(has_alternative);
                    }
                    if !has_alternative {
                        break;
                    }
                }
            }
            node = self.nodes.next()?;
        }
        for (index, recorded) in line.moves.iter_mut().enumerate().rev() {
            self.position.undo();
            while index > 0 && alternatives[index] {
                alternatives[index] = self.alternative(recorded)?;
            }
        }
        Ok(alternatives[0])
    }

    /// Skips a move and everything that follows it, and returns it as text.
    fn skip(&mut self, mut node: Node) -> Result<String, RecordError> {
        let mut words = Vec::new();
        let (mut is_line, mut ahead) = (true, 0);
        loop {
            if is_line {
                words.push(node.name());
                words.extend(Some(node.comment).filter(|comment| !comment.is_empty()));
                is_line = node.has_next;
            }
            // Alternatives to the first move do not follow it.
            let has_alternative = node.has_alternative && ahead > 0;
            ahead = (ahead.max(1) - 1) + usize::from(node.has_next) + usize::from(has_alternative);
            if ahead == 0 {
                return Ok(format!("({})", words.join(" ")));
            }
            node = self.nodes.next()?;
        }
    }

    /// Reads an alternative to a move. Returns true if there are more.
    fn alternative(&mut self, recorded: &mut RecordedMove) -> Result<bool, RecordError> {
        let node = self.nodes.next()?;
        if self.depth == MAX_DEPTH {
            return Err(RecordError::at_byte(node.at, RecordProblem::TooDeep));
        }
        self.depth += 1;
        let mut line = Variation::default();
        let has_more = self.line(node, &mut line)?;
        self.depth -= 1;
        recorded.add_variation(line);
        Ok(has_more)
    }

    fn legal(&self, node: &Node) -> Result<Move, RecordError> {
        let word = node.name();
        let read = moves::legal_between(&self.position, &word, node.squares);
        read.map_err(|error| RecordError::at_byte(node.at, error.into()))
    }
}

const KINDS: [PieceKind; 16] = {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    [
        Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook, Cannon, Cannon, Pawn, Pawn,
        Pawn, Pawn, Pawn,
    ]
};

/// All 32 pieces in this order.
pub fn pieces_in_order() -> impl Iterator<Item = Piece> {
    Color::ALL.into_iter().flat_map(|color| KINDS.into_iter().map(move |kind| Piece::new(kind, color)))
}

/// The square that two digits stand for: the file from Red's left and the rank from Black's side.
pub fn square_from_digits(digits: &str) -> Option<Square> {
    let &[file @ b'0'..=b'8', rank @ b'0'..=b'9'] = digits.as_bytes() else { return None };
    Square::from_index(usize::from(b'9' - rank) * 9 + usize::from(file - b'0'))
}
