// SPDX-License-Identifier: MIT OR Apache-2.0
//! PFC, the XML format of 鹏飞象棋, one game per file.
//!
//! ```text
//! <n version="2" title="…" red="许银川" m="rnbakabnr/… w - - 0 1" c="comment on the start">
//!  <n m="h2e2" c="comment"> <n m="h9g7"/> <n m="h7e7" default="1"/> </n>
//! </n>
//! ```
//!
//! The elements in an element are the moves that follow it: the one marked as default, or the first, is
//! played, and the others are alternatives to it. The attributes of the outer element are named like the
//! fields of DhtmlXQ. The format was never published; this description follows the open reader of vschess.

use super::elements::{Event, events};
use crate::notation::dhtmlxq::FIELDS;
use crate::notation::excerpt::excerpt;
use crate::notation::moves::{MoveTextError, read_move};
use crate::notation::record::{
    GameResult, MAX_DEPTH, Record, RecordError, RecordProblem, RecordedMove, Variation, comment, tags,
};
use crate::position::Position;

/// A move; the first one is the start position.
struct Node {
    word: String,
    comment: String,
    is_default: bool,
    /// Offset in the text.
    at: usize,
    /// The moves that may follow, the one that is played first.
    following: Vec<usize>,
}

/// A problem and its offset.
type Fault = (usize, RecordProblem);

/// Reads the game of a file.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let (mut nodes, mut open): (Vec<Node>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut fields = Vec::new();
    for event in events(text) {
        match event {
            Event::Start(element) if element.name == "n" && (nodes.is_empty() || !open.is_empty()) => {
                if nodes.is_empty() {
                    let field = |&(name, tag)| (tag, element.attribute(name));
                    fields = FIELDS.iter().map(field).collect();
                    fields.push(("Result", element.attribute("result")));
                }
                if let Some(&parent) = open.last() {
                    let number = nodes.len();
                    nodes[parent].following.push(number);
                }
                open.push(nodes.len());
                nodes.push(Node {
                    word: element.attribute("m"),
                    comment: comment(&element.attribute("c")),
                    is_default: !element.attribute("default").is_empty(),
                    at: element.at,
                    following: Vec::new(),
                });
            }
            Event::End("n") => _ = open.pop(),
            _ => {}
        }
    }
    let error = |(at, problem): Fault| RecordError::at_line(1 + text[..at].matches('\n').count(), problem);
    let Some(root) = nodes.first() else { return Err(error((0, RecordProblem::NoGame))) };
    let start = if root.word.is_empty() { Ok(Position::startpos()) } else { Position::from_fen(&root.word) };
    let start =
        start.map_err(|problem| error((root.at, RecordProblem::Start(excerpt(&root.word), problem))))?;
    let mut line = Variation { comment: root.comment.clone(), ..Variation::default() };
    let mut reader = Reader { nodes: &nodes, position: start.clone(), depth: 0 };
    let fault = reader.line(0, &mut line).err();
    let result = fields.pop().map_or(GameResult::Open, |(_, result)| GameResult::from_words(&result));
    let mut tags = tags(fields.into_iter());
    tags.dedup_by(|next, before| next.0 == before.0);
    RecordError::or_whole(fault.map(error), Record { tags, start, line, result })
}

struct Reader<'a> {
    nodes: &'a [Node],
    /// Position after the last move.
    position: Position,
    /// Number of variations around the current line.
    depth: usize,
}

impl Reader<'_> {
    /// Reads the moves that follow a node, with all alternatives, and adds them to the line. Leaves the
    /// position unchanged.
    fn line(&mut self, mut node: usize, line: &mut Variation) -> Result<(), Fault> {
        let played = line.moves.len();
        loop {
            let following = &self.nodes[node].following;
            let is_default = |&&number: &&usize| self.nodes[number].is_default;
            let Some(&next) = following.iter().find(is_default).or(following.first()) else { break };
            let mut recorded = match self.play(next) {
                Ok(recorded) => recorded,
                Err(fault) if self.depth == 0 => return Err(fault),
                Err(_) => {
                    line.add_comment(&format!("({})", self.nodes[next].word));
                    break;
                }
            };
            self.position.undo();
            for &alternative in following.iter().filter(|&&number| number != next) {
                recorded.add_variation(self.alternative(alternative)?);
            }
            self.position.play_unchecked(recorded.mv);
            line.moves.push(recorded);
            node = next;
        }
        line.moves[played..].iter().for_each(|_| _ = self.position.undo());
        Ok(())
    }

    /// Reads an alternative from its first move on.
    fn alternative(&mut self, node: usize) -> Result<Variation, Fault> {
        if self.depth == MAX_DEPTH {
            return Err((self.nodes[node].at, RecordProblem::TooDeep));
        }
        let mut variation = Variation::default();
        match self.play(node) {
            Ok(recorded) => {
                variation.moves.push(recorded);
                self.depth += 1;
                self.line(node, &mut variation)?;
                self.depth -= 1;
                self.position.undo();
            }
            Err(_) => variation.add_comment(&format!("({})", self.nodes[node].word)),
        }
        Ok(variation)
    }

    /// Plays the move of a node.
    fn play(&mut self, node: usize) -> Result<RecordedMove, Fault> {
        let Node { word, comment, at, .. } = &self.nodes[node];
        let read = read_move(&self.position, word);
        let mv = read.map_err(|problem| (*at, MoveTextError::next(&self.position, problem).into()))?;
        self.position.play_unchecked(mv);
        Ok(RecordedMove::new(mv, comment.clone()))
    }
}
