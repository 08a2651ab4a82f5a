// SPDX-License-Identifier: MIT OR Apache-2.0
//! The commands of PGN in a comment that the page keeps beside the text: `[%eval 0.35]` a score,
//! `[%clk 0:05:00]` the time that the mover has left, `[%cal Gh2e2,Ra0a1]` arrows and `[%csl Ge4]` circles,
//! in green, red, blue or yellow. Others stay in the text.

use xiangqi::types::Square;

/// A comment with its commands.
#[derive(Default, PartialEq, Debug)]
pub struct Comment {
    pub text: String,
    /// The score from Red's perspective, as in the file: `0.35`, `#-3`.
    pub eval: Option<String>,
    /// The clock in milliseconds.
    pub clock: Option<u64>,
    /// A letter of colour, then one or two squares: `Gh2e2`, `Ge4`.
    pub shapes: Vec<String>,
}

impl Comment {
    /// Takes the commands out of a comment.
    pub fn read(comment: &str) -> Self {
        let mut found = Self::default();
        let mut rest = comment;
        while let Some((before, after)) = rest.split_once("[%") {
            let Some((command, after)) = after.split_once(']') else { break };
            found.text.push_str(before);
            if found.take(command) {
                rest = if found.text.is_empty() || found.text.ends_with(char::is_whitespace) {
                    after.trim_start()
                } else {
                    after
                };
            } else {
                found.text.push_str(&rest[before.len()..rest.len() - after.len()]);
                rest = after;
            }
        }
        found.text.push_str(rest);
        found.text.truncate(found.text.trim_end().len());
        found
    }

    /// Returns false if it is no such command, or a second one.
    fn take(&mut self, command: &str) -> bool {
        let (name, value) = command.split_once(' ').unwrap_or((command, ""));
        let value = value.trim();
        match name {
            "eval" if self.eval.is_none() && is_score(value) => self.eval = Some(value.to_owned()),
            "clk" if self.clock.is_none() && read_clock(value).is_some() => self.clock = read_clock(value),
            "cal" | "csl" => {
                let squares = if name == "cal" { 2 } else { 1 };
                let shapes = value.split(',').map(str::trim);
                if !shapes.clone().all(|shape| is_shape(shape, squares)) {
                    return false;
                }
                self.shapes.extend(shapes.map(str::to_owned));
            }
            _ => return false,
        }
        true
    }

    /// Returns the comment as in a file, the commands first.
    pub fn write(&self) -> String {
        let of_length = |length| {
            self.shapes.iter().filter(move |shape| shape.len() == length && is_shape(shape, length / 2))
        };
        let list = |name, length| {
            let shapes: Vec<&str> = of_length(length).map(String::as_str).collect();
            (!shapes.is_empty()).then(|| format!("[%{name} {}]", shapes.join(",")))
        };
        let eval =
            self.eval.as_deref().filter(|value| is_score(value)).map(|value| format!("[%eval {value}]"));
        let clock = self.clock.map(|ms| format!("[%clk {}]", clock_text(ms)));
        let text = Some(self.text.clone()).filter(|text| !text.is_empty());
        let parts = [eval, clock, list("cal", 5), list("csl", 3), text];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

fn is_score(text: &str) -> bool {
    let number = text.strip_prefix('#').unwrap_or(text);
    // A comma separates the depth of the search.
    number.split(',').all(|part| part.parse::<f64>().is_ok_and(f64::is_finite))
}

fn is_shape(text: &str, squares: usize) -> bool {
    text.is_ascii()
        && text.len() == 1 + 2 * squares
        && text.starts_with(['G', 'R', 'B', 'Y'])
        && (0..squares).all(|index| text[1 + 2 * index..][..2].parse::<Square>().is_ok())
}

/// Reads hours, minutes and seconds, `0:05:00.5`; the hours may be missing.
fn read_clock(text: &str) -> Option<u64> {
    let (whole, seconds) = text.rsplit_once(':')?;
    let (hours, minutes) = whole.split_once(':').unwrap_or(("0", whole));
    let [hours, minutes] = [hours, minutes].map(|part| part.parse::<u32>().ok());
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let seconds = seconds.parse::<u32>().ok().filter(|&seconds| seconds < 60)?;
    let digits: String = fraction.chars().chain("00".chars()).take(3).collect();
    let minutes = 60 * u64::from(hours?) + u64::from(minutes?);
    Some((60 * minutes + u64::from(seconds)) * 1000 + u64::from(digits.parse::<u32>().ok()?))
}

/// Writes hours, minutes and seconds; tenths if there are some.
fn clock_text(ms: u64) -> String {
    let tenths = ms / 100;
    let (seconds, tenths) = (tenths / 10, tenths % 10);
    let fraction = if tenths > 0 { format!(".{tenths}") } else { String::new() };
    format!("{}:{:02}:{:02}{fraction}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_out_and_written_first() {
        for (comment, text, written) in [
            ("", "", ""),
            ("good", "good", "good"),
            ("[%eval 0.35] [%clk 0:05:00] good", "good", "[%eval 0.35] [%clk 0:05:00] good"),
            ("good [%eval #-3]", "good", "[%eval #-3] good"),
            ("a [%clk 4:58.25] b", "a b", "[%clk 0:04:58.2] a b"),
            ("[%csl Ge4] x [%cal Gh2e2,Ra0a1]", "x", "[%cal Gh2e2,Ra0a1] [%csl Ge4] x"),
            ("[%emt 0.5] [%eval 1.5,20]", "[%emt 0.5]", "[%eval 1.5,20] [%emt 0.5]"),
        ] {
            let read = Comment::read(comment);
            assert_eq!((read.text.as_str(), read.write().as_str()), (text, written), "{comment}");
            assert_eq!(Comment::read(written), Comment::read(&Comment::read(written).write()), "{comment}");
        }
        let read = Comment::read("[%clk 1:00:00.5] [%cal Gh2e2] [%csl Re4,Ba9]");
        assert_eq!(read.clock, Some(3_600_500));
        assert_eq!(read.shapes, ["Gh2e2", "Re4", "Ba9"]);
    }

    #[test]
    fn what_is_no_such_command_stays_in_the_text() {
        for comment in [
            "[%eval good]",
            "[%eval]",
            "[%clk 5]",
            "[%clk 1:99]",
            "[%cal Gh2]",
            "[%cal Gz2e2]",
            "[%csl Xe4]",
            "[%csl ]",
            "[%eval 0.35",
            "[%",
            "[%cal 兵兵]",
            "[%eval nan]",
        ] {
            let read = Comment::read(comment);
            assert_eq!(read, Comment { text: comment.to_owned(), ..Comment::default() });
        }
        let sent = Comment {
            eval: Some("1] x".to_owned()),
            shapes: vec!["Gh2".to_owned(), "兵".to_owned()],
            ..Comment::default()
        };
        assert_eq!(sent.write(), "[%csl Gh2]");
    }
}
