// SPDX-License-Identifier: MIT OR Apache-2.0
//! Cuts the text of a game's moves into words, comments and parentheses.

/// A piece of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    Word(&'a str),
    /// What is in braces, or behind a semicolon.
    Comment(&'a str),
    Open,
    Close,
}

/// A brace or parenthesis that is never closed, and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unclosed(pub char, pub usize);

/// The words of a text, from a place on that may be set back.
pub struct Words<'a> {
    pub text: &'a str,
    /// The byte to go on with.
    pub at: usize,
}

impl<'a> Words<'a> {
    /// The next piece and where it begins; `None` at the end.
    pub fn next(&mut self) -> Result<Option<(Token<'a>, usize)>, Unclosed> {
        loop {
            let rest = &self.text[self.at..];
            let start = self.text.len() - rest.trim_start().len();
            let rest = &self.text[start..];
            let Some(first) = rest.chars().next() else { return Ok(None) };
            // Looked for where it is needed only: a line may be the whole game.
            let line_end = || rest.find('\n').unwrap_or(rest.len());
            let (token, length) = match first {
                // A line for other programs.
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

    /// The text up to the parenthesis that closes the one just read.
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

/// Takes the number off a move, with its dots: of `12...炮8平5` this leaves `炮8平5`, of `3.` nothing.
pub fn without_number(word: &str) -> &str {
    let is_dot = |c: char| matches!(c, '.' | '．' | '。' | '、' | '…');
    word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(is_dot)
}

/// Takes marks like `!?` off a move, and tells the number that they have in PGN.
pub fn without_marks(word: &str) -> (&str, Option<u8>) {
    let bare = word.trim_end_matches(['!', '?', '！', '？', '+', '#']);
    let marks = word[bare.len()..].replace('！', "!").replace('？', "?");
    let glyph = match marks.trim_matches(['+', '#']) {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return (bare, None),
    };
    (bare, Some(glyph))
}
