// SPDX-License-Identifier: MIT OR Apache-2.0
//! The text of a tree.
//!
//! A leaf is a number, its value for Max, with an optional name before it: `F=12`. A position is `(`, the
//! positions after its moves, and `)`, with an optional name before it. Max moves first, unless the tree
//! begins with `min:`. `#` begins a comment.

use super::{BROADEST, Place, WorkedTree};
use core::str::FromStr;
use xiangqi::types::{Language, Value, bilingual_errors, text};

/// Largest number of plies of a line.
const HIGHEST: usize = 60;
/// Largest number of positions.
const LARGEST: usize = 10_000;
/// Largest absolute value of a leaf.
const LIMIT: Value = 1_000_000;

/// A fault in the text of a tree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text(Language::English))]
pub struct ParseTreeError {
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    pub fault: TreeFault,
}

/// The kinds of faults in the text of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TreeFault {
    /// A number is missing or too large, or a name has no position.
    Word(String),
    /// A position without moves.
    Empty,
    /// A bracket that closes nothing.
    Unopened,
    /// The text ends inside a position.
    Unclosed(usize),
    /// A second tree.
    Trailing(String),
    /// No tree.
    Missing,
    /// The tree is too large.
    TooLarge,
}

impl ParseTreeError {
    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let Self { line, fault } = self;
        let fault = fault.text(language);
        text!(language, "line {line}: {fault}", "第{line}行：{fault}")
    }
}

bilingual_errors!(ParseTreeError);

impl TreeFault {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Word(word) => text!(
                language,
                "'{word}' is neither a value from -{LIMIT} to {LIMIT}, such as '7' or 'F=7', nor the name of a position: a name is followed by '('",
                "“{word}”不是 -{LIMIT} 至 {LIMIT} 的值，如“7”或“F=7”，也不是局面的名称：名称之后是“(”"
            ),
            Self::Empty => text!(
                language,
                "a position without moves: '()'; a leaf is a number",
                "局面没有着法：“()”；叶子是一个数"
            ),
            Self::Unopened => text!(language, "')' closes no position", "“)”没有对应的局面"),
            Self::Unclosed(number) => text!(
                language,
                "the tree ends before {number} of its positions are closed by ')'",
                "树结束时还有{number}个局面没有“)”"
            ),
            Self::Trailing(word) => {
                text!(language, "'{word}' follows the end of the tree", "树结束之后还有“{word}”")
            }
            Self::Missing => text!(
                language,
                "the file contains no tree, such as 'root( A(6 9) B(4 8) )'",
                "文件中没有树，如“root( A(6 9) B(4 8) )”"
            ),
            Self::TooLarge => text!(
                language,
                "the tree is too large: at most {HIGHEST} plies, {BROADEST} moves in a position, {LARGEST} positions",
                "树太大：至多{HIGHEST}步，每个局面{BROADEST}种着法，{LARGEST}个局面"
            ),
        }
    }
}

impl FromStr for WorkedTree {
    type Err = ParseTreeError;

    fn from_str(text: &str) -> Result<Self, ParseTreeError> {
        let mut places: Vec<Place> = Vec::new();
        let mut is_min_first = false;
        // The positions that are not closed yet, and a name that waits for its position.
        let (mut open, mut name): (Vec<usize>, Option<String>) = (Vec::new(), None);
        let mut last_line = 1;
        for (line, word) in words(text) {
            last_line = line;
            let fault = |fault| ParseTreeError { line, fault };
            if word == "min:" && places.is_empty() && name.is_none() && !is_min_first {
                is_min_first = true;
                continue;
            }
            if let Some(name) = name.as_ref().filter(|_| word != "(") {
                return Err(fault(TreeFault::Word(name.clone())));
            }
            if word == ")" {
                let closed = open.pop().ok_or(fault(TreeFault::Unopened))?;
                if places[closed].children.is_empty() {
                    return Err(fault(TreeFault::Empty));
                }
                continue;
            }
            if open.is_empty() && !places.is_empty() {
                return Err(fault(TreeFault::Trailing(word.to_owned())));
            }
            let (of_leaf, value) = word.split_once('=').unwrap_or(("", word));
            let value = value.parse::<Value>();
            if word != "(" && value.is_err() && is_name(word) {
                name = Some(word.to_owned());
                continue;
            }
            let is_leaf = word != "(";
            let is_value = value.as_ref().is_ok_and(|value| value.abs() <= LIMIT);
            if is_leaf && !(is_value && (of_leaf.is_empty() || is_name(of_leaf))) {
                return Err(fault(TreeFault::Word(word.to_owned())));
            }
            let number = places.len();
            if let Some(&parent) = open.last() {
                places[parent].children.push(number);
                if places[parent].children.len() > BROADEST {
                    return Err(fault(TreeFault::TooLarge));
                }
            }
            let name = name.take().unwrap_or(of_leaf.to_owned());
            places.push(Place { name, children: Vec::new(), value: value.unwrap_or_default() });
            if !is_leaf {
                open.push(number);
            }
            if places.len() > LARGEST || open.len() > HIGHEST {
                return Err(fault(TreeFault::TooLarge));
            }
        }
        let fault = |fault| ParseTreeError { line: last_line, fault };
        match (name, open.len(), places.len()) {
            (Some(name), ..) => Err(fault(TreeFault::Word(name))),
            (None, 0, 0) => Err(fault(TreeFault::Missing)),
            (None, 0, _) => Ok(Self { places, is_min_first, line: vec![0] }),
            (None, unclosed, _) => Err(fault(TreeFault::Unclosed(unclosed))),
        }
    }
}

/// Returns the words of a text with their lines; a bracket is a word of its own.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let without_comment = |line: &'_ str| line.find('#').unwrap_or(line.len());
    text.lines().enumerate().flat_map(move |(index, line)| {
        let line = &line[..without_comment(line)];
        line.split_inclusive(['(', ')'])
            .flat_map(|part| {
                let (before, bracket) = part.split_at(part.trim_end_matches(['(', ')']).len());
                before.split_whitespace().chain((!bracket.is_empty()).then_some(bracket))
            })
            .map(move |word| (index + 1, word))
    })
}

/// Returns true if a word may name a position: short, and not easily taken for a number.
fn is_name(word: &str) -> bool {
    let first = word.chars().next();
    first.is_some_and(char::is_alphabetic)
        && word.chars().count() <= 20
        && !word.contains([':', '='])
        && !word.chars().any(char::is_control)
}
