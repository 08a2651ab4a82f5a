// SPDX-License-Identifier: MIT OR Apache-2.0
//! Quoting in engine specifications and commands: single or double quotes, no escapes.

fn is_quote(c: char) -> bool {
    c == '"' || c == '\''
}

/// Splits a text at separators outside quotes; `None` if a quote is not closed.
pub fn split(text: &str, is_separator: impl Fn(char) -> bool) -> Option<Vec<&str>> {
    let mut open = None;
    let parts = text
        .split(|c: char| {
            let is_inside = open.is_some();
            open =
                if is_inside { open.filter(|&quote| quote != c) } else { Some(c).filter(|&c| is_quote(c)) };
            !is_inside && is_separator(c)
        })
        .collect();
    open.is_none().then_some(parts)
}

/// Removes a pair of quotes around the whole value.
pub fn unquoted(value: &str) -> &str {
    let Some(quote) = value.chars().next().filter(|&c| is_quote(c)) else { return value };
    value[1..].strip_suffix(quote).filter(|inside| !inside.contains(quote)).unwrap_or(value)
}

/// Quotes the value if it needs quotes.
pub fn quoted(value: &str) -> String {
    let is_plain = split(value, |c| c == ',').is_some_and(|parts| parts.len() == 1)
        && unquoted(value) == value
        && value.trim() == value;
    match value {
        _ if is_plain => value.to_owned(),
        _ if value.contains('"') => format!("'{value}'"),
        _ => format!("\"{value}\""),
    }
}

/// Removes the quotes from a word of a command.
pub fn without_quotes(word: &str) -> String {
    let mut open = None;
    word.chars()
        .filter(|&c| match open {
            Some(quote) if c == quote => {
                open = None;
                false
            }
            None if is_quote(c) => {
                open = Some(c);
                false
            }
            _ => true,
        })
        .collect()
}
