// SPDX-License-Identifier: MIT OR Apache-2.0
//! Comments and tags in the form that records keep them in.

/// Appends a comment to another one, on a new line.
pub fn append_comment(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push('\n');
    }
    *comment += text;
}

/// Normalises a comment: lines end with a line feed; surrounding white space and all zero characters are
/// removed.
pub fn comment(text: &str) -> String {
    text.replace('\0', "").trim().replace("\r\n", "\n").replace('\r', "\n")
}

/// The tags from the texts of a header, without the empty ones. Half a character at the end of a text is left
/// out.
pub fn tags(texts: impl Iterator<Item = (&'static str, String)>) -> Vec<(String, String)> {
    let texts = texts.map(|(name, text)| {
        let text = without_half(&text).trim_matches(|c: char| c.is_whitespace() || c == '\0');
        (name.to_owned(), if name == "Date" { date(text, '.') } else { text.to_owned() })
    });
    texts.filter(|(_, text)| !text.is_empty()).collect()
}

/// Removes half a character at the end of a text that was cut to fit its place.
pub fn without_half(text: &str) -> &str {
    text.trim_end_matches(char::REPLACEMENT_CHARACTER)
}

/// Rewrites a date that gives year, month and day in this order and nothing else, such as `1997年11月6日`,
/// with this separator, `1997.11.06` in PGN; leaves others as they are.
pub fn date(text: &str, separator: char) -> String {
    let is_separator = |c: char| c.is_whitespace() || "./-年月日号號".contains(c);
    let numbers = text.split(is_separator).filter(|number| !number.is_empty());
    let in_range =
        |number: &str, end| number.len() <= 2 && number.parse().is_ok_and(|n: u8| 0 < n && n <= end);
    match numbers.collect::<Vec<_>>()[..] {
        [year, month, day]
            if year.len() == 4
                && year.bytes().all(|c| c.is_ascii_digit())
                && in_range(month, 12)
                && in_range(day, 31) =>
        {
            format!("{year}{separator}{month:0>2}{separator}{day:0>2}")
        }
        _ => text.to_owned(),
    }
}
