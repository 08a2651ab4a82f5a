// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table of openings, read from `ecco.txt`; the head of that file explains the format of its lines.

use crate::notation::read_move;
use crate::position::Position;
use crate::types::{Move, Square};
use core::fmt;
use once_cell::sync::Lazy;
use std::collections::HashMap;

pub const TEXT: &str = include_str!("ecco.txt");

pub static TABLE: Lazy<EccoTable> = Lazy::new(|| EccoTable::read(TEXT).expect("the tests read this text"));

/// A name, which may have two parts, such as 中炮七路马对屏风马 and 红左马盘河.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpeningName {
    /// The opening.
    pub opening: &'static str,
    /// The variation, which distinguishes openings of the same name.
    pub variation: Option<&'static str>,
}

impl fmt::Display for OpeningName {
    /// `opening: variation`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.variation {
            Some(variation) => write!(f, "{}: {variation}", self.opening),
            None => f.write_str(self.opening),
        }
    }
}

/// An ECCO opening: its code and its names.
///
/// ```
/// use xiangqi::Position;
/// use xiangqi::openings::Opening;
/// let mut position = Position::startpos();
/// for mv in ["h2e2", "b9c7", "h0g2", "h9g7", "b2d2"] {
///     position.play(mv.parse()?)?;
/// }
/// let opening = Opening::of(&position).expect("a game from the start");
/// assert_eq!((opening.code, opening.chinese.opening), ("C50", "五六炮对屏风马"));
/// assert_eq!(opening.to_string(), "C50 Five-Six Cannons v Screen Horses");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// ECCO code, from `A00` (other openings) on.
    pub code: &'static str,
    /// Name in simplified Chinese.
    pub chinese: OpeningName,
    /// Name in English.
    pub english: OpeningName,
}

impl fmt::Display for Opening {
    /// Code and English name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.english)
    }
}

/// Openings in the order of their codes, and the ways that identify them.
pub struct EccoTable {
    pub entries: Vec<EccoEntry>,
    pub ways: Vec<Way>,
}

/// An opening and its relations to others, which are identified by their index in the table.
pub struct EccoEntry {
    pub opening: Opening,
    /// The opening that it continues.
    parent: Option<usize>,
    /// Codes of the openings after which it is not considered.
    unless: Vec<&'static str>,
}

/// A way into an opening.
pub struct Way {
    /// Index of the opening in the table.
    pub opening: usize,
    /// Number of moves.
    pub moves: usize,
    shape: Shape,
}

enum Shape {
    /// The position with this key.
    Position(u64),
    /// For each pair, the piece that began on the first square stands on the second.
    Pieces(Vec<[Square; 2]>),
}

impl Way {
    pub fn is_shown_by(&self, game: &TrackedGame) -> bool {
        match &self.shape {
            Shape::Position(key) => *key == game.position.key(),
            Shape::Pieces(pieces) => pieces.iter().all(|&[origin, here]| game.origins[here] == Some(origin)),
        }
    }
}

/// A position reached from the start position, and the origins of its pieces.
#[derive(Clone)]
pub struct TrackedGame {
    position: Position,
    /// For the piece on each square, if it has moved, the square on which it began.
    origins: [Option<Square>; Square::COUNT],
}

impl TrackedGame {
    pub fn start() -> Self {
        Self { position: Position::startpos(), origins: [None; Square::COUNT] }
    }

    /// Plays a move and returns true if it is legal.
    pub fn play(&mut self, mv: Move) -> bool {
        let is_legal = self.position.play(mv).is_ok();
        if is_legal {
            self.origins[mv.to()] = self.origins[mv.from()].take().or(Some(mv.from()));
        }
        is_legal
    }
}

impl EccoTable {
    /// Reads a table. The error names the line that cannot be read, and the reason.
    pub fn read(text: &'static str) -> Result<Self, String> {
        let mut table = Self { entries: Vec::new(), ways: Vec::new() };
        let mut known = HashMap::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            table.read_line(line, &mut known).map_err(|problem| format!("{line}: {problem}"))?;
        }
        let unless = table.entries.iter().flat_map(|entry| &entry.unless);
        match unless.copied().find(|&code| table.number(code).is_none()) {
            Some(code) => Err(format!("unknown code {code}")),
            None => Ok(table),
        }
    }

    /// Reads a line; `known` contains the first ways of the openings before it.
    fn read_line(
        &mut self,
        line: &'static str,
        known: &mut HashMap<&'static str, PlayedLine>,
    ) -> Result<(), String> {
        let fields: Vec<&str> = line.split("; ").collect();
        let [code, chinese, english, ways] = fields[..] else { return Err("not four fields".to_owned()) };
        let (ways, unless) = ways.split_once(" unless ").unwrap_or((ways, ""));
        let unless = unless.split_whitespace().collect();
        let parent = ways.split(' ').next().and_then(|code| self.number(code));
        let opening = Opening { code, chinese: name(chinese), english: name(english) };
        self.entries.push(EccoEntry { opening, parent, unless });
        for way in ways.split(" | ") {
            let line = line_of(way.trim_end_matches("..."), known)?;
            self.add(&line, way.ends_with("..."))?;
            known.entry(code).or_insert(line);
        }
        Ok(())
    }

    fn number(&self, code: &str) -> Option<usize> {
        self.entries.iter().position(|entry| entry.opening.code == code)
    }

    /// Adds a way of the last opening, and its mirror image.
    fn add(&mut self, line: &PlayedLine, is_loose: bool) -> Result<(), String> {
        let TrackedGame { position, origins } = &line.game;
        let pieces = Square::ALL.into_iter().filter_map(|here| Some([origins[here]?, here]));
        let pieces: Vec<_> = pieces.collect();
        let shapes = if is_loose {
            [
                Shape::Pieces(pieces.clone()),
                Shape::Pieces(pieces.iter().map(|squares| squares.map(Square::mirror)).collect()),
            ]
        } else if line.has_passes {
            return Err("a position has no moves left open".to_owned());
        } else {
            [position.key(), position.mirrored().key()].map(Shape::Position)
        };
        let opening = self.entries.len() - 1;
        self.ways.extend(shapes.map(|shape| Way { opening, moves: line.moves, shape }));
        Ok(())
    }

    /// Returns true if the opening continues the other one or is the same.
    pub fn goes_on_from(&self, opening: usize, other: usize) -> bool {
        self.lineage(opening).any(|earlier| earlier == other)
    }

    /// Returns true if a game that has had the other opening can still have this one.
    pub fn is_open_after(&self, opening: usize, other: usize) -> bool {
        let barred = |code| self.lineage(other).any(|had| self.entries[had].opening.code == code);
        !self.lineage(opening).any(|earlier| self.entries[earlier].unless.iter().copied().any(barred))
    }

    /// The opening, the one that it continues, and so on.
    fn lineage(&self, opening: usize) -> impl Iterator<Item = usize> {
        core::iter::successors(Some(opening), |&opening| self.entries[opening].parent)
    }
}

/// Splits `opening: variation`; the variation is optional.
fn name(text: &'static str) -> OpeningName {
    let (opening, variation) = text.split_once(": ").map_or((text, None), |(name, rest)| (name, Some(rest)));
    OpeningName { opening, variation }
}

/// A sequence of moves and the position it leads to.
#[derive(Clone)]
struct PlayedLine {
    game: TrackedGame,
    moves: usize,
    has_passes: bool,
}

/// The line with these moves. The first word may be the code of an opening whose first way they continue.
fn line_of(moves: &str, known: &HashMap<&str, PlayedLine>) -> Result<PlayedLine, String> {
    let mut words = moves.split_whitespace().peekable();
    let start = words.peek().and_then(|code| known.get(code)).cloned();
    let mut line = match start {
        Some(line) => {
            words.next();
            line
        }
        None => PlayedLine { game: TrackedGame::start(), moves: 0, has_passes: false },
    };
    for word in words {
        if word == "-" {
            line.game.position.make_null();
            line.has_passes = true;
        } else {
            let mv = read_move(&line.game.position, word).map_err(|error| error.to_string())?;
            line.game.play(mv);
            line.moves += 1;
        }
    }
    Ok(line)
}
