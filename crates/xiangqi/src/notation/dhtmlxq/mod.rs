// SPDX-License-Identifier: MIT OR Apache-2.0
//! DhtmlXQ, also called UBB: the text format in which Chinese forums and dpxq.com exchange games.
//!
//! Fields like `[DhtmlXQ_title]…[/DhtmlXQ_title]` stand between `[DhtmlXQ]` and `[/DhtmlXQ]`. A square is two
//! digits: the file from Red's left, and the rank from Black's side. The squares of the pieces are 64 digits,
//! 99 for a missing piece; a move is four digits. Variations are numbered branches: `[DhtmlXQ_move_0_3_1]` is
//! branch 1, which replaces the third ply of branch 0, the game itself. `[DhtmlXQ_comment3]` is the comment
//! on the third ply of the game, `[DhtmlXQ_comment1_3]` the one on the third ply of branch 1; plies are
//! counted from the start of the game. `||` is a line break.
//!
//! Pages of dpxq.com leave the moves empty and have them in a script behind the game instead:
//! `var DhtmlXQ_movelist = '[0_1_0]…[/0_1_0][0_3_1]…[/0_3_1]'` with the numbers of the branches, `0_1_0` for
//! the game itself, or with ordinary fields.
//!
//! The format was never published; this description follows the pages of dpxq.com and the open readers of
//! other programs, vschess among them.
//!
//! A file is split into games before its encoding is known. What stands around the games and their fields,
//! such as the rest of a web page, is named in a note, or read if it holds games in PGN. Splitting bytes is safe
//! in GBK and Big5: the second byte of a character may be a bracket, but no sequence of such bytes looks like
//! a mark.

mod fields;
mod write;

use crate::notation::dhtmlxq::fields::{
    FRAMES, Field, Fields, MARK, Outside, SCRIPT, Spot, branch_id, fields, find, numbers, outside, spot,
};
use crate::notation::encoding::Encoding;
use crate::notation::game_result::GameResult;
use crate::notation::move_tree::{pieces_in_order, square_from_digits};
use crate::notation::moves::{self, excerpt};
use crate::notation::pgn;
use crate::notation::raw_game::{ReadGame, TextFormat, TextGame};
use crate::notation::record::{
    self, MAX_DEPTH, Record, RecordError, RecordedMove, Variation, append_comment, comment, tags,
};
use crate::notation::record_problem::RecordProblem;
use crate::notation::text_source::{TextSource, without_mark};
use crate::position::{Position, Setup};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io;

pub use fields::FIELDS;

/// How a part of a file ends.
#[derive(PartialEq, Eq)]
enum End {
    Frame,
    /// The next game is in PGN.
    Pgn,
    File,
}

/// Returns the next game, which is the text up to the next frame tag, if it contains a field, with the script
/// that follows and the text around it; `None` at the end of the file or before a game in PGN.
pub fn next_block(source: &mut TextSource) -> io::Result<Option<TextGame>> {
    let new_piece = |line| TextGame { line, ..TextGame::default() };
    let mut block = new_piece(source.line);
    loop {
        let start = block.bytes.len();
        let end = read_piece(source, &mut block)?;
        if has_field(&block.bytes[start..]) {
            if end == End::Frame {
                let mut next = new_piece(source.line);
                match read_piece(source, &mut next) {
                    Ok(end)
                        if contains(&next.bytes, SCRIPT) || end != End::Frame && !has_field(&next.bytes) =>
                    {
                        block.bytes.extend(next.bytes);
                    }
                    Ok(_) => source.give_back(next.bytes),
                    Err(error) => source.fail_later(error),
                }
            }
            return Ok(Some(TextGame { format: TextFormat::DhtmlXq, ..block }));
        }
        if end != End::Frame {
            return Ok((!without_mark(&block.bytes).trim_ascii().is_empty()).then_some(block));
        }
    }
}

/// Appends the text up to the next frame tag, a tag of PGN at the begin of a line, or the end of the file.
fn read_piece(source: &mut TextSource, piece: &mut TextGame) -> io::Result<End> {
    let start = piece.bytes.len();
    loop {
        let at = piece.bytes.len();
        if source.read_until(b']', &mut piece.bytes, piece.line)? == 0 {
            return Ok(End::File);
        }
        if is_edge(&piece.bytes) {
            return Ok(End::Frame);
        }
        let line_feed = piece.bytes[at..].iter().rposition(|&byte| byte == b'\n');
        let line = line_feed.map(|line_feed| at + line_feed + 1).or((at == start).then_some(at));
        if let Some(line) = line.filter(|&line| pgn::is_tag(without_mark(&piece.bytes[line..]))) {
            source.give_back(piece.bytes.split_off(line));
            return Ok(End::Pgn);
        }
    }
}

/// Decodes a game field by field: half a character at the end of one must not take the bracket after it.
pub fn decode(bytes: &[u8], encoding: Encoding) -> Cow<'_, str> {
    if let Ok(text) = core::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let is_mark = |bytes: &[u8]| bytes.starts_with(b"[DhtmlXQ") || bytes.starts_with(b"[/DhtmlXQ");
    let marks = (1..bytes.len()).filter(|&at| is_mark(&bytes[at..]));
    let (mut text, mut start) = (String::new(), 0);
    for end in marks.chain([bytes.len()]) {
        text += &encoding.decode_strictly(&bytes[start..end]);
        start = end;
    }
    Cow::Owned(text)
}

/// Returns true if there is a field in the bytes.
pub fn has_field(bytes: &[u8]) -> bool {
    let is_field = |at: usize| {
        let name = bytes[at..].strip_prefix(MARK.as_bytes());
        let end = |name: &[u8]| name.iter().position(|&byte| !byte.is_ascii_alphanumeric() && byte != b'_');
        name.is_some_and(|name| end(name).is_some_and(|end| name[end] == b']'))
    };
    (0..bytes.len()).any(is_field)
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|bytes| bytes == text.as_bytes())
}

/// Returns true if the bytes end with a tag that opens or closes a frame.
fn is_edge(bytes: &[u8]) -> bool {
    let mut before = FRAMES.iter().filter_map(|frame| bytes.strip_suffix(frame.as_bytes()));
    before.any(|before| before.ends_with(b"[") || before.ends_with(b"[/"))
}

/// A problem and its offset.
type Fault = (usize, RecordProblem);

/// Reads a game from its text, whose first line has this number in the file, and the games in PGN around it.
pub fn read(text: &str, first_line: usize) -> Vec<ReadGame> {
    let line_at = |at: usize| first_line + text[..at].matches('\n').count();
    let Fields { fields, places } = fields(text);
    let Outside { before, after, notes } = outside(text, &fields, places, first_line);
    let game = read_game(&fields, notes, |(at, problem)| RecordError::at_line(line_at(at), problem));
    let game = game.map_err(|error| error.unread_in(text, first_line));
    let pgn = |(line, text): (usize, &str)| pgn::read(text, line);
    before.into_iter().flat_map(pgn).chain([game]).chain(after.into_iter().flat_map(pgn)).collect()
}

/// Reads a game from its fields.
fn read_game(
    fields: &[Field],
    mut faults: Vec<RecordError>,
    error: impl Fn(Fault) -> RecordError,
) -> ReadGame {
    let mut tags = record_tags(fields);
    if tags.is_empty() && !["fen", "binit", "movelist"].iter().any(|name| find(fields, name).is_some()) {
        return Err(error((0, RecordProblem::NoGame)));
    }
    let start = start(fields).map_err(&error)?;
    let mut result = GameResult::Open;
    if let Some(field) = find(fields, "result") {
        match record::read_result(&unescaped(field.value), &mut tags) {
            Ok(read) => result = read,
            Err(problem) => faults.push(error((field.at, problem))),
        }
    }
    let (mut line, mut in_line) = (Variation::default(), Vec::new());
    let end = read_line(fields, &start, &mut line, &mut in_line).err();
    faults.extend(in_line.into_iter().map(&error));
    RecordError::or_whole(end.map(error), Record { tags, start, line, result, faults })
}

fn record_tags(fields: &[Field]) -> Vec<(String, String)> {
    let present = FIELDS.iter().filter_map(|&(name, tag)| Some((tag, unescaped(find(fields, name)?.value))));
    let mut tags = tags(present);
    tags.dedup_by(|next, before| next.0 == before.0);
    tags
}

/// The start position: from the FEN if there is one, else from the squares of the pieces. The side to move is
/// the side of the piece that moves first.
fn start(fields: &[Field]) -> Result<Position, Fault> {
    if let Some(Field { value, at, .. }) = find(fields, "fen") {
        return Position::from_fen(value).map_err(|error| (*at, RecordProblem::Start(excerpt(value), error)));
    }
    let squares = find(fields, "binit");
    let mut setup = match squares {
        Some(field) => setup(field.value).ok_or_else(|| (field.at, stray(field.value)))?,
        None => Position::startpos().setup(),
    };
    let moves = find(fields, "movelist");
    let first = moves.and_then(|moves| moves.value.get(..2)).and_then(square_from_digits);
    if let Some(piece) = first.and_then(|first| setup.board[first]) {
        setup.side = piece.color();
    }
    let at = squares.map_or(0, |field| field.at);
    setup.into_position().map_err(|problem| (at, RecordProblem::Setup(problem)))
}

/// The board from the squares of the pieces.
fn setup(text: &str) -> Option<Setup> {
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut setup = Setup::empty();
    for (piece, at) in pieces_in_order().zip((0..).step_by(2)) {
        if let Some(square) = square_from_digits(&text[at..at + 2]) {
            setup.board[square] = Some(piece);
        }
    }
    Some(setup)
}

fn stray(word: &str) -> RecordProblem {
    RecordProblem::Stray(excerpt(word))
}

/// A branch: its number, its moves and their offset.
struct Branch<'a> {
    number: usize,
    name: &'a str,
    moves: &'a str,
    at: usize,
}

/// Reads all moves: collects the branches first, then reads the game and inserts them one by one. Branches
/// without a place are kept as comments.
fn read_line(
    fields: &[Field],
    start: &Position,
    line: &mut Variation,
    faults: &mut Vec<Fault>,
) -> Result<(), Fault> {
    let mut reader = Reader {
        position: start.clone(),
        depth: 0,
        faults: Vec::new(),
        branches: HashMap::new(),
        comments: fields.iter().filter_map(spot_comment).collect(),
    };
    let mut origins = HashMap::new();
    for field in fields {
        if let Some(id) = branch_id(field.name) {
            let Some([mut parent, ply, number]) = numbers(id) else {
                return Err((field.at, stray(field.name)));
            };
            // An alternative to a branch's first move is an alternative to the move that the branch replaces.
            let mut replaced = Vec::new();
            while let Some(&(grandparent, _)) = origins.get(&parent).filter(|(_, first)| *first == ply) {
                replaced.push(parent);
                parent = grandparent;
            }
            // Shortcuts, so that long chains are followed only once.
            origins.extend(replaced.into_iter().map(|branch| (branch, (parent, ply))));
            if parent != number {
                origins.insert(number, (parent, ply));
            }
            let branch = Branch { number, name: field.name, moves: field.value, at: field.at };
            reader.branches.entry((parent, ply)).or_default().push(branch);
        }
    }
    let game = find(fields, "movelist");
    let (moves, at) = game.map_or(("", 0), |field| (field.value, field.at));
    line.comment = reader.comments.remove(&(0, 0)).unwrap_or_default();
    let end = reader.line(Branch { number: 0, name: "movelist", moves, at }, 1, line);
    let mut unused: Vec<_> = reader.branches.into_values().flatten().collect();
    unused.sort_by_key(|branch| branch.at);
    *faults = reader.faults;
    let is_told = end.is_err() || !faults.is_empty();
    for branch in unused {
        append_comment(&mut line.comment, &format!("({} {})", branch.name, branch.moves));
        if !is_told {
            faults.push((branch.at, stray(branch.name)));
        }
    }
    let mut unused: Vec<_> = reader.comments.into_iter().collect();
    unused.sort();
    for ((branch, ply), text) in unused {
        append_comment(&mut line.comment, &format!("(comment{branch}_{ply} {text})"));
    }
    end
}

/// The comment in a field and its place, if the field is a comment.
fn spot_comment(field: &Field) -> Option<(Spot, String)> {
    Some((spot(field.name)?, comment(&unescaped(field.value).replace("||", "\n"))))
}

struct Reader<'a> {
    /// Position before the next move.
    position: Position,
    /// Number of variations around the current line.
    depth: usize,
    /// Problems in variations.
    faults: Vec<Fault>,
    /// The branches not yet read, by the ply that they replace.
    branches: HashMap<Spot, Vec<Branch<'a>>>,
    comments: HashMap<Spot, String>,
}

impl<'a> Reader<'a> {
    /// Reads a branch that begins at a ply, with all alternatives to its moves, and adds it to the line. An
    /// alternative to an illegal move continues it. Leaves the position unchanged.
    fn line(&mut self, mut branch: Branch<'a>, first_ply: usize, line: &mut Variation) -> Result<(), Fault> {
        if self.depth > MAX_DEPTH {
            self.faults.push((branch.at, RecordProblem::TooDeep));
            line.add_comment(&self.skip(branch.moves, branch.number, first_ply));
            return Ok(());
        }
        let mut rest = branch.moves;
        let mut ply = first_ply;
        while !rest.is_empty() {
            let at = branch.at + branch.moves.len() - rest.len();
            let word = rest.get(..4).unwrap_or(rest);
            let squares = [word.get(..2), word.get(2..)].map(|digits| digits.and_then(square_from_digits));
            let mv = match moves::legal_between(&self.position, word, squares) {
                Ok(mv) => mv,
                Err(error) if self.depth == 0 => return Err((at, error.into())),
                Err(error) => {
                    self.faults.push((at, error.into()));
                    line.add_comment(&self.skip(rest, branch.number, ply));
                    let mut others = self.branches.remove(&(branch.number, ply)).unwrap_or_default();
                    if others.is_empty() {
                        break;
                    }
                    branch = others.remove(0);
                    self.branches.entry((branch.number, ply)).or_default().extend(others);
                    rest = branch.moves;
                    continue;
                }
            };
            let spot = (branch.number, ply);
            let mut recorded = RecordedMove::new(mv, self.comments.remove(&spot).unwrap_or_default());
            for alternative in self.branches.remove(&spot).unwrap_or_default() {
                self.depth += 1;
                let mut variation = Variation::default();
                self.line(alternative, ply, &mut variation)?;
                recorded.add_variation(variation);
                self.depth -= 1;
            }
            self.position.play_unchecked(mv);
            line.moves.push(recorded);
            rest = rest[word.len()..].trim_start();
            ply += 1;
        }
        line.moves.iter().for_each(|_| _ = self.position.undo());
        Ok(())
    }

    /// The moves of a branch from a ply on as text, with their comments.
    fn skip(&mut self, mut moves: &str, branch: usize, ply: usize) -> String {
        let mut words = Vec::new();
        for ply in ply.. {
            if moves.is_empty() {
                break;
            }
            let word = moves.get(..4).unwrap_or(moves);
            moves = moves[word.len()..].trim_start();
            words.push(word.to_owned());
            words.extend(self.comments.remove(&(branch, ply)));
        }
        format!("({})", words.join(" "))
    }
}

/// Decodes escapes such as `\u70ae`.
fn unescaped(text: &str) -> String {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\\u") {
        units.extend(before.encode_utf16());
        let digits = after.get(..4).filter(|digits| !digits.starts_with('+'));
        let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
        match unit {
            Some(unit) => units.push(unit),
            None => units.extend("\\u".encode_utf16()),
        }
        rest = if unit.is_some() { &after[4..] } else { after };
    }
    units.extend(rest.encode_utf16());
    String::from_utf16_lossy(&units)
}
