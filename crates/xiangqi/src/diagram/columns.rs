// SPDX-License-Identifier: MIT OR Apache-2.0
//! Text in columns: Chinese characters are two columns wide, escape sequences zero.

use std::time::Duration;
use unicode_width::UnicodeWidthChar;

/// Returns the width of a text in columns, ignoring colour sequences.
pub fn width(text: &str) -> usize {
    let mut is_escape = false;
    let mut columns = 0;
    for c in text.chars() {
        if is_escape {
            is_escape = c != 'm';
        } else if c == '\x1b' {
            is_escape = true;
        } else {
            columns += c.width().unwrap_or(0);
        }
    }
    columns
}

/// Cuts a text to this many columns, with an ellipsis if something is lost. Names are untrusted input, so
/// control characters are removed.
pub fn cut(text: &str, columns: usize) -> String {
    let clean: String = text.chars().filter(|c| !c.is_control()).collect();
    if width(&clean) <= columns {
        return clean;
    }
    let mut kept = String::new();
    let mut left = columns.saturating_sub(1);
    for c in clean.chars() {
        let Some(rest) = left.checked_sub(c.width().unwrap_or(0)) else { break };
        left = rest;
        kept.push(c);
    }
    if columns > 0 {
        kept.push('…');
    }
    kept
}

/// Pads a text with blanks to this many columns.
pub fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Pads a text with blanks on its left to this many columns.
pub fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Formats a time as on a clock: `1:05:09`, `5:09` or, below a minute, `9.4`.
pub fn clock(time: Duration) -> String {
    if time.as_secs() < 60 {
        format!("{}.{}", time.as_secs(), time.subsec_millis() / 100)
    } else {
        span(time)
    }
}

/// Formats a duration as hours (if any), minutes and seconds.
pub fn span(time: Duration) -> String {
    let (hours, minutes, seconds) = (time.as_secs() / 3600, time.as_secs() / 60 % 60, time.as_secs() % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Formats a count with three or four digits: `950`, `12.3k`, `1.20M`.
pub fn short(count: u64) -> String {
    let (scaled, unit) = match count {
        0..1_000 => return count.to_string(),
        1_000..1_000_000 => (count as f64 / 1e3, "k"),
        1_000_000..1_000_000_000 => (count as f64 / 1e6, "M"),
        _ => (count as f64 / 1e9, "G"),
    };
    let decimals = if scaled < 9.995 { 2 } else { usize::from(scaled < 99.95) };
    format!("{scaled:.decimals$}{unit}")
}

/// Breaks a line into lines of at most this many columns, after blanks and Chinese punctuation. The text of a
/// second column, which two blanks precede, goes on below its beginning.
#[must_use]
pub fn folded(line: &str, columns: usize) -> Vec<String> {
    let second = line.rfind("  ").map_or(0, |blanks| width(&line[..blanks + 2])).min(columns / 2);
    let (mut lines, mut rest, mut indent) = (Vec::new(), line, 0);
    while width(rest) > columns - indent {
        let ends = rest.char_indices().map(|(start, c)| start + c.len_utf8());
        let fitting: Vec<usize> = ends.take_while(|&end| width(&rest[..end]) <= columns - indent).collect();
        let is_break = |end: &&usize| rest[..**end].ends_with([' ', '，', '、', '；', '：', '。']);
        let Some(&end) = fitting.iter().rev().find(is_break).or(fitting.last()) else { break };
        lines.push(format!("{:indent$}{}", "", rest[..end].trim_end()));
        (rest, indent) = (rest[end..].trim_start(), second);
    }
    lines.push(format!("{:indent$}{rest}", ""));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_takes_two_columns_and_colour_none() {
        assert_eq!(width("\x1b[1;31m楚河\x1b[0m ab"), 7);
        assert_eq!(pad("楚", 4), "楚  ");
        assert_eq!(right("楚", 4), "  楚");
        assert_eq!(cut("楚河汉界", 8), "楚河汉界");
        assert_eq!(cut("楚河汉界", 7), "楚河汉…");
        assert_eq!(cut("楚河汉界", 6), "楚河…");
        assert_eq!(cut("ab\x1b[2Jc\n", 9), "ab[2Jc");
        assert_eq!(cut("abc", 0), "");
    }

    #[test]
    fn times_and_counts_are_short() {
        let times = [(9_450, "9.4"), (309_000, "5:09"), (3_909_999, "1:05:09")];
        for (ms, text) in times {
            assert_eq!(clock(Duration::from_millis(ms)), text);
        }
        let counts = [(950, "950"), (12_345, "12.3k"), (999_950, "1000k"), (1_200_000, "1.20M")];
        for (count, text) in counts {
            assert_eq!(short(count), text);
        }
    }

    #[test]
    fn a_long_line_of_a_window_goes_on_in_its_column() {
        assert_eq!(folded("  undo  take back", 20), ["  undo  take back"]);
        assert_eq!(folded("  undo  take back a move", 20), ["  undo  take back a", "        move"]);
        assert_eq!(folded("红方：帅e0，仕d0，仕f0", 18), ["红方：帅e0，仕d0，", "仕f0"]);
        assert_eq!(folded("炮二平五马", 5), ["炮二", "平五", "马"]);
        assert_eq!(folded("炮二", 1), ["炮二"]);
    }
}
