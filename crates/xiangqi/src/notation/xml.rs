// SPDX-License-Identifier: MIT OR Apache-2.0
//! Game files in XML, one game per file.
//!
//! CBF of 象棋桥 (CCBridge):
//!
//! ```text
//! <ChineseChessRecord Version="1.0">
//!  <Head> <Red>许银川</Red> <RecordResult>1</RecordResult> <FEN>…</FEN> </Head>
//!  <MoveList> <Move value="00-00"/> <Move value="77-47"/> <Move value="70-62" end="1"/> </MoveList>
//! </ChineseChessRecord>
//! ```
//!
//! A square is its file from Red's left and its rank from Black's side. The first element is not a move; text
//! in an element is a comment. Moves after the end of the game belong to variations and become a comment,
//! because it is not known where they begin.
//!
//! PFC of 鹏飞象棋:
//!
//! ```text
//! <n version="2" title="…" red="许银川" m="rnbakabnr/… w - - 0 1" c="comment on the start">
//!  <n m="h2e2" c="comment"> <n m="h9g7"/> <n m="h7e7" default="1"/> </n>
//! </n>
//! ```
//!
//! The elements in an element are the moves that follow it: the one marked as default, or the first, is
//! played, and the others are alternatives to it. The attributes of the outer element are named like the
//! fields of DhtmlXQ.
//!
//! Neither format was published; this description follows open readers and writers of them.

use crate::notation::dhtmlxq::FIELDS;
use crate::notation::encoding::Encoding;
use crate::notation::game_result::GameResult;
use crate::notation::move_tree::{Skipped, skipped_text, square_from_digits};
use crate::notation::moves::{self, MoveTextError, excerpt, read_move};
use crate::notation::raw_game::{RawGames, Source, one_game, read_text};
use crate::notation::record::{self, MAX_DEPTH, Record, RecordError, RecordedMove, Variation, comment, tags};
use crate::notation::record_problem::RecordProblem;
use crate::position::Position;

pub fn is_cbf(head: &[u8]) -> bool {
    begins_with(head, b"<ChineseChessRecord")
}

pub fn is_pfc(head: &[u8]) -> bool {
    begins_with(head, b"<n version")
}

pub fn cbf_games(source: Source<'_>) -> RawGames<'_> {
    one_text(source, read_cbf)
}

pub fn pfc_games(source: Source<'_>) -> RawGames<'_> {
    one_text(source, read_pfc)
}

fn one_text(source: Source<'_>, read: fn(&str) -> Result<Record, RecordError>) -> RawGames<'_> {
    one_game(source, move |bytes, fallback| {
        let read = |encoding: Encoding| vec![read(&encoding.decode(&bytes)).and_then(some_game)];
        read_text(&bytes, fallback, read).remove(0)
    })
}

/// Returns true if a file that begins with these bytes is in XML and contains the tag.
fn begins_with(head: &[u8], tag: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    head.starts_with(b"<") && head.windows(tag.len()).any(|bytes| bytes == tag)
}

/// Returns the record if there is anything in it.
fn some_game(record: Record) -> Result<Record, RecordError> {
    if record.tags.is_empty() && record.line.moves.is_empty() && record.start == Position::startpos() {
        return Err(RecordError::at_line(1, RecordProblem::NoGame));
    }
    Ok(record)
}

/// Elements of the head and the tags that they correspond to.
const HEAD: [(&str, &str); 21] = [
    ("Name", "Title"),
    ("From", "Source"),
    ("ContestType", "Category"),
    ("Contest", "Event"),
    ("Round", "Round"),
    ("Group", "Group"),
    ("Table", "Board"),
    ("Date", "Date"),
    ("Site", "Site"),
    ("TimeRule", "TimeControl"),
    ("Red", "Red"),
    ("RedTeam", "RedTeam"),
    ("RedTime", "RedTime"),
    ("RedRating", "RedElo"),
    ("Black", "Black"),
    ("BlackTeam", "BlackTeam"),
    ("BlackTime", "BlackTime"),
    ("BlackRating", "BlackElo"),
    ("Referee", "Referee"),
    ("Commentator", "Annotator"),
    ("Creator", "Author"),
];

/// Reads the game of a file.
fn read_cbf(text: &str) -> Result<Record, RecordError> {
    let mut head: Vec<(&str, String)> = Vec::new();
    let mut list = Vec::new();
    let mut open = "";
    for event in events(text) {
        match event {
            Event::Start(element) => {
                open = element.name;
                if open == "Move" {
                    list.push((element, String::new()));
                }
            }
            Event::Text(text) => match list.last_mut().filter(|_| open == "Move") {
                Some((_, comment)) => *comment += &text,
                None => head.push((open, text)),
            },
            Event::End(_) => open = "",
        }
    }
    let find = |name| head.iter().find(|(other, text)| *other == name && !text.trim().is_empty());
    let line_at = |at: usize| 1 + text[..at].matches('\n').count();
    let start = match find("FEN") {
        Some((_, fen)) => Position::from_fen(fen).map_err(|error| {
            let at = text.find("<FEN").unwrap_or(0);
            RecordError::at_line(line_at(at), RecordProblem::Start(excerpt(fen), error))
        })?,
        None => Position::startpos(),
    };
    let mut position = start.clone();
    let mut line = Variation::default();
    let (mut error, mut has_ended) = (None, false);
    for (element, text) in list {
        let value = element.attribute("value");
        if has_ended {
            line.comment += " ";
            line.comment += &value;
        } else if value == "00-00" {
            line.comment = comment(&text);
        } else {
            // The squares as in `77-47`.
            let (from, to) = value.split_once('-').unwrap_or_default();
            match moves::legal_between(&position, &value, [from, to].map(square_from_digits)) {
                Ok(mv) => {
                    position.play_unchecked(mv);
                    line.moves.push(RecordedMove::new(mv, comment(&text)));
                }
                Err(problem) => {
                    error = Some(RecordError::at_line(line_at(element.at), problem.into()));
                    break;
                }
            }
        }
        has_ended |= element.attribute("end") == "1";
    }
    line.comment = comment(&line.comment);
    let present = HEAD.iter().filter_map(|&(name, tag)| Some((tag, find(name)?.1.clone())));
    let code = find("RecordResult").and_then(|(_, code)| code.trim().parse().ok());
    let result = GameResult::from_code(code.unwrap_or(0));
    let tags = tags(present);
    RecordError::or_whole(error, Record { tags, start, line, result, faults: Vec::new() })
}

/// A move; the first one is the start position.
struct PfcNode {
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
fn read_pfc(text: &str) -> Result<Record, RecordError> {
    let (mut nodes, mut open): (Vec<PfcNode>, Vec<usize>) = (Vec::new(), Vec::new());
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
                nodes.push(PfcNode {
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
    let mut reader = PfcReader { nodes: &nodes, position: start.clone(), depth: 0, faults: Vec::new() };
    let end = reader.line(0, &mut line).err();
    let mut faults: Vec<_> = reader.faults.into_iter().map(error).collect();
    let (_, result) = fields.pop().unwrap_or_default();
    let mut tags = tags(fields.into_iter());
    tags.dedup_by(|next, before| next.0 == before.0);
    let result = record::read_result(&result, &mut tags).unwrap_or_else(|problem| {
        faults.push(error((root.at, problem)));
        GameResult::Open
    });
    RecordError::or_whole(end.map(error), Record { tags, start, line, result, faults })
}

struct PfcReader<'a> {
    nodes: &'a [PfcNode],
    /// Position after the last move.
    position: Position,
    /// Number of variations around the current line.
    depth: usize,
    /// Problems in variations.
    faults: Vec<Fault>,
}

impl PfcReader<'_> {
    /// Reads the moves that follow a node, with all alternatives, and adds them to the line. An alternative
    /// to an illegal move continues a variation. Leaves the position unchanged.
    fn line(&mut self, mut node: usize, line: &mut Variation) -> Result<(), Fault> {
        let played = line.moves.len();
        'line: loop {
            let mut following = self.following(node).into_iter();
            let mut recorded = loop {
                let Some(next) = following.next() else { break 'line };
                match self.play(next) {
                    Ok(recorded) => {
                        node = next;
                        break recorded;
                    }
                    Err(fault) => {
                        line.add_comment(&self.skip(next));
                        if self.depth == 0 {
                            following.for_each(|other| line.add_comment(&self.skip(other)));
                            return Err(fault);
                        }
                        self.faults.push(fault);
                    }
                }
            };
            self.position.undo();
            for alternative in following {
                recorded.add_variation(self.alternative(alternative)?);
            }
            self.position.play_unchecked(recorded.mv);
            line.moves.push(recorded);
        }
        line.moves[played..].iter().for_each(|_| _ = self.position.undo());
        Ok(())
    }

    /// The moves that follow a node, the one that is played first.
    fn following(&self, node: usize) -> Vec<usize> {
        let mut following = self.nodes[node].following.clone();
        if let Some(index) = following.iter().position(|&number| self.nodes[number].is_default) {
            following[..=index].rotate_right(1);
        }
        following
    }

    /// Reads an alternative from its first move on.
    fn alternative(&mut self, node: usize) -> Result<Variation, Fault> {
        let mut variation = Variation::default();
        let fault = if self.depth == MAX_DEPTH {
            (self.nodes[node].at, RecordProblem::TooDeep)
        } else {
            match self.play(node) {
                Ok(recorded) => {
                    variation.moves.push(recorded);
                    self.depth += 1;
                    self.line(node, &mut variation)?;
                    self.depth -= 1;
                    self.position.undo();
                    return Ok(variation);
                }
                Err(fault) => fault,
            }
        };
        self.faults.push(fault);
        variation.add_comment(&self.skip(node));
        Ok(variation)
    }

    /// The text of a node and everything that follows it.
    fn skip(&self, node: usize) -> String {
        let skipped = |node: usize| Skipped::new(&self.nodes[node].word, &self.nodes[node].comment);
        let mut list = vec![skipped(node)];
        let mut ahead = vec![(0, node)];
        while let Some((number, node)) = ahead.pop() {
            let mut before = None;
            for next in self.following(node) {
                let new = list.len();
                match before.replace(new) {
                    None => list[number].next = Some(new),
                    Some(other) => list[other].alternative = Some(new),
                }
                list.push(skipped(next));
                ahead.push((new, next));
            }
        }
        skipped_text(&list)
    }

    /// Plays the move of a node.
    fn play(&mut self, node: usize) -> Result<RecordedMove, Fault> {
        let PfcNode { word, comment, at, .. } = &self.nodes[node];
        let read = read_move(&self.position, word);
        let mv = read.map_err(|problem| (*at, MoveTextError::next(&self.position, problem).into()))?;
        self.position.play_unchecked(mv);
        Ok(RecordedMove::new(mv, comment.clone()))
    }
}

/// A part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    /// The start of an element; `<a/>` is a start and an end.
    Start(Element<'a>),
    End(&'a str),
    /// Text between elements, decoded.
    Text(String),
}

/// The start of an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element<'a> {
    pub name: &'a str,
    attributes: &'a str,
    /// Offset of the element in the text.
    pub at: usize,
}

impl Element<'_> {
    /// The decoded value of an attribute; empty if there is none.
    pub fn attribute(&self, name: &str) -> String {
        let mut rest = self.attributes;
        while let Some((before, after)) = rest.split_once('=') {
            let after = after.trim_start();
            let Some(quote) = after.chars().next().filter(|c| ['"', '\''].contains(c)) else { break };
            let Some((value, next)) = after[1..].split_once(quote) else { break };
            if before.trim() == name {
                return decoded(value);
            }
            rest = next;
        }
        String::new()
    }
}

/// The parts of a text in their order. Comments and declarations are skipped.
pub fn events(text: &str) -> impl Iterator<Item = Event<'_>> {
    let mut at = 0;
    let mut end = None;
    core::iter::from_fn(move || {
        if let Some(name) = end.take() {
            return Some(Event::End(name));
        }
        loop {
            let rest = &text[at..];
            let start = rest.find('<').unwrap_or(rest.len());
            if start > 0 {
                at += start;
                return Some(Event::Text(decoded(&rest[..start])));
            }
            let skip = |close: &str| rest.find(close).map_or(rest.len(), |end| end + close.len());
            if rest.is_empty() {
                return None;
            } else if rest.starts_with("<!--") {
                at += skip("-->");
                continue;
            }
            let length = element_end(rest);
            let inner = rest[1..length].trim_end_matches('>');
            let element_at = at;
            at += length;
            if inner.starts_with(['?', '!']) {
                continue;
            }
            if let Some(name) = inner.strip_prefix('/') {
                return Some(Event::End(name.trim()));
            }
            let is_empty = inner.ends_with('/');
            let inner = inner.trim_end_matches('/');
            let (name, attributes) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
            end = is_empty.then_some(name);
            return Some(Event::Start(Element { name, attributes, at: element_at }));
        }
    })
}

/// Length of the tag that the text begins with: up to the first `>` outside quotation marks.
fn element_end(text: &str) -> usize {
    let mut quote = None;
    for (index, character) in text.char_indices() {
        match (quote, character) {
            (None, '>') => return index + 1,
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
    }
    text.len()
}

/// The text with entities such as `&lt;` and `&#26825;` replaced.
fn decoded(text: &str) -> String {
    let mut decoded = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded += before;
        let entity = after.split_once(';').and_then(|(name, next)| Some((entity(name)?, next)));
        decoded.push(entity.map_or('&', |(character, _)| character));
        rest = entity.map_or(after, |(_, next)| next);
    }
    decoded + rest
}

fn entity(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let digits = name.strip_prefix('#')?;
            let number = match digits.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => digits.parse(),
            };
            char::from_u32(number.ok()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_split_into_names_attributes_and_texts() {
        let text =
            "<?xml version=\"1.0\"?><!-- <x> --><a b=\"1 > 0\" c='&lt;&#26825;&x;'>t &amp; u<d/></a> <";
        let events: Vec<_> = events(text).collect();
        let Event::Start(a) = &events[0] else { panic!("{events:?}") };
        assert_eq!((a.name, a.attribute("b"), a.attribute("c")), ("a", "1 > 0".into(), "<棉&x;".into()));
        assert_eq!((a.attribute("d"), a.at), (String::new(), 33));
        assert_eq!(events[1], Event::Text("t & u".into()));
        assert!(matches!(&events[2], Event::Start(d) if d.name == "d"));
        assert_eq!(events[3..5], [Event::End("d"), Event::End("a")]);
    }
}
