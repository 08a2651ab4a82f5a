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

/// The tags from the texts of a header, without the empty ones.
pub fn tags(texts: impl Iterator<Item = (&'static str, String)>) -> Vec<(String, String)> {
    let texts = texts.map(|(name, text)| {
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        (name.to_owned(), if name == "Date" { date(text) } else { text.to_owned() })
    });
    texts.filter(|(_, text)| !text.is_empty()).collect()
}

/// Rewrites a date as PGN does, `1997.11.16`, if it gives year, month and day in this order; leaves others as
/// they are.
fn date(text: &str) -> String {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    match numbers.collect::<Vec<_>>()[..] {
        [year, month, day] if year.len() == 4 && month.len() <= 2 && day.len() <= 2 => {
            format!("{year}.{month:0>2}.{day:0>2}")
        }
        _ => text.to_owned(),
    }
}
