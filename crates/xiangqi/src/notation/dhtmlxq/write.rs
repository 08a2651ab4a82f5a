// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes records.

use crate::notation::dhtmlxq::fields::FIELDS;
use crate::notation::fen::START_FEN;
use crate::notation::game_result::GameResult;
use crate::notation::lost::Lost;
use crate::notation::move_tree::squares_in_order;
use crate::notation::record::{Record, Variation, date};
use crate::position::Position;
use crate::types::{Move, Square};
use core::fmt::Write;

impl Record {
    /// The record in DhtmlXQ, the text format of Chinese forums. The format has no place for
    /// [some of it](Self::lost_in_dhtmlxq).
    pub fn to_dhtmlxq(&self) -> String {
        let mut fields =
            vec![("ver".to_owned(), "www_dpxq_com".to_owned()), ("init".into(), "500,350".into())];
        let field_of = |&(field, tag): &(&str, &str)| {
            let is_other_name = FIELDS.iter().rfind(|(_, other)| *other == tag)?.0 != field;
            let value = self.tag(tag).filter(|_| !is_other_name)?.replace(char::is_control, " ");
            Some((field.to_owned(), if tag == "Date" { date(&value, '-') } else { value }))
        };
        fields.extend(FIELDS.iter().filter_map(field_of));
        fields.push(("result".into(), result(self).replace(char::is_control, " ")));
        fields.extend(pieces_text(&self.start).map(|squares| ("binit".to_owned(), squares)));
        let fen = self.start.to_fen();
        if fen != START_FEN {
            fields.push(("fen".into(), fen));
        }
        let mut writer = Writer::default();
        writer.line(&self.line, 0, 0, 1);
        fields.extend(writer.moves);
        fields.extend(writer.comments);
        let mut text = "[DhtmlXQ]\n".to_owned();
        for (name, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
            // Text that looks like a field gets full-width brackets.
            let value = value.replace("[DhtmlXQ", "［DhtmlXQ").replace("[/DhtmlXQ", "［/DhtmlXQ");
            _ = writeln!(text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
        }
        text + "[/DhtmlXQ]\n\n"
    }
}

impl Record {
    /// Returns what DhtmlXQ has no place for.
    pub fn lost_in_dhtmlxq(&self) -> Lost {
        let fields = || FIELDS.iter().map(|(_, tag)| *tag).chain(["Result"]);
        let is_known = |name: &str| fields().any(|tag| tag.eq_ignore_ascii_case(name));
        let lost = self.tags.iter().filter(|(name, value)| !is_known(name) && !value.is_empty());
        let tags = lost.map(|(name, _)| name.clone()).collect();
        Lost { tags, glyphs: self.line.glyphs(), ..Lost::counters_of(self) }
    }
}

fn result(record: &Record) -> &str {
    match record.result {
        GameResult::RedWins => "红胜",
        GameResult::BlackWins => "黑胜",
        GameResult::Draw => "和棋",
        GameResult::Open => record.tag("Result").unwrap_or_default(),
    }
}

/// The squares of the pieces; `None` if there are more pieces of a kind than the list has room for.
fn pieces_text(position: &Position) -> Option<String> {
    let text = |square: Option<Square>| square.map_or_else(|| "99".to_owned(), square_text);
    Some(squares_in_order(position)?.into_iter().map(text).collect())
}

fn square_text(square: Square) -> String {
    format!("{}{}", square.file() as usize, 9 - square.rank() as usize)
}

fn move_text(mv: Move) -> String {
    square_text(mv.from()) + &square_text(mv.to())
}

#[derive(Default)]
struct Writer {
    /// Number of branches written.
    branches: usize,
    moves: Vec<(String, String)>,
    comments: Vec<(String, String)>,
}

impl Writer {
    /// Writes a branch, which replaces a ply of its parent, and the branches that replace plies of it.
    fn line(&mut self, line: &Variation, number: usize, parent: usize, first_ply: usize) {
        let is_game = number == 0;
        let name =
            if is_game { "movelist".to_owned() } else { format!("move_{parent}_{first_ply}_{number}") };
        let moves = line.moves.iter().map(|recorded| move_text(recorded.mv)).collect();
        self.moves.push((name, moves));
        if is_game {
            self.comment(number, 0, &line.comment);
        }
        for (ply, recorded) in (first_ply..).zip(&line.moves) {
            // The format has no comments before the first move of a branch.
            let before = if is_game || ply > first_ply { "" } else { &line.comment };
            self.comment(number, ply, format!("{before}\n{}", recorded.comment).trim());
            let parent = if ply == first_ply { parent } else { number };
            for variation in &recorded.variations {
                self.branches += 1;
                self.line(variation, self.branches, parent, ply);
            }
        }
    }

    fn comment(&mut self, branch: usize, ply: usize, text: &str) {
        let spot = if branch == 0 { ply.to_string() } else { format!("{branch}_{ply}") };
        self.comments
            .push((format!("comment{spot}"), text.replace("\r\n", "\n").replace(['\r', '\n'], "||")));
    }
}
