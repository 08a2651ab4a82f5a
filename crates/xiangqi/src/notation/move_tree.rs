// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree of moves in the binary formats, XQF and CBR for example: each move comes first, then everything
//! that follows it, then the alternatives to it. Two flags of a move say whether there are followers and
//! alternatives. The first node is not a move; it carries the comment on the start position.
//!
//! Variations in existing files contain illegal moves, mostly two in a row by one side. Everything that
//! follows such a move is kept as a comment, with its own variations, and the move becomes a fault of the
//! record; an alternative to it continues the line. An illegal move of the game itself ends the game there,
//! but the alternatives to earlier moves are read.
//!
//! [`pieces_in_order`] is the order in which XQF and DhtmlXQ list the squares of the pieces.

use crate::notation::game_result::GameResult;
use crate::notation::moves;
use crate::notation::record::{MAX_DEPTH, Record, RecordError, RecordedMove, Variation};
use crate::notation::record_problem::RecordProblem;
use crate::position::{Position, Setup};
use crate::types::{Bitboard, Color, Move, Piece, PieceKind, Square};
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
    let mut reader = Reader { nodes, position: start.clone(), depth: 0, end: None, faults: Vec::new() };
    let broken = first.and_then(|first| reader.game(first, &mut line).err());
    let Reader { end, faults, .. } = reader;
    RecordError::or_whole(end.or(broken), Record { tags, start, line, result, faults })
}

struct Reader<'a, N> {
    nodes: &'a mut N,
    /// Position before the next move.
    position: Position,
    /// Number of variations around the current line.
    depth: usize,
    /// The problem that ends the main line.
    end: Option<RecordError>,
    /// Problems in variations.
    faults: Vec<RecordError>,
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
                Ok(mv) if self.end.is_none() || self.depth > 0 => {
                    self.position.play_unchecked(mv);
                    alternatives.push(has_alternative);
                    line.moves.push(RecordedMove::new(mv, node.comment));
                    if !has_next {
                        break;
                    }
                }
                // An alternative to the move that ends the main line has nothing to be an alternative to.
                read => {
                    match read {
                        Err(error) if self.depth > 0 => self.faults.push(error),
                        Err(error) => _ = self.end.get_or_insert(error),
                        Ok(_) => {}
                    }
                    line.add_comment(&self.skip(&node)?);
                    if line.moves.is_empty() && self.depth > 0 {
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
        Ok(alternatives.first() == Some(&true))
    }

    /// Skips a move and everything that follows it, and returns it as text.
    fn skip(&mut self, first: &Node) -> Result<String, RecordError> {
        let mut skipped = vec![Skipped::new(&first.name(), &first.comment)];
        // Moves whose follower or alternative is still to come, the next one last. Alternatives to the first
        // move do not follow it.
        let mut ahead = Vec::new();
        ahead.extend(first.has_next.then_some((0, true)));
        while let Some((before, is_next)) = ahead.pop() {
            let node = self.nodes.next()?;
            let number = skipped.len();
            let link = &mut skipped[before];
            *(if is_next { &mut link.next } else { &mut link.alternative }) = Some(number);
            ahead.extend(node.has_alternative.then_some((number, false)));
            ahead.extend(node.has_next.then_some((number, true)));
            skipped.push(Skipped::new(&node.name(), &node.comment));
        }
        Ok(skipped_text(&skipped))
    }

    /// Reads an alternative to a move. Returns true if there are more.
    fn alternative(&mut self, recorded: &mut RecordedMove) -> Result<bool, RecordError> {
        let node = self.nodes.next()?;
        if self.depth == MAX_DEPTH {
            self.faults.push(RecordError::at_byte(node.at, RecordProblem::TooDeep));
            let has_more = node.has_alternative;
            recorded.add_comment(&self.skip(&node)?);
            return Ok(has_more);
        }
        self.depth += 1;
        let mut line = Variation::default();
        let has_more = self.line(node, &mut line);
        self.depth -= 1;
        recorded.add_variation(line);
        has_more
    }

    fn legal(&self, node: &Node) -> Result<Move, RecordError> {
        let word = node.name();
        let read = moves::legal_between(&self.position, &word, node.squares);
        read.map_err(|error| RecordError::at_byte(node.at, error.into()))
    }
}

/// A move that was skipped, with the numbers of the moves that follow it and that replace it.
pub struct Skipped {
    words: String,
    pub next: Option<usize>,
    pub alternative: Option<usize>,
}

impl Skipped {
    pub fn new(name: &str, comment: &str) -> Self {
        let words = [name, comment].join(if comment.is_empty() { "" } else { " " });
        Self { words, next: None, alternative: None }
    }
}

/// Part of the text of skipped moves.
enum Part {
    /// A move of a line with everything that follows.
    Line(usize),
    /// An alternative in parentheses, and the further ones.
    Alternative(usize),
    Close,
}

/// The text of skipped moves in parentheses, from the first on. Alternatives stand in parentheses behind the
/// move that they replace, as in PGN.
pub fn skipped_text(skipped: &[Skipped]) -> String {
    let mut text = "(".to_owned();
    // The parts still to be written, the next one last.
    let mut ahead = vec![Part::Line(0)];
    while let Some(part) = ahead.pop() {
        match part {
            Part::Line(number) => {
                let Skipped { words, next, alternative } = &skipped[number];
                text.extend([if number > 0 { " " } else { "" }, words]);
                ahead.extend(next.map(Part::Line));
                ahead.extend(alternative.map(Part::Alternative));
            }
            Part::Alternative(number) => {
                let Skipped { words, next, alternative } = &skipped[number];
                text.extend([" (", words]);
                ahead.extend(alternative.map(Part::Alternative));
                ahead.push(Part::Close);
                ahead.extend(next.map(Part::Line));
            }
            Part::Close => text.push(')'),
        }
    }
    text + ")"
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

/// The squares of the pieces in this order, `None` for a missing piece; `None` if there are more pieces of a
/// kind than that.
pub fn squares_in_order(position: &Position) -> Option<Vec<Option<Square>>> {
    let mut left = position.board().occupied();
    let squares = pieces_in_order().map(|piece| {
        let square = (left & position.board().pieces(piece.kind(), piece.color())).first()?;
        left &= !Bitboard::from(square);
        Some(square)
    });
    let squares = squares.collect();
    left.is_empty().then_some(squares)
}

/// The square that two digits stand for: the file from Red's left and the rank from Black's side.
pub fn square_from_digits(digits: &str) -> Option<Square> {
    let &[file @ b'0'..=b'8', rank @ b'0'..=b'9'] = digits.as_bytes() else { return None };
    Square::from_index(usize::from(b'9' - rank) * 9 + usize::from(file - b'0'))
}
