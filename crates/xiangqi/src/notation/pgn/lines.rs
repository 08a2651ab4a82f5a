// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lines of a file before its encoding is known: tags, blank lines and first moves.

use crate::notation::text_source::without_mark;

/// Returns true if the line is empty, or a `%` line meant for other programs.
pub fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty() || line.starts_with(b"%")
}

/// Returns true if the line begins with the first move of a game and its number; `1...` repeats the number.
pub fn is_first_move(line: &[u8]) -> bool {
    line.trim_ascii_start()
        .strip_prefix(b"1.")
        .is_some_and(|rest| rest.trim_ascii_start().first().is_some_and(|&byte| byte != b'.'))
}

/// Returns true if a file that begins with these bytes begins with a tag, so that it is PGN whatever its tags
/// and comments contain.
pub fn begins_with_tag(head: &[u8]) -> bool {
    without_mark(head).split(|&byte| byte == b'\n').find(|line| !is_blank(line)).is_some_and(is_tag)
}

/// Returns true if the line begins with a tag, `[Name "`.
pub fn is_tag(line: &[u8]) -> bool {
    tag_name(line).is_some()
}

/// The name of the tag that the line begins with.
pub fn tag_name(line: &[u8]) -> Option<&[u8]> {
    let rest = line.trim_ascii_start().strip_prefix(b"[")?;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    let end = rest.iter().position(|byte| !is_name(byte)).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    (end > 0 && rest.trim_ascii_start().starts_with(b"\"")).then_some(name)
}

/// Returns true if moves follow the tags of the line.
pub fn has_moves(line: &[u8]) -> bool {
    last_tag_end(line).is_some_and(|end| !line[end + 1..].trim_ascii().is_empty())
}

/// Returns true if a tag ends in this line.
pub fn closes_tag(line: &[u8]) -> bool {
    last_tag_end(line).is_some()
}

/// Returns true if the line can be the rest of a tag that the line before it begins but does not end.
pub fn continues_tag(line: &[u8]) -> bool {
    !is_tag(line) && closes_tag(line)
}

/// The place of the last bracket that ends a tag.
fn last_tag_end(line: &[u8]) -> Option<usize> {
    let ends_tag = |at: &usize| line[*at] == b']' && line[..*at].trim_ascii_end().ends_with(b"\"");
    (0..line.len()).rev().find(ends_tag)
}
