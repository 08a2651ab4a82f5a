// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bytes of a line → words and numbers, leniently: input comes in any encoding, and values in any form.

/// Returns the text of a line: control characters become spaces, invalid UTF-8 becomes replacement
/// characters.
pub fn printable(line: &[u8]) -> String {
    let text: String =
        String::from_utf8_lossy(line).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.trim_matches(' ').to_owned()
}

/// Returns the line with one character (below 256) for each byte, so that no byte is lost. Control characters
/// become spaces.
pub fn bytewise(line: &[u8]) -> String {
    line.iter().map(|&byte| if byte.is_ascii_control() { ' ' } else { char::from(byte) }).collect()
}

/// Returns the text without spaces, for use in free text. Some programs search whole lines for keywords such
/// as ` depth `, so quoted text must not contain words.
pub fn one_word(text: &str) -> String {
    text.replace(' ', "_")
}

/// Returns the first word and the text after the space that follows it.
pub fn split_word(text: &str) -> (&str, &str) {
    let (head, rest) = text.split_once(' ').unwrap_or((text, ""));
    (head, rest.trim_start_matches(' '))
}

/// Returns true if `word` is one of `known`, in any case.
pub fn is_any(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Reads the number that a word begins with, clamped to the range of `i64`. Decimals and exponents are
/// accepted.
#[expect(clippy::cast_possible_truncation, reason = "casts from float to integer saturate, as intended")]
pub fn leading_integer(word: &str) -> Option<i64> {
    let unsigned = word.strip_prefix(['-', '+']).unwrap_or(word);
    if !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let read =
        |text: &str| text.parse().ok().or_else(|| text.parse::<f64>().ok().map(|number| number as i64));
    read(word).or_else(|| {
        let rest = unsigned.trim_start_matches(|c: char| c.is_ascii_digit());
        read(&word[..word.len() - rest.len()])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_numbers_are_read_and_clamped_to_their_range() {
        for (word, number) in [
            ("12", Some(12)),
            ("-5", Some(-5)),
            ("+7", Some(7)),
            ("12abc", Some(12)),
            ("1e30", Some(i64::MAX)),
            ("-99999999999999999999", Some(i64::MIN)),
            ("2.9", Some(2)),
            ("", None),
            ("-", None),
            ("inf", None),
            ("-nan", None),
            ("x1", None),
        ] {
            assert_eq!(leading_integer(word), number, "{word}");
        }
    }
}
