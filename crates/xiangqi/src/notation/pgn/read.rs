// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads a game.
//!
//! Ranks in coordinates and in SAN are counted from 0, or from 1 if the game can be read only like that.
//! Words that WXF and Vietnamese notation share are read in the one that the other words show, or else the
//! tag `Format`, or in which the game is legal.
//!
//! A parenthesis is a variation or, if it holds words, a comment. What follows an illegal move in a variation
//! is kept as a comment, and the move becomes a fault of the record; so does nesting that is too deep.

use crate::notation::coordinates::Ranks;
use crate::notation::fen::FenError;
use crate::notation::latin::Latin;
use crate::notation::move_list::{read_list, read_numbered, without_marks, without_number};
use crate::notation::moves::{MoveTextError, ReadMoveError, Reading, excerpt};
use crate::notation::pgn::chess;
use crate::notation::pgn::words::{PgnWords, Token, Unclosed};
use crate::notation::pgn::write::TAG_ORDER;
use crate::notation::pgn::{closes_tag, continues_tag, is_blank, is_tag};
use crate::notation::record::{
    GameResult, MAX_DEPTH, Record, RecordedMove, Variation, comment, without_half,
};
use crate::notation::record_error::{RecordError, RecordProblem};
use crate::position::Position;

/// Alternative names of tags, from international chess.
const ALIASES: [(&str, &str); 3] = [("White", "Red"), ("WhiteElo", "RedElo"), ("WhiteTeam", "RedTeam")];

/// The part of a game before its moves.
struct Head {
    tags: Vec<(String, String)>,
    /// The position of a `FEN` tag.
    start: Option<Position>,
    /// Offset of the moves.
    end: usize,
}

/// Reads a game from its lines, the first of which has this number in the file.
pub fn parse(text: &str, first_line: usize) -> Result<Record, RecordError> {
    let Head { mut tags, start, end } = read_head(text, first_line)?;
    let has_tags = start.is_some() || !tags.is_empty();
    let start = start.unwrap_or_else(Position::startpos);
    let format = value(&tags, "Format").and_then(Latin::from_format);
    let MoveText { line, result, faults } = MoveText::read(text, end, &start, format);
    if is_chess(&tags, &text[end..], result.is_err()) {
        return Err(RecordError::at_line(first_line, RecordProblem::Chess));
    }
    let mut lines = LineCounter { text, at: 0, line: first_line };
    let mut at_line = |Fault { at, problem }| RecordError::at_line(lines.line_at(at), problem);
    let faults = faults.into_iter().map(&mut at_line).collect();
    let (result, error) = match result {
        Ok(result) => (result, None),
        Err(fault) => (None, Some(at_line(fault))),
    };
    if !has_tags && line.moves.is_empty() && error.is_none() {
        return Err(RecordError::at_line(first_line, RecordProblem::NoGame));
    }
    let tag_result = value(&tags, "Result").and_then(|result| GameResult::from_text(result.trim()));
    let result = [result, tag_result].into_iter().flatten().find(|&result| result != GameResult::Open);
    tags.retain(|(name, _)| !["Game", "Format", "Result", "FEN"].contains(&name.as_str()));
    for (alias, name) in ALIASES {
        if value(&tags, name).is_none()
            && let Some(tag) = tags.iter_mut().find(|(other, _)| other.eq_ignore_ascii_case(alias))
        {
            name.clone_into(&mut tag.0);
        }
    }
    let result = result.unwrap_or_default();
    RecordError::or_whole(error, Record { tags, start, line, result, faults })
}

/// Returns the value of the tag with this name.
fn value<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
}

/// Reads the tags of a game.
fn read_head(text: &str, first_line: usize) -> Result<Head, RecordError> {
    let mut head = Head { tags: Vec::new(), start: None, end: 0 };
    let mut lines = (first_line..).zip(text.split_inclusive('\n')).peekable();
    while let Some((line, content)) = lines.next() {
        let mut end = head.end + content.len();
        if is_tag(content.as_bytes()) {
            if !closes_tag(content.as_bytes())
                && let Some((_, rest)) = lines.next_if(|(_, next)| continues_tag(next.as_bytes()))
            {
                end += rest.len();
            }
            let error = |problem| RecordError::at_line(line, problem);
            let before = head.tags.len();
            let content = text[head.end..end].trim_end();
            let moves = read_tags(content.trim_start(), &mut head.tags).map_err(error)?;
            if let Some(index) = head.tags[before..].iter().position(|(name, _)| name == "FEN") {
                let (_, fen) = head.tags.remove(before + index);
                head.start = Some(Position::from_fen(&fen).map_err(|problem| {
                    error(match problem {
                        FenError::Ranks(8) => RecordProblem::Chess,
                        problem => RecordProblem::Start(excerpt(&fen), problem),
                    })
                })?);
            }
            if !moves.is_empty() {
                head.end += content.len() - moves.len();
                break;
            }
        } else if !is_blank(content.as_bytes()) {
            break;
        }
        head.end = end;
    }
    Ok(head)
}

/// Returns true for a game of international chess, by the name of its variant, or by its moves if they cannot
/// be read or a player has White.
fn is_chess(tags: &[(String, String)], moves: &str, is_unreadable: bool) -> bool {
    if value(tags, "Game").is_some() {
        return false;
    }
    match value(tags, "Variant") {
        Some(variant) => chess::is_variant(variant),
        None => (is_unreadable || value(tags, "White").is_some()) && chess::has_only_chess_moves(moves),
    }
}

/// The moves of a game as far as they can be read.
struct MoveText {
    line: Variation,
    result: Result<Option<GameResult>, Fault>,
    /// The problems in variations, in the order of their offsets.
    faults: Vec<Fault>,
}

impl MoveText {
    /// Reads the moves from an offset on, as far as possible. `format` is the notation of the tag.
    fn read(text: &str, at: usize, start: &Position, format: Option<Latin>) -> Self {
        let read_as = |reading| {
            let words = PgnWords { text, at };
            let mut parser = Parser { words, position: start.clone(), depth: 0, reading, faults: Vec::new() };
            let mut line = Variation::default();
            let result = parser.line(&mut line);
            ((line, parser.faults), result)
        };
        let read = |latin| {
            let usual = read_as(Reading { ranks: Ranks::FromZero, latin });
            let ((line, faults), result) = &usual;
            if result.is_ok() && faults.is_empty() {
                return usual;
            }
            let other = read_as(Reading { ranks: Ranks::FromOne, latin });
            let names_ten = || Ranks::of([&text[at..]]) == Ranks::FromOne;
            let is_longer = || other.0.0.moves.len() > line.moves.len();
            let is_better = match (&other.1, result) {
                (Ok(_), Ok(_)) => other.0.1.is_empty(),
                (Ok(_), Err(_)) => true,
                (Err(_), Err(_)) => names_ten() && is_longer(),
                (Err(_), Ok(_)) => false,
            };
            if is_better { other } else { usual }
        };
        let mut tokens = PgnWords { text, at };
        let tokens = core::iter::from_fn(|| tokens.next().ok().flatten());
        let words =
            tokens.filter_map(|(token, _)| if let Token::Word(word) = token { Some(word) } else { None });
        let plies = |(line, _): &(Variation, Vec<Fault>)| line.moves.len();
        let ((line, faults), result) = read_list(words, format, plies, read);
        Self { line, result, faults }
    }
}

/// Numbers the lines of a text, from its beginning to its end.
struct LineCounter<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl LineCounter<'_> {
    /// Returns the number of the line at an offset, which is not before that of the last call.
    fn line_at(&mut self, at: usize) -> usize {
        self.line += self.text[self.at..at].matches('\n').count();
        self.at = at;
        self.line
    }
}

/// Reads the tags of a line or two, usually one, and returns the moves after them, usually none.
fn read_tags<'a>(line: &'a str, tags: &mut Vec<(String, String)>) -> Result<&'a str, RecordProblem> {
    let mut rest = line;
    while rest.starts_with('[') {
        let tag = read_tag(rest).ok_or_else(|| RecordProblem::Tag(excerpt(rest)))?;
        rest = tag.2.trim_start();
        tags.push((tag.0, tag.1));
    }
    Ok(rest)
}

/// Splits a line into a tag's name, its value and the rest. The value ends with a quotation mark followed by
/// a bracket, because some writers do not escape quotation marks.
fn read_tag(line: &str) -> Option<(String, String, &str)> {
    let (name, rest) = line.strip_prefix('[')?.split_once('"')?;
    let mut value = String::new();
    let mut characters = rest.chars();
    while let Some(character) = characters.next() {
        let rest = characters.as_str();
        match character {
            '\\' if rest.starts_with(['\\', '"']) => value.extend(characters.next()),
            '"' if rest.trim_start().starts_with(']') => {
                let name = name.trim();
                let known = TAG_ORDER.iter().find(|known| known.eq_ignore_ascii_case(name));
                let name = known.map_or(name, |known| known).to_owned();
                return Some((name, without_half(&value).to_owned(), &rest.trim_start()[1..]));
            }
            '\r' => {}
            '\n' => value.push(' '),
            _ => value.push(character),
        }
    }
    None
}

/// Returns true for the number of a move; more than four digits are a list of squares of another format.
fn is_number(word: &str) -> bool {
    without_number(word).is_empty() && word.bytes().take_while(u8::is_ascii_digit).count() <= 4
}

/// A problem and its offset.
#[derive(PartialEq)]
struct Fault {
    at: usize,
    problem: RecordProblem,
}

impl From<Unclosed> for Fault {
    fn from(Unclosed(bracket, at): Unclosed) -> Self {
        Self { at, problem: RecordProblem::Unclosed(bracket) }
    }
}

struct Parser<'a> {
    words: PgnWords<'a>,
    position: Position,
    /// Number of variations around the current line.
    depth: usize,
    reading: Reading,
    /// The problems in variations so far.
    faults: Vec<Fault>,
}

impl Parser<'_> {
    /// Reads moves up to the result, or in a variation up to the closing parenthesis, and adds them to the
    /// line. Leaves the position at the end of the line.
    fn line(&mut self, line: &mut Variation) -> Result<Option<GameResult>, Fault> {
        let start = self.words.at.saturating_sub(1);
        let is_variation = self.depth > 0;
        while let Some((token, at)) = self.words.next()? {
            let stray = |word: &str| Fault { at, problem: RecordProblem::Stray(excerpt(word)) };
            match token {
                Token::Comment(text) => line.add_comment(&comment(text)),
                Token::Open => self.parenthesis(line)?,
                Token::Close if is_variation => return Ok(None),
                Token::Close => return Err(stray(")")),
                Token::Word(word) => {
                    if let Some(result) = GameResult::from_text(word) {
                        if !is_variation {
                            return Ok(Some(result));
                        }
                    } else if let Some(number) = word.strip_prefix('$') {
                        let glyph = number.parse().map_err(|_| stray(word))?;
                        line.moves.last_mut().ok_or_else(|| stray(word))?.glyphs.push(glyph);
                    } else if !is_number(word) {
                        self.word(line, word).map_err(|error| Fault { at, problem: error.into() })?;
                    }
                }
            }
        }
        if is_variation { Err(Unclosed('(', start).into()) } else { Ok(None) }
    }

    /// Reads a move, or annotation marks of the previous move.
    fn word(&mut self, line: &mut Variation, word: &str) -> Result<(), MoveTextError> {
        let (bare, glyph) = without_marks(word);
        if let (true, Some(glyph), Some(last)) = (bare.is_empty(), glyph, line.moves.last_mut()) {
            last.glyphs.push(glyph);
            return Ok(());
        }
        let read = read_numbered(&self.position, bare, word, self.reading);
        let mv = read.map_err(|problem| MoveTextError::next(&self.position, problem))?;
        self.position.play_unchecked(mv);
        let mut recorded = RecordedMove::new(mv, "");
        recorded.glyphs.extend(glyph);
        line.moves.push(recorded);
        Ok(())
    }

    /// Reads a parenthesis: an alternative to the last move, or a comment.
    fn parenthesis(&mut self, line: &mut Variation) -> Result<(), Fault> {
        let (start, faults) = (self.words.at, self.faults.len());
        let is_too_deep = self.depth == MAX_DEPTH;
        if let Some(last) = line.moves.last_mut().filter(|_| !is_too_deep) {
            self.position.undo();
            let played = self.position.history().len();
            self.depth += 1;
            let mut variation = Variation::default();
            let read = self.line(&mut variation);
            self.depth -= 1;
            while self.position.history().len() > played {
                self.position.undo();
            }
            self.position.play_unchecked(last.mv);
            match read {
                Ok(_) => {
                    last.add_variation(variation);
                    return Ok(());
                }
                Err(fault) if fault.is_in_moves(self.words.text, start) => {
                    self.words.at = fault.at;
                    variation.add_comment(&comment(&format!("({})", self.words.parenthesis()?)));
                    last.add_variation(variation);
                    self.faults.push(fault);
                    return Ok(());
                }
                Err(_) => {
                    self.words.at = start;
                    self.faults.truncate(faults);
                }
            }
        }
        let text = self.words.parenthesis()?;
        line.add_comment(&comment(text));
        if is_too_deep {
            self.faults.push(Fault { at: start, problem: RecordProblem::TooDeep });
        }
        Ok(())
    }
}

impl Fault {
    /// Returns true if the parenthesis in which this problem occurs, and whose text begins at `start`, is a
    /// variation, not words: if it begins with the number of a move, or if the problem is an illegal move.
    fn is_in_moves(&self, text: &str, start: usize) -> bool {
        let word_at = |at: usize| text[at..].split_whitespace().next().unwrap_or_default();
        let first = word_at(start);
        let after_number = first.trim_start_matches(|c: char| c.is_ascii_digit());
        let has_number = after_number.len() < first.len()
            && after_number.starts_with('.')
            && !after_number.trim_start_matches('.').starts_with(|c: char| c.is_ascii_digit());
        match &self.problem {
            RecordProblem::Unclosed(_) => false,
            RecordProblem::Move(MoveTextError { problem: ReadMoveError::Unreadable(_), .. })
            | RecordProblem::Stray(_) => has_number,
            // The number 12.5 is a move in WXF.
            _ => has_number || word_at(self.at).contains(char::is_alphabetic),
        }
    }
}
