// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games as dpxq.com shows them as text: lines with a key and a value, the first of which is the title, then
//! the moves in Chinese notation.
//!
//! ```text
//! 标题: 许银川 先胜 吕钦
//! 红方: 许银川
//! 结果: 红胜
//!
//! 【主变: 红胜】
//!   1. 炮二平五  马８进７
//! ```
//!
//! A line in such brackets after the moves begins a variation; it and what follows is kept as a comment.

use crate::bounded;
use crate::notation::encoding::Encoding;
use crate::notation::fen::START_FEN;
use crate::notation::game_result::GameResult;
use crate::notation::moves::excerpt;
use crate::notation::pgn;
use crate::notation::raw_game::{RawGames, ReadGame, Source, TextGame, text_games};
use crate::notation::record::{
    self, MAX_GAME, RecordError, append_comment, comment, located, tags, too_long,
};
use crate::notation::record_problem::{RecordLocation, RecordProblem};
use crate::position::Position;
use std::io::{self, BufRead};

/// Returns true if a file that begins with these bytes begins with a title.
pub fn begins_with_title(head: &[u8]) -> bool {
    head.split(|&byte| byte == b'\n').find(|line| !line.trim_ascii().is_empty()).is_some_and(is_title)
}

pub fn games(source: Source<'_>) -> RawGames<'_> {
    let mut games = Sheets::new(source);
    text_games(move || games.next(), |game, encoding| read(&encoding.decode(&game.bytes), game.line))
}

const TITLE: &str = "标题";
const RESULT: &str = "结果";
const START: &str = "初始局面";

/// Keys and the tags that they correspond to. Of two keys for one tag the first is preferred.
const KEYS: [(&str, &str); 25] = [
    (TITLE, "Title"),
    ("赛事", "Event"),
    ("分类", "Category"),
    ("组别", "Group"),
    ("轮次", "Round"),
    ("台次", "Board"),
    ("日期", "Date"),
    ("地点", "Site"),
    ("记时规则", "TimeControl"),
    ("红方姓名", "Red"),
    ("红方", "Red"),
    ("红方团体", "RedTeam"),
    ("红等级分", "RedElo"),
    ("红方用时", "RedTime"),
    ("黑方姓名", "Black"),
    ("黑方", "Black"),
    ("黑方团体", "BlackTeam"),
    ("黑等级分", "BlackElo"),
    ("黑方用时", "BlackTime"),
    ("布局", "Opening"),
    ("结束方式", "Termination"),
    ("裁判", "Referee"),
    ("评论", "Annotator"),
    ("作者", "Author"),
    ("来源网站", "Source"),
];

/// Splits a file into games, each of which begins with a title.
struct Sheets<R> {
    source: R,
    /// Number of lines read.
    lines: usize,
    /// The line with the title of the next game.
    pending: Vec<u8>,
}

impl<R: BufRead> Sheets<R> {
    fn new(source: R) -> Self {
        Self { source, lines: 0, pending: Vec::new() }
    }

    /// Returns the next game; `None` at the end of the file.
    fn next(&mut self) -> io::Result<Option<TextGame>> {
        let bytes = core::mem::take(&mut self.pending);
        let mut sheet = TextGame { line: self.lines.max(1), bytes, ..TextGame::default() };
        loop {
            let mut line = Vec::new();
            let read = bounded::read_until(&mut self.source, b'\n', &mut line, MAX_GAME);
            if read.map_err(|error| located(error, RecordLocation::Line(self.lines + 1)))? == 0 {
                return Ok((!sheet.bytes.is_empty()).then_some(sheet));
            }
            self.lines += 1;
            if is_title(&line) && !sheet.bytes.trim_ascii().is_empty() {
                self.pending = line;
                return Ok(Some(sheet));
            }
            if (sheet.bytes.len() + line.len()) as u64 > MAX_GAME {
                return Err(too_long(RecordLocation::Line(sheet.line)));
            }
            sheet.bytes.extend(line);
        }
    }
}

fn is_title(line: &[u8]) -> bool {
    field(&Encoding::Gbk.decode(line)).is_some_and(|(key, _)| key == TITLE)
}

/// The key and the value of a line.
fn field(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once([':', '：'])?;
    let key = key.trim_start_matches('\u{feff}').trim();
    let is_key = !key.is_empty() && key.chars().count() <= 8 && key.chars().all(char::is_alphabetic);
    is_key.then_some((key, value.trim()))
}

/// Reads a game from its text, whose first line has this number in the file.
fn read(text: &str, first_line: usize) -> Vec<ReadGame> {
    let (mut fields, mut start, mut remark) = (Vec::new(), START_FEN, String::new());
    let (mut moves, mut line) = (text, first_line);
    while let Some(content) = moves.split_inclusive('\n').next().filter(|content| !is_moves(content)) {
        match field(content) {
            Some((START, fen)) if !fen.is_empty() => {
                let problem = |error| RecordProblem::Start(excerpt(fen), error);
                if let Err(error) = Position::from_fen(fen) {
                    let error = RecordError::at_line(line, problem(error));
                    return vec![Err(error.unread_in(text, first_line))];
                }
                start = fen;
            }
            Some(field) => fields.push(field),
            None if is_headline(content) => {}
            None => append_comment(&mut remark, content.trim()),
        }
        (moves, line) = (&moves[content.len()..], line + 1);
    }
    let end: usize = moves.split_inclusive('\n').take_while(|line| !is_headline(line)).map(str::len).sum();
    let (moves, variations) = moves.split_at(end);
    append_comment(&mut remark, &comment(variations));
    // The moves are those of a PGN file with the start position in its first line.
    let mut games = pgn::read(&format!("[FEN \"{start}\"]\n{moves}"), line - 1);
    let record = match games.first_mut() {
        Some(Ok(record)) => Some(record),
        Some(Err(error)) => error.beginning.as_deref_mut(),
        None => None,
    };
    if let Some(record) = record {
        let find = |key| fields.iter().find(|(other, value)| *other == key && !value.is_empty());
        let present = KEYS.iter().filter_map(|&(key, tag)| Some((tag, find(key)?.1.to_owned())));
        record.tags = tags(present);
        record.tags.dedup_by(|next, before| next.0 == before.0);
        let is_known = |name| [RESULT, START].contains(&name) || KEYS.iter().any(|&(key, _)| key == name);
        let others = fields.iter().filter(|(key, value)| !is_known(key) && !value.is_empty());
        record.tags.extend(others.map(|&(key, value)| (key.to_owned(), value.to_owned())));
        if let Some((_, result)) = find(RESULT) {
            match record::read_result(result, &mut record.tags) {
                Ok(GameResult::Open) => {}
                Ok(result) => record.result = result,
                Err(problem) => record.faults.push(RecordError::at_line(first_line, problem)),
            }
        }
        record.line.comment = comment(&format!("{remark}\n{}", record.line.comment));
    }
    games
}

/// Returns true if the line begins with the number of a move.
fn is_moves(line: &str) -> bool {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with(['.', '．', '、'])
}

/// Returns true for a line that is not part of the game: a headline, a rule, or the name of the site.
fn is_headline(line: &str) -> bool {
    line.trim_start().starts_with(['【', '=']) || line.contains("dpxq.com")
}
