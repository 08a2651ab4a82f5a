// SPDX-License-Identifier: MIT OR Apache-2.0
//! The format of every line of the engine, checked in all protocol tests.

use super::Dialect;
use once_cell::sync::Lazy;
use regex::Regex;

/// Length from which lines overrun the buffers of some GUIs.
const LINE_LIMIT: usize = 1900;

/// A regular expression for a whole line, with the placeholders of the transcripts: `MV` a move, `INFO` an
/// `info` line, `BM` a `bestmove` line.
pub fn pattern(text: &str) -> Regex {
    let text = text
        .replace("BM", "bestmove MV( ponder MV)?( draw| resign)?")
        .replace("INFO", "info .*")
        .replace("MV", "[a-i][0-9][a-i][0-9]");
    Regex::new(&format!("^(?:{text})$")).unwrap_or_else(|error| panic!("{error}"))
}

/// In UCCI a report is one line with the fields in this order; the score is a bare number.
static UCCI_INFO: Lazy<Regex> = Lazy::new(|| {
    pattern(concat!(
        r"info (depth \d+( multipv \d+)? score -?(\d{1,4}|10000)( lowerbound| upperbound)?",
        r" time \d+ nodes \d+ nps \d+ hashfull \d+ pv MV( MV)*",
        r"|currmove MV( currmovenumber \d+)?|(message|string) .+)"
    ))
});

/// In UCI a report is one line; ranks may be numbered from 1.
static UCI_INFO: Lazy<Regex> = Lazy::new(|| {
    pattern(concat!(
        r"info (depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+( lowerbound| upperbound)?( wdl \d+ \d+ \d+)?",
        r" nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+ pv( [a-i](10|\d)[a-i](10|\d))+",
        r"|depth 0 score (mate 0|cp -?\d+)|(depth \d+ )?currmove [a-i](10|\d)[a-i](10|\d)( currmovenumber \d+)?",
        r"|string .+)"
    ))
});

static UCCI_ANSWER: Lazy<Regex> = Lazy::new(|| pattern("BM"));
static UCI_ANSWER: Lazy<Regex> =
    Lazy::new(|| pattern(r"bestmove (\(none\)|[a-i](10|\d)[a-i](10|\d)( ponder [a-i](10|\d)[a-i](10|\d))?)"));

/// Returns the text of a line without its line feed if it follows the rules, else the rule that it breaks.
pub fn check(dialect: Dialect, bytes: &[u8]) -> Result<&str, &'static str> {
    let Some(line) = bytes.strip_suffix(b"\n") else { return Err("a line ends with LF") };
    if line.len() >= LINE_LIMIT {
        return Err("a line is shorter than 1900 bytes");
    }
    let text = core::str::from_utf8(line).unwrap_or("\u{fffd}");
    if !text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()) {
        return Err("output is printable ASCII, and lines end with LF alone");
    }
    if text.is_empty() {
        return Err("there are no blank lines");
    }
    if text.ends_with(' ') {
        return Err("there are no blanks at the end of a line");
    }
    let free_text = text.starts_with("info string ") || text.starts_with("info message ");
    if free_text && [" depth ", " pv ", " nodes "].iter().any(|word| text.contains(word)) {
        return Err("free text keeps clear of the words that GUIs search for");
    }
    let (info, answer) = match dialect {
        Dialect::None => return Ok(text),
        Dialect::Ucci => (&UCCI_INFO, &UCCI_ANSWER),
        Dialect::Uci => (&UCI_INFO, &UCI_ANSWER),
    };
    if text.starts_with("info ") && !info.is_match(text) {
        return Err("an info line has the fields of its dialect, in order");
    }
    if text.starts_with("bestmove ") && !answer.is_match(text) {
        return Err("a bestmove line has the fields of its dialect, in order");
    }
    if dialect == Dialect::Uci && (text == "nobestmove" || text == "bye") {
        return Err("this word belongs to UCCI");
    }
    Ok(text)
}
