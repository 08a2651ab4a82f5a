// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table of openings, read from `ecco.txt`, whose head explains its lines.

use super::{Opening, OpeningName};
use crate::notation::read_move;
use crate::position::Position;
use crate::types::{Move, Square};
use once_cell::sync::Lazy;
use std::collections::HashMap;

pub const TEXT: &str = include_str!("ecco.txt");

pub static TABLE: Lazy<Table> = Lazy::new(|| Table::read(TEXT).expect("a text that tests read"));

/// Openings in the order of their codes, and how to tell them.
pub struct Table {
    pub entries: Vec<Entry>,
    pub ways: Vec<Way>,
}

/// An opening's place among the others, which are told by their numbers in the table.
pub struct Entry {
    pub opening: Opening,
    /// The one that it goes on from.
    parent: Option<usize>,
    /// The codes of those after which it is not looked for.
    unless: Vec<&'static str>,
}

/// A way into an opening.
pub struct Way {
    /// Its number in the table.
    pub opening: usize,
    /// How many moves it takes.
    pub moves: usize,
    shape: Shape,
}

enum Shape {
    /// The position with this key.
    Position(u64),
    /// The men that began on the first of each two points stand on the second.
    Men(Vec<[Square; 2]>),
}

impl Way {
    pub fn is_shown_by(&self, game: &Game) -> bool {
        match &self.shape {
            Shape::Position(key) => *key == game.position.key(),
            Shape::Men(men) => men.iter().all(|&[origin, here]| game.origins[here] == Some(origin)),
        }
    }
}

/// A position after moves from the start of a game, and where each man began.
#[derive(Clone)]
pub struct Game {
    position: Position,
    /// Of the man on each point that has moved.
    origins: [Option<Square>; Square::COUNT],
}

impl Game {
    pub fn start() -> Self {
        Self { position: Position::startpos(), origins: [None; Square::COUNT] }
    }

    /// Plays a move, if it is legal.
    pub fn play(&mut self, mv: Move) -> bool {
        let is_legal = self.position.play(mv).is_ok();
        if is_legal {
            self.origins[mv.to()] = self.origins[mv.from()].take().or(Some(mv.from()));
        }
        is_legal
    }
}

impl Table {
    /// Reads a table; else the line that cannot be understood, and why.
    pub fn read(text: &'static str) -> Result<Self, String> {
        let mut table = Self { entries: Vec::new(), ways: Vec::new() };
        let mut known = HashMap::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            table.read_line(line, &mut known).map_err(|problem| format!("{line}: {problem}"))?;
        }
        let unless = table.entries.iter().flat_map(|entry| &entry.unless);
        match unless.copied().find(|&code| table.number(code).is_none()) {
            Some(code) => Err(format!("{code} is none of the codes")),
            None => Ok(table),
        }
    }

    /// Reads a line, knowing the first ways into the openings before it.
    fn read_line(
        &mut self,
        line: &'static str,
        known: &mut HashMap<&'static str, Line>,
    ) -> Result<(), String> {
        let fields: Vec<&str> = line.split("; ").collect();
        let [code, chinese, english, ways] = fields[..] else { return Err("not four fields".to_owned()) };
        let (ways, unless) = ways.split_once(" unless ").unwrap_or((ways, ""));
        let unless = unless.split_whitespace().collect();
        let parent = ways.split(' ').next().and_then(|code| self.number(code));
        let opening = Opening { code, chinese: name(chinese), english: name(english) };
        self.entries.push(Entry { opening, parent, unless });
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

    /// Adds a way into the last opening, and its mirror image.
    fn add(&mut self, line: &Line, is_loose: bool) -> Result<(), String> {
        let Game { position, origins } = &line.game;
        let men = Square::ALL.into_iter().filter_map(|here| Some([origins[here]?, here]));
        let men: Vec<_> = men.collect();
        let shapes = if is_loose {
            [
                Shape::Men(men.clone()),
                Shape::Men(men.iter().map(|points| points.map(Square::mirror)).collect()),
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

    /// Does the opening go on from the other one, or is it the same?
    pub fn goes_on_from(&self, opening: usize, other: usize) -> bool {
        self.line_up(opening).any(|earlier| earlier == other)
    }

    /// May the opening be one of a game that has had the other one?
    pub fn is_open_after(&self, opening: usize, other: usize) -> bool {
        let barred = |code| self.line_up(other).any(|had| self.entries[had].opening.code == code);
        !self.line_up(opening).any(|earlier| self.entries[earlier].unless.iter().copied().any(barred))
    }

    /// An opening, the one that it goes on from, and so on.
    fn line_up(&self, opening: usize) -> impl Iterator<Item = usize> {
        core::iter::successors(Some(opening), |&opening| self.entries[opening].parent)
    }
}

/// `opening: variation`, or an opening alone.
fn name(text: &'static str) -> OpeningName {
    let (opening, variation) = text.split_once(": ").map_or((text, None), |(name, rest)| (name, Some(rest)));
    OpeningName { opening, variation }
}

/// Where moves lead.
#[derive(Clone)]
struct Line {
    game: Game,
    moves: usize,
    has_passes: bool,
}

/// The line with these moves. The first word may be the code of an opening whose (first) way they go on from.
fn line_of(moves: &str, known: &HashMap<&str, Line>) -> Result<Line, String> {
    let mut words = moves.split_whitespace().peekable();
    let start = words.peek().and_then(|code| known.get(code)).cloned();
    let mut line = match start {
        Some(line) => {
            words.next();
            line
        }
        None => Line { game: Game::start(), moves: 0, has_passes: false },
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
