// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds out whether a reader of games passes over text in silence. A word without meaning is put into a file:
//! it must be in a game that is read, or in a message, or on a line that a message names. The fuzz target of
//! records uses this file too.

use xiangqi::notation::{ReadRecordError, Record, RecordError, RecordLocation, Records};

const WORD: &str = "Zqx";

/// Lines whose text has no place in a game: the tags of the format itself, and fields about a web page or of
/// which another one is preferred.
const EXEMPT: [&str; 6] =
    ["[game", "[format", "[dhtmlxq_ver]", "[dhtmlxq_init]", "[dhtmlxq_red]", "[dhtmlxq_black]"];

/// Returns the file with the word if nothing tells of it when it is put at this offset.
pub(crate) fn lost_word(text: &str, at: usize, encode: fn(&str) -> Vec<u8>) -> Option<String> {
    let (before, after) = text.split_at(at);
    let number = before.matches('\n').count() + 1;
    // A tag may begin on the line before.
    let mut lines: Vec<_> = before.rsplit('\n').take(2).chain(after.split('\n').next()).collect();
    lines.rotate_left(1);
    let line = lines.concat().to_lowercase();
    if EXEMPT.iter().any(|exempt| line.contains(exempt)) {
        return None;
    }
    let text = format!("{before} {WORD} {after}");
    let is_named = |error: &RecordError| {
        let lines = match (error.unread, error.location) {
            (Some([first, last]), _) => first..=last,
            (None, RecordLocation::Line(line)) => line..=line,
            (None, RecordLocation::Byte(_)) => 1..=usize::MAX,
        };
        lines.contains(&number) || error.to_string().contains(WORD)
    };
    let is_in = |record: &Record| record.faults.iter().any(is_named) || format!("{record:?}").contains(WORD);
    let is_told = Records::new(&encode(&text)[..]).any(|game| match game {
        Ok(record) => is_in(&record),
        Err(ReadRecordError::Game(error)) => {
            is_named(&error) || error.beginning.as_deref().is_some_and(is_in)
        }
        Err(_) => true,
    });
    (!is_told).then_some(text)
}

/// Returns true if a word can be put at this offset without changing one that is there.
pub(crate) fn is_between_words(text: &str, at: usize) -> bool {
    text.is_char_boundary(at)
        && (text[..at].chars().next_back().is_none_or(char::is_whitespace)
            || text[at..].chars().next().is_none_or(char::is_whitespace))
}
