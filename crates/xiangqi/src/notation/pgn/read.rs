// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the games of a section: their tags, and where one ends and the next begins.

use crate::notation::fen::FenError;
use crate::notation::game_result::GameResult;
use crate::notation::latin::Latin;
use crate::notation::moves::excerpt;
use crate::notation::pgn::chess;
use crate::notation::pgn::lines::{closes_tag, continues_tag, is_blank, is_first_move, is_tag};
use crate::notation::pgn::movetext::{Fault, MoveText, result};
use crate::notation::pgn::words::{PgnWords, Token};
use crate::notation::pgn::write::TAG_ORDER;
use crate::notation::raw_game::ReadGame;
use crate::notation::record::{self, Record, RecordError, append_comment, comment, without_half};
use crate::notation::record_problem::RecordProblem;
use crate::notation::text_source::is_space;
use crate::position::Position;

/// Alternative names of tags, from international chess.
const ALIASES: [(&str, &str); 3] = [("White", "Red"), ("WhiteElo", "RedElo"), ("WhiteTeam", "RedTeam")];

/// The part of a game before its moves.
struct Head {
    tags: Vec<(String, String)>,
    /// The position of a `FEN` tag.
    start: Option<Position>,
    /// The line and the value of a `Result` tag.
    result: Option<(usize, String)>,
    /// The lines meant for other programs.
    comment: String,
    faults: Vec<RecordError>,
    /// Offset of the moves.
    end: usize,
}

/// Reads the games of a section, the first line of which has this number in the file.
pub fn read(text: &str, first_line: usize) -> Vec<ReadGame> {
    let mut games = Vec::new();
    let mut lines = LineCounter { text, at: 0, line: first_line };
    let mut at = 0;
    loop {
        at = text.len() - text[at..].trim_start_matches(is_space).len();
        if at == text.len() {
            return games;
        }
        let (game, length) = first_game(&text[at..], lines.line_at(at));
        games.push(game);
        at += length;
    }
}

/// Reads the first game of a text, and returns its length.
fn first_game(text: &str, first_line: usize) -> (ReadGame, usize) {
    let (game, end) = match read_head(text, first_line) {
        Ok(head) => {
            let end = game_end(text, head.end);
            (read_game(&text[..end], first_line, head), end)
        }
        Err(error) => (Err(error), text.len()),
    };
    (game.map_err(|error| error.unread_in(&text[..end], first_line)), end)
}

/// Returns the end of the game whose moves begin at an offset: the first tag among them, or the first move of
/// Red after a result.
fn game_end(text: &str, moves: usize) -> usize {
    let mut words = PgnWords { text, at: moves };
    let (mut depth, mut is_over) = (0_usize, false);
    while let Ok(Some((token, at))) = words.next() {
        let rest = || &text.as_bytes()[at..];
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Word(word) if depth == 0 => {
                if at > moves && (is_tag(rest()) || is_over && is_first_move(rest())) {
                    return at;
                }
                is_over |= result(word).is_some();
            }
            _ => {}
        }
    }
    text.len()
}

/// Reads a game whose head is known.
fn read_game(text: &str, first_line: usize, head: Head) -> ReadGame {
    let Head { mut tags, start, result: tag, comment: mut before, mut faults, end } = head;
    let has_tags = start.is_some() || tag.is_some() || !tags.is_empty();
    let start = start.unwrap_or_else(Position::startpos);
    let format = value(&tags, "Format").and_then(Latin::from_format);
    let MoveText { mut line, result, error, faults: in_moves } = MoveText::read(text, end, &start, format);
    if is_chess(&tags, &text[end..], error.is_some()) {
        return Err(RecordError::at_line(first_line, RecordProblem::Chess));
    }
    let lines = || LineCounter { text, at: 0, line: first_line };
    let mut lines_of_faults = lines();
    let told =
        |Fault { at, problem }, line: &mut LineCounter| RecordError::at_line(line.line_at(at), problem);
    faults.extend(in_moves.into_iter().map(|fault| told(fault, &mut lines_of_faults)));
    let error = error.map(|fault| told(fault, &mut lines()));
    if !has_tags && line.moves.is_empty() && error.is_none() {
        return Err(RecordError::at_line(first_line, RecordProblem::NoGame));
    }
    let mut result = result.unwrap_or_default();
    if let Some((number, text)) = tag {
        match record::read_result(&text, &mut tags) {
            Ok(named) if result == GameResult::Open => result = named,
            Ok(named) if [result, GameResult::Open].contains(&named) => {}
            Ok(named) => {
                let problem = RecordProblem::Results([named, result]);
                faults.insert(0, RecordError::at_line(number, problem));
            }
            Err(problem) => {
                // The tag will be the result that the moves state.
                if result != GameResult::Open {
                    tags.retain(|(name, _)| name != "Result");
                    append_comment(&mut before, &comment(&text));
                }
                faults.insert(0, RecordError::at_line(number, problem));
            }
        }
    }
    tags.retain(|(name, _)| !["Game", "Format"].contains(&name.as_str()));
    for (alias, name) in ALIASES {
        if value(&tags, name).is_none()
            && let Some(tag) = tags.iter_mut().find(|(other, _)| other.eq_ignore_ascii_case(alias))
        {
            name.clone_into(&mut tag.0);
        }
    }
    if !before.is_empty() {
        let first = core::mem::replace(&mut line.comment, before);
        append_comment(&mut line.comment, &first);
    }
    RecordError::or_whole(error, Record { tags, start, line, result, faults })
}

/// Returns the value of the tag with this name.
fn value<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
}

/// Reads the tags of a game.
fn read_head(text: &str, first_line: usize) -> Result<Head, RecordError> {
    let mut head = Head {
        tags: Vec::new(),
        start: None,
        result: None,
        comment: String::new(),
        faults: Vec::new(),
        end: 0,
    };
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
            let content = text[head.end..end].trim_end();
            let mut rest = content.trim_start();
            while rest.starts_with('[') {
                let (name, value, after) =
                    read_tag(rest).ok_or_else(|| error(RecordProblem::Tag(excerpt(rest))))?;
                head.add(line, name, value, &rest[..rest.len() - after.len()]).map_err(error)?;
                rest = after.trim_start();
            }
            if !rest.is_empty() {
                head.end += content.len() - rest.len();
                break;
            }
        } else if let Some(remark) = content.strip_prefix('%') {
            append_comment(&mut head.comment, &comment(remark));
        } else if !is_blank(content.as_bytes()) {
            break;
        }
        head.end = end;
    }
    Ok(head)
}

impl Head {
    /// Adds a tag that stands like this in the file.
    fn add(&mut self, line: usize, name: String, value: String, text: &str) -> Result<(), RecordProblem> {
        match name.as_str() {
            "FEN" if self.start.is_none() => match Position::from_fen(&value) {
                Ok(start) => self.start = Some(start),
                Err(FenError::Ranks(8)) => return Err(RecordProblem::Chess),
                Err(problem) => return Err(RecordProblem::Start(excerpt(&value), problem)),
            },
            "Result" if self.result.is_none() => self.result = Some((line, value)),
            "FEN" | "Result" => {
                self.faults.push(RecordError::at_line(line, RecordProblem::Repeated(excerpt(text))));
            }
            _ => self.tags.push((name, value)),
        }
        Ok(())
    }
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
