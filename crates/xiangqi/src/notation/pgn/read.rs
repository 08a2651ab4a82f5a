// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads a game.
//!
//! Ranks in coordinates and in SAN are counted from 0, or from 1 if the game can be read only like that. Words
//! that WXF and Vietnamese notation share are read in the one that the other words show, or else the tag
//! `Format`, or in which the game is legal.
//!
//! A parenthesis is a variation if all of it can be read as one; otherwise, or if it is nested too deeply, it
//! becomes a comment.

use crate::notation::coordinates::Ranks;
use crate::notation::latin::Latin;
use crate::notation::move_list::{read_list, read_numbered, without_marks, without_number};
use crate::notation::moves::{MoveTextError, Reading, excerpt};
use crate::notation::pgn::write::TAG_ORDER;
use crate::notation::pgn::{closes_tag, continues_tag, is_blank, is_tag};
use crate::notation::record::{
    GameResult, MAX_DEPTH, Record, RecordedMove, Variation, comment, without_half,
};
use crate::notation::record_error::{RecordError, RecordProblem};
use crate::position::Position;

/// Alternative names of tags, from international chess.
const ALIASES: [(&str, &str); 3] = [("White", "Red"), ("WhiteElo", "RedElo"), ("WhiteTeam", "RedTeam")];

/// Reads a game from its lines, the first of which has this number in the file.
pub fn parse(text: &str, first_line: usize) -> Result<Record, RecordError> {
    let mut tags = Vec::new();
    let mut start = None;
    let mut at = 0;
    let mut lines = (first_line..).zip(text.split_inclusive('\n')).peekable();
    while let Some((line, content)) = lines.next() {
        let mut end = at + content.len();
        if is_tag(content.as_bytes()) {
            if !closes_tag(content.as_bytes())
                && let Some((_, rest)) = lines.next_if(|(_, next)| continues_tag(next.as_bytes()))
            {
                end += rest.len();
            }
            let error = |problem| RecordError::at_line(line, problem);
            let before = tags.len();
            let content = text[at..end].trim_end();
            let moves = read_tags(content.trim_start(), &mut tags).map_err(error)?;
            if let Some(index) = tags[before..].iter().position(|(name, _)| name == "FEN") {
                let (_, fen) = tags.remove(before + index);
                let read = Position::from_fen(&fen);
                start = Some(read.map_err(|problem| error(RecordProblem::Start(excerpt(&fen), problem)))?);
            }
            if !moves.is_empty() {
                at += content.len() - moves.len();
                break;
            }
        } else if !is_blank(content.as_bytes()) {
            break;
        }
        at = end;
    }
    let has_tags = start.is_some() || !tags.is_empty();
    let start = start.unwrap_or_else(Position::startpos);
    let line_at = |at: usize| first_line + text[..at].matches('\n').count();
    let tag_result = tags.iter().find(|(name, _)| name == "Result");
    let tag_result = tag_result.and_then(|(_, result)| GameResult::from_text(result.trim()));
    let format = tags.iter().find(|(name, _)| name == "Format");
    let format = format.and_then(|(_, format)| Latin::from_format(format));
    let (line, result) = read_moves(text, at, &start, format);
    let (result, error) = match result {
        Ok(result) => (result, None),
        Err(Fault { at, problem }) => (None, Some(RecordError::at_line(line_at(at), problem))),
    };
    if !has_tags && line.moves.is_empty() && error.is_none() {
        return Err(RecordError::at_line(first_line, RecordProblem::NoGame));
    }
    let result = [result, tag_result].into_iter().flatten().find(|&result| result != GameResult::Open);
    tags.retain(|(name, _)| !["Game", "Format", "Result", "FEN"].contains(&name.as_str()));
    for (alias, name) in ALIASES {
        if !tags.iter().any(|(other, _)| other == name)
            && let Some(tag) = tags.iter_mut().find(|(other, _)| other.eq_ignore_ascii_case(alias))
        {
            name.clone_into(&mut tag.0);
        }
    }
    let result = result.unwrap_or_default();
    RecordError::or_whole(error, Record { tags, start, line, result, faults: Vec::new() })
}

/// Reads the moves from this offset on, as far as possible.
fn read_moves(
    text: &str,
    at: usize,
    start: &Position,
    format: Option<Latin>,
) -> (Variation, Result<Option<GameResult>, Fault>) {
    let read_as = |reading| {
        let words = PgnWords { text, at };
        let mut parser = Parser { words, position: start.clone(), depth: 0, reading };
        let mut line = Variation::default();
        let result = parser.line(&mut line);
        (line, result)
    };
    let read = |latin| {
        let first = read_as(Reading { ranks: Ranks::FromZero, latin });
        if first.1.is_err() {
            let other = read_as(Reading { ranks: Ranks::FromOne, latin });
            let names_ten = Ranks::of([&text[at..]]) == Ranks::FromOne;
            if other.1.is_ok() || names_ten && other.0.moves.len() > first.0.moves.len() {
                return other;
            }
        }
        first
    };
    let mut tokens = PgnWords { text, at };
    let tokens = core::iter::from_fn(|| tokens.next().ok().flatten());
    let words = tokens.filter_map(|(token, _)| if let Token::Word(word) = token { Some(word) } else { None });
    read_list(words, format, |line: &Variation| line.moves.len(), read)
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
        let start = self.words.at;
        if let Some(last) = line.moves.last_mut().filter(|_| self.depth < MAX_DEPTH) {
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
                Err(_) => self.words.at = start,
            }
        }
        let text = self.words.parenthesis()?;
        line.add_comment(&comment(text));
        Ok(())
    }
}

/// A token of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    Word(&'a str),
    /// Text in braces or after a semicolon.
    Comment(&'a str),
    Open,
    Close,
}

/// An unclosed brace or parenthesis and its offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unclosed(pub char, pub usize);

/// Tokenizer of a text; `at` can be set back.
pub struct PgnWords<'a> {
    pub text: &'a str,
    /// Offset of the next token.
    pub at: usize,
}

impl<'a> PgnWords<'a> {
    /// Returns the next token and its offset; `None` at the end.
    pub fn next(&mut self) -> Result<Option<(Token<'a>, usize)>, Unclosed> {
        loop {
            let rest = &self.text[self.at..];
            let start = self.text.len() - rest.trim_start().len();
            let rest = &self.text[start..];
            let Some(first) = rest.chars().next() else { return Ok(None) };
            // Computed only where it is needed: a line may be the whole game.
            let line_end = || rest.find('\n').unwrap_or(rest.len());
            let (token, length) = match first {
                // A line meant for other programs.
                '%' if start == 0 || self.text[..start].ends_with('\n') => {
                    self.at = start + line_end();
                    continue;
                }
                '(' => (Token::Open, 1),
                ')' => (Token::Close, 1),
                ';' => {
                    let end = line_end();
                    (Token::Comment(&rest[1..end]), end)
                }
                '{' => {
                    let end = rest.find('}').ok_or(Unclosed('{', start))?;
                    (Token::Comment(&rest[1..end]), end + 1)
                }
                _ => {
                    let is_end = |c: char| c.is_whitespace() || "{}();".contains(c);
                    let first = first.len_utf8();
                    let end = rest[first..].find(is_end).map_or(rest.len(), |end| first + end);
                    (Token::Word(&rest[..end]), end)
                }
            };
            self.at = start + length;
            return Ok(Some((token, start)));
        }
    }

    /// Returns the text up to the parenthesis that closes the one just read.
    pub fn parenthesis(&mut self) -> Result<&'a str, Unclosed> {
        let rest = &self.text[self.at..];
        let (mut depth, mut is_comment) = (0, false);
        for (index, character) in rest.char_indices() {
            match character {
                '{' => is_comment = true,
                '}' => is_comment = false,
                _ if is_comment => {}
                '(' => depth += 1,
                ')' if depth > 0 => depth -= 1,
                ')' => {
                    self.at += index + 1;
                    return Ok(&rest[..index]);
                }
                _ => {}
            }
        }
        Err(Unclosed('(', self.at - 1))
    }
}
