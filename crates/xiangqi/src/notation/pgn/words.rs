// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tokens of the moves of a game.

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
